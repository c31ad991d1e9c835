//! Creature traits, stored as plain data, that both minds and other code use.

use bevy::prelude::*;

use crate::files::data::Within;

/// A creature that hunts the enemies it notices.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Hunts {
    /// How many turns the creature searches for an enemy it has lost.
    #[reflect(@Within::new(0, 1000))]
    pub patience: u32,
}

impl Default for Hunts {
    fn default() -> Self {
        Self { patience: 12 }
    }
}

/// A creature that hunts without sight. It goes to where it last heard something, and attacks the enemies it touches.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct HuntsBySound {
    /// How many turns the creature waits at the place where it lost the sound.
    #[reflect(@Within::new(0, 1000))]
    pub patience: u32,
}

impl Default for HuntsBySound {
    fn default() -> Self {
        Self { patience: 6 }
    }
}

/// A member of a pack. When one member sees an enemy, all creatures with the same name within earshot learn where the
/// enemy is.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Pack {
    /// How far the creature's call carries, in steps, where a diagonal step counts as one.
    #[reflect(@Within::new(0, 200))]
    pub call: u32,
}

impl Default for Pack {
    fn default() -> Self {
        Self { call: 12 }
    }
}

/// A creature that does nothing while an enemy is looking at it.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct StillWhenWatched;

/// A creature that goes to the nearest flame it sees, as long as it does not know of any enemy.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct DrawnToLight;

/// What a fleeing creature flees from.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fear {
    /// The creature's enemies, as far as it knows where they are.
    #[default]
    Enemies,
    /// Darkness: the creature goes to the nearest flame that it sees or knows.
    Dark,
}

/// A creature that flees because an effect makes it flee.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fleeing {
    /// What the creature flees from.
    pub(crate) from: Fear,
    /// The tick at which the creature stops fleeing.
    pub(crate) until: u64,
}

/// A creature that opens closed doors. For all other creatures, closed doors are walls.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct OpensDoors;

/// A strong creature that breaks down the closed doors in its way while it hunts or searches.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component, Default)]
pub struct BreaksDoors {
    /// How many turns of blows a door withstands.
    #[reflect(@Within::new(1, 100))]
    pub turns: u32,
    /// How far each blow carries, as a walking distance in cells.
    #[reflect(@Within::new(0, 200))]
    pub noise: u32,
    /// Whether the creature burns the door, which leaves ashes.
    pub burns: bool,
    /// The door that the creature struck last, and how many blows that door has taken from it.
    #[reflect(ignore)]
    struck: (IVec2, u32),
}

impl Default for BreaksDoors {
    fn default() -> Self {
        Self {
            turns: 3,
            noise: 16,
            burns: false,
            struck: (IVec2::ZERO, 0),
        }
    }
}

impl BreaksDoors {
    /// Strikes the door on `door`. Returns whether the door gives way.
    pub(crate) fn strike(&mut self, door: IVec2) -> bool {
        let (last, blows) = self.struck;
        self.struck = (door, if last == door { blows + 1 } else { 1 });
        let breaks = self.struck.1 >= self.turns;
        if breaks {
            self.struck.1 = 0;
        }
        breaks
    }

    /// Returns the cost of a path through a closed door: the blows, and a step.
    pub(crate) fn cost(&self) -> u32 {
        self.turns + 1
    }
}

/// A creature that puts out the burning braziers and wall torches that it passes while it hunts or searches.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct DousesFlames;

/// A creature that lights the cold braziers and wall torches that it knows, unless it is hunting.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct LightsFlames {
    /// How far away a flame may be, in steps, where a diagonal step counts as one.
    #[reflect(@Within::new(0, 30))]
    pub within: u32,
}

impl Default for LightsFlames {
    fn default() -> Self {
        Self { within: 8 }
    }
}

/// A creature that waits in the dark beside lit ground until it notices an enemy.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct LiesInWait {
    /// How far the lit ground may be, in steps, where a diagonal step counts as one.
    #[reflect(@Within::new(0, 8))]
    pub near: u32,
}

impl Default for LiesInWait {
    fn default() -> Self {
        Self { near: 2 }
    }
}

/// A creature made of fog. It does not step out of thick fog, but strikes from its edge. Its steps are silent. It
/// leaves no corpse, and vanishes when its level has no fog left.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct BoundToFog;

/// A creature that light hurts.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct HurtByLight {
    /// The light level that hurts. With 0, no light does.
    #[reflect(@Within::new(0, 100))]
    pub level: u32,
    /// How many hit points each turn in this light costs.
    #[reflect(@Within::new(0, 999))]
    pub damage: i32,
}

impl Default for HurtByLight {
    fn default() -> Self {
        Self {
            level: 2,
            damage: 1,
        }
    }
}
