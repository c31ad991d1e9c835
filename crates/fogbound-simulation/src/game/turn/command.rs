//! The player's commands.

use bevy::prelude::*;

use crate::game::being::Action;
use crate::game::being::Arrange;

/// The maximum sight radius that can be set, in cells.
pub const MAX_RADIUS: u32 = 999;

/// A request to the simulation, sent by a screen, a journey, a replay or a bot.
///
/// Only [`Act`](Self::Act) takes time. All other commands take effect at once.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerCommand {
    /// Performs the action on the player's next turn.
    Act(Action),
    /// Increases the sight radius by this number of cells, or decreases it if the number is negative. The radius stays
    /// between 0 and its value at the start of the game.
    ChangeRadius(i32),
    /// Wizards only: changes the sight radius by this number of cells, up to [`MAX_RADIUS`](super::MAX_RADIUS).
    StretchRadius(i32),
    /// Wizards only: switches to the next field-of-view algorithm.
    NextAlgorithm,
    /// Gives the player the boon with this number, counted from 0, of those that it can choose from now.
    ChooseBoon(u8),
    /// Moves the player to a new dungeon that is entirely unknown.
    NewDungeon,
    /// Restarts the same game. Available only after the game has ended.
    Again,
    /// Wizards only: puts a monster of the given kind on a free cell.
    Conjure {
        /// The letter of the monster kind, as used in ASCII maps.
        glyph: char,
        /// The cell to put the monster on.
        at: IVec2,
    },
    /// Wizards and scenes only: changes the world without regard to its rules.
    Arrange(Arrange),
}
