//! Mouse events, in cells of the screen.

use bevy::prelude::*;

/// A mouse event at a column and row of the screen, counted from 0 at the top left.
///
/// Front ends put these into the [`KeyQueue`](super::KeyQueue), so that clicks and keys keep their order. Written in
/// [`PreUpdate`], at most one per frame.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// The mouse moved here.
    Hover(UVec2),
    /// The left button was pressed.
    Click(UVec2),
    /// The right button was pressed.
    Right(UVec2),
    /// The wheel turned by this many lines, downward if positive.
    Wheel(UVec2, i32),
    /// The mouse left the screen.
    Gone,
}

impl Mouse {
    /// Returns whether the mouse only moved.
    pub(super) fn is_move(self) -> bool {
        matches!(self, Self::Hover(_) | Self::Gone)
    }

    /// Returns the mouse's position, unless it left the screen.
    pub(super) fn at(self) -> Option<UVec2> {
        match self {
            Self::Hover(at) | Self::Click(at) | Self::Right(at) | Self::Wheel(at, _) => Some(at),
            Self::Gone => None,
        }
    }
}
