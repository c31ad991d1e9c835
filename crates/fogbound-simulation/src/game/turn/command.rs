//! The player's commands.

use bevy::prelude::*;

use crate::game::being::Action;

/// The largest sight radius that can be set, in cells.
pub const MAX_RADIUS: u32 = 999;

/// A request to the simulation. It comes from `control`, a script, a replay or a bot.
///
/// Only [`Act`](Self::Act) and [`CloseDoor`](Self::CloseDoor) take time; the others happen at once.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerCommand {
    /// Performs this action in the next turn.
    Act(Action),
    /// Closes the first open door beside the player, clockwise from north.
    CloseDoor,
    /// Increases the sight radius by this many cells, or decreases it if negative. It stays between 0 and the radius
    /// that the game began with.
    ChangeRadius(i32),
    /// Wizards only: changes the sight radius up to [`MAX_RADIUS`](super::MAX_RADIUS).
    StretchRadius(i32),
    /// Wizards only: switches to the next field-of-view algorithm.
    NextAlgorithm,
    /// Leaves for a new dungeon, entirely unknown.
    NewDungeon,
    /// Begins the same game again. Only after its end.
    Again,
    /// Wizards only: puts a monster of this kind on a free cell.
    Conjure {
        /// The letter of the kind, as in ASCII maps.
        glyph: char,
        /// The cell.
        at: IVec2,
    },
}
