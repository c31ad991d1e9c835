//! The schedule of a turn, and the steps of that schedule.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;

use super::clock::Clock;

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

/// The parts of those steps of a [`Turn`] in which the systems of several rooms follow each other. Each room adds its
/// systems to parts of its own, and the simulation's plugin puts the parts in order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TurnPart {
    // Begin
    /// The revision of the map is recorded.
    NoteMap,
    /// The index of the actors' cells is updated.
    SyncOccupancy,
    /// Followers come out of the stairs, and hunters come for the beacon.
    Arrive,
    /// Wounds heal.
    Heal,
    /// Passing changes end, and the due actors are found.
    FindDue,
    /// Light through cracks reveals secret doors to the player.
    SeeCracks,

    // Consider
    /// The player perceives what the other actors have noticed.
    WitnessOthers,
    /// Effects take place that a creature's turn or its new state triggers.
    TurnEffects,

    // Act
    /// Intents are resolved.
    Resolve,
    /// Creatures set off the things on which they have stepped.
    Spring,
    /// Effects take place that actions trigger.
    ActEffects,
    /// The player takes the stairs.
    ChangeLevel,

    // Settle
    /// The air moves.
    PassTurns,
    /// Effects take place that the air triggers.
    AirEffects,
    /// Timed tiles change.
    Ripen,
    /// Things whose time is over are removed, and the quest is counted.
    BurnOut,
    /// Effects of things take place whose time is over.
    FadeEffects,
    /// Noises reach listeners.
    SpreadNoises,

    // Shine
    /// Lights follow flames and lanterns.
    TendLights,
    /// The actors that have acted look around.
    LookAround,

    // After everything has been seen and remembered
    /// The cells that the player sees by light are recorded.
    SeeGround,
    /// Counts the idle turns of the player, and tells the player when the air thickens or clears.
    FeelAir,
}

/// Returns whether the actors other than the player act in this run of [`Turn`].
pub(crate) fn is_others(clock: Res<Clock>) -> bool {
    clock.is_others()
}
