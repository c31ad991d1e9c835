//! Where the screen is shown and the keys come from.
//!
//! Every front end runs the same app, the one of [`GamePlugins`], and shows its
//! [`Screen`](crate::view::Screen):
//!
//! - [`text`] plays a script of keys and prints the last screen;
//! - [`window`] opens a window (feature `window`).

mod display;
mod plugins;
pub mod text;
#[cfg(feature = "window")]
pub mod window;

pub use display::has_display;
pub use plugins::GamePlugins;
