//! Operators that combine sets, as in `&mine | &yours`.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use super::VisibleSet;

/// Adds every cell of another set: see [`union_with`](VisibleSet::union_with).
impl BitOrAssign<&VisibleSet> for VisibleSet {
    fn bitor_assign(&mut self, other: &VisibleSet) {
        self.union_with(other);
    }
}

/// Keeps only the cells of another set: see [`intersect_with`](VisibleSet::intersect_with).
impl BitAndAssign<&VisibleSet> for VisibleSet {
    fn bitand_assign(&mut self, other: &VisibleSet) {
        self.intersect_with(other);
    }
}

/// Removes the cells of another set: see [`difference_with`](VisibleSet::difference_with).
impl SubAssign<&VisibleSet> for VisibleSet {
    fn sub_assign(&mut self, other: &VisibleSet) {
        self.difference_with(other);
    }
}

/// Returns the cells that are in either set. The result has the origin of the first set.
///
/// ```
/// use fogbound_fov::{IVec2, VisibleSet};
///
/// let set = |cells: &[i32]| -> VisibleSet { cells.iter().map(|x| IVec2::new(*x, 0)).collect() };
/// let (mine, yours) = (set(&[1, 2]), set(&[2, 3]));
/// assert_eq!(&mine | &yours, set(&[1, 2, 3]));
/// assert_eq!(&mine & &yours, set(&[2]));
/// assert_eq!(&mine - &yours, set(&[1]));
/// ```
impl BitOr for &VisibleSet {
    type Output = VisibleSet;

    fn bitor(self, other: Self) -> VisibleSet {
        let mut set = self.clone();
        set |= other;
        set
    }
}

/// Returns the cells that are in both sets. The result has the origin of the first set.
impl BitAnd for &VisibleSet {
    type Output = VisibleSet;

    fn bitand(self, other: Self) -> VisibleSet {
        let mut set = self.clone();
        set &= other;
        set
    }
}

/// Returns the cells of the first set that are not in the second. The result has the origin of the first set.
impl Sub for &VisibleSet {
    type Output = VisibleSet;

    fn sub(self, other: Self) -> VisibleSet {
        let mut set = self.clone();
        set -= other;
        set
    }
}
