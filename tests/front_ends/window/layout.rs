//! The layout of cells in a window.

use std::fmt;

/// The size of a text cell in pixels at zoom 1. A map cell is twice as wide.
pub const CELL_WIDTH: usize = 8;
pub const CELL_HEIGHT: usize = 16;

/// The columns and rows that must fit before a window enlarges its glyphs.
const ROOMY: (usize, usize) = (160, 45);

/// The cells of a window and the margin around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub width: usize,
    pub height: usize,
    pub zoom: usize,
    pub columns: usize,
    pub rows: usize,
    /// The margin on the left and at the top, in pixels.
    pub left: usize,
    pub top: usize,
}

impl Layout {
    /// Lays out a window of this size in pixels at the default zoom.
    pub fn new(width: usize, height: usize) -> Self {
        let zoom = (width / (CELL_WIDTH * ROOMY.0)).min(height / (CELL_HEIGHT * ROOMY.1));
        Self::zoomed(width, height, zoom.max(1))
    }

    /// Lays out a window at the zoom that the player has chosen.
    pub fn zoomed(width: usize, height: usize, zoom: usize) -> Self {
        let (cell_width, cell_height) = (CELL_WIDTH * zoom, CELL_HEIGHT * zoom);
        let (columns, rows) = (width / cell_width, height / cell_height);
        Self {
            width,
            height,
            zoom,
            columns,
            rows,
            left: (width - columns * cell_width) / 2,
            top: (height - rows * cell_height) / 2,
        }
    }

    pub fn cell_width(&self) -> usize {
        CELL_WIDTH * self.zoom
    }

    pub fn cell_height(&self) -> usize {
        CELL_HEIGHT * self.zoom
    }

    /// Returns the top left pixel of a cell.
    pub fn corner_of(&self, (column, row): (usize, usize)) -> (usize, usize) {
        (
            self.left + column * self.cell_width(),
            self.top + row * self.cell_height(),
        )
    }

    /// Returns the pixel in the middle of a cell.
    pub fn middle_of(&self, cell: (usize, usize)) -> (usize, usize) {
        let (x, y) = self.corner_of(cell);
        (x + self.cell_width() / 2, y + self.cell_height() / 2)
    }

    /// Returns the area that the cells cover.
    pub fn cells(&self) -> Area {
        self.area_of((0, 0), (self.columns - 1, self.rows - 1))
    }

    /// Returns the area from one cell to another, including both cells.
    pub fn area_of(&self, first: (usize, usize), last: (usize, usize)) -> Area {
        let (left, top) = self.corner_of(first);
        let (right, bottom) = self.corner_of((last.0 + 1, last.1 + 1));
        Area {
            left,
            top,
            right,
            bottom,
        }
    }

    /// Returns the area of the whole window.
    pub fn window(&self) -> Area {
        Area {
            left: 0,
            top: 0,
            right: self.width,
            bottom: self.height,
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            width,
            height,
            columns,
            rows,
            zoom,
            ..
        } = self;
        write!(
            f,
            "{width}×{height} pixels, {columns}×{rows} cells at zoom {zoom}"
        )
    }
}

/// A rectangle of pixels, excluding `right` and `bottom`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub left: usize,
    pub top: usize,
    pub right: usize,
    pub bottom: usize,
}
