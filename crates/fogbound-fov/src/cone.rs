//! Eyes that look one way.

use glam::IVec2;

/// A sector of the field of view: the way an eye faces and how wide it sees.
///
/// The edges belong to the sector, and the eye's own cell always does. Nothing is rounded in favour
/// of a cell outside: none is ever in the sector, however far away.
///
/// - 0, 90, 180 and 270 degrees are exact for all coordinates. A cone of 0 degrees is the ray
///   straight ahead and no cell beside it.
/// - No cell lies exactly on the edges of any other width. One inside counts as outside only if it
///   lies nearer to the edge than 2⁻⁵⁰ of its distance, for which coordinates of millions are
///   needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cone {
    facing: IVec2,
    degrees: u16,
}

impl Cone {
    /// The sector `degrees` wide around `facing`, which is any vector but zero: a
    /// [`Direction`](crate::grid::Direction)'s delta, or the offset to the cell looked at.
    ///
    /// 360 degrees or more, or no facing at all, is all around.
    pub const fn new(facing: IVec2, degrees: u16) -> Self {
        Self { facing, degrees }
    }

    /// The vector that the eye looks along.
    pub const fn facing(&self) -> IVec2 {
        self.facing
    }

    /// The whole width of the sector in degrees.
    pub const fn degrees(&self) -> u16 {
        self.degrees
    }

    /// Whether a cell at `offset` from the eye lies in the sector.
    ///
    /// An angle a lies within h on either side just when sin(h − a) ≥ 0, which is
    /// sin h · cos a ≥ cos h · sin a. The dot product has the cosine of a, the cross product its
    /// sine, both with the same factor.
    pub fn contains(&self, offset: IVec2) -> bool {
        if offset == IVec2::ZERO || self.facing == IVec2::ZERO {
            return true;
        }
        let Some(half) = HALVES.get(usize::from(self.degrees)) else {
            return true;
        };
        let (facing, offset) = (self.facing.as_i64vec2(), offset.as_i64vec2());
        // Each product fits into 64 bits, the sum of two may not.
        let sum = |a: i64, b: i64| i128::from(a) + i128::from(b);
        let ahead = sum(facing.x * offset.x, facing.y * offset.y);
        let aside = sum(facing.x * offset.y, -facing.y * offset.x).abs();
        if self.degrees == 0 {
            return aside == 0 && ahead > 0;
        }
        // Below 2⁶⁴ times 2⁶¹ each.
        let inside = half.sin * ahead - half.cos * aside;
        inside >= half.error * (ahead.abs() + aside)
    }
}

/// The sine and cosine of half a cone's width in some unit, and how wrong they may be.
#[derive(Clone, Copy)]
struct HalfWidth {
    sin: i128,
    cos: i128,
    error: i128,
}

/// For each number of degrees below 360.
static HALVES: [HalfWidth; 360] = {
    let mut halves = [HalfWidth::of(0); 360];
    let mut degrees = 1;
    while degrees < 360 {
        halves[degrees] = HalfWidth::of(degrees as i128);
        degrees += 1;
    }
    halves
};

impl HalfWidth {
    const PLACES: u32 = 60;

    const fn of(degrees: i128) -> Self {
        // In units of the sine where both are whole numbers of it.
        let (sin, cos) = match degrees {
            0 => (0, 1),
            90 => (1, 1),
            180 => (1, 0),
            270 => (1, -1),
            _ => {
                let is_wide = degrees > 180;
                let (sin, cos) = Self::series(if is_wide { 360 - degrees } else { degrees });
                return Self {
                    sin,
                    cos: if is_wide { -cos } else { cos },
                    error: 1 << 9,
                };
            }
        };
        let error = 0;
        Self { sin, cos, error }
    }

    /// The series of the sine and the cosine of half as many degrees, from 0 to 180. Every one of
    /// fewer than 40 terms is wrong by less than four units, so the sums by less than 2⁹.
    const fn series(degrees: i128) -> (i128, i128) {
        // π · 2⁶⁰ / 360
        let angle = 0x3243_F6A8_885A_308D_i128 * degrees / 360;
        let (mut sin, mut cos) = (0, 0);
        let (mut power, mut n) = (1_i128 << Self::PLACES, 0);
        while n < 40 {
            // What is added is angleⁿ / n!, each second one negative.
            match n % 4 {
                0 => cos += power,
                1 => sin += power,
                2 => cos -= power,
                _ => sin -= power,
            }
            n += 1;
            power = ((power * angle) >> Self::PLACES) / n;
        }
        (sin, cos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_ends_on_the_diagonals() {
        let east = Cone::new(IVec2::X, 90);
        for inside in [(0, 0), (1, 0), (5, 5), (5, -5), (70, 69), (1000, 1000)] {
            assert!(east.contains(inside.into()), "{inside:?}");
        }
        for outside in [(-1, 0), (0, 1), (1000, 1001), (5, -6)] {
            assert!(!east.contains(outside.into()), "{outside:?}");
        }
    }

    #[test]
    fn wide_and_narrow() {
        let wide = Cone::new(IVec2::new(0, -3), 270);
        assert!(wide.contains(IVec2::new(4, 4)) && !wide.contains(IVec2::new(3, 4)));
        let line = Cone::new(IVec2::new(2, 1), 0);
        assert!(line.contains(IVec2::new(200, 100)) && !line.contains(IVec2::new(200, 101)));
        assert!(Cone::new(IVec2::ZERO, 10).contains(IVec2::new(-7, 2)));
        assert!(Cone::new(IVec2::X, 360).contains(IVec2::NEG_X));
    }

    #[test]
    fn no_cell_beside_an_axis_is_on_it() {
        let line = Cone::new(IVec2::X, 0);
        assert!(line.contains(IVec2::new(i32::MAX, 0)));
        assert!(!line.contains(IVec2::new(i32::MAX, 1)) && !line.contains(IVec2::NEG_X));
        let steep = Cone::new(IVec2::new(2, 1), 0);
        assert!(!steep.contains(IVec2::new(2_000_000_001, 1_000_000_000)));
        for degrees in [90, 180, 270] {
            let cone = Cone::new(IVec2::X, degrees);
            let far = 1 << 30;
            let (on, off) = match degrees {
                90 => ((far, far), (far, far + 1)),
                180 => ((0, far), (-1, far)),
                _ => ((-far, far), (-far - 1, far)),
            };
            assert!(cone.contains(on.into()), "{degrees}");
            assert!(!cone.contains(off.into()), "{degrees}");
        }
    }

    #[test]
    fn every_width_is_that_of_its_angle() {
        for degrees in 0..360u16 {
            let HalfWidth { sin, cos, .. } = HALVES[usize::from(degrees)];
            let half = f64::from(degrees).to_radians() / 2.0;
            let angle = (sin as f64).atan2(cos as f64);
            assert!((angle - half).abs() < 1e-15, "{degrees}: {angle}");
            if sin > 1 {
                let square = (sin * sin + cos * cos) >> HalfWidth::PLACES;
                assert!((square - (1 << HalfWidth::PLACES)).abs() < 1 << 9);
            }
        }
    }

    #[test]
    fn no_facing_and_no_offset_overflows() {
        let ends = [i32::MIN, -1, 0, 1, i32::MAX];
        let all = || {
            ends.into_iter()
                .flat_map(|x| ends.map(|y| IVec2::new(x, y)))
        };
        for facing in all() {
            for offset in all() {
                let held = (0..400).filter(|d| Cone::new(facing, *d).contains(offset));
                // A wider cone holds whatever a narrower one does.
                let first = held.clone().next().unwrap_or(400);
                assert_eq!(held.count(), usize::from(400 - first), "{facing} {offset}");
            }
        }
    }
}
