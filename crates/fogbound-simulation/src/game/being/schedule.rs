//! The schedule of a turn, and the names of its steps.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;

/// One tick of the simulation in which somebody is due. If the player is, it runs twice: once for the
/// player alone, and then, with the world seen anew, for everybody else.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn;

/// The steps of a [`Turn`]. Their order is the whole rule of the game; `crate::vision` sees and
/// remembers after them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnSystems {
    /// Followers arrive, wounds close, and it is found out whose turn it is.
    Begin,
    /// Everyone due but the player looks through its own eyes.
    Sense,
    /// Everyone due makes up its mind about what it senses: notices, hunts, gives up.
    Notice,
    /// Everyone due turns that into an [`Intent`](super::Intent). Reading only.
    Decide,
    /// Intents are resolved one by one, in a fixed order: the player's, who acts alone, or those of
    /// everybody else.
    Act,
    /// Noises reach ears, wounds close, heads turn.
    Settle,
}
