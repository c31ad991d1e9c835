//! Rectangles of cells.

use glam::{IVec2, UVec2};

/// A rectangle of cells, given by its top left cell and its size.
///
/// A rectangle with a side of 0 is empty: it contains no cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(bevy_reflect::Reflect),
    reflect(Clone, Debug, PartialEq, Hash)
)]
pub struct Rectangle {
    /// The top left cell.
    pub min: IVec2,
    /// Width and height in cells.
    pub size: UVec2,
}

impl Rectangle {
    /// Creates a rectangle of `size` cells whose top left cell is `min`.
    pub const fn new(min: IVec2, size: UVec2) -> Self {
        Self { min, size }
    }

    /// Returns the smallest rectangle that contains both cells, which may be given in any order.
    ///
    /// No side is longer than 2³² − 1, so a side that would span `i32::MIN` to `i32::MAX` leaves out the last
    /// coordinate.
    pub fn from_corners(a: IVec2, b: IVec2) -> Self {
        let (min, max) = (a.min(b), a.max(b));
        let side = |low: i32, high: i32| high.abs_diff(low).saturating_add(1);
        Self::new(min, UVec2::new(side(min.x, max.x), side(min.y, max.y)))
    }

    /// Returns the bottom right cell, which is the last cell inside, clamped to the range of coordinates. If a side is
    /// 0, the returned cell lies one cell before `min` along that side.
    pub fn max(&self) -> IVec2 {
        let last = |low: i32, side: u32| clamped(i64::from(low) + i64::from(side) - 1);
        IVec2::new(last(self.min.x, self.size.x), last(self.min.y, self.size.y))
    }

    /// Returns the middle cell. Where the length of a side is even, there are two middle cells, and this method picks
    /// the right or lower one.
    pub fn center(&self) -> IVec2 {
        let middle = |low: i32, side: u32| low.saturating_add_unsigned(side / 2);
        IVec2::new(
            middle(self.min.x, self.size.x),
            middle(self.min.y, self.size.y),
        )
    }

    /// Returns whether the rectangle contains no cells.
    pub fn is_empty(&self) -> bool {
        self.size.x == 0 || self.size.y == 0
    }

    /// Returns whether the cell is inside.
    #[inline]
    pub fn contains(&self, cell: IVec2) -> bool {
        let within = |low: i32, side: u32, at: i32| at >= low && at.abs_diff(low) < side;
        within(self.min.x, self.size.x, cell.x) && within(self.min.y, self.size.y, cell.y)
    }

    /// Returns whether the two rectangles share at least one cell.
    pub fn intersects(&self, other: &Self) -> bool {
        self.intersection(other).is_some()
    }

    /// Returns the rectangle of the cells that both rectangles contain, or `None` if they share no cells.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        if self.is_empty() || other.is_empty() {
            return None;
        }
        let (min, max) = (self.min.max(other.min), self.max().min(other.max()));
        (min.x <= max.x && min.y <= max.y).then(|| Self::from_corners(min, max))
    }

    /// Returns the rectangle with every side moved outward by `by` cells, or inward if `by` is negative. The left and
    /// top sides are clamped to the range of coordinates, and no side grows longer than 2³² − 1. A rectangle that
    /// shrinks to nothing is empty.
    pub fn expanded(&self, by: i32) -> Self {
        let by = i64::from(by);
        let moved = |low: i32, side: u32| {
            let (start, end) = (i64::from(low) - by, i64::from(low) + i64::from(side) + by);
            let low = clamped(start);
            let side = (end - i64::from(low)).clamp(0, u32::MAX.into());
            (low, side as u32)
        };
        let (x, width) = moved(self.min.x, self.size.x);
        let (y, height) = moved(self.min.y, self.size.y);
        Self::new(IVec2::new(x, y), UVec2::new(width, height))
    }

    /// Returns every cell inside, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = IVec2> + Clone + use<> {
        let min = self.min;
        // Count only the cells whose coordinates fit in an `i32`.
        let side = |low: i32, side: u32| side.min(i32::MAX.abs_diff(low).saturating_add(1));
        let (width, height) = (side(min.x, self.size.x), side(min.y, self.size.y));
        // Without this, a rectangle without columns would still be walked row by row.
        let height = if width == 0 { 0 } else { height };
        (0..height).flat_map(move |y| {
            (0..width).map(move |x| {
                IVec2::new(
                    min.x.wrapping_add_unsigned(x),
                    min.y.wrapping_add_unsigned(y),
                )
            })
        })
    }

    /// Returns whether the cell lies in the outermost ring of cells inside the rectangle.
    pub fn is_border(&self, cell: IVec2) -> bool {
        let max = self.max();
        self.contains(cell)
            && (cell.x == self.min.x || cell.y == self.min.y || cell.x == max.x || cell.y == max.y)
    }
}

/// Creates a rectangle of the given size whose top left cell is (0, 0).
impl From<UVec2> for Rectangle {
    fn from(size: UVec2) -> Self {
        Self::new(IVec2::ZERO, size)
    }
}

/// Returns the valid coordinate that is nearest to `place`.
fn clamped(place: i64) -> i32 {
    place.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// Returns `position` as unsigned coordinates, or `None` if it lies outside an area of `size` cells.
#[inline]
pub(crate) fn inside(size: UVec2, position: IVec2) -> Option<(usize, usize)> {
    let (x, y) = (position.x as u32, position.y as u32);
    (position.x >= 0 && position.y >= 0 && x < size.x && y < size.y)
        .then_some((x as usize, y as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(x: i32, y: i32, width: u32, height: u32) -> Rectangle {
        Rectangle::new(IVec2::new(x, y), UVec2::new(width, height))
    }

    #[test]
    fn cells_are_listed_row_by_row() {
        let r = rectangle(-1, 2, 2, 2);
        let cells: Vec<_> = r.cells().map(|c| (c.x, c.y)).collect();
        assert_eq!(cells, [(-1, 2), (0, 2), (-1, 3), (0, 3)]);
        assert!(r.cells().all(|c| r.contains(c)));
        assert!(!r.contains(IVec2::new(1, 2)) && !r.contains(IVec2::new(0, 4)));
        assert_eq!(rectangle(0, 0, 0, 5).cells().count(), 0);
        assert_eq!(rectangle(0, 0, 5, 0).cells().count(), 0);
    }

    #[test]
    fn corners_center_and_border() {
        let r = rectangle(1, 1, 3, 3);
        assert_eq!(r.max(), IVec2::new(3, 3));
        assert_eq!(r.center(), IVec2::new(2, 2));
        assert_eq!(r.cells().filter(|c| r.is_border(*c)).count(), 8);
        assert!(!r.is_border(IVec2::new(0, 0)));
        assert_eq!(Rectangle::from_corners(r.max(), r.min), r);
    }

    #[test]
    fn neighbours_do_not_intersect_until_expanded() {
        let (a, b) = (rectangle(0, 0, 2, 2), rectangle(2, 0, 2, 2));
        assert!(!a.intersects(&b));
        assert!(a.expanded(1).intersects(&b));
        assert!(a.expanded(-1).is_empty());
        assert!(!rectangle(0, 0, 0, 0).intersects(&rectangle(-5, -5, 10, 10)));
        assert_eq!(
            rectangle(0, 0, 4, 4).intersection(&rectangle(3, 2, 9, 9)),
            Some(rectangle(3, 2, 1, 2))
        );
    }
}
