//! The world as the point of view knows it, drawn into one ratatui [`Buffer`](ratatui::buffer::Buffer).
//!
//! ```text
//! Viewshed, MapMemory, figures -> MapWidget -+
//! GameEvent -> words -> MessageLog ----------+-> Screen -> a front end
//! what is in sight, the game's numbers ------+
//! ```
//!
//! Drawing only reads the simulation. Front ends show the [`Screen`] and set its size.

mod camera;
mod deed_words;
mod draw;
mod keys;
mod log;
mod map_widget;
mod palette;
mod panel;
mod plugin;
mod screen;
mod wizard;
mod words;

pub use camera::Camera;
pub use deed_words::{AddDeedWords, DeedWords};
pub use log::MessageLog;
pub use map_widget::{Figure, MapWidget};
pub use palette::{Palette, PaletteError, Tint};
pub use plugin::{ViewPlugin, ViewSystems};
pub use screen::{DEFAULT_SIZE, MIN_SIZE, Screen};
pub use wizard::Wizard;
