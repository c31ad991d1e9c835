//! The schedule of a turn, and the names of its steps.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;

/// One tick of the simulation in which somebody is due. If the player is, it runs twice: once for the
/// player alone, and then, with the world seen anew, for everybody else.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn;

/// The steps of a [`Turn`], in the order in which they run. Their order is the whole rule of the game; `crate::vision`
/// sees and remembers after them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnSystems {
    /// Followers arrive, wounds close, and it is found out whose turn it is.
    Begin,
    /// Everyone due but the player looks through its own eyes.
    Sense,
    /// Everyone due makes up its mind about what it senses: notices, hunts, gives up.
    Notice,
    /// The player perceives who has noticed it, and creatures that have learnt something think again about their ways.
    Consider,
    /// Everyone due turns what it knows into an [`Intent`](super::Intent). Reading only.
    Decide,
    /// The player's command becomes its intent, and what was sensed is forgotten.
    Command,
    /// Intents are resolved one by one, in a fixed order: the player's, who acts alone, or those of
    /// everybody else.
    Act,
    /// What has happened is perceived, and startles.
    Witness,
    /// Tiles change in time, noises reach ears, heads turn.
    Settle,
    /// Lights follow flames, lanterns and heads.
    Shine,
}
