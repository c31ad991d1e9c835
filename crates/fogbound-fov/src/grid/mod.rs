//! Plain data on a square grid: directions, rectangles, a cell of anything, a cell of one bit.
//!
//! Coordinates are [`IVec2`] with `y` growing downward and `(0, 0)` the top left
//! cell; sizes are [`UVec2`]. A position may lie anywhere, so every container
//! answers for positions outside itself instead of panicking. Nothing here knows what a cell means.

mod bits;
mod cells;
mod direction;
mod rectangle;

pub use bits::{BitGrid, ones};
pub(crate) use bits::{BitRow, Spans};
pub use cells::Grid;
pub use direction::Direction;
pub use rectangle::Rectangle;

use glam::{IVec2, UVec2};

/// Where `position` lies in an area of `size` cells, as unsigned coordinates; `None` outside.
pub(crate) fn inside(size: UVec2, position: IVec2) -> Option<(usize, usize)> {
    // A negative coordinate becomes larger than any side when read as unsigned.
    let (x, y) = (position.x as u32, position.y as u32);
    (position.x >= 0 && position.y >= 0 && x < size.x && y < size.y)
        .then_some((x as usize, y as usize))
}
