//! Front ends, which show the screen and read keys.
//!
//! Every front end runs the same app with [`GamePlugins`] and shows its [`Screen`](crate::view::Screen):
//!
//! - [`text::app`] plays key scripts and returns the screen as text;
//! - `window::app` opens a window (feature `window`);
//! - `terminal::app` plays in a terminal (feature `terminal`).
//!
//! [`Picture`] draws glyphs and saves them as PNG files.
//!
//! As in any Bevy app, you can add plugins. Then [begin a game](crate::game::begin_game).

mod display;
mod picture;
mod plugins;
#[cfg(feature = "terminal")]
pub mod terminal;
pub mod text;
#[cfg(feature = "window")]
pub mod window;

pub use display::has_display;
pub use picture::{Font, Picture, Rgb};
pub use plugins::GamePlugins;
