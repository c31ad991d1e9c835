//! The screen that every front end shows.

use bevy::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};

/// Columns and rows of a screen that has as much room as it wants.
pub const DEFAULT_SIZE: UVec2 = UVec2::new(80, 40);
/// Columns and rows of the smallest screen that is drawn.
pub const MIN_SIZE: UVec2 = UVec2::new(16, 8);

/// Columns of the panel beside the map.
pub(super) const SIDEBAR: u16 = 16;
/// A screen narrower than this has no such panel: the map needs the room.
const ROOM_FOR_SIDEBAR: u16 = 60;
/// Rows of messages under the map.
const MESSAGES: u16 = 3;

/// What is on the screen, cell by cell: glyph, foreground and background, every colour as RGB.
#[derive(Resource, Clone, Debug)]
pub struct Screen {
    pub(super) buffer: Buffer,
}

impl Default for Screen {
    fn default() -> Self {
        let mut screen = Self {
            buffer: Buffer::default(),
        };
        screen.resize(DEFAULT_SIZE);
        screen
    }
}

impl Screen {
    /// What was drawn last.
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
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

    /// The glyphs alone, a line a row, without blanks at the ends of lines.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for row in self.buffer.area.rows() {
            let line: String = row
                .positions()
                .map(|place| self.buffer[place].symbol())
                .collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// The screen's parts.
pub(super) struct Areas {
    pub(super) map: Rect,
    pub(super) sidebar: Option<Rect>,
    pub(super) messages: Rect,
    pub(super) status: Rect,
}

impl Areas {
    pub(super) fn of(screen: Rect) -> Self {
        let messages = MESSAGES.min(screen.height / 8);
        let rows = [
            Constraint::Fill(1),
            Constraint::Length(messages),
            Constraint::Length(1),
        ];
        let [map, messages, status] = Layout::vertical(rows).areas(screen);
        if screen.width < ROOM_FOR_SIDEBAR {
            return Self {
                map,
                sidebar: None,
                messages,
                status,
            };
        }
        let columns = [Constraint::Fill(1), Constraint::Length(SIDEBAR)];
        let [map, sidebar] = Layout::horizontal(columns).areas(map);
        Self {
            map,
            sidebar: Some(sidebar),
            messages,
            status,
        }
    }
}
