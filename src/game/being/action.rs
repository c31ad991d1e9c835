//! What actors can do, and what the player can ask for.

use bevy::prelude::*;

use crate::grid::Direction;

/// Something an actor does with its turn. Player and monsters choose from the same list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Walks one cell. A closed door in the way is opened instead, an enemy there is struck.
    Step(Direction),
    /// Walks one cell in less time: louder, easier to notice, and not without
    /// [`Breath`](super::Breath). Without it, and where something else than walking comes of it, it takes
    /// the time that that takes.
    Run(Direction),
    /// Strikes whoever the actor makes out there, friend or enemy.
    Attack(Direction),
    /// Strikes this one, if it is still within reach when the blow falls.
    Strike {
        /// Who is meant.
        who: Entity,
        /// If it has gone: goes a step after it instead of striking the air.
        follows: bool,
    },
    /// Shoots at whoever the actor makes out on this cell, along a line of sight, with what the actor
    /// [`Shoots`](super::super::mind::Shoots).
    Shoot(IVec2),
    /// Shoots at this one, if it is still in view and range when the arrow flies.
    ShootAt {
        /// Who is meant.
        who: Entity,
        /// If it has gone: goes a step after it.
        follows: bool,
    },
    /// Opens a closed door beside the actor.
    OpenDoor(Direction),
    /// Closes an open door beside the actor.
    CloseDoor(Direction),
    /// Cries out so that it can be heard this many cells away.
    Cry(u32),
    /// Takes the stairs the actor stands on, up or down.
    TakeStairs,
    /// Lets the turn pass.
    Wait,
}

/// What stands in the way of an action, as far as the actor knows. What it cannot know, it finds out by
/// trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The cell cannot be walked on, or is off the map.
    Terrain,
    /// Somebody stands there.
    Actor(Entity),
    /// There is no such door.
    NoDoor,
    /// Nobody is made out there to be struck or shot at, or the actor has nothing to do it with.
    NoTarget,
    /// There are no stairs here, or not for this actor.
    NoStairs,
}

/// What an actor has decided to do, until it is resolved in `Act`.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Intent(pub Option<Action>);
