//! Front ends, which show the screen and read keys.
//!
//! Every front end runs the same app with [`GamePlugins`] and shows its [`Screen`](crate::view::Screen):
//!
//! - [`text::app`] plays key scripts and returns the screen as text;
//! - `window::app` opens a window (feature `window`);
//! - `terminal::app` plays in a terminal (feature `terminal`).
//!
//! [`picture_of`] draws a screen as the window does, and [`Picture`] saves it as a PNG file.
//!
//! As in any Bevy app, you can add plugins. Then [begin a game](crate::game::begin_game).

mod display;
mod picture;
mod pixels;
mod plugins;
pub mod sound;
#[cfg(feature = "terminal")]
pub mod terminal;
pub mod text;
#[cfg(feature = "window")]
pub mod window;

pub use display::has_display;
#[cfg(feature = "window")]
pub(crate) use display::{Found, NoDisplay, find_display};
pub use picture::{Font, Picture, Rgb};
pub use pixels::{CellSize, Sheet, Weight, picture_of};
pub(crate) use pixels::{Letter, Look, Motif, Painter};
pub use plugins::GamePlugins;
