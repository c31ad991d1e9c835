//! The bodies of actors: health, weapons and sides.

use bevy::prelude::*;

use crate::files::data::Within;

/// An actor's hit points. The actor dies when they reach 0.
///
/// Health keeps the points that the actor has lost, not those that it has left. An actor with 10 of 30 points has lost 20
/// and has 30 of 50 while something gives it 20 points more. A living actor always has at least 1 point, however many it
/// has lost, so it does not die of what it wears.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Health {
    /// The number of points of the unhurt actor while nothing changes it.
    own: i64,
    /// The sum of what changes this number now.
    more: i64,
    /// The points that the actor has lost and not regained.
    lost: i32,
    is_dead: bool,
    /// The number of ticks that it takes to regain one point, or 0 if the actor never heals.
    pub regeneration: u64,
    /// The tick at which the next point is regained, or 0 if no point is due.
    next_point: u64,
}

impl Health {
    /// Creates the health of an unhurt actor that regains one point every `regeneration` ticks.
    pub fn new(max: i32, regeneration: u64) -> Self {
        Self {
            own: max.into(),
            more: 0,
            lost: 0,
            is_dead: false,
            regeneration,
            next_point: 0,
        }
    }

    /// Returns the current number of points, which is 0 if the actor is dead.
    pub fn now(&self) -> i32 {
        match self.is_dead {
            true => 0,
            // Neither is negative.
            false => (self.max() - self.lost).max(1),
        }
    }

    /// Returns the number of points when the actor is unhurt, which is at least 1.
    pub fn max(&self) -> i32 {
        let sum = self.own.saturating_add(self.more);
        sum.clamp(1, i32::MAX.into()) as i32
    }

    /// Returns how many points the actor has lost and not regained.
    pub fn lost(&self) -> i32 {
        self.lost
    }

    /// Returns whether the actor is alive and has lost points.
    pub fn is_hurt(&self) -> bool {
        !self.is_dead && self.lost > 0
    }

    /// Returns the remaining points as a whole percentage.
    pub fn percent(&self) -> i32 {
        (i64::from(self.now()) * 100 / i64::from(self.max())) as i32
    }

    /// Gives a living actor points back, at most as many as it has lost. Returns how many.
    pub fn heal(&mut self, points: i32) -> i32 {
        let healed = match self.is_dead {
            true => 0,
            false => points.clamp(0, self.lost),
        };
        self.lost -= healed;
        healed
    }

    /// Subtracts `damage`, which the actor takes at the given tick. Negative damage counts as 0.
    pub fn wound(&mut self, damage: i32, tick: u64) {
        self.heal_until(tick);
        let damage = damage.max(0);
        if damage >= self.now() {
            self.is_dead = true;
        } else {
            // Less than `max`, because some points are left.
            self.lost += damage;
        }
        self.heal_until(tick);
    }

    /// Sets the current number of points, up to the maximum. With less than 1, the actor is dead.
    pub fn set_now(&mut self, points: i32) {
        self.is_dead = points < 1;
        self.lost = self.max() - points.clamp(0, self.max());
    }

    /// Makes the actor unhurt, with this number of points.
    pub(crate) fn set_max(&mut self, points: i32) {
        self.set_own(i64::from(points).saturating_sub(self.more));
        self.set_now(points);
        self.next_point = 0;
    }

    /// Returns the number of points of the unhurt actor while nothing changes it.
    pub(crate) fn own(&self) -> i64 {
        self.own
    }

    /// Sets the number of points of the unhurt actor while nothing changes it. What the actor has lost stays lost.
    pub(crate) fn set_own(&mut self, points: i64) {
        self.own = points;
    }

    /// The sum of what changes the number of points of the unhurt actor.
    pub(super) fn more(&mut self) -> &mut i64 {
        &mut self.more
    }

    /// Returns whether healing could have any effect, by either regaining a point or cancelling a point that is due.
    pub(crate) fn may_change(&self) -> bool {
        self.next_point != 0 || (self.regeneration > 0 && self.is_hurt())
    }

    /// Regains the points due at or before `tick`. Points come back at fixed ticks, so it does not matter how often or
    /// when this function is called.
    pub(crate) fn heal_until(&mut self, tick: u64) {
        if self.regeneration == 0 || !self.is_hurt() {
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
        // At least 1.
        let lost = u64::from(self.lost.unsigned_abs());
        if points >= lost {
            (self.lost, self.next_point) = (0, 0);
        } else {
            self.lost -= points as i32;
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
///
/// Breath keeps the steps that the actor has run, not those that it has left.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Breath {
    /// How many steps the rested actor can run while nothing changes this number.
    own: u32,
    /// The sum of what changes this number now.
    more: i64,
    /// The steps that the actor has run and not regained.
    used: u32,
    /// Ticks already counted towards the next regained step.
    regained: u64,
    /// Whether the actor has run out of breath and has not regained a third of it.
    is_spent: bool,
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
            own: steps,
            more: 0,
            used: 0,
            regained: 0,
            is_spent: false,
        }
    }

    /// Returns how many more steps the actor can run.
    pub fn now(&self) -> u32 {
        self.max().saturating_sub(self.used)
    }

    /// Returns how many steps the actor can run when rested.
    pub fn max(&self) -> u32 {
        let sum = i64::from(self.own).saturating_add(self.more);
        sum.clamp(0, u32::MAX.into()) as u32
    }

    /// Returns how many steps the actor has run and not regained.
    pub fn used(&self) -> u32 {
        self.used
    }

    /// Sets how many more steps the actor can run, up to the maximum.
    pub fn set_now(&mut self, steps: u32) {
        self.used = self.max().saturating_sub(steps);
    }

    /// The sum of what changes the number of steps that the rested actor can run.
    pub(super) fn more(&mut self) -> &mut i64 {
        &mut self.more
    }

    /// Returns whether the actor has run out of breath and has not regained a third of it.
    pub fn is_spent(&self) -> bool {
        self.is_spent || (self.now() == 0 && self.max() > 0)
    }

    /// The default number of steps that an actor can run in a row.
    pub const STEPS: u32 = 12;

    /// Ticks of walking needed to regain one step.
    const WALK: u64 = 400;

    /// Uses up the breath for one running step. Returns whether there was enough breath.
    pub(crate) fn run(&mut self) -> bool {
        let can = self.now() > 0;
        if can {
            // Less than `max`, because some breath is left.
            self.used += 1;
            self.regained = 0;
            self.is_spent |= self.now() == 0;
        }
        can
    }

    /// Regains breath from walking or resting for `ticks` ticks.
    pub(crate) fn recover(&mut self, ticks: u64, rests: bool) {
        if self.used == 0 {
            return;
        }
        let regained = self
            .regained
            .saturating_add(if rests { 2 * ticks } else { ticks });
        let steps = u64::from(self.used).min(regained / Self::WALK);
        // At most `used`, which is a `u32`.
        self.used -= steps as u32;
        self.is_spent &= self.now().saturating_mul(3) < self.max();
        self.regained = if self.used > 0 {
            regained % Self::WALK
        } else {
            0
        };
    }
}

/// How well an actor fights hand to hand while nothing changes this. [`Wearer::melee`](super::Wearer::melee) returns how
/// well it fights now.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Melee {
    /// The chance to hit a target that has no defence, as a percentage.
    pub accuracy: i32,
    /// The minimum and maximum damage of a hit.
    pub damage: (i32, i32),
}

/// Percentage points subtracted from an attacker's chance to hit while nothing changes this.
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
