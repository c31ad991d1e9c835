//! Eyes that look one way.

use glam::IVec2;

/// A sector of the field of view: the way an eye faces and how wide it sees.
///
/// The edges belong to the sector, and the eye's own cell always does.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    pub fn contains(&self, offset: IVec2) -> bool {
        if offset == IVec2::ZERO || self.facing == IVec2::ZERO || self.degrees >= 360 {
            return true;
        }
        let ((fx, fy), (x, y)) = (wide(self.facing), wide(offset));
        let dot = fx * x + fy * y;
        let lengths = ((fx * fx + fy * fy) * (x * x + y * y)).sqrt();
        // Wide enough for the rounding of the cosine and the root, so that a cell exactly on the
        // edge is inside on every machine; far too narrow for a cell that is not.
        const ON_THE_EDGE: f64 = 1e-12;
        let half_width = f64::from(self.degrees).to_radians() / 2.0;
        dot >= (half_width.cos() - ON_THE_EDGE) * lengths
    }
}

fn wide(vector: IVec2) -> (f64, f64) {
    (f64::from(vector.x), f64::from(vector.y))
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
}
