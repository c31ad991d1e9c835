//! The rows of the panel, and what they do when the player points at them.

use std::ops::Range;

use bevy::math::IVec2;
use ratatui::style::Color;
use ratatui::text::Line;

use crate::control::Control;
use crate::game::State;
use crate::map::PictureId;

/// What the player means by pointing at a part of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelPart {
    /// This cell of the map.
    Cell(IVec2),
    /// What a key does.
    Control(Control),
}

/// One row of the panel.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) line: Line<'static>,
    /// The columns that mean something, from the left end of the row.
    parts: Vec<(Range<usize>, PanelPart)>,
    /// What a window draws in place of the first two characters, and its colour.
    pub(super) picture: Option<(PictureId, Color)>,
    /// What the creature in this row knows about its enemies, which a window shows as on the map: as a badge over
    /// the first character, in place of the second.
    pub(super) state: Option<State>,
}

impl From<Line<'static>> for Row {
    fn from(line: Line<'static>) -> Self {
        Self {
            line,
            ..Self::default()
        }
    }
}

impl Row {
    /// Returns a row that means the same along its whole length.
    pub(super) fn of(line: Line<'static>, part: PanelPart) -> Self {
        Self {
            line,
            parts: vec![(0..usize::MAX, part)],
            ..Self::default()
        }
    }

    /// Adds a meaning to some columns.
    pub(super) fn with_part(mut self, columns: Range<usize>, part: PanelPart) -> Self {
        self.parts.push((columns, part));
        self
    }

    pub(super) fn part_at(&self, column: usize) -> Option<PanelPart> {
        let mut parts = self.parts.iter();
        let found = parts.find(|(columns, _)| columns.contains(&column));
        found.map(|(_, part)| *part)
    }
}
