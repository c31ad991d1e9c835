//! The screen that every front end shows.

use bevy::prelude::*;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use super::sgr::CellStyle;

/// Columns and rows of a screen of text that has as much room as it wants: for the whole of a level of usual size, a
/// panel beside it and the log below.
pub const DEFAULT_SIZE: UVec2 = UVec2::new(96, 45);
/// The same where a cell of the map is two columns wide.
pub const DEFAULT_WIDE_SIZE: UVec2 = UVec2::new(160, 45);
/// Columns and rows of the smallest screen that is drawn.
pub const MIN_SIZE: UVec2 = UVec2::new(16, 8);

/// What is on the screen, cell by cell: glyph, foreground and background. Every colour is RGB, unless there are
/// [fewer colours](super::ColorDepth) than that.
///
/// Cells are as narrow as letters are. Where cells of the map are wide, each takes two of them: its glyph stands in the
/// first, and the second holds nothing at all, as in a terminal behind a character of double width. A box of words drawn
/// over the map makes what it covers narrow again.
#[derive(Resource, Clone, Debug)]
pub struct Screen {
    buffer: Buffer,
    is_wide: bool,
}

impl Default for Screen {
    fn default() -> Self {
        let mut screen = Self {
            buffer: Buffer::default(),
            is_wide: false,
        };
        screen.resize(DEFAULT_SIZE);
        screen
    }
}

/// The second half of a wide cell.
pub(super) const SECOND_HALF: &str = "";

impl Screen {
    /// What was drawn last.
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// What is drawn into.
    pub fn buffer_mut(&mut self) -> &mut Buffer {
        &mut self.buffer
    }

    /// Columns and rows.
    pub fn size(&self) -> UVec2 {
        UVec2::new(
            self.buffer.area.width.into(),
            self.buffer.area.height.into(),
        )
    }

    /// Has so many columns and rows from now on, at least [`MIN_SIZE`]; drawn anew with the next frame.
    pub fn resize(&mut self, size: UVec2) {
        let size = size.clamp(MIN_SIZE, UVec2::splat(1000));
        self.buffer
            .resize(Rect::new(0, 0, size.x as u16, size.y as u16));
    }

    /// Whether a cell of the map takes two columns.
    pub fn is_wide(&self) -> bool {
        self.is_wide
    }

    /// Has a cell of the map take two columns from now on, or one.
    pub fn set_wide(&mut self, is_wide: bool) {
        self.is_wide = is_wide;
    }

    /// How many columns a cell of the map takes.
    pub fn map_columns(&self) -> u16 {
        if self.is_wide { 2 } else { 1 }
    }

    /// Whether the glyph in this column and row takes two columns.
    pub fn is_wide_at(&self, column: u16, row: u16) -> bool {
        let next = self.buffer.cell((column + 1, row));
        next.is_some_and(|it| it.symbol() == SECOND_HALF)
    }

    /// Blanks second halves of wide cells whose first half something else was drawn over.
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

    /// The glyphs alone, a line a row, without blanks at the ends of lines.
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

    /// The screen with its colours, as terminals are told them: a line a row, all of its columns. The second column of
    /// a wide cell is a no-break space.
    pub fn ansi(&self) -> String {
        let mut text = String::new();
        for row in self.buffer.area.rows() {
            let mut before = Look::default();
            for place in row.positions() {
                let cell = &self.buffer[place];
                let look = Look::of(cell);
                if look != before {
                    text.push_str(&look.after(before, true));
                    before = look;
                }
                text.push(glyph(cell).unwrap_or('\u{a0}'));
            }
            text.push_str("\u{1b}[0m\n");
        }
        text
    }
}

/// The glyph of a cell; none if it is the second half of another's.
fn glyph(cell: &Cell) -> Option<char> {
    cell.symbol().chars().next()
}

/// The screen's parts in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Areas {
    /// The map.
    pub map: Rect,
    /// What was said, under the map.
    pub log: Rect,
    /// How the player is and what is in view, beside the map; if there is room.
    pub panel: Option<Rect>,
    /// The same in two lines under the log; where there is no panel.
    pub facts: Option<Rect>,
}

/// A screen narrower than this has no panel: the map needs the room.
const ROOM_FOR_PANEL: u16 = 60;

impl Areas {
    /// Divides a screen whose map cells take so many columns.
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
        // The map has whole cells.
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
    fn a_level_of_usual_size_fits_on_a_screen_of_usual_size() {
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
    fn with_its_colours_a_row_has_every_column() {
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
        // Something is drawn over its first half.
        screen.mend_halves();
        assert!(screen.is_wide_at(0, 0));
        screen.buffer_mut()[(0, 0)]
            .set_char('│')
            .set_fg(CellColor::Rgb(9, 9, 9));
        screen.mend_halves();
        assert!(!screen.is_wide_at(0, 0));
    }
}
