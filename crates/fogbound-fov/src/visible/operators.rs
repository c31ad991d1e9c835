//! Operators that combine sets, as in `&mine | &yours`.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use super::VisibleSet;

/// Implements an operator for sets and references to sets, and the operator that assigns the result. The result has the
/// origin of the first set.
macro_rules! operator {
    ($(#[$doc:meta])* $method:ident: $Op:ident $op:ident, $Assign:ident $assign:ident) => {
        $(#[$doc])*
        impl $Op<&VisibleSet> for VisibleSet {
            type Output = VisibleSet;

            fn $op(mut self, other: &VisibleSet) -> VisibleSet {
                self.$method(other);
                self
            }
        }

        $(#[$doc])*
        impl $Op for VisibleSet {
            type Output = VisibleSet;

            fn $op(self, other: VisibleSet) -> VisibleSet {
                self.$op(&other)
            }
        }

        $(#[$doc])*
        impl $Op for &VisibleSet {
            type Output = VisibleSet;

            fn $op(self, other: &VisibleSet) -> VisibleSet {
                self.clone().$op(other)
            }
        }

        $(#[$doc])*
        impl $Assign<&VisibleSet> for VisibleSet {
            fn $assign(&mut self, other: &VisibleSet) {
                self.$method(other);
            }
        }

        $(#[$doc])*
        impl $Assign for VisibleSet {
            fn $assign(&mut self, other: VisibleSet) {
                self.$method(&other);
            }
        }
    };
}

operator! {
    /// The cells that are in either set: see [`union_with`](VisibleSet::union_with).
    ///
    /// ```
    /// use fogbound_fov::VisibleSet;
    ///
    /// let set = |cells: [i32; 2]| VisibleSet::from_iter(cells.map(|x| (x, 0)));
    /// let (mine, yours) = (set([1, 2]), set([2, 3]));
    /// assert_eq!(&mine & &yours, VisibleSet::from_iter([(2, 0)]));
    /// assert_eq!(&mine - &yours, VisibleSet::from_iter([(1, 0)]));
    /// assert_eq!(mine | yours, VisibleSet::from_iter([(1, 0), (2, 0), (3, 0)]));
    /// ```
    union_with: BitOr bitor, BitOrAssign bitor_assign
}

operator! {
    /// The cells that are in both sets: see [`intersect_with`](VisibleSet::intersect_with).
    intersect_with: BitAnd bitand, BitAndAssign bitand_assign
}

operator! {
    /// The cells of the first set that are not in the second: see [`difference_with`](VisibleSet::difference_with).
    difference_with: Sub sub, SubAssign sub_assign
}
