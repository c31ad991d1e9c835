//! What actors can do, and what the player can ask for.

use bevy::prelude::*;

use crate::grid::Direction;

/// Something an actor does with its turn. Player and monsters choose from the same list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Walks one cell. A closed door in the way is opened instead, which takes the turn.
    Step(Direction),
    /// Closes an open door beside the actor.
    CloseDoor(Direction),
    /// Lets the turn pass.
    Wait,
}

/// What stands in the way of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The cell cannot be walked on, or is off the map.
    Terrain,
    /// Somebody stands there.
    Actor(Entity),
    /// There is no open door to close, or something lies or stands in it.
    NoDoor,
}

/// What an actor has decided to do, until it is resolved in `Act`.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Intent(pub Option<Action>);

/// What the player asks of the simulation. Written by `control`, a script, a replay or a bot.
///
/// Only [`Act`](Self::Act) takes time; the rest happens at once.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerCommand {
    /// Do this with the next turn.
    Act(Action),
    /// Close the open door beside the player: the first one clockwise from north.
    CloseDoor,
    /// See this many cells further, or less far if negative. Never below 0 or above
    /// [`MAX_RADIUS`](super::MAX_RADIUS).
    ChangeRadius(i32),
    /// See by the next field-of-view algorithm.
    NextAlgorithm,
    /// Leave for a fresh dungeon, all of it unknown.
    NewDungeon,
}
