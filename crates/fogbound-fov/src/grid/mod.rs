//! Plain data types for square grids: directions, rectangles, and grids of values or bits.
//!
//! Coordinates are of type [`IVec2`](glam::IVec2): `y` increases downward, and `(0, 0)` is the top left cell. Sizes are
//! of type [`UVec2`](glam::UVec2). Positions may lie anywhere: every operation except indexing a [`Grid`] accepts
//! positions outside the container without panicking. Nothing in this module depends on what a cell represents.

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
