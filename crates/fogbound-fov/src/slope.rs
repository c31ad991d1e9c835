//! Slopes, and the light between two of them, for the algorithms that scan rows cell by cell.

use std::cmp::Ordering;

/// The slope of a line from the eye: how far aside it goes in how many rows, as an exact fraction. Slopes are compared as
/// fractions, and runs are positive.
///
/// For maps within [`OpacityMap::MAX_SIDE`](super::OpacityMap::MAX_SIDE) both parts stay below 2³², and of two that are
/// multiplied one stays below 2³¹, so the products fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope {
    pub(super) rise: i64,
    pub(super) run: i64,
}

impl Slope {
    #[inline]
    pub(super) const fn new(rise: i64, run: i64) -> Self {
        Self { rise, run }
    }
}

/// The axis from which rises are measured.
impl Default for Slope {
    fn default() -> Self {
        Self::new(0, 1)
    }
}

impl Ord for Slope {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        (self.rise * other.run).cmp(&(other.rise * self.run))
    }
}

impl PartialOrd for Slope {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Slope {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Slope {}

/// The light between two slopes as it arrives at a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beam {
    pub(super) row: i64,
    pub(super) start: Slope,
    pub(super) end: Slope,
}

impl Beam {
    /// The light that leaves the eye between two slopes.
    pub(super) const fn from_eye(start: Slope, end: Slope) -> Self {
        let row = 1;
        Self { row, start, end }
    }
}
