//! The ground that the player has seen by light, and the heart that the player takes from it.

use std::hash::{Hash, Hasher};

use bevy::prelude::*;

use super::numbers::HeartNumbers;
use crate::grid::BitGrid;

/// The cells of a level that the player has seen by light. Cells that the player has only felt, or seen in the dark, are
/// not included.
///
/// Like the [`MapMemory`](crate::vision::MapMemory), the ground belongs to one level, and only the simulation writes it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    pub(crate) seen: BitGrid,
    /// The cells on which the light of the beacon has fallen.
    pub(crate) beacon: BitGrid,
}

impl Ground {
    /// Returns whether the player has seen a cell by light.
    pub fn contains(&self, cell: IVec2) -> bool {
        self.seen.contains(cell)
    }

    /// Makes room for a map of the given size.
    pub(crate) fn cover(&mut self, size: UVec2) {
        if self.seen.size() != size {
            (self.seen, self.beacon) = (BitGrid::new(size), BitGrid::new(size));
        }
    }
}

/// Hashes each word as a number, so that the result is the same on every machine.
impl Hash for Ground {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for bits in [&self.seen, &self.beacon] {
            bits.words().iter().for_each(|word| state.write_u64(*word));
        }
    }
}

/// Tracks when the log says that the player feels its way in the dark.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Groping {
    /// How many more steps on lit or known ground the player must take before the log says so again.
    steps: u32,
}

impl Groping {
    /// Counts a step. Returns whether the log should say that the player feels its way.
    pub(crate) fn step(&mut self, feels: bool) -> bool {
        const STEPS: u32 = 10;
        let begins = feels && self.steps == 0;
        self.steps = match feels {
            true => STEPS,
            false => self.steps.saturating_sub(1),
        };
        begins
    }
}

/// How much new ground the player has seen since it last regained a hit point.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Heart {
    /// The ground seen, in hundredths of a cell.
    hundredths: u32,
}

impl Heart {
    /// Returns the number of whole cells seen since the last hit point.
    pub fn cells(self) -> u32 {
        self.hundredths / 100
    }

    /// Counts newly seen cells, and cells on which the light of the beacon has fallen for the first time. Returns how many
    /// hit points they give back.
    pub(crate) fn count(&mut self, new: u32, in_beacon: u32, numbers: HeartNumbers) -> u32 {
        let each = numbers.cells * 100;
        let in_beacon = in_beacon.saturating_mul(numbers.beacon);
        let sum = new.saturating_mul(100).saturating_add(in_beacon);
        let sum = sum.saturating_add(self.hundredths);
        self.hundredths = sum.checked_rem(each).unwrap_or(0);
        sum.checked_div(each).unwrap_or(0)
    }
}
