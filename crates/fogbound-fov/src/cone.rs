//! Sectors, which limit an eye's view to one direction.

use glam::IVec2;

use super::grid::Direction;

/// A sector of the field of view, given by the direction that the eye faces and the width of its view.
///
/// The sector includes its edges and the eye's own cell. Rounding never adds a cell that lies outside the sector, at
/// any distance:
///
/// - Widths of 0, 90, 180 and 270 degrees are exact for all coordinates. A cone of 0 degrees contains only cells that
///   lie exactly straight ahead.
/// - With any other width, no cell lies exactly on an edge. A cell inside the sector is left out only if its distance
///   from the edge is less than 2⁻⁵⁰ times its distance from the eye, which is possible only if the
///   lengths of the cone's direction and of the cell's offset multiply to tens of millions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(bevy_reflect::Reflect),
    reflect(Clone, Debug, PartialEq, Hash)
)]
pub struct Cone {
    facing: IVec2,
    degrees: u16,
}

impl Cone {
    /// Creates a sector that is `degrees` wide from edge to edge and centred on `facing`.
    ///
    /// `facing` is a vector of any length, such as the delta of a [`Direction`](crate::grid::Direction) or the offset
    /// of the cell that the eye looks at. If `facing` is the zero vector or `degrees` is at least 360, the sector
    /// contains every cell.
    pub const fn new(facing: IVec2, degrees: u16) -> Self {
        Self { facing, degrees }
    }

    /// Creates a sector that is `degrees` wide from edge to edge and centred on a direction.
    ///
    /// ```
    /// use fogbound_fov::grid::Direction;
    /// use fogbound_fov::{Cone, FieldOfView, OpacityMap, Sight};
    ///
    /// let map = OpacityMap::new((9, 9), false);
    /// let sight = Sight::default().with_cone(Cone::toward(Direction::East, 90));
    /// let seen = FieldOfView::new().view(&map, (4, 4), sight);
    /// assert!(seen.contains((7, 2)) && !seen.contains((3, 4)));
    /// ```
    pub const fn toward(direction: Direction, degrees: u16) -> Self {
        Self::new(direction.delta(), degrees)
    }

    /// Creates a sector that is `width` degrees wide and centred on a bearing in degrees: 0 is north, 90 is east, and so on
    /// clockwise. Any number is a bearing: 360 is north again, and −90 is west.
    ///
    /// The bearings that are multiples of 45 degrees are exact. Any other is off by less than a millionth of a
    /// degree, and the same on every machine.
    ///
    /// ```
    /// use fogbound_fov::{Cone, IVec2};
    ///
    /// let turning = |bearing| Cone::at_bearing(bearing, 60);
    /// assert!(turning(0).contains(IVec2::new(0, -5)) && !turning(40).contains(IVec2::new(0, -5)));
    /// assert!(turning(40).contains(IVec2::new(3, -4)));
    /// ```
    pub const fn at_bearing(bearing: i32, width: u16) -> Self {
        let bearing = bearing.rem_euclid(360);
        let HalfWidth { sin, cos, error } = HalfWidth::of(2 * (bearing % 180) as i128);
        // The length of the vector does not matter, but it must fit into 32 bits.
        let shift = if error == 0 { 0 } else { PLACES - 30 };
        let (x, y) = ((sin >> shift) as i32, -((cos >> shift) as i32));
        let facing = if bearing < 180 {
            IVec2::new(x, y)
        } else {
            IVec2::new(-x, -y)
        };
        Self::new(facing, width)
    }

    /// Returns the vector along which the eye looks.
    pub const fn facing(&self) -> IVec2 {
        self.facing
    }

    /// Returns the full width of the sector in degrees.
    pub const fn degrees(&self) -> u16 {
        self.degrees
    }

    /// Returns whether a cell at `offset` from the eye lies in the sector.
    pub fn contains(&self, offset: IVec2) -> bool {
        let Some(half) = self.half().filter(|_| offset != IVec2::ZERO) else {
            return true;
        };
        let (facing, offset) = (self.facing.as_i64vec2(), offset.as_i64vec2());
        // An angle a lies within h on either side exactly when sin(h − a) ≥ 0, which means
        // sin h · cos a ≥ cos h · sin a. The dot product is the cosine of a and the cross product is its sine, both
        // multiplied by the same factor. Each product fits in 64 bits, but the sum of two may not.
        let sum = |a: i64, b: i64| i128::from(a) + i128::from(b);
        let ahead = sum(facing.x * offset.x, facing.y * offset.y);
        let aside = sum(facing.x * offset.y, -facing.y * offset.x).abs();
        if self.degrees == 0 {
            return aside == 0 && ahead > 0;
        }
        // No overflow: one factor is below 2⁶⁴, the other below 2⁶¹.
        let inside = i128::from(half.sin) * ahead - i128::from(half.cos) * aside;
        inside >= i128::from(half.error) * (ahead.abs() + aside)
    }
}

impl Cone {
    /// Returns half the width, or `None` if the sector contains every cell.
    fn half(&self) -> Option<&'static HalfWidth> {
        let half = HALVES.get(usize::from(self.degrees));
        half.filter(|_| self.facing != IVec2::ZERO)
    }

    /// Returns two half planes, or `None` if the sector contains every cell. An offset (x, y) lies in the half plane
    /// (a, b) if a · x + b · y ≥ 0. Up to 180 degrees, the sector is what both have in common, apart from the offsets
    /// behind the eye with 0 degrees. A wider sector is their union.
    pub(super) fn edges(&self) -> Option<[(f64, f64); 2]> {
        let half = self.half()?;
        let (x, y) = (f64::from(self.facing.x), f64::from(self.facing.y));
        let (sin, cos) = (half.sin as f64, half.cos as f64);
        let edge = |cos: f64| (sin * x + cos * y, sin * y - cos * x);
        Some([edge(cos), edge(-cos)])
    }

    /// Returns whether the edges that [`edges`](Self::edges) returns are exact. Cells may then lie on an edge.
    pub(super) fn has_exact_edges(&self) -> bool {
        self.half().is_some_and(|half| half.error == 0)
    }
}

/// The sine and cosine of half a cone's width, in a common unit, and a bound on their error.
#[derive(Clone, Copy)]
struct HalfWidth {
    sin: i64,
    cos: i64,
    error: i64,
}

/// The number of binary places of a sine or cosine.
const PLACES: u32 = 60;

/// The half widths of all cones narrower than 360 degrees.
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
    const fn of(degrees: i128) -> Self {
        // At these widths, the sine and cosine are multiples of the same number, so small integers represent them
        // exactly.
        let (sin, cos) = match degrees {
            0 => (0, 1),
            90 => (1, 1),
            180 => (1, 0),
            270 => (1, -1),
            _ => {
                let is_wide = degrees > 180;
                let (sin, cos) = sine_and_cosine(if is_wide { 360 - degrees } else { degrees });
                return Self {
                    sin: sin as i64,
                    cos: if is_wide { -cos } else { cos } as i64,
                    error: 1 << 9,
                };
            }
        };
        let error = 0;
        Self { sin, cos, error }
    }
}

/// Returns the sine and cosine of half of `degrees`, in units of 2⁻⁶⁰. Half of `degrees` must be from 0 to 90.
///
/// The sine and the cosine are sums of power series with fewer than 40 terms. Each term is off by less than four
/// units, so each sum is off by less than 2⁹ units.
pub(super) const fn sine_and_cosine(degrees: i128) -> (i128, i128) {
    // Half of `degrees` in radians: π · degrees / 360, in units of 2⁻⁶⁰.
    let angle = 0x3243_F6A8_885A_308D_i128 * degrees / 360;
    let (mut sin, mut cos) = (0, 0);
    let (mut power, mut n) = (1_i128 << PLACES, 0);
    while n < 40 {
        // `power` is angleⁿ / n!, and the signs of both series alternate.
        match n % 4 {
            0 => cos += power,
            1 => sin += power,
            2 => cos -= power,
            _ => sin -= power,
        }
        n += 1;
        power = ((power * angle) >> PLACES) / n;
    }
    (sin, cos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_includes_its_diagonals() {
        let east = Cone::new(IVec2::X, 90);
        for inside in [(0, 0), (1, 0), (5, 5), (5, -5), (70, 69), (1000, 1000)] {
            assert!(east.contains(inside.into()), "{inside:?}");
        }
        for outside in [(-1, 0), (0, 1), (1000, 1001), (5, -6)] {
            assert!(!east.contains(outside.into()), "{outside:?}");
        }
    }

    #[test]
    fn bearings_go_round_clockwise() {
        use super::super::grid::Direction;
        for (direction, bearing) in Direction::ALL.into_iter().zip((0..).step_by(45)) {
            let cone = Cone::at_bearing(bearing, 0);
            assert_eq!(cone.facing().signum(), direction.delta(), "{bearing}");
            let offset = direction.delta() * 1_000;
            assert!(
                cone.contains(offset),
                "{bearing}: a multiple of 45 is exact"
            );
            assert_eq!(Cone::at_bearing(bearing - 720, 0), cone);
        }
        for bearing in -400..800 {
            let IVec2 { x, y } = Cone::at_bearing(bearing, 10).facing();
            let angle = f64::from(x).atan2(f64::from(-y)).to_degrees();
            let off = (angle - f64::from(bearing)).rem_euclid(360.0);
            assert!(off.min(360.0 - off) < 1e-6, "{bearing}: {angle}");
        }
    }

    #[test]
    fn cones_may_be_wide_or_narrow() {
        let wide = Cone::new(IVec2::new(0, -3), 270);
        assert!(wide.contains(IVec2::new(4, 4)) && !wide.contains(IVec2::new(3, 4)));
        let line = Cone::new(IVec2::new(2, 1), 0);
        assert!(line.contains(IVec2::new(200, 100)) && !line.contains(IVec2::new(200, 101)));
        assert!(Cone::new(IVec2::ZERO, 10).contains(IVec2::new(-7, 2)));
        assert!(Cone::new(IVec2::X, 360).contains(IVec2::NEG_X));
    }

    #[test]
    fn a_cell_beside_an_edge_is_not_on_it() {
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
    fn every_half_width_matches_its_angle() {
        for degrees in 0..360u16 {
            let HalfWidth { sin, cos, .. } = HALVES[usize::from(degrees)];
            let half = f64::from(degrees).to_radians() / 2.0;
            let angle = (sin as f64).atan2(cos as f64);
            assert!((angle - half).abs() < 1e-15, "{degrees}: {angle}");
            if sin > 1 {
                let (sin, cos) = (i128::from(sin), i128::from(cos));
                let square = (sin * sin + cos * cos) >> PLACES;
                assert!((square - (1 << PLACES)).abs() < 1 << 9);
            }
        }
    }

    #[test]
    fn no_facing_or_offset_overflows() {
        let ends = [i32::MIN, -1, 0, 1, i32::MAX];
        let all = || {
            ends.into_iter()
                .flat_map(|x| ends.map(|y| IVec2::new(x, y)))
        };
        for facing in all() {
            for offset in all() {
                let widths = (0..400).filter(|d| Cone::new(facing, *d).contains(offset));
                // A wider cone contains every cell that a narrower one contains.
                let first = widths.clone().next().unwrap_or(400);
                assert_eq!(
                    widths.count(),
                    usize::from(400 - first),
                    "{facing} {offset}"
                );
            }
        }
    }
}
