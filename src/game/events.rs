//! What happened, as facts. `view` turns them into words.

use bevy::prelude::*;

use super::{Obstacle, State};
use crate::vision::ObjectKind;

/// Something happened to or through `actor` at `at`.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct GameEvent {
    /// Who did it, or to whom it happened.
    pub actor: Entity,
    /// The cell where it happened.
    pub at: IVec2,
    /// What happened.
    pub what: Happening,
}

/// The kinds of things that happen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happening {
    /// Moved here from another cell.
    Stepped {
        /// Where the actor came from.
        from: IVec2,
    },
    /// Was kept from doing what it wanted. Takes no time if it is the player.
    Hindered(Obstacle),
    /// Opened the door at this cell.
    OpenedDoor,
    /// Closed the door at this cell.
    ClosedDoor,
    /// Let a turn pass.
    Waited,
    /// Came upon a thing that lies here.
    Found(ObjectKind),
    /// Struck or shot at somebody who stands here, and hit.
    Hit {
        /// Who was hit.
        target: Entity,
        /// How much health it cost.
        damage: i32,
        /// Whether it was a shot.
        shot: bool,
    },
    /// Struck or shot at somebody who stands here, and missed.
    Missed {
        /// Who was missed.
        target: Entity,
        /// Whether it was a shot.
        shot: bool,
    },
    /// Died here, by the hand of another.
    Died {
        /// Who did it. May be gone by the time this is read.
        by: Entity,
    },
    /// Cried out.
    Cried,
    /// Knows more, or less, of its enemies than before.
    StateChanged {
        /// What it was.
        from: State,
        /// What it is.
        to: State,
    },
    /// Took the stairs and is on this level now, counted from 1 downward.
    TookStairs {
        /// The level.
        depth: u32,
    },
    /// Sees this many cells far from now on.
    RadiusChanged(u32),
    /// Sees by another algorithm from now on.
    AlgorithmChanged(crate::fov::Algorithm),
    /// Entered a fresh dungeon.
    Arrived,
    /// No fresh dungeon could be built; the old one stays.
    NoDungeon,
}
