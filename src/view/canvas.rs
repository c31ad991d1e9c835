//! A grid of cells to draw in: the text of a screen, or its map.

use bevy::prelude::*;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use super::art::{Art, Gallery};

/// The symbol in the second half of a wide cell.
pub(super) const SECOND_HALF: &str = "";
/// The symbol of a cell through which the [map](super::Screen::map) below the text shows. Whatever is written into the
/// cell covers the map.
const HOLE: &str = "\0";

/// The glyph, foreground and background of every cell in a grid.
///
/// A cell is as wide as one letter. A wide map cell takes two of them: the first holds the glyph, and the second holds an
/// empty symbol, which is how ratatui stores a double-width character. A text box over the map makes the cells that it
/// covers narrow again.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    pub(super) buffer: Buffer,
    pub(super) gallery: Gallery,
}

impl Canvas {
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// Returns the number of columns and rows.
    pub fn size(&self) -> UVec2 {
        let area = self.buffer.area;
        UVec2::new(area.width.into(), area.height.into())
    }

    pub(super) fn resize(&mut self, size: UVec2) {
        let (width, height) = (size.x as u16, size.y as u16);
        self.buffer.resize(Rect::new(0, 0, width, height));
    }

    /// Prepares for the next frame.
    pub(super) fn begin(&mut self) {
        let size = self.size();
        self.gallery.clear(size);
    }

    /// Keeps what a window draws in the map cell whose first column is `at`. The cell must be in the buffer already.
    pub(super) fn hang(&mut self, at: (u16, u16), art: Art) {
        self.gallery.hang(at, art, &self.buffer);
    }

    /// Lets a window draw this in place of the glyph at this column, which must be even, and of the next one.
    pub(super) fn hang_wide(&mut self, (x, y): (u16, u16), art: Art) {
        if self.gallery.is_open && x + 1 < self.buffer.area.right() {
            let (fore, ground) = (self.buffer[(x, y)].fg, self.buffer[(x, y)].bg);
            let second = &mut self.buffer[(x + 1, y)];
            second.set_symbol(SECOND_HALF).set_fg(fore).set_bg(ground);
            self.hang((x, y), art);
        }
    }

    /// Returns what a window draws in the map cell whose first column is `at`, or `None` if the cell is not part of the
    /// map, or if something has been drawn over it.
    pub fn art_at(&self, at: (u16, u16)) -> Option<Art> {
        self.gallery.at(at, &self.buffer)
    }

    /// Returns whether the glyph at this column and row takes two columns.
    pub fn is_wide_at(&self, column: u16, row: u16) -> bool {
        let next = self.buffer.cell((column + 1, row));
        next.is_some_and(|it| it.symbol() == SECOND_HALF)
    }

    /// Returns whether the map shows through the cell at this column and row.
    pub fn is_hole(&self, column: u16, row: u16) -> bool {
        let cell = self.buffer.cell((column, row));
        cell.is_some_and(|it| it.symbol() == HOLE)
    }

    /// Lets the map show through these cells.
    pub(super) fn cut_out(&mut self, area: Rect) {
        for at in area.intersection(self.buffer.area).positions() {
            self.buffer[at].set_symbol(HOLE);
        }
    }
}

/// Blanks the second half of every wide cell whose first half has been drawn over.
pub(super) fn mend_halves(buffer: &mut Buffer) {
    for row in buffer.area.rows() {
        for place in row.positions() {
            if buffer[place].symbol() != SECOND_HALF {
                continue;
            }
            let first = place.x.checked_sub(1).map(|x| &buffer[(x, place.y)]);
            let second = &buffer[place];
            let is_whole = first.is_some_and(|first| {
                first.symbol() != SECOND_HALF && (first.fg, first.bg) == (second.fg, second.bg)
            });
            if !is_whole {
                buffer[place].set_char(' ');
            }
        }
    }
}

/// Returns a cell's glyph, or `None` for the second half of a wide cell.
pub(super) fn glyph(cell: &Cell) -> Option<char> {
    cell.symbol().chars().next().filter(|it| *it != '\0')
}
