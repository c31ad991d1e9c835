//! Mouse events, in cells of the screen.

use bevy::prelude::*;

/// A mouse event at a column and row of the screen, where 0,0 is the top left cell.
///
/// Front ends put mouse events in the [`KeyQueue`](super::KeyQueue), so that clicks and key presses stay in order. At
/// most one `Mouse` message is written per frame, in [`PreUpdate`].
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// The mouse moved to this cell.
    Hover(UVec2),
    /// The left button was pressed on this cell.
    Click(UVec2),
    /// The right button was pressed on this cell.
    Right(UVec2),
    /// The wheel was turned by this number of lines while the mouse was over this cell. A positive number means down.
    Wheel(UVec2, i32),
    /// The mouse left the screen.
    Gone,
}

impl Mouse {
    /// Returns whether the mouse only moved or left the screen.
    pub fn is_move(self) -> bool {
        matches!(self, Self::Hover(_) | Self::Gone)
    }

    /// Returns the mouse's position, or `None` if the mouse left the screen.
    pub(super) fn at(self) -> Option<UVec2> {
        match self {
            Self::Hover(at) | Self::Click(at) | Self::Right(at) | Self::Wheel(at, _) => Some(at),
            Self::Gone => None,
        }
    }
}
