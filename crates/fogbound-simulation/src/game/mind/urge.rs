//! The urges of minds.

use bevy::prelude::*;

/// The urge that drives a mind. Minds with stronger urges are asked first.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Urge {
    /// The creature has no choice: it is asleep or frozen.
    Must,
    /// The creature tries to stay alive.
    Survive,
    /// The creature warns others.
    Warn,
    /// The creature fights from a distance.
    Shoot,
    /// The creature stays near a place.
    Duty,
    /// The creature goes after an enemy or towards a noise.
    Hunt,
    /// The creature passes the time.
    Idle,
}
