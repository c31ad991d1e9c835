//! The pixels of a screen: the font, the pictures of tiles, and how cells are made of them.
//!
//! ```text
//! font sheets ----+--> Atlas, an image of everything that a cell can show, for one size of cells
//! pictures.ron ---+      |
//! Screen --> each Look ---+--> the window's meshes, drawn by the graphics device
//!                        +--> picture_of, drawn here
//! ```

mod atlas;
mod badges;
mod looks;
mod paint;
mod sheet;
mod size;
mod stones;

#[cfg(feature = "window")]
pub(crate) use atlas::{Atlas, AtlasKind, COLUMNS};
pub(crate) use atlas::{Letter, Motif};
pub(crate) use looks::Look;
#[cfg(feature = "window")]
pub(crate) use looks::{badge_look, narrow_look, rgb, square_look};
pub(crate) use paint::Painter;
pub use paint::picture_of;
pub use sheet::{Sheet, Weight};
pub use size::CellSize;
