//! The goals of journeys, and how journeys end.

use bevy::prelude::*;

use super::alarm::Alarm;
use super::explore::NoStep;
use crate::grid::Direction;

/// The goal of a journey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Exploring the level.
    Explore,
    /// Travelling to the given cell.
    Travel(IVec2),
    /// Rushing in the given direction.
    Rush(Direction),
    /// Resting until the player has its breath back, or waiting for a while if it is not out of breath.
    Rest,
}

/// A message that is sent when a journey ends on its own.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Something needs the player's attention.
    Alarmed(Alarm),
    /// The player insisted, and strikes the creature in the way once.
    Struck {
        /// The name of the creature, if the player has seen it.
        by: Option<String>,
    },
    /// The goal has been reached or cannot be reached.
    NoStep {
        /// The goal of the journey.
        goal: Goal,
        /// The reason why there is no next step.
        why: NoStep,
        /// Whether the player has taken at least one step on the journey.
        has_begun: bool,
        /// The name of the creature in the way, if the player has seen the creature.
        by: Option<String>,
    },
}

/// A message that is sent when an enemy has come into view, unless a journey ends for that reason or the player had it in
/// view a few turns ago.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CameIntoView(pub Entity);
