//! How much of a cell is seen.

use core::{cmp::Ordering, fmt};

/// How much of a cell an eye sees: an exact share, from nothing to the whole cell.
///
/// A cell takes up an interval of slopes, as seen from the eye: the slopes between its left and its right edge. The share
/// is the part of the interval that light reaches past the walls in between. An archer behind a pillar that hides half of
/// the target's cell sees a half.
///
/// - A cell that is not visible has a share of 0, even if light reaches a corner of it. Every visible cell has more.
/// - A cell that nothing hides, however far, has a share of 1.
/// - The share can differ between the two ends: close to the edge of a wall, you see more of a distant target than it sees
///   of you, or less. Between two floor cells, it is 0 for both or for neither.
///
/// [`FieldOfView::exposure`](crate::FieldOfView::exposure) computes it. Shares can be compared.
///
/// ```
/// use fogbound_fov::{Exposure, FieldOfView, IVec2, OpacityMap, Sight};
///
/// let map = OpacityMap::from_rows([".......", "...#...", "......."]);
/// let (eye, sight) = (IVec2::new(0, 1), Sight::default());
/// let exposure = |x, y| FieldOfView::new().exposure(&map, eye, IVec2::new(x, y), sight);
/// assert_eq!(exposure(2, 1), Exposure::WHOLE);
/// assert_eq!(exposure(4, 0), Exposure::new(5, 6));
/// assert_eq!(exposure(4, 1), Exposure::HIDDEN);
/// assert_eq!(exposure(4, 0).percent(), 83);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(bevy_reflect::Reflect),
    reflect(Clone, Debug, PartialEq, Hash)
)]
pub struct Exposure {
    /// The share in lowest terms. The denominator is below 2⁶².
    lit: u64,
    of: u64,
}

impl Exposure {
    /// Nothing of the cell is seen.
    pub const HIDDEN: Self = Self { lit: 0, of: 1 };

    /// The whole cell is seen.
    pub const WHOLE: Self = Self { lit: 1, of: 1 };

    /// Creates a share of `lit` parts in `of` parts. A share is never more than whole, and one of no parts is whole.
    pub const fn new(lit: u64, of: u64) -> Self {
        if lit >= of {
            return Self::WHOLE;
        }
        let (mut divisor, mut rest) = (of, lit);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Self {
            lit: lit / divisor,
            of: of / divisor,
        }
    }

    /// Returns the numerator of the share in lowest terms.
    pub const fn numerator(self) -> u64 {
        self.lit
    }

    /// Returns the denominator of the share in lowest terms. It is never 0.
    pub const fn denominator(self) -> u64 {
        self.of
    }

    /// Returns whether nothing of the cell is seen.
    pub const fn is_hidden(self) -> bool {
        self.lit == 0
    }

    /// Returns whether the whole cell is seen.
    pub const fn is_whole(self) -> bool {
        self.lit == self.of
    }

    /// Returns the share in percent, from 0 to 100. Only a cell that is not visible has 0, and only one that is seen
    /// entirely has 100: numbers in between are rounded to the nearest from 1 to 99.
    pub const fn percent(self) -> u32 {
        if self.is_hidden() || self.is_whole() {
            return 100 * self.lit as u32;
        }
        let of = self.of as u128;
        let nearest = (200 * self.lit as u128 + of) / (2 * of);
        match nearest {
            0 => 1,
            100 => 99,
            nearest => nearest as u32,
        }
    }

    /// Returns the share as a number from 0.0 to 1.0, for soft edges of shadows.
    pub fn as_f32(self) -> f32 {
        self.lit as f32 / self.of as f32
    }
}

impl Ord for Exposure {
    fn cmp(&self, other: &Self) -> Ordering {
        let times = |one: u64, other: u64| u128::from(one) * u128::from(other);
        times(self.lit, other.of).cmp(&times(other.lit, self.of))
    }
}

impl PartialOrd for Exposure {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes the share as a fraction in lowest terms, such as `5/6`.
impl fmt::Display for Exposure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.lit, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_kept_in_lowest_terms() {
        assert_eq!(Exposure::new(6, 8), Exposure::new(3, 4));
        assert_eq!(Exposure::new(6, 8).to_string(), "3/4");
        assert_eq!(Exposure::new(0, 8), Exposure::HIDDEN);
        assert_eq!(Exposure::new(9, 8), Exposure::WHOLE);
        assert_eq!(Exposure::new(0, 0), Exposure::WHOLE);
    }

    #[test]
    fn shares_are_ordered_by_their_size() {
        let large = (1 << 62) - 1;
        let sorted = [
            Exposure::HIDDEN,
            Exposure::new(1, large),
            Exposure::new(1, 3),
            Exposure::new(1, 2),
            Exposure::new(large - 1, large),
            Exposure::WHOLE,
        ];
        assert!(sorted.is_sorted_by(|one, two| one < two));
        let percent = sorted.map(Exposure::percent);
        assert_eq!(percent, [0, 1, 33, 50, 99, 100]);
    }
}
