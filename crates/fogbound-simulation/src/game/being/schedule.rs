//! The schedule of a turn, and its steps.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;

/// One tick of the simulation in which at least one actor is due. If the player is due, it runs twice: once for the
/// player alone, and then, with every view recomputed, for all others.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn;

/// The steps of a [`Turn`], in the order in which they run. This order is part of the rules. The systems of
/// `crate::vision` run after them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnSystems {
    /// Followers arrive, wounds heal, and the due actors are found.
    Begin,
    /// All due actors but the player look through their own eyes.
    Sense,
    /// All due actors update what they know: they notice, hunt or give up.
    Notice,
    /// The player perceives who has noticed it, and creatures that learnt something plan their paths again.
    Consider,
    /// All due actors turn what they know into an [`Intent`](super::Intent). Reading only.
    Decide,
    /// The player's command becomes its intent, and sensed facts are cleared.
    Command,
    /// Intents are resolved one by one, in a fixed order: only the player's, or those of all others.
    Act,
    /// Actors perceive what happened, and are startled.
    Witness,
    /// Timed tiles change, noises reach ears, heads turn.
    Settle,
    /// Lights follow flames, lanterns and heads.
    Shine,
}
