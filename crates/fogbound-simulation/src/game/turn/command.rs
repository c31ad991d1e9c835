//! What the player can ask for.

use bevy::prelude::*;

use crate::game::being::Action;

/// The furthest the player's sight can be set to.
pub const MAX_RADIUS: u32 = 999;

/// What the player asks of the simulation. Written by `control`, a script, a replay or a bot.
///
/// Only [`Act`](Self::Act) and [`CloseDoor`](Self::CloseDoor) take time; the rest happens at once.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerCommand {
    /// Do this with the next turn.
    Act(Action),
    /// Close the open door beside the player: the first one clockwise from north.
    CloseDoor,
    /// See this many cells further, or less far if negative. Never below 0 or beyond the radius that the
    /// game began with.
    ChangeRadius(i32),
    /// A wizard's: the same up to [`MAX_RADIUS`](super::MAX_RADIUS).
    StretchRadius(i32),
    /// A wizard's: see by the next field-of-view algorithm.
    NextAlgorithm,
    /// Leave for a fresh dungeon, all of it unknown.
    NewDungeon,
    /// Begin the same game again. Only for the dead.
    Again,
    /// A wizard's: put a creature of this kind, by its letter, on a free cell.
    Conjure {
        /// The kind's letter, as in ASCII maps.
        glyph: char,
        /// Where it is to stand.
        at: IVec2,
    },
}
