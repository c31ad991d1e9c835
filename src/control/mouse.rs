//! What a mouse does, in cells of the screen.

use bevy::prelude::*;

/// A mouse has done something, at a column and row of the screen, counted from 0 at the top left.
///
/// Front ends put these into the [`KeyQueue`](super::KeyQueue), so that clicks and keys keep the order in which they
/// came. Written in [`PreUpdate`], one a frame at most.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// It has come here.
    Hover(UVec2),
    /// Its first button was pressed.
    Click(UVec2),
    /// Its second button was pressed.
    Right(UVec2),
    /// Its wheel was turned by so many lines, downward if positive.
    Wheel(UVec2, i32),
    /// It has left the screen.
    Gone,
}

impl Mouse {
    /// Whether it only moves.
    pub(super) fn is_move(self) -> bool {
        matches!(self, Self::Hover(_) | Self::Gone)
    }

    /// Where it is.
    pub(super) fn at(self) -> Option<UVec2> {
        match self {
            Self::Hover(at) | Self::Click(at) | Self::Right(at) | Self::Wheel(at, _) => Some(at),
            Self::Gone => None,
        }
    }
}
