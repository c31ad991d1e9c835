//! The entry point to all algorithms, which also holds their working memory.

use alloc::boxed::Box;
use alloc::vec::Vec;

use glam::IVec2;

use crate::asked::{Answers, Asked};
use crate::eye::Eye;
use crate::grid::Rectangle;
use crate::sector::Sector;
use crate::slope::Beam;
use crate::terrain::Terrain;
use crate::{
    Algorithm, Exposure, OpacityMap, Sight, VisibleSet, bresenham, diamond, line_of_sight,
    permissive, raycast, recursive, restrictive, symmetric,
};

/// An engine that computes fields of view and reuses its memory.
///
/// After the first view, computing similar views allocates nothing. One engine can serve any number of eyes on any
/// number of maps, one view at a time. Give each thread its own engine.
#[derive(Debug, Default)]
pub struct FieldOfView {
    symmetric: symmetric::Scratch,
    beams: Vec<Beam>,
    permissive: permissive::Views,
    restrictive: restrictive::Shadows,
    /// A view that is needed for an answer, but is not the answer.
    pub(crate) view: VisibleSet,
    /// What [`compute_with`](Self::compute_with) has asked for.
    answers: Option<Box<Answers>>,
}

impl FieldOfView {
    /// Creates an engine.
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills `out` with the cells that an eye at `eye` sees, replacing its previous contents. An eye off the map sees
    /// nothing.
    pub fn compute(
        &mut self,
        map: &OpacityMap,
        eye: impl Into<IVec2>,
        sight: Sight,
        out: &mut VisibleSet,
    ) {
        let eye = eye.into();
        out.restart(eye);
        if map.contains(eye) {
            self.fill(&eye_on(map, eye, sight, u32::MAX), out);
        }
    }

    /// Returns the cells that an eye at `eye` sees, as a new set.
    ///
    /// To reuse a set and its memory, call [`compute`](Self::compute).
    ///
    /// ```
    /// use fogbound_fov::{FieldOfView, OpacityMap, Sight};
    ///
    /// let map = OpacityMap::from_rows(["......", "..##..", "......"]);
    /// let seen = FieldOfView::new().view(&map, (1, 1), Sight::default().with_radius(4));
    /// assert!(seen.contains((2, 1)) && !seen.contains((4, 1)));
    /// ```
    pub fn view(&mut self, map: &OpacityMap, eye: impl Into<IVec2>, sight: Sight) -> VisibleSet {
        let mut view = VisibleSet::new();
        self.compute(map, eye, sight, &mut view);
        view
    }

    /// Returns the cells that an eye at `eye` sees on any kind of map, as a new set: see
    /// [`compute_with`](Self::compute_with).
    ///
    /// ```
    /// use fogbound_fov::{FieldOfView, IVec2, Sight, UVec2};
    ///
    /// let tiles = ["......", "..##..", "......"];
    /// let is_wall = |cell: IVec2| tiles[cell.y as usize].as_bytes()[cell.x as usize] == b'#';
    /// let seen = FieldOfView::new().view_with(UVec2::new(6, 3), (1, 1), Sight::default(), is_wall);
    /// assert!(seen.contains((2, 1)) && !seen.contains((4, 1)));
    /// ```
    pub fn view_with(
        &mut self,
        bounds: impl Into<Rectangle>,
        eye: impl Into<IVec2>,
        sight: Sight,
        is_opaque: impl FnMut(IVec2) -> bool,
    ) -> VisibleSet {
        let mut view = VisibleSet::new();
        self.compute_with(bounds, eye, sight, is_opaque, &mut view);
        view
    }

    /// Fills `out` with the cells that an eye at `eye` sees on any kind of map. `is_opaque` returns whether a cell
    /// blocks sight. The result is the same as that of [`compute`](Self::compute).
    ///
    /// `bounds` is the extent of the map: a [`Rectangle`], or a [`UVec2`](glam::UVec2) for a map of that size whose top
    /// left cell is (0, 0). The extent is clipped to coordinates from −2³⁰ to 2³⁰ − 1. Cells outside the extent are
    /// opaque and invisible, and `is_opaque` is not called for them.
    ///
    /// `is_opaque` is called at most once for each cell, and only for cells that the algorithm needs: with the default
    /// algorithm, those that light reaches within the radius. In a closet, a view of any radius takes a handful of
    /// calls. (Only `line-of-sight` starts at its targets and asks for nearly every cell within the radius.) On an
    /// endless map, give the sight a radius unless walls enclose the eye. If many eyes share a map, an [`OpacityMap`] is
    /// faster.
    ///
    /// ```
    /// use fogbound_fov::grid::Rectangle;
    /// use fogbound_fov::{FieldOfView, IVec2, Sight, UVec2, VisibleSet};
    ///
    /// // Four trillion cells, one in sixteen of which is a pillar.
    /// let world = Rectangle::from_corners(IVec2::splat(-1_000_000), IVec2::splat(1_000_000));
    /// let is_pillar = |cell: IVec2| cell.x % 4 == 0 && cell.y % 4 == 0;
    ///
    /// let (mut fov, mut seen) = (FieldOfView::new(), VisibleSet::new());
    /// let eye = IVec2::new(-70_001, 2);
    /// fov.compute_with(world, eye, Sight::default(), is_pillar, &mut seen);
    /// assert!(seen.contains(IVec2::new(-70_000, 4)));
    /// assert!(!seen.contains(IVec2::new(-69_999, 6)));
    /// ```
    pub fn compute_with(
        &mut self,
        bounds: impl Into<Rectangle>,
        eye: impl Into<IVec2>,
        sight: Sight,
        mut is_opaque: impl FnMut(IVec2) -> bool,
        out: &mut VisibleSet,
    ) {
        let eye = eye.into();
        out.restart(eye);
        let reach = sight.farthest_dependence();
        let reach = reach.map_or(REACH, |reach| reach.min(REACH as u32) as i32);
        let Some(part) = part_within(bounds.into(), eye, reach) else {
            return;
        };
        // The part of the map within reach becomes a map of its own, whose coordinates begin at 0.
        let mut answers = self.answers.take().unwrap_or_default();
        // A call for many cells costs hardly more than a call for one, and this code is compiled for every closure.
        let mut ask = |start: IVec2, step: IVec2, count: u32| {
            let (mut cell, mut opaque) = (part.min + start, 0);
            for _ in 0..count {
                // Every answer enters at the highest bit and makes its way down.
                opaque = opaque >> 1 | u64::from(is_opaque(cell)) << 63;
                cell += step;
            }
            opaque >> (64 - count)
        };
        let at = eye - part.min;
        let asked = Asked::new(part.size, at, !sight.walls, &mut ask, &mut answers);
        self.compute_asked(&eye_on(&asked, at, sight, u32::MAX), out);
        self.answers = Some(answers);
        out.shift(part.min);
    }

    /// Fills `out` by asking for each cell. This code is a separate function so that it is compiled only once.
    #[inline(never)]
    fn compute_asked(&mut self, eye: &Eye<Asked>, out: &mut VisibleSet) {
        out.restart(eye.at);
        self.fill(eye, out);
    }

    /// Returns whether an eye at `eye` sees the cell `target`, that is, whether [`compute`](Self::compute) would
    /// include that cell.
    ///
    /// `symmetric` and `line-of-sight` read only cells between the eye and the target. The other algorithms compute a
    /// view that reaches as far as the target.
    ///
    /// ```
    /// use fogbound_fov::{FieldOfView, OpacityMap, Sight};
    ///
    /// let map = OpacityMap::from_rows(["......", "...#..", "......"]);
    /// let (mut fov, sight) = (FieldOfView::new(), Sight::default());
    /// assert!(fov.can_see(&map, (0, 1), (5, 2), sight));
    /// assert!(!fov.can_see(&map, (0, 1), (5, 1), sight));
    /// ```
    pub fn can_see(
        &mut self,
        map: &OpacityMap,
        eye: impl Into<IVec2>,
        target: impl Into<IVec2>,
        sight: Sight,
    ) -> bool {
        let (eye, target) = (eye.into(), target.into());
        let is_opaque = |cell| map.is_opaque(cell);
        let glance = glance(map.size().into(), [eye, target], sight, is_opaque);
        glance.unwrap_or_else(|| {
            let distance = (target - eye).abs().max_element() as u32;
            let mut view = core::mem::take(&mut self.view);
            view.restart(eye);
            self.fill(&eye_on(map, eye, sight, distance), &mut view);
            let seen = view.contains(target);
            self.view = view;
            seen
        })
    }

    /// Returns whether an eye at `eye` sees the cell `target` on any kind of map. The result is the same as that of
    /// [`can_see`](Self::can_see). `bounds` and `is_opaque` are those of [`compute_with`](Self::compute_with), which
    /// would include the cell. `is_opaque` is called at most once for each cell, except for the target.
    pub fn can_see_with(
        &mut self,
        bounds: impl Into<Rectangle>,
        eye: impl Into<IVec2>,
        target: impl Into<IVec2>,
        sight: Sight,
        mut is_opaque: impl FnMut(IVec2) -> bool,
    ) -> bool {
        let (eye, target) = (eye.into(), target.into());
        let Some(part) = part_within(bounds.into(), eye, REACH) else {
            return false;
        };
        let glance = glance(part, [eye, target], sight, &mut is_opaque);
        glance.unwrap_or_else(|| {
            let mut view = core::mem::take(&mut self.view);
            self.compute_with(part, eye, sight, is_opaque, &mut view);
            let seen = view.contains(target);
            self.view = view;
            seen
        })
    }

    /// Returns how much of the cell `target` an eye at `eye` sees: nothing if [`can_see`](Self::can_see) returns
    /// `false`, and otherwise the share of the cell that no wall in between hides. Use it for cover from missiles and for
    /// soft edges of shadows.
    ///
    /// Only `symmetric` knows such shares. With the other algorithms, a visible cell counts as seen entirely, and so does
    /// the eye's own cell. The time is that of [`can_see`](Self::can_see).
    ///
    /// ```
    /// use fogbound_fov::{Exposure, FieldOfView, OpacityMap, Sight};
    ///
    /// let map = OpacityMap::from_rows(["......", "...#..", "......"]);
    /// let exposure = FieldOfView::new().exposure(&map, (0, 1), (5, 0), Sight::default());
    /// assert_eq!(exposure, Exposure::new(2, 3));
    /// ```
    pub fn exposure(
        &mut self,
        map: &OpacityMap,
        eye: impl Into<IVec2>,
        target: impl Into<IVec2>,
        sight: Sight,
    ) -> Exposure {
        let (eye, target) = (eye.into(), target.into());
        if sight.algorithm != Algorithm::Symmetric {
            let is_seen = self.can_see(map, eye, target, sight);
            return Exposure::new(is_seen.into(), 1);
        }
        exposure(map.size().into(), [eye, target], sight, |cell| {
            map.is_opaque(cell)
        })
    }

    /// Returns how much of the cell `target` an eye at `eye` sees on any kind of map. The result is the same as that of
    /// [`exposure`](Self::exposure). `bounds` and `is_opaque` are those of [`compute_with`](Self::compute_with).
    pub fn exposure_with(
        &mut self,
        bounds: impl Into<Rectangle>,
        eye: impl Into<IVec2>,
        target: impl Into<IVec2>,
        sight: Sight,
        is_opaque: impl FnMut(IVec2) -> bool,
    ) -> Exposure {
        let (eye, target) = (eye.into(), target.into());
        if sight.algorithm != Algorithm::Symmetric {
            let is_seen = self.can_see_with(bounds, eye, target, sight, is_opaque);
            return Exposure::new(is_seen.into(), 1);
        }
        let part = part_within(bounds.into(), eye, REACH);
        part.map_or(Exposure::HIDDEN, |part| {
            exposure(part, [eye, target], sight, is_opaque)
        })
    }

    /// Returns whether the view of an eye at `eye` depends on the opacity of `cell`, given the other cells of the map.
    ///
    /// Use this method like [`Sight::depends_on`], which does not know the map, to decide which views to recompute
    /// after the map has changed. Pass the map as it is now: if the method returns `false` for every cell that has
    /// changed, the view is still the same. For `symmetric`, the answer is exact: the method returns `true` if the
    /// eye would see the cell if it were a wall. For the other algorithms, it returns what [`Sight::depends_on`] returns.
    ///
    /// ```
    /// use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Sight, UVec2};
    ///
    /// let mut map = OpacityMap::new(UVec2::new(7, 1), false);
    /// map.set(IVec2::new(2, 0), true);
    /// let (mut fov, eye) = (FieldOfView::new(), IVec2::ZERO);
    /// let sight = Sight::default().with_radius(5);
    /// assert!(fov.depends_on(&map, eye, IVec2::new(1, 0), sight));
    /// assert!(!fov.depends_on(&map, eye, IVec2::new(4, 0), sight)); // behind a wall
    /// ```
    pub fn depends_on(
        &self,
        map: &OpacityMap,
        eye: impl Into<IVec2>,
        cell: impl Into<IVec2>,
        sight: Sight,
    ) -> bool {
        let (eye, cell) = (eye.into(), cell.into());
        sight.depends_on(eye, cell)
            && (sight.algorithm != Algorithm::Symmetric
                || eye == cell
                || !map.contains(eye)
                || !map.contains(cell)
                || symmetric::touches(cell - eye, |offset| map.is_opaque(eye + offset)))
    }

    /// Fills `out`, which must be empty, with the cells that an eye on the map sees.
    fn fill(&mut self, eye: &Eye<impl Terrain>, out: &mut VisibleSet) {
        if eye.sight.algorithm == Algorithm::Symmetric {
            symmetric::compute(eye, &mut self.symmetric, out);
        } else if eye.sight.cone.is_some() {
            self.fill_cone(eye, out);
        } else {
            self.fill_by_cells(eye, None, out);
        }
        if !eye.sight.walls {
            if eye.sight.algorithm == Algorithm::LineOfSight {
                // This algorithm has not looked at all the cells that it shows.
                out.retain(|cell| !eye.map.is_opaque(cell));
            } else {
                eye.map.remove_opaque(out);
            }
            out.insert(eye.at);
        }
    }

    /// Fills `out` by running one of the algorithms that scan cell by cell, if the sight is limited to a cone.
    #[inline(never)]
    fn fill_cone(&mut self, eye: &Eye<impl Terrain>, out: &mut VisibleSet) {
        // `line-of-sight` saves time by testing the cone before it follows a line.
        let by_cells = eye.sight.algorithm == Algorithm::LineOfSight;
        let by_rows = !by_cells && eye.reach <= Sector::FARTHEST;
        let sector = eye.sight.cone.filter(|_| by_rows).and_then(Sector::new);
        let cone = eye.sight.cone.filter(|_| !by_rows);
        let sight = Sight { cone, ..eye.sight };
        self.fill_by_cells(&Eye { sight, ..*eye }, sector.as_ref(), out);
        if let Some(sector) = sector {
            sector.keep_inside(eye.at, out, |row| sector.row(row));
        }
    }

    /// Fills `out` by running one of the algorithms that scan cell by cell. With a `sector`, only what lies in it has to
    /// be right. This code is a separate function so that `symmetric` does not need the stack space that these
    /// algorithms use.
    #[inline(never)]
    fn fill_by_cells(
        &mut self,
        eye: &Eye<impl Terrain>,
        sector: Option<&Sector>,
        out: &mut VisibleSet,
    ) {
        match eye.sight.algorithm {
            Algorithm::Symmetric => {}
            Algorithm::Recursive => recursive::compute(eye, sector, &mut self.beams, out),
            Algorithm::Raycast => raycast::compute(eye, out),
            Algorithm::Bresenham(lines) => bresenham::compute(eye, lines, out),
            Algorithm::LineOfSight => line_of_sight::compute(eye, out),
            Algorithm::Diamond => diamond::compute(eye, sector, &mut self.beams, out),
            Algorithm::Permissive => permissive::compute(eye, sector, &mut self.permissive, out),
            Algorithm::Restrictive => restrictive::compute(eye, sector, &mut self.restrictive, out),
        }
    }
}

/// The farthest that a closure is asked on both sides of the eye. A map of this extent never exceeds the maximum length of
/// a map's side.
const REACH: i32 = OpacityMap::MAX_SIDE as i32 / 2 - 1;

/// Returns the part of a map that is at most `reach` cells to the right of or below an eye, clipped to the coordinates
/// that are in use, or `None` if the eye is off the map. On maps of usual sizes, the part begins where the map begins.
fn part_within(bounds: Rectangle, eye: IVec2, reach: i32) -> Option<Rectangle> {
    const FARTHEST: i32 = OpacityMap::MAX_SIDE as i32;
    let corner = IVec2::splat(FARTHEST);
    let coordinates = Rectangle::from_corners(-corner, corner - 1);
    let part = bounds.intersection(&coordinates);
    let part = part.filter(|part| part.contains(eye))?;
    let reachable = Rectangle::from_corners(
        eye.saturating_sub(IVec2::splat(REACH)),
        eye.saturating_add(IVec2::splat(reach)),
    );
    part.intersection(&reachable)
}

/// Returns whether an eye sees a target, or `None` if only a view can tell.
fn glance(
    bounds: Rectangle,
    [eye, target]: [IVec2; 2],
    sight: Sight,
    mut is_opaque: impl FnMut(IVec2) -> bool,
) -> Option<bool> {
    if !bounds.contains(eye) || !bounds.contains(target) {
        return Some(false);
    }
    if eye == target {
        return Some(true);
    }
    let is_pair = matches!(
        sight.algorithm,
        Algorithm::Symmetric | Algorithm::LineOfSight
    );
    if is_pair && !sight.reaches(target - eye) {
        return Some(false);
    }
    let is_wall = is_opaque(target);
    if is_wall && !sight.walls {
        return Some(false);
    }
    match sight.algorithm {
        Algorithm::Symmetric => Some(symmetric::can_see(target - eye, is_wall, |offset| {
            is_opaque(eye + offset)
        })),
        Algorithm::LineOfSight => Some(line_of_sight::is_clear(eye, target, is_opaque)),
        _ => None,
    }
}

/// Returns how much of a target an eye sees with `symmetric`.
fn exposure(
    bounds: Rectangle,
    [eye, target]: [IVec2; 2],
    sight: Sight,
    mut is_opaque: impl FnMut(IVec2) -> bool,
) -> Exposure {
    if !bounds.contains(eye) || !bounds.contains(target) || !sight.reaches(target - eye) {
        return Exposure::HIDDEN;
    }
    if eye == target {
        return Exposure::WHOLE;
    }
    let is_wall = is_opaque(target);
    if is_wall && !sight.walls {
        return Exposure::HIDDEN;
    }
    symmetric::exposure(target - eye, is_wall, |offset| is_opaque(eye + offset))
}

/// Creates an eye that looks as far as its sight and the map allow, but no farther than `reach` rows and columns.
fn eye_on<T: Terrain>(map: &T, at: IVec2, sight: Sight, reach: u32) -> Eye<'_, T> {
    let last = map.size().as_ivec2() - 1;
    // The distance to the farthest row or column of the map.
    let farthest = at.max(last - at).max_element() as u32;
    let reach = reach.min(sight.radius.unwrap_or(farthest)).min(farthest);
    Eye {
        map,
        at,
        sight,
        reach,
    }
}

#[cfg(test)]
mod tests;
