//! What happened, as facts. `view` turns them into words.

use bevy::prelude::*;

use super::Obstacle;
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
    /// Sees this many cells far from now on.
    RadiusChanged(u32),
    /// Sees by another algorithm from now on.
    AlgorithmChanged(crate::fov::Algorithm),
    /// Entered a fresh dungeon.
    Arrived,
    /// No fresh dungeon could be built; the old one stays.
    NoDungeon,
}
