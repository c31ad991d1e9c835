//! Pictures of what a window shows, and of what it must show.

use super::font::{map_font, text_font};
use super::layout::{Area, CELL_HEIGHT, Layout};
use super::screen::{Cell, Color, Screen};

/// A picture: rows of pixels, starting at the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: usize,
    pub pixels: Vec<Color>,
}

impl Picture {
    /// Draws a screen as a window with this layout must show it. The margin has the colour `rim`.
    pub fn of(screen: &Screen, layout: &Layout, rim: Color) -> Self {
        let width = layout.width;
        let mut picture = Self {
            width,
            pixels: vec![rim; width * layout.height],
        };
        let columns = screen.rows.first().map_or(0, Vec::len);
        assert_eq!(
            (columns, screen.rows.len()),
            (layout.columns, layout.rows),
            "the cells that fit into {layout}"
        );
        for (column, row, cell) in screen.cells() {
            picture.draw(cell, layout.corner_of((column, row)), layout.zoom);
        }
        picture
    }

    fn draw(&mut self, cell: Cell, (left, top): (usize, usize), zoom: usize) {
        let font = if cell.is_wide {
            map_font()
        } else {
            text_font()
        };
        let glyph = font.glyph(cell.glyph);
        for y in 0..CELL_HEIGHT * zoom {
            let start = (top + y) * self.width + left;
            let line = &mut self.pixels[start..start + font.width * zoom];
            for (x, pixel) in line.iter_mut().enumerate() {
                let is_set = glyph[y / zoom] >> (x / zoom) & 1 == 1;
                *pixel = if is_set { cell.fore } else { cell.back };
            }
        }
    }

    pub fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// Returns the pixels of a line from column `left` up to, but not including, column `right`.
    pub fn line(&self, y: usize, left: usize, right: usize) -> &[Color] {
        &self.pixels[y * self.width + left..y * self.width + right]
    }

    /// Returns the first line in which two pictures differ within an area.
    pub fn first_difference(&self, other: &Self, area: Area) -> Option<usize> {
        let Area {
            left,
            top,
            right,
            bottom,
        } = area;
        (top..bottom).find(|&y| self.line(y, left, right) != other.line(y, left, right))
    }
}
