//! Where the screen is shown and the keys come from.
//!
//! Every front end runs the same app, the one of [`GamePlugins`], and shows its
//! [`Screen`](crate::view::Screen):
//!
//! - [`text::app`] plays scripts of keys, and gives the screen as text;
//! - `window::app` opens a window (feature `window`);
//! - `terminal::app` plays in a terminal (feature `terminal`).
//!
//! [`Picture`] draws glyphs for files.
//!
//! All take plugins of your own, as any Bevy app does, and a [game](crate::game::begin_game).

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
