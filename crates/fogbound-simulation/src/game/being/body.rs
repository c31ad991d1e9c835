//! The bodies of actors: health, weapons and sides.

use bevy::prelude::*;

use super::within::Within;

/// An actor's hit points. At 0 it is dead.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Health {
    /// Current points.
    pub now: i32,
    /// Points when unhurt.
    pub max: i32,
    /// Ticks until a point comes back after a wound; 0: never.
    pub regeneration: u64,
    /// The tick at which the next point comes back; 0: none is due.
    pub(crate) next_point: u64,
}

impl Health {
    /// Full health that regains a point every `regeneration` ticks.
    pub fn new(max: i32, regeneration: u64) -> Self {
        Self {
            now: max,
            max,
            regeneration,
            next_point: 0,
        }
    }

    /// Returns the points left in whole percent.
    pub fn percent(&self) -> i32 {
        let percent = i64::from(self.now) * 100 / i64::from(self.max.max(1));
        percent.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// Takes damage at this tick. Negative damage counts as none.
    pub(crate) fn wound(&mut self, damage: i32, tick: u64) {
        self.heal_until(tick);
        self.now = self.now.saturating_sub(damage.max(0)).max(0);
        self.heal_until(tick);
    }

    /// Whether healing may change anything: a point may come back, or a due point be cancelled.
    pub(crate) fn may_change(&self) -> bool {
        self.next_point != 0 || (self.regeneration > 0 && self.now < self.max)
    }

    /// Regains the points due at or before `tick`. The ticks at which points come back are fixed, so it makes no
    /// difference how often or when this is called.
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
        // At least 1, fewer than `max`.
        let missing = u64::from(self.now.abs_diff(self.max));
        if points >= missing {
            (self.now, self.next_point) = (self.max, 0);
        } else {
            self.now += points as i32;
            let later = points.saturating_mul(self.regeneration);
            self.next_point = self.next_point.saturating_add(later);
        }
    }

    /// Changes the pace of healing. The next point comes no later than for a wound taken now.
    pub(crate) fn set_regeneration(&mut self, regeneration: u64, tick: u64) {
        self.regeneration = regeneration;
        self.next_point = self.next_point.min(tick.saturating_add(regeneration));
    }
}

/// The breath that running uses up. It comes back while walking, and twice as quickly while resting.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Breath {
    /// How many more steps the actor can run.
    pub now: u32,
    /// How many steps it can run when rested.
    pub max: u32,
    /// Ticks counted towards regaining the next step.
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
    /// The usual number of steps that can be run in a row.
    pub const STEPS: u32 = 12;

    /// Ticks of walking needed to regain one step.
    const WALK: u64 = 400;

    /// Uses breath for one step if there is any. Returns whether there was.
    pub(crate) fn run(&mut self) -> bool {
        let can = self.now > 0;
        if can {
            self.now -= 1;
            self.regained = 0;
        }
        can
    }

    /// Regains breath from `ticks` of walking, or of resting.
    pub(crate) fn recover(&mut self, ticks: u64, rests: bool) {
        if self.now >= self.max {
            return;
        }
        let regained = self
            .regained
            .saturating_add(if rests { 2 * ticks } else { ticks });
        let steps = u64::from(self.max - self.now).min(regained / Self::WALK);
        // At most `max - now`, which is a `u32`.
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
    /// Chance to hit a target without defence, in percent.
    pub accuracy: i32,
    /// Least and greatest damage of a hit.
    pub damage: (i32, i32),
}

/// Percentage points subtracted from an attacker's chance to hit.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Defence(pub i32);

/// An actor's side. Actors on different sides are enemies.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Faction(pub u16);

impl Faction {
    /// The player's side.
    pub const PLAYER: Self = Self(0);
    /// The side of everything else in the dungeon, unless its data says otherwise.
    pub const DUNGEON: Self = Self(1);

    /// Whether actors on these sides are enemies.
    pub fn is_hostile_to(self, other: Self) -> bool {
        self != other
    }
}

/// Camouflage: visible only from a few cells away, even in plain view.
///
/// Giving or taking a blow, or a bump, reveals the entity: for a few turns it loses this component, then gets it back.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component, Default)]
pub struct Camouflage {
    /// The distance at which it becomes visible, in steps, diagonal ones included.
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
    /// Its glyph.
    pub glyph: char,
    /// Its colour; `None`: the palette's colour for creatures.
    pub color: Option<Hue>,
}

/// The colour of one kind of creature or thing.
#[derive(Reflect, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Hue {
    /// Red, green and blue, the same in every palette.
    Rgb(u8, u8, u8),
    /// A name to which the palette assigns a colour.
    Named(String),
}
