//! The layout of cells in a window.

use std::fmt;

/// The heights that cells may have, in pixels. A text cell is half as wide, and a map cell is a square.
const HEIGHTS: [usize; 13] = [16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128];

/// The heights of the cuts of the font. Higher cells are whole multiples of these.
const CUTS: [usize; 5] = [32, 28, 24, 20, 16];

/// The columns and rows that must fit before a window enlarges its glyphs.
const ROOMY: (usize, usize) = (160, 45);

/// The cells of a window and the margin around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub width: usize,
    pub height: usize,
    /// The height of text in pixels.
    pub zoom: usize,
    /// The side of map cells in pixels.
    pub map: usize,
    pub columns: usize,
    pub rows: usize,
    /// The margin on the left and at the top, in pixels.
    pub left: usize,
    pub top: usize,
}

impl Layout {
    /// Lays out a window of this size in pixels at the default zoom.
    pub fn new(width: usize, height: usize) -> Self {
        let fits = |zoom: &usize| width / (zoom / 2) >= ROOMY.0 && height / zoom >= ROOMY.1;
        let zoom = HEIGHTS.into_iter().filter(fits).max();
        Self::zoomed(width, height, zoom.unwrap_or(HEIGHTS[0]))
    }

    /// Lays out a window with the height of text that the player has chosen.
    pub fn zoomed(width: usize, height: usize, zoom: usize) -> Self {
        let fits = |side: &usize| *side <= zoom * 3 / 2 && *side <= width.min(height) / 7;
        let map = HEIGHTS.into_iter().filter(fits).max();
        Self::mapped(width, height, zoom, map.unwrap_or(HEIGHTS[0]))
    }

    /// Lays out a window with the height of text and the side of map cells that the player has chosen.
    pub fn mapped(width: usize, height: usize, zoom: usize, map: usize) -> Self {
        let (cell_width, cell_height) = (zoom / 2, zoom);
        let (columns, rows) = (width / cell_width, height / cell_height);
        Self {
            width,
            height,
            zoom,
            map,
            columns,
            rows,
            left: (width - columns * cell_width) / 2,
            top: (height - rows * cell_height) / 2,
        }
    }

    /// Returns the number of columns and rows of text over which the map of a game lies, in the top left corner.
    pub fn map_region(&self) -> (usize, usize) {
        let log = (self.rows / 5).clamp(2, 12);
        match self.columns {
            ..60 => (self.columns, self.rows - log - 2),
            _ => {
                let panel = (self.columns / 5).clamp(24, 48);
                ((self.columns - panel) / 2 * 2, self.rows - log)
            }
        }
    }

    /// Returns the pixel in the middle of the map cell that the screen as text shows at this column and row.
    pub fn middle_of_map(&self, (column, row): (usize, usize)) -> (usize, usize) {
        let (columns, rows) = self.map_region();
        let room = (columns * self.cell_width(), rows * self.cell_height());
        let margin = |room: usize| room % self.map / 2;
        (
            self.left + margin(room.0) + column / 2 * self.map + self.map / 2,
            self.top + margin(room.1) + row * self.map + self.map / 2,
        )
    }

    /// Returns the cell of text at a pixel.
    pub fn cell_at(&self, (x, y): (usize, usize)) -> (usize, usize) {
        (
            (x - self.left) / self.cell_width(),
            (y - self.top) / self.cell_height(),
        )
    }

    pub fn cell_width(&self) -> usize {
        self.zoom / 2
    }

    pub fn cell_height(&self) -> usize {
        self.zoom
    }

    /// Returns the height of the font's cut, and the factor by which the cut is enlarged.
    pub fn cut(&self) -> (usize, usize) {
        let fits = |cut: &usize| self.zoom.is_multiple_of(*cut);
        let cut = CUTS
            .into_iter()
            .find(fits)
            .expect("cells are multiples of a cut");
        (cut, self.zoom / cut)
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
            map,
            ..
        } = self;
        write!(
            f,
            "{width}×{height} pixels, {columns}×{rows} cells of text at zoom {zoom}, map cells of {map} pixels"
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
