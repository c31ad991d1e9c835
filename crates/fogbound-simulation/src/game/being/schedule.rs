//! The schedule of a turn, and the steps of that schedule.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;

/// One tick of the simulation in which at least one actor is due. If the player is due, the schedule runs twice: once
/// for the player alone and then, after every view has been recomputed, for all other actors.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn;

/// The steps of a [`Turn`], in the order in which they run. This order is part of the rules. The systems of
/// `crate::vision` run after these steps.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnSystems {
    /// Followers arrive, wounds heal, and the due actors are found.
    Begin,
    /// All due actors except the player look through their own eyes.
    Sense,
    /// All due actors update what they know: they may notice an enemy, start hunting, or give up.
    Notice,
    /// The player perceives which creatures have noticed it, and creatures that learnt something plan their paths
    /// again.
    Consider,
    /// All due actors turn what they know into an [`Intent`](super::Intent). This step only reads the world.
    Decide,
    /// The player's command becomes the player's intent, and what the due actors heard and felt is cleared.
    Command,
    /// Intents are resolved one by one in a fixed order: either the player's alone, or those of all other actors.
    Act,
    /// Actors perceive what happened, and a flame that goes out or lights up may startle the actors that have its cell
    /// in view.
    Witness,
    /// Timed tiles change, noises reach listeners, and creatures that look only ahead turn their heads.
    Settle,
    /// Lights are updated to match the flames, the lanterns and the directions in which actors are looking.
    Shine,
}
