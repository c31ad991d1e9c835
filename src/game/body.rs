//! What actors are made of: health, arms and sides.

use bevy::prelude::*;

/// How much an actor can take. At 0 it is dead.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component)]
pub struct Health {
    /// What is left.
    pub now: i32,
    /// What there is when nothing hurts.
    pub max: i32,
    /// A point comes back every this many ticks; never if 0.
    pub regeneration: u64,
    /// The tick at which the next point comes back.
    pub(super) next_point: u64,
}

impl Health {
    /// Unhurt, and getting a point back every `regeneration` ticks.
    pub fn new(max: i32, regeneration: u64) -> Self {
        Self {
            now: max,
            max,
            regeneration,
            next_point: 0,
        }
    }

    /// How much is left, in whole percent.
    pub fn percent(&self) -> i32 {
        self.now * 100 / self.max.max(1)
    }
}

/// How an actor fights hand to hand.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component)]
pub struct Melee {
    /// Chance to hit somebody without defence, in percent.
    pub accuracy: i32,
    /// Least and most damage of a hit.
    pub damage: (i32, i32),
}

/// What is taken off an attacker's chance to hit, in percentage points.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component)]
pub struct Defence(pub i32);

/// Whose side an actor is on. Actors of different sides are enemies.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Faction(pub u16);

impl Faction {
    /// The player's side.
    pub const PLAYER: Self = Self(0);
    /// The side of everything in the dungeon that does not say otherwise.
    pub const DUNGEON: Self = Self(1);

    /// Whether the two would fight.
    pub fn is_hostile_to(self, other: Self) -> bool {
        self != other
    }
}

/// Hard to make out: seen only from a few cells away, even in plain view, until it attacks.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Camouflage {
    /// How near one must be to see it, in steps of a king.
    pub within: u32,
}

impl Default for Camouflage {
    fn default() -> Self {
        Self { within: 2 }
    }
}

/// How an actor is drawn.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component)]
pub struct Appearance {
    /// Its character.
    pub glyph: char,
    /// Red, green and blue, 0 to 255; the palette's creature colour if none.
    pub color: Option<(u8, u8, u8)>,
}
