//! The oil of the player's lantern.

use bevy::prelude::*;

use super::clock::TICKS_PER_TURN;
use super::lantern::Lantern;
use super::numbers::LanternNumbers;

/// The oil in a lantern.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Oil {
    /// What is left, in hundredths of the oil that an open lantern burns in a tick.
    left: u64,
    /// What a full lantern holds, in the same unit.
    holds: u64,
}

/// The oil that an open lantern burns in a turn.
const TURN: u64 = 100 * TICKS_PER_TURN;

/// How much oil is left, as far as warnings are concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OilLevel {
    /// More than a quarter.
    #[default]
    Enough,
    /// At most a quarter.
    Quarter,
    /// At most a tenth.
    Tenth,
    /// Nothing.
    Empty,
}

impl Oil {
    /// Creates the oil of a full lantern that burns for this many turns when it is open.
    pub fn full(turns: u32) -> Self {
        let holds = u64::from(turns) * TURN;
        Self { left: holds, holds }
    }

    /// Returns for how many turns an open lantern burns with what is left, rounded up.
    pub fn turns(&self) -> u64 {
        self.left.div_ceil(TURN)
    }

    /// Returns what is left, as a percentage of a full lantern.
    pub fn percent(&self) -> i32 {
        // At most 100.
        (self.left * 100).checked_div(self.holds).unwrap_or(0) as i32
    }

    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    pub fn level(&self) -> OilLevel {
        match self.left {
            0 => OilLevel::Empty,
            left if left * 10 <= self.holds => OilLevel::Tenth,
            left if left * 4 <= self.holds => OilLevel::Quarter,
            _ => OilLevel::Enough,
        }
    }

    /// Returns whether the lantern has room for the oil of this many turns.
    pub fn has_room_for(&self, turns: u32) -> bool {
        self.left + u64::from(turns) * TURN <= self.holds
    }

    /// Returns whether there is enough oil for this many turns.
    pub fn has(&self, turns: u32) -> bool {
        u64::from(turns) * TURN <= self.left
    }

    /// Sets what is left, in turns. A full lantern holds at least as much.
    pub(crate) fn set(&mut self, turns: u32) {
        self.left = u64::from(turns) * TURN;
        self.holds = self.holds.max(self.left);
    }

    /// Adds oil, as far as there is room. Returns the number of turns gained, rounded up.
    pub(crate) fn add(&mut self, turns: u32) -> u32 {
        let added = (u64::from(turns) * TURN).min(self.holds - self.left);
        self.left += added;
        // At most `turns`.
        added.div_ceil(TURN) as u32
    }

    /// Takes out the oil of this many turns.
    pub(crate) fn spend(&mut self, turns: u32) {
        self.left = self.left.saturating_sub(u64::from(turns) * TURN);
    }

    /// Burns the oil of this many ticks. `share` is how much the lantern burns, as a percentage of what is usual.
    pub(crate) fn burn(
        &mut self,
        lantern: Lantern,
        ticks: u64,
        (numbers, share): (LanternNumbers, u32),
    ) {
        let percent = match lantern {
            Lantern::Shut => 0,
            Lantern::Narrowed => u64::from(numbers.beam),
            Lantern::Open => 100,
        };
        let burnt = ticks.saturating_mul(percent * u64::from(share)) / 100;
        self.left = self.left.saturating_sub(burnt);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: LanternNumbers = LanternNumbers {
        holds: 400,
        beam: 50,
        glare: 200,
        gleam: 30,
        ember: 2,
        brazier: 100,
        torch: 50,
    };

    #[test]
    fn oil_burns_by_ticks_and_not_by_steps() {
        let mut by_turns = Oil::full(NUMBERS.holds);
        let mut at_once = by_turns;
        for ticks in [37, 63, 100, 1, 299] {
            by_turns.burn(Lantern::Narrowed, ticks, (NUMBERS, 100));
        }
        at_once.burn(Lantern::Narrowed, 500, (NUMBERS, 100));
        assert_eq!(by_turns, at_once);
        at_once.burn(Lantern::Shut, 1_000, (NUMBERS, 100));
        assert_eq!(by_turns, at_once);
        at_once.burn(Lantern::Open, 250, (NUMBERS, 100));
        assert_eq!(at_once.turns(), 395);
    }

    #[test]
    fn levels_are_crossed_at_a_quarter_a_tenth_and_nothing() {
        let mut oil = Oil::full(400);
        let level = |oil: &mut Oil, turns| {
            oil.set(turns);
            oil.level()
        };
        let levels = [101, 100, 41, 40, 1, 0].map(|turns| level(&mut oil, turns));
        use OilLevel::{Empty, Enough, Quarter, Tenth};
        assert_eq!(levels, [Enough, Quarter, Quarter, Tenth, Tenth, Empty]);
    }

    #[test]
    fn a_lantern_takes_no_more_than_it_holds() {
        let mut oil = Oil::full(400);
        oil.spend(30);
        assert!(oil.has_room_for(30) && !oil.has_room_for(31));
        assert_eq!((oil.add(50), oil.turns()), (30, 400));
    }
}
