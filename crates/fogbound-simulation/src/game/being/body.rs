//! What actors are made of: health, arms and sides.

use bevy::prelude::*;

use super::within::Within;

/// How much an actor can take. At 0 it is dead.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Health {
    /// What is left.
    pub now: i32,
    /// What there is when nothing hurts.
    pub max: i32,
    /// A point comes back every this many ticks after a wound; never if 0.
    pub regeneration: u64,
    /// The tick at which the next point comes back; 0 if none is to come.
    pub(crate) next_point: u64,
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
        let percent = i64::from(self.now) * 100 / i64::from(self.max.max(1));
        percent.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// Loses so much at this tick. Negative damage is none.
    pub(crate) fn wound(&mut self, damage: i32, tick: u64) {
        self.heal_until(tick);
        self.now = self.now.saturating_sub(damage.max(0)).max(0);
        self.heal_until(tick);
    }

    /// Whether a point may come back, or be awaited no more.
    pub(crate) fn may_change(&self) -> bool {
        self.next_point != 0 || (self.regeneration > 0 && self.now < self.max)
    }

    /// Gets back what is due at `tick` or before. The points come at ticks of their own, whoever else acts
    /// at which: it makes no difference how often this is asked, or when.
    pub(crate) fn heal_until(&mut self, tick: u64) {
        let heals = self.regeneration > 0 && (1..self.max).contains(&self.now);
        if !heals {
            self.next_point = 0;
            return;
        }
        if self.next_point == 0 {
            self.next_point = tick.saturating_add(self.regeneration);
        }
        if tick < self.next_point {
            return;
        }
        let points = 1 + (tick - self.next_point) / self.regeneration;
        // It has at least one and fewer than all.
        let missing = u64::from(self.now.abs_diff(self.max));
        if points >= missing {
            (self.now, self.next_point) = (self.max, 0);
        } else {
            self.now += points as i32;
            let later = points.saturating_mul(self.regeneration);
            self.next_point = self.next_point.saturating_add(later);
        }
    }

    /// Heals at another pace from now on: not later than one who is wounded only now.
    pub(crate) fn set_regeneration(&mut self, regeneration: u64, tick: u64) {
        self.regeneration = regeneration;
        self.next_point = self.next_point.min(tick.saturating_add(regeneration));
    }
}

/// What running costs. Comes back while one walks, and twice as quickly while one rests.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Breath {
    /// How many steps can still be run.
    pub now: u32,
    /// How many one rested can run.
    pub max: u32,
    /// How far the next one is regained, in ticks.
    pub(crate) regained: u64,
}

impl Default for Breath {
    fn default() -> Self {
        Self {
            now: Self::STEPS,
            max: Self::STEPS,
            regained: 0,
        }
    }
}

impl Breath {
    /// How many steps in a row most can run.
    pub const STEPS: u32 = 12;

    /// How many ticks of walking it takes to get the breath for a step back.
    const WALK: u64 = 400;

    /// Runs a step, if there is breath for it; says whether there was.
    pub(crate) fn run(&mut self) -> bool {
        let can = self.now > 0;
        if can {
            self.now -= 1;
            self.regained = 0;
        }
        can
    }

    /// Walks for so many ticks, or rests.
    pub(crate) fn recover(&mut self, ticks: u64, rests: bool) {
        if self.now >= self.max {
            return;
        }
        let regained = self
            .regained
            .saturating_add(if rests { 2 * ticks } else { ticks });
        let steps = u64::from(self.max - self.now).min(regained / Self::WALK);
        // At most what is missing of a u32.
        self.now += steps as u32;
        self.regained = if self.now < self.max {
            regained % Self::WALK
        } else {
            0
        };
    }
}

/// How an actor fights hand to hand.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Melee {
    /// Chance to hit somebody without defence, in percent.
    pub accuracy: i32,
    /// Least and most damage of a hit.
    pub damage: (i32, i32),
}

/// What is taken off an attacker's chance to hit, in percentage points.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

/// Hard to make out: seen only from a few cells away, even in plain view.
///
/// A blow that it gives or takes, or a bump, shows it to all who have it in view: for a few turns the entity is without
/// this component, and then it gets it back.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component, Default)]
pub struct Camouflage {
    /// How near one must be to see it, in steps of a king.
    #[reflect(@Within::new(0, 64))]
    pub within: u32,
}

impl Default for Camouflage {
    fn default() -> Self {
        Self { within: 2 }
    }
}

/// How an actor is drawn.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Appearance {
    /// Its character.
    pub glyph: char,
    /// Its colour; the palette's of creatures if none.
    pub color: Option<Hue>,
}

/// A colour of somebody's or something's own.
#[derive(Reflect, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Hue {
    /// Red, green and blue, the same in every palette.
    Rgb(u8, u8, u8),
    /// A name that the palette gives a colour to.
    Named(String),
}
