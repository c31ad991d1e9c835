//! Slopes, and the light between two slopes, for the algorithms that scan cell by cell.

use core::cmp::Ordering;

/// The slope of a line from the eye: columns to the side per row outward, as an exact fraction. The run is positive.
///
/// On maps within [`OpacityMap::MAX_SIDE`](super::OpacityMap::MAX_SIDE), both parts stay below 2³². Where two parts are
/// multiplied, one of them is below 2³¹, so the product fits in 64 bits.
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

/// The default slope is the axis, from which rises are measured.
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

/// The operators multiply and compare integers directly. With `partial_cmp`, views of dense maps would take a sixth
/// longer to compute.
impl PartialOrd for Slope {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    #[inline]
    fn lt(&self, other: &Self) -> bool {
        self.rise * other.run < other.rise * self.run
    }

    #[inline]
    fn le(&self, other: &Self) -> bool {
        self.rise * other.run <= other.rise * self.run
    }

    #[inline]
    fn gt(&self, other: &Self) -> bool {
        other < self
    }

    #[inline]
    fn ge(&self, other: &Self) -> bool {
        other <= self
    }
}

impl PartialEq for Slope {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Slope {}

/// The light between two slopes, as it arrives at a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beam {
    pub(super) row: i64,
    pub(super) start: Slope,
    pub(super) end: Slope,
}

impl Beam {
    /// Returns the light that leaves the eye between two slopes.
    pub(super) const fn from_eye(start: Slope, end: Slope) -> Self {
        let row = 1;
        Self { row, start, end }
    }
}
