//! The cells of a straight line.

use core::iter::FusedIterator;

use glam::IVec2;

/// Returns the cells of a Bresenham line from one cell to another, including both ends.
///
/// Each cell is one of the eight neighbours of the previous cell, so the number of cells is one more than the larger of
/// the differences in `x` and `y`. Use `skip(1)` to leave out the first cell, so that a projectile does not hit the
/// archer:
///
/// ```
/// use fogbound_fov::{IVec2, OpacityMap, UVec2, line};
///
/// let mut map = OpacityMap::new(UVec2::new(20, 20), false);
/// map.set(IVec2::new(6, 4), true);
///
/// let (archer, target) = (IVec2::new(2, 2), IVec2::new(10, 6));
/// let hit = line(archer, target).skip(1).find(|&cell| cell == target || map.is_opaque(cell));
/// assert_eq!(hit, Some(IVec2::new(6, 4)));
/// ```
///
/// Where two cells are equally close to the line, the line in the opposite direction may contain the other cell. No
/// line overflows, not even the one from `IVec2::MIN` to `IVec2::MAX`.
pub fn line(from: IVec2, to: IVec2) -> LineCells {
    let (from_wide, to_wide) = (from.as_i64vec2(), to.as_i64vec2());
    let offset = to_wide - from_wide;
    LineCells::towards(from, (offset.x, offset.y))
}

/// An iterator over the cells of a line, in order: see [`line()`].
#[derive(Clone, Debug)]
pub struct LineCells {
    at: IVec2,
    /// The step along the longer axis only, and the step along both axes.
    straight: IVec2,
    diagonal: IVec2,
    long: i64,
    short: i64,
    /// A diagonal step is due when this counter reaches `long`.
    counter: i64,
    /// The number of remaining cells.
    left: u64,
}

impl LineCells {
    /// Creates the line that starts at `from` and ends at an offset of (x, y) from there. The end may lie outside the
    /// range of coordinates, as long as that part of the line is never read.
    pub(super) fn towards(from: IVec2, (x, y): (i64, i64)) -> Self {
        let diagonal = IVec2::new(x.signum() as i32, y.signum() as i32);
        let (long, short) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
        let straight = if x.abs() >= y.abs() {
            IVec2::new(diagonal.x, 0)
        } else {
            IVec2::new(0, diagonal.y)
        };
        Self {
            at: from,
            straight,
            diagonal,
            long,
            short,
            counter: long / 2,
            left: long.unsigned_abs() + 1,
        }
    }
}

impl Iterator for LineCells {
    type Item = IVec2;

    #[inline]
    fn next(&mut self) -> Option<IVec2> {
        let at = self.at;
        self.left = self.left.checked_sub(1)?;
        self.counter += self.short;
        let step = if self.counter >= self.long {
            self.counter -= self.long;
            self.diagonal
        } else {
            self.straight
        };
        // The position after the last cell may be outside the range of coordinates.
        self.at = at.wrapping_add(step);
        Some(at)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let exact = usize::try_from(self.left).ok();
        (exact.unwrap_or(usize::MAX), exact)
    }
}

impl FusedIterator for LineCells {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_steps_aside_when_it_is_half_a_cell_off() {
        let cells = |x, y| {
            let from = IVec2::new(10, -4);
            let cells = line(from, from + IVec2::new(x, y)).map(|c| c - from);
            cells.map(|c| (c.x, c.y)).collect::<Vec<_>>()
        };
        assert_eq!(cells(4, 2), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)]);
        assert_eq!(cells(-1, 3), [(0, 0), (0, 1), (-1, 2), (-1, 3)]);
        assert_eq!(cells(2, -2), [(0, 0), (1, -1), (2, -2)]);
        assert_eq!(cells(0, 0), [(0, 0)]);
    }

    #[test]
    fn a_line_ends_at_its_target_and_yields_no_more_cells() {
        for to in [(7, 3), (-7, 3), (0, -9), (5, 5), (-3, -8), (0, 0)].map(IVec2::from) {
            let mut cells = line(IVec2::ZERO, to);
            let length = to.abs().max_element() as usize + 1;
            assert_eq!(cells.size_hint(), (length, Some(length)));
            assert_eq!(cells.by_ref().last(), Some(to));
            assert_eq!((cells.next(), cells.next()), (None, None));
        }
    }

    #[test]
    fn no_line_overflows() {
        let mut whole = line(IVec2::MIN, IVec2::MAX);
        assert_eq!(whole.next(), Some(IVec2::MIN));
        assert_eq!(whole.next(), Some(IVec2::MIN + 1));
        let end = IVec2::MAX - IVec2::new(2, 1);
        assert_eq!(line(end, IVec2::MAX).last(), Some(IVec2::MAX));
        let flat = IVec2::new(i32::MAX, i32::MIN);
        assert_eq!(line(flat, IVec2::MIN).nth(3), Some(flat - IVec2::X * 3));
    }
}
