//! The screen, which every front end shows.

use bevy::prelude::*;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use super::art::{Art, Gallery};
use super::sgr::CellStyle;

/// The number of columns and rows of a text screen with room for a whole level of the default size, the panel beside it
/// and the log below it.
pub const DEFAULT_SIZE: UVec2 = UVec2::new(96, 45);
/// The default size when map cells are two columns wide.
pub const DEFAULT_WIDE_SIZE: UVec2 = UVec2::new(160, 45);
/// The number of columns and rows of the smallest supported screen.
pub const MIN_SIZE: UVec2 = UVec2::new(16, 8);

/// The glyph, foreground and background of every cell on the screen. Colours are RGB, unless the [colour
/// depth](super::ColorDepth) is limited.
///
/// A screen cell is as wide as one letter. A wide map cell takes two screen cells: the first holds the glyph, and the
/// second holds an empty symbol, which is how ratatui stores a double-width character. A text box over the map makes
/// the cells that it covers narrow again.
#[derive(Resource, Clone, Debug)]
pub struct Screen {
    buffer: Buffer,
    is_wide: bool,
    is_drawn: bool,
    gallery: Gallery,
}

impl Default for Screen {
    fn default() -> Self {
        let mut screen = Self {
            buffer: Buffer::default(),
            is_wide: false,
            is_drawn: true,
            gallery: Gallery::default(),
        };
        screen.resize(DEFAULT_SIZE);
        screen
    }
}

/// The symbol in the second half of a wide cell.
pub(super) const SECOND_HALF: &str = "";

impl Screen {
    /// Returns the most recent frame.
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// Returns the buffer to draw into.
    pub fn buffer_mut(&mut self) -> &mut Buffer {
        &mut self.buffer
    }

    /// Returns the number of columns and rows.
    pub fn size(&self) -> UVec2 {
        UVec2::new(
            self.buffer.area.width.into(),
            self.buffer.area.height.into(),
        )
    }

    /// Sets the number of columns and rows, clamped to the range from [`MIN_SIZE`] to 1000. The next frame redraws
    /// everything.
    pub fn resize(&mut self, size: UVec2) {
        let size = size.clamp(MIN_SIZE, UVec2::splat(1000));
        self.buffer
            .resize(Rect::new(0, 0, size.x as u16, size.y as u16));
    }

    /// Returns whether a map cell takes two columns.
    pub fn is_wide(&self) -> bool {
        self.is_wide
    }

    /// Sets whether a map cell takes two columns instead of one.
    pub fn set_wide(&mut self, is_wide: bool) {
        self.is_wide = is_wide;
    }

    /// Returns whether frames are drawn.
    pub fn is_drawn(&self) -> bool {
        self.is_drawn
    }

    /// Sets whether frames are drawn. Switch this off to save time while nothing reads the screen.
    pub fn set_drawn(&mut self, is_drawn: bool) {
        self.is_drawn = is_drawn;
    }

    /// Returns whether the front end draws pictures in map cells, as a window does.
    pub fn has_art(&self) -> bool {
        self.gallery.is_open
    }

    /// Sets whether the front end draws pictures in map cells.
    pub fn set_art(&mut self, has_art: bool) {
        self.gallery.is_open = has_art;
    }

    /// Prepares for the next frame.
    pub fn begin(&mut self) {
        let size = self.size();
        self.gallery.clear(size);
    }

    /// Keeps what a window draws in the map cell whose first column is `at`. The cell must be in the buffer already.
    pub fn hang(&mut self, at: (u16, u16), art: Art) {
        self.gallery.hang(at, art, &self.buffer);
    }

    /// Returns what a window draws in the map cell whose first column is `at`, or `None` if the cell is not part of the
    /// map, or if something has been drawn over it.
    pub fn art_at(&self, at: (u16, u16)) -> Option<Art> {
        self.gallery.at(at, &self.buffer)
    }

    /// Returns the number of columns that a map cell occupies.
    pub fn map_columns(&self) -> u16 {
        if self.is_wide { 2 } else { 1 }
    }

    /// Returns whether the glyph at this column and row takes two columns.
    pub fn is_wide_at(&self, column: u16, row: u16) -> bool {
        let next = self.buffer.cell((column + 1, row));
        next.is_some_and(|it| it.symbol() == SECOND_HALF)
    }

    /// Blanks the second half of every wide cell whose first half has been drawn over.
    pub fn mend_halves(&mut self) {
        for row in self.buffer.area.rows() {
            for place in row.positions() {
                if self.buffer[place].symbol() != SECOND_HALF {
                    continue;
                }
                let first = place.x.checked_sub(1).map(|x| &self.buffer[(x, place.y)]);
                let second = &self.buffer[place];
                let is_whole = first.is_some_and(|first| {
                    first.symbol() != SECOND_HALF && (first.fg, first.bg) == (second.fg, second.bg)
                });
                if !is_whole {
                    self.buffer[place].set_char(' ');
                }
            }
        }
    }

    /// Returns the screen without its colours, one line per row, with trailing blanks removed.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for row in self.buffer.area.rows() {
            let line: String = row
                .positions()
                .map(|place| glyph(&self.buffer[place]).unwrap_or(' '))
                .collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Returns the screen with its colours as terminal escape sequences, one line per row. Every line includes all
    /// columns. The second column of a wide cell is a no-break space.
    pub fn ansi(&self) -> String {
        let mut text = String::new();
        for row in self.buffer.area.rows() {
            let mut before = CellStyle::default();
            for place in row.positions() {
                let cell = &self.buffer[place];
                let style = CellStyle::of(cell);
                if style != before {
                    text.push_str(&style.after(before, true));
                    before = style;
                }
                text.push(glyph(cell).unwrap_or('\u{a0}'));
            }
            text.push_str("\u{1b}[0m\n");
        }
        text
    }
}

/// Returns a cell's glyph, or `None` for the second half of a wide cell.
fn glyph(cell: &Cell) -> Option<char> {
    cell.symbol().chars().next()
}

/// The parts of the screen during play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Areas {
    /// The map.
    pub map: Rect,
    /// The message log, below the map.
    pub log: Rect,
    /// The player's state and what is in view, beside the map, if there is room.
    pub panel: Option<Rect>,
    /// A two-line version of the panel below the log, on screens without a panel.
    pub facts: Option<Rect>,
}

/// The minimum width for a panel. Narrower screens have no panel, to leave room for the map.
const ROOM_FOR_PANEL: u16 = 60;

impl Areas {
    /// Divides a screen into its parts. A map cell is `map_columns` columns wide.
    pub fn of(screen: Rect, map_columns: u16) -> Self {
        let log = (screen.height / 5).clamp(2, 12);
        if screen.width < ROOM_FOR_PANEL {
            let map = screen.height - log - 2;
            let rows = |y, height| Rect::new(0, y, screen.width, height);
            return Self {
                map: rows(0, map),
                log: rows(map, log),
                panel: None,
                facts: Some(rows(map + log, 2)),
            };
        }
        let panel = match map_columns {
            1 => (screen.width / 3).clamp(20, 40),
            _ => (screen.width / 5).clamp(24, 48),
        };
        // The map's width is a whole number of cells.
        let map = (screen.width - panel) / map_columns * map_columns;
        let height = screen.height - log;
        Self {
            map: Rect::new(0, 0, map, height),
            log: Rect::new(0, height, map, log),
            panel: Some(Rect::new(map, 0, screen.width - map, screen.height)),
            facts: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Color as CellColor;

    #[test]
    fn a_level_of_the_default_size_fits_on_the_default_screen() {
        for (size, columns) in [(DEFAULT_SIZE, 1), (DEFAULT_WIDE_SIZE, 2)] {
            let areas = Areas::of(Rect::new(0, 0, size.x as u16, size.y as u16), columns);
            assert_eq!((areas.map.width / columns, areas.map.height), (64, 36));
            assert_eq!(areas.panel.map(|it| it.width), Some(32));
        }
    }

    #[test]
    fn the_parts_cover_the_screen_and_do_not_overlap() {
        for (width, height) in [(16, 8), (59, 20), (60, 22), (80, 24), (101, 36), (243, 67)] {
            for columns in 1..=2 {
                let screen = Rect::new(0, 0, width, height);
                let areas = Areas::of(screen, columns);
                let parts = [Some(areas.map), Some(areas.log), areas.panel, areas.facts];
                let covered: u32 = parts.iter().flatten().map(|it| it.area()).sum();
                assert_eq!(covered, screen.area(), "{width} x {height}");
                assert!(parts.iter().flatten().all(|it| screen.union(*it) == screen));
                assert_eq!(areas.map.x % columns, 0);
            }
        }
    }

    #[test]
    fn a_coloured_row_has_every_column() {
        let mut screen = Screen::default();
        screen.resize(UVec2::new(16, 8));
        let red = ratatui::style::Style::new()
            .fg(CellColor::Rgb(255, 0, 1))
            .bg(CellColor::Rgb(2, 3, 4));
        let buffer = screen.buffer_mut();
        buffer.set_style(buffer.area, red);
        buffer[(0, 0)].set_char('@');
        buffer[(1, 0)].set_symbol(SECOND_HALF);
        assert!(screen.is_wide_at(0, 0) && !screen.is_wide_at(1, 0));
        let first = screen.ansi().lines().next().map(str::to_owned);
        let blanks = " ".repeat(14);
        let expected = format!("\u{1b}[38;2;255;0;1;48;2;2;3;4m@\u{a0}{blanks}\u{1b}[0m");
        assert_eq!(first, Some(expected));
        assert!(screen.text().starts_with("@\n\n"));
        // Draw something over the first half.
        screen.mend_halves();
        assert!(screen.is_wide_at(0, 0));
        screen.buffer_mut()[(0, 0)]
            .set_char('│')
            .set_fg(CellColor::Rgb(9, 9, 9));
        screen.mend_halves();
        assert!(!screen.is_wide_at(0, 0));
    }
}
