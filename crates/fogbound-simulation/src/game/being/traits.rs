//! Traits of creatures that more than their minds need: plain data.

use bevy::prelude::*;

use super::within::Within;

/// Hunts the enemies it notices.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Hunts {
    /// How many turns it searches for an enemy it has lost.
    #[reflect(@Within::new(0, 1000))]
    pub patience: u32,
}

impl Default for Hunts {
    fn default() -> Self {
        Self { patience: 12 }
    }
}

/// Hunts without sight: goes where it last heard something, and attacks the enemies it touches.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct HuntsBySound {
    /// How many turns it waits where it lost the sound.
    #[reflect(@Within::new(0, 1000))]
    pub patience: u32,
}

impl Default for HuntsBySound {
    fn default() -> Self {
        Self { patience: 6 }
    }
}

/// Belongs to a pack: when one member sees an enemy, all creatures of the same name within earshot know of it.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Pack {
    /// How far its call carries, in steps, diagonal ones included.
    #[reflect(@Within::new(0, 200))]
    pub call: u32,
}

impl Default for Pack {
    fn default() -> Self {
        Self { call: 12 }
    }
}

/// Does nothing while an enemy is looking at it.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct StillWhenWatched;

/// Comes to the nearest flame it sees, as long as it knows of no enemy.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct DrawnToLight;

/// Opens closed doors. To other creatures they are walls.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct OpensDoors;
