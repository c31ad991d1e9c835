//! The bodies of actors: health, weapons and sides.

use bevy::prelude::*;

use crate::files::data::Within;

/// An actor's hit points. The actor dies when they reach 0.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Health {
    /// The current number of points.
    pub now: i32,
    /// The number of points when the actor is unhurt.
    pub max: i32,
    /// The number of ticks that it takes to regain one point, or 0 if the actor never heals.
    pub regeneration: u64,
    /// The tick at which the next point is regained, or 0 if no point is due.
    pub(crate) next_point: u64,
}

impl Health {
    /// Creates the health of an unhurt actor that regains one point every `regeneration` ticks.
    pub fn new(max: i32, regeneration: u64) -> Self {
        Self {
            now: max,
            max,
            regeneration,
            next_point: 0,
        }
    }

    /// Returns the remaining points as a whole percentage.
    pub fn percent(&self) -> i32 {
        let percent = i64::from(self.now) * 100 / i64::from(self.max.max(1));
        percent.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// Subtracts `damage`, which the actor takes at the given tick. Negative damage counts as 0.
    pub(crate) fn wound(&mut self, damage: i32, tick: u64) {
        self.heal_until(tick);
        self.now = self.now.saturating_sub(damage.max(0)).max(0);
        self.heal_until(tick);
    }

    /// Returns whether healing could have any effect, by either regaining a point or cancelling a point that is due.
    pub(crate) fn may_change(&self) -> bool {
        self.next_point != 0 || (self.regeneration > 0 && self.now < self.max)
    }

    /// Regains the points due at or before `tick`. Points come back at fixed ticks, so it does not matter how often or
    /// when this function is called.
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
        // At least 1 and less than `max`.
        let missing = u64::from(self.now.abs_diff(self.max));
        if points >= missing {
            (self.now, self.next_point) = (self.max, 0);
        } else {
            self.now += points as i32;
            let later = points.saturating_mul(self.regeneration);
            self.next_point = self.next_point.saturating_add(later);
        }
    }

    /// Changes the rate of healing. The next point comes no later than it would for a wound taken now.
    pub(crate) fn set_regeneration(&mut self, regeneration: u64, tick: u64) {
        self.regeneration = regeneration;
        self.next_point = self.next_point.min(tick.saturating_add(regeneration));
    }
}

/// The breath that running uses up. Walking restores it, and resting restores it twice as quickly.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Breath {
    /// How many more steps the actor can run.
    pub now: u32,
    /// How many steps the actor can run when rested.
    pub max: u32,
    /// Ticks already counted towards the next regained step.
    pub(crate) regained: u64,
    /// Whether the actor has run out of breath and has not regained a third of it.
    pub(crate) is_spent: bool,
}

impl Default for Breath {
    fn default() -> Self {
        Self::new(Self::STEPS)
    }
}

impl Breath {
    /// Creates the breath of a rested actor that can run this many steps.
    pub fn new(steps: u32) -> Self {
        Self {
            now: steps,
            max: steps,
            regained: 0,
            is_spent: false,
        }
    }

    /// Returns whether the actor has run out of breath and has not regained a third of it.
    pub fn is_spent(&self) -> bool {
        self.is_spent || (self.now == 0 && self.max > 0)
    }

    /// The default number of steps that an actor can run in a row.
    pub const STEPS: u32 = 12;

    /// Ticks of walking needed to regain one step.
    const WALK: u64 = 400;

    /// Uses up the breath for one running step. Returns whether there was enough breath.
    pub(crate) fn run(&mut self) -> bool {
        let can = self.now > 0;
        if can {
            self.now -= 1;
            self.regained = 0;
            self.is_spent |= self.now == 0;
        }
        can
    }

    /// Regains breath from walking or resting for `ticks` ticks.
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
        self.is_spent &= self.now.saturating_mul(3) < self.max;
        self.regained = if self.now < self.max {
            regained % Self::WALK
        } else {
            0
        };
    }
}

/// How well an actor fights hand to hand.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Melee {
    /// The chance to hit a target that has no defence, as a percentage.
    pub accuracy: i32,
    /// The minimum and maximum damage of a hit.
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
    /// The side of everything else in the dungeon, unless a data file assigns another one.
    pub const DUNGEON: Self = Self(1);

    /// Returns whether actors on the two sides are enemies.
    pub fn is_hostile_to(self, other: Self) -> bool {
        self != other
    }
}

/// Camouflage. An actor with camouflage is visible only from a few cells away, even in plain view.
///
/// Dealing or taking a blow, or being bumped into, reveals the actor: the component is removed for a few turns and then
/// restored.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component, Default)]
pub struct Camouflage {
    /// The maximum distance at which the actor is visible, in steps, where a diagonal step counts as one.
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
    /// The glyph.
    pub glyph: char,
    /// The colour. `None` stands for the palette's colour for creatures.
    pub color: Option<Hue>,
}

/// The colour of one kind of creature or thing.
#[derive(Reflect, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Hue {
    /// Red, green and blue components, the same in every palette.
    Rgb(u8, u8, u8),
    /// A name to which the palette assigns a colour.
    Named(String),
}
