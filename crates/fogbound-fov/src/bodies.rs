//! Eyes and targets of several cells.

use glam::IVec2;

use crate::{Exposure, FieldOfView, OpacityMap, Sight, VisibleSet};

/// # Bodies
///
/// A creature of several cells sees what any of its cells sees, and is seen if any of its cells is. Bodies are given as
/// any list of cells: those of a [`Rectangle`](crate::grid::Rectangle), an array, a set. For creatures that block sight,
/// see [`OpacityMap::without`].
impl FieldOfView {
    /// Fills `out` with the cells that an eye in any of the cells `eyes` sees, replacing its previous contents. The first
    /// of the cells becomes the origin of the set.
    pub fn compute_from_any(
        &mut self,
        map: &OpacityMap,
        eyes: impl IntoIterator<Item: Into<IVec2>>,
        sight: Sight,
        out: &mut VisibleSet,
    ) {
        let mut eyes = eyes.into_iter();
        match eyes.next() {
            Some(first) => self.compute(map, first, sight, out),
            None => out.restart(IVec2::ZERO),
        }
        let mut view = core::mem::take(&mut self.view);
        for eye in eyes {
            self.compute(map, eye, sight, &mut view);
            out.union_with(&view);
        }
        self.view = view;
    }

    /// Returns the cells that an eye in any of the cells `eyes` sees, as a new set.
    ///
    /// ```
    /// use fogbound_fov::grid::Rectangle;
    /// use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Sight, UVec2};
    ///
    /// let map = OpacityMap::from_rows(["...#...", "......."]);
    /// let ogre = Rectangle::new(IVec2::ZERO, UVec2::splat(2));
    /// let mut fov = FieldOfView::new();
    /// let seen = fov.view_from_any(&map, ogre.cells(), Sight::default());
    /// assert!(!fov.view(&map, ogre.min, Sight::default()).contains((6, 0)));
    /// assert!(seen.contains((6, 0)));
    /// ```
    pub fn view_from_any(
        &mut self,
        map: &OpacityMap,
        eyes: impl IntoIterator<Item: Into<IVec2>>,
        sight: Sight,
    ) -> VisibleSet {
        let mut view = VisibleSet::new();
        self.compute_from_any(map, eyes, sight, &mut view);
        view
    }

    /// Returns whether an eye in any of the cells `eyes` sees any of the cells `body`. If both bodies consist of
    /// transparent cells and the algorithm is symmetric, the answer is the same with the bodies exchanged.
    ///
    /// ```
    /// use fogbound_fov::{FieldOfView, OpacityMap, Sight};
    ///
    /// let map = OpacityMap::from_rows(["...#...", "......."]);
    /// let ogre = [(0, 0), (1, 0), (0, 1), (1, 1)];
    /// let mut fov = FieldOfView::new();
    /// assert!(fov.sees_any(&map, ogre, [(6, 0)], Sight::default()));
    /// assert!(!fov.sees_any(&map, [(0, 0)], [(6, 0)], Sight::default()));
    /// ```
    pub fn sees_any<B>(
        &mut self,
        map: &OpacityMap,
        eyes: impl IntoIterator<Item: Into<IVec2>>,
        body: B,
        sight: Sight,
    ) -> bool
    where
        B: IntoIterator<Item: Into<IVec2>, IntoIter: Clone>,
    {
        let body = body.into_iter();
        let mut eyes = eyes.into_iter().map(Into::into);
        eyes.any(|eye: IVec2| {
            let mut body = body.clone();
            body.any(|cell| self.can_see(map, eye, cell, sight))
        })
    }

    /// Returns how much an eye in any of the cells `eyes` sees of that cell of `body` of which it sees the most: the largest
    /// [`exposure`](Self::exposure).
    pub fn exposure_of_any<B>(
        &mut self,
        map: &OpacityMap,
        eyes: impl IntoIterator<Item: Into<IVec2>>,
        body: B,
        sight: Sight,
    ) -> Exposure
    where
        B: IntoIterator<Item: Into<IVec2>, IntoIter: Clone>,
    {
        let (body, mut best) = (body.into_iter(), Exposure::HIDDEN);
        for eye in eyes.into_iter().map(Into::into) {
            for cell in body.clone() {
                best = best.max(self.exposure(map, eye, cell, sight));
            }
        }
        best
    }

    /// Returns how many of the cells `body` an eye in any of the cells `eyes` sees. A cell that is listed twice counts
    /// twice.
    pub fn count_seen<E>(
        &mut self,
        map: &OpacityMap,
        eyes: E,
        body: impl IntoIterator<Item: Into<IVec2>>,
        sight: Sight,
    ) -> usize
    where
        E: IntoIterator<Item: Into<IVec2>, IntoIter: Clone>,
    {
        let eyes = eyes.into_iter();
        let is_seen = |cell: &IVec2| {
            let mut eyes = eyes.clone();
            eyes.any(|eye| self.can_see(map, eye, *cell, sight))
        };
        body.into_iter().map(Into::into).filter(is_seen).count()
    }
}
