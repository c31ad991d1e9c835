//! Traits of creatures that others than their minds ask for: plain data.

use bevy::prelude::*;

use super::within::Within;

/// Hunts the enemies it notices.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Hunts {
    /// How many turns it searches for one it has lost.
    #[reflect(@Within::new(0, 1000))]
    pub patience: u32,
}

impl Default for Hunts {
    fn default() -> Self {
        Self { patience: 12 }
    }
}

/// Sees nothing and needs not: goes where it last heard something, and strikes whom it touches there.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct HuntsBySound {
    /// How many turns it stays where it lost the sound.
    #[reflect(@Within::new(0, 1000))]
    pub patience: u32,
}

impl Default for HuntsBySound {
    fn default() -> Self {
        Self { patience: 6 }
    }
}

/// Belongs to a pack: what one of them sees, all of the same name know who are near enough to hear it
/// call.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Pack {
    /// How far a call carries, in steps of a king.
    #[reflect(@Within::new(0, 200))]
    pub call: u32,
}

impl Default for Pack {
    fn default() -> Self {
        Self { call: 12 }
    }
}

/// Does nothing at all while an enemy's eyes rest on it.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct StillWhenWatched;

/// Comes to the nearest flame that it sees, as long as it knows of no enemy.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct DrawnToLight;

/// Opens closed doors. To a creature without this they are walls.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct OpensDoors;
