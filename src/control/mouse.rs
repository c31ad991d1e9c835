//! Mouse events, in cells of the screen.

use bevy::prelude::*;

/// A place on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenPoint {
    /// The column and row of the cell of text, where 0,0 is the top left cell.
    pub cell: UVec2,
    /// The column and row of the map's canvas, if the map has cells of its own and is on top there. A map cell has two
    /// columns.
    pub map: Option<UVec2>,
}

impl From<UVec2> for ScreenPoint {
    fn from(cell: UVec2) -> Self {
        Self { cell, map: None }
    }
}

/// A mouse event.
///
/// Front ends put mouse events in the [`KeyQueue`](super::KeyQueue), so that clicks and key presses stay in order. At
/// most one `Mouse` message is written per frame, in [`PreUpdate`].
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// The mouse moved to this place.
    Hover(ScreenPoint),
    /// The left button was pressed at this place.
    Click(ScreenPoint),
    /// The right button was pressed at this place.
    Right(ScreenPoint),
    /// The wheel was turned by this number of lines while the mouse was at this place. A positive number means down.
    Wheel(ScreenPoint, i32),
    /// The wheel was turned by this number of lines while Ctrl was held. A positive number means down.
    Zoom(i32),
    /// The mouse left the screen.
    Gone,
}

impl Mouse {
    /// Returns whether the mouse only moved or left the screen.
    pub fn is_move(self) -> bool {
        matches!(self, Self::Hover(_) | Self::Gone)
    }

    /// Returns the mouse's position, or `None` if the mouse left the screen.
    pub(super) fn at(self) -> Option<ScreenPoint> {
        match self {
            Self::Hover(at) | Self::Click(at) | Self::Right(at) | Self::Wheel(at, _) => Some(at),
            Self::Zoom(_) | Self::Gone => None,
        }
    }
}
