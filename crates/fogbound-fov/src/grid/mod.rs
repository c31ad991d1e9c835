//! Plain data types for square grids: directions, rectangles, and grids of values or bits.
//!
//! Coordinates are [`IVec2`](glam::IVec2) with `y` growing downward and `(0, 0)` the top left cell. Sizes are
//! [`UVec2`](glam::UVec2). A position may lie anywhere: apart from indexing a [`Grid`], every method accepts positions
//! outside its container without panicking. Nothing here knows what a cell means.

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
