//! Plain data on a square grid: directions, rectangles, a cell of anything, a cell of one bit.
//!
//! Coordinates are [`IVec2`](glam::IVec2) with `y` growing downward and `(0, 0)` the top left cell;
//! sizes are [`UVec2`](glam::UVec2). A position may lie anywhere, so every container answers for
//! positions outside itself instead of panicking. Nothing here knows what a cell means.

mod bits;
mod cells;
mod direction;
mod rectangle;

pub use bits::{BitGrid, ones};
pub(crate) use bits::{BitRow, Spans};
pub use cells::Grid;
pub use direction::Direction;
pub use rectangle::Rectangle;
pub(crate) use rectangle::inside;
