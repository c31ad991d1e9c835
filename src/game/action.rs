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
    /// [`Shoots`](super::minds::Shoots).
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
