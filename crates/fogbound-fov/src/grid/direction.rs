//! The eight compass directions.

use glam::IVec2;

/// A direction from a cell to one of its eight neighbours, on a map with north at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Direction {
    /// Up the screen, towards smaller `y`.
    North,
    /// Up and right.
    NorthEast,
    /// Right, towards larger `x`.
    East,
    /// Down and right.
    SouthEast,
    /// Down the screen, towards larger `y`.
    South,
    /// Down and left.
    SouthWest,
    /// Left, towards smaller `x`.
    West,
    /// Up and left.
    NorthWest,
}

impl Direction {
    /// All eight directions, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The four directions along the axes, clockwise from north.
    pub const CARDINAL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the step to the neighbour in this direction.
    #[inline]
    pub const fn delta(self) -> IVec2 {
        match self {
            Self::North => IVec2::new(0, -1),
            Self::NorthEast => IVec2::new(1, -1),
            Self::East => IVec2::new(1, 0),
            Self::SouthEast => IVec2::new(1, 1),
            Self::South => IVec2::new(0, 1),
            Self::SouthWest => IVec2::new(-1, 1),
            Self::West => IVec2::new(-1, 0),
            Self::NorthWest => IVec2::new(-1, -1),
        }
    }

    /// Returns the direction whose [`delta`](Self::delta) is `delta`, or `None` if there is no such direction.
    pub fn from_delta(delta: IVec2) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.delta() == delta)
    }

    /// Returns the direction in which `offset` roughly points, or `None` for a zero offset. The direction is diagonal
    /// if the smaller of |x| and |y| is at least half of the larger one.
    pub fn towards(offset: IVec2) -> Option<Self> {
        let (x, y) = (i64::from(offset.x), i64::from(offset.y));
        let step = |along: i64, across: i64| {
            if 2 * along.abs() < across.abs() {
                0
            } else {
                along.signum() as i32
            }
        };
        Self::from_delta(IVec2::new(step(x, y), step(y, x)))
    }

    /// Returns the opposite direction.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Returns whether a cell and its neighbour in this direction touch only at a corner.
    pub const fn is_diagonal(self) -> bool {
        let delta = self.delta();
        delta.x != 0 && delta.y != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_directions_cancel() {
        for direction in Direction::ALL {
            assert_eq!(
                direction.delta() + direction.opposite().delta(),
                IVec2::ZERO
            );
            assert_eq!(Direction::from_delta(direction.delta()), Some(direction));
        }
        assert_eq!(Direction::from_delta(IVec2::ZERO), None);
    }

    #[test]
    fn towards_is_diagonal_from_half_the_longer_side() {
        for direction in Direction::ALL {
            for length in [1, 2, 7, i32::MAX] {
                let offset = direction.delta() * length;
                assert_eq!(Direction::towards(offset), Some(direction));
            }
        }
        assert_eq!(Direction::towards(IVec2::ZERO), None);
        let towards = |x, y| Direction::towards(IVec2::new(x, y));
        assert_eq!(towards(9, -4), Some(Direction::East));
        assert_eq!(towards(8, -4), Some(Direction::NorthEast));
        assert_eq!(towards(-3, 8), Some(Direction::South));
        assert_eq!(towards(i32::MIN, i32::MIN), Some(Direction::NorthWest));
    }

    #[test]
    fn the_cardinal_directions_are_the_straight_ones() {
        let straight: Vec<_> = Direction::ALL
            .into_iter()
            .filter(|d| !d.is_diagonal())
            .collect();
        assert_eq!(straight, Direction::CARDINAL);
    }
}
