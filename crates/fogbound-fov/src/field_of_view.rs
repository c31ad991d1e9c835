//! The entry point to all algorithms, which also holds their working memory.

use alloc::vec::Vec;

use glam::IVec2;

use crate::asked::{Answers, Asked};
use crate::eye::Eye;
use crate::grid::Rectangle;
use crate::sector::Sector;
use crate::slope::Beam;
use crate::terrain::Terrain;
use crate::{
    Algorithm, OpacityMap, Sight, VisibleSet, bresenham, diamond, line_of_sight, permissive,
    raycast, recursive, restrictive, symmetric,
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
    /// The view that [`can_see`](Self::can_see) computes when it needs a whole view.
    view: VisibleSet,
    /// What [`compute_with`](Self::compute_with) has asked for.
    answers: Answers,
}

impl FieldOfView {
    /// Creates an engine.
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills `out` with the cells that an eye at `eye` sees, replacing its previous contents. An eye off the map sees
    /// nothing.
    pub fn compute(&mut self, map: &OpacityMap, eye: IVec2, sight: Sight, out: &mut VisibleSet) {
        out.restart(eye);
        if map.contains(eye) {
            self.fill(&eye_on(map, eye, sight, u32::MAX), out);
        }
    }

    /// Returns the cells that an eye at `eye` sees, as a new set.
    ///
    /// To reuse a set and its memory, call [`compute`](Self::compute).
    pub fn view(&mut self, map: &OpacityMap, eye: IVec2, sight: Sight) -> VisibleSet {
        let mut view = VisibleSet::new();
        self.compute(map, eye, sight, &mut view);
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
        eye: IVec2,
        sight: Sight,
        mut is_opaque: impl FnMut(IVec2) -> bool,
        out: &mut VisibleSet,
    ) {
        out.restart(eye);
        // The part of the map within reach becomes a map of its own, whose coordinates begin at 0.
        const FARTHEST: i32 = OpacityMap::MAX_SIDE as i32;
        let corner = IVec2::splat(FARTHEST);
        let coordinates = Rectangle::from_corners(-corner, corner - 1);
        // With this reach on both sides of the eye, the part never exceeds the maximum length of a map's side.
        const REACH: i32 = FARTHEST / 2 - 1;
        let reach = sight.farthest_dependence();
        let reach = reach.map_or(REACH, |reach| reach.min(REACH as u32) as i32);
        let reachable = Rectangle::from_corners(
            eye.saturating_sub(IVec2::splat(reach)),
            eye.saturating_add(IVec2::splat(reach)),
        );
        let part = bounds.into().intersection(&coordinates);
        let part = part.filter(|part| part.contains(eye));
        let Some(part) = part.and_then(|part| part.intersection(&reachable)) else {
            return;
        };
        let mut answers = core::mem::take(&mut self.answers);
        let mut ask = |cell| is_opaque(part.min + cell);
        let asked = Asked::new(part.size, &mut ask, &mut answers);
        self.compute_asked(&eye_on(&asked, eye - part.min, sight, u32::MAX), out);
        self.answers = answers;
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
    /// `symmetric` (if the target is at most 2¹⁴ cells away) and `line-of-sight` read only cells between the eye and
    /// the target. The other algorithms compute a view that reaches as far as the target.
    pub fn can_see(&mut self, map: &OpacityMap, eye: IVec2, target: IVec2, sight: Sight) -> bool {
        if !map.contains(eye) || !map.contains(target) {
            return false;
        }
        if eye == target {
            return true;
        }
        if !sight.walls && map.is_opaque(target) {
            return false;
        }
        let distance = (target - eye).abs().max_element() as u32;
        match sight.algorithm {
            Algorithm::LineOfSight => {
                sight.reaches(target - eye) && line_of_sight::is_clear(map, eye, target)
            }
            Algorithm::Symmetric if distance <= symmetric::FARTHEST_PAIR => {
                sight.reaches(target - eye)
                    && symmetric::can_see(map, eye, target, &mut self.symmetric)
            }
            _ => {
                let mut view = core::mem::take(&mut self.view);
                view.restart(eye);
                self.fill(&eye_on(map, eye, sight, distance), &mut view);
                let seen = view.contains(target);
                self.view = view;
                seen
            }
        }
    }

    /// Returns whether the view of an eye at `eye` depends on the opacity of `cell`, given the other cells of the map.
    ///
    /// Use this method like [`Sight::depends_on`], which does not know the map, to decide which views to recompute
    /// after the map has changed. Pass the map as it is now: if the method returns `false` for every cell that has
    /// changed, the view is still the same. For `symmetric`, the answer is exact (if the cell is at most 2¹⁴ cells
    /// away): the method returns `true` if the eye would see the cell if it were a wall. For the other algorithms, it
    /// returns what [`Sight::depends_on`] returns.
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
    pub fn depends_on(&mut self, map: &OpacityMap, eye: IVec2, cell: IVec2, sight: Sight) -> bool {
        let distance = eye.x.abs_diff(cell.x).max(eye.y.abs_diff(cell.y));
        sight.depends_on(eye, cell)
            && (sight.algorithm != Algorithm::Symmetric
                || !(1..=symmetric::FARTHEST_PAIR).contains(&distance)
                || !map.contains(eye)
                || !map.contains(cell)
                || symmetric::touches(map, eye, cell, &mut self.symmetric))
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
    /// be right. This code is a separate function so that
    /// `symmetric` does not need the stack space that these algorithms use.
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
mod tests {
    use super::*;
    use crate::grid::BitGrid;
    use crate::{Cone, Shape};
    use glam::UVec2;
    use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

    /// Returns a random map, an eye on it or next to it, and a random sight.
    fn scene(dice: &mut ChaCha8Rng) -> (OpacityMap, IVec2, Sight) {
        let size = UVec2::new(dice.random_range(1..90), dice.random_range(1..90));
        let walls = dice.random_range(0..40);
        let map = OpacityMap::from_fn(size, |_| dice.random_range(0..100) < walls);
        let mut pick = |from: i32, to: i32| dice.random_range(from..to);
        let eye = IVec2::new(pick(-1, size.x as i32 + 1), pick(-1, size.y as i32 + 1));
        let facing = IVec2::new(pick(-3, 4), pick(-3, 4));
        let cone = Cone::new(facing, pick(0, 500) as u16);
        let sight = Sight {
            algorithm: Algorithm::ALL[pick(0, 8) as usize],
            radius: Some(pick(0, 50) as u32).filter(|radius| *radius < 45),
            shape: Shape::ALL[pick(0, 3) as usize],
            cone: Some(cone).filter(|_| pick(0, 3) == 0),
            walls: pick(0, 3) > 0,
        };
        (map, eye, sight)
    }

    #[test]
    fn a_closure_gives_the_same_view_as_the_map_it_describes() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let (mut fov, mut seen) = (FieldOfView::new(), VisibleSet::new());
        for _ in 0..3_000 {
            let (map, eye, sight) = scene(&mut dice);
            let corner = dice.random_range(-200..200);
            let corner = match dice.random_range(0..8) {
                0 => IVec2::new(-(1 << 30), (1 << 30) - map.size().y as i32),
                1 => IVec2::ZERO,
                _ => IVec2::new(corner, -corner / 2),
            };
            let mut asked = BitGrid::new(map.size());
            let bounds = Rectangle::new(corner, map.size());
            let is_opaque = |cell| {
                let cell = cell - corner;
                assert!(map.contains(cell) && !asked.get(cell), "{cell} {sight:?}");
                let reach = sight.farthest_dependence().unwrap_or(u32::MAX);
                assert!(
                    Shape::Square.contains(cell - eye, reach),
                    "{cell} {sight:?}"
                );
                asked.set(cell, true);
                map.is_opaque(cell)
            };
            fov.compute_with(bounds, corner + eye, sight, is_opaque, &mut seen);
            assert_eq!(seen.origin(), corner + eye);
            let expected = fov.view(&map, eye, sight);
            let moved: VisibleSet = expected.iter().map(|cell| corner + cell).collect();
            assert_eq!(seen, moved, "{eye} of {} {sight:?}", map.size());
        }
    }

    #[test]
    fn an_endless_world_is_not_read_beyond_the_radius() {
        let mut seen = VisibleSet::new();
        let world = Rectangle::from_corners(IVec2::MIN, IVec2::MAX);
        for eye in [(0, 0), (1 << 29, -(1 << 29)), (-(1 << 30), (1 << 30) - 1)] {
            let mut asked = 0;
            let count = |_| {
                asked += 1;
                false
            };
            let sight = Sight::default().with_radius(5);
            FieldOfView::new().compute_with(world, eye.into(), sight, count, &mut seen);
            assert!(seen.contains(eye.into()) && asked <= 121);
        }
        for off in [IVec2::MIN, IVec2::MAX, IVec2::splat(1 << 30)] {
            let never = |_| panic!("the eye is off the map");
            FieldOfView::new().compute_with(world, off, Sight::default(), never, &mut seen);
            assert!(seen.is_empty());
        }
    }

    /// Runs the README's program and compares its output with the output that the README shows.
    #[test]
    fn the_readme_program_prints_its_picture() {
        let rows = [
            "#########",
            "#...#...#",
            "#.@.#...#",
            "#.......#",
            "#########",
        ];
        let glyph = |cell: IVec2| rows[cell.y as usize].as_bytes()[cell.x as usize] as char;
        let map = OpacityMap::from_fn(UVec2::new(9, 5), |cell| glyph(cell) == '#');
        let seen = FieldOfView::new().view(&map, IVec2::new(2, 2), Sight::default());
        let mut picture = String::new();
        for y in 0..5 {
            let cells = (0..9).map(|x| IVec2::new(x, y));
            let shown = cells.map(|cell| {
                if seen.contains(cell) {
                    glyph(cell)
                } else {
                    ' '
                }
            });
            let line: String = shown.collect();
            picture += line.trim_end();
            picture += "\n";
        }
        let readme = include_str!("../README.md");
        assert!(
            readme.contains(&format!("```text\n{picture}```")),
            "{picture}"
        );
    }

    #[test]
    fn without_walls_everything_else_stays_visible() {
        let mut dice = ChaCha8Rng::seed_from_u64(2);
        let mut fov = FieldOfView::new();
        for _ in 0..1_000 {
            let (map, eye, sight) = scene(&mut dice);
            let with = Sight {
                walls: true,
                ..sight
            };
            let mut expected = fov.view(&map, eye, with);
            expected.retain(|cell| cell == eye || !map.is_opaque(cell));
            let seen = fov.view(&map, eye, with.without_walls());
            assert_eq!(seen, expected, "{eye} {sight:?}");
            for cell in Rectangle::from(map.size()).cells().step_by(7) {
                let pair = fov.can_see(&map, eye, cell, with.without_walls());
                assert_eq!(pair, seen.contains(cell), "{eye} {cell} {sight:?}");
            }
        }
    }

    #[test]
    fn a_symmetric_view_lies_in_a_window_of_limited_size() {
        let sizes = [
            (1, 1),
            (10, 300),
            (300, 10),
            (64, 64),
            (40, 24),
            (1000, 3),
            (3, 1000),
        ];
        for size in sizes.map(UVec2::from) {
            let map = OpacityMap::new(size, false);
            let last = size.as_ivec2() - 1;
            for eye in [IVec2::ZERO, last / 2, last, IVec2::new(0, last.y)] {
                for sight in [
                    Sight::default().with_radius(70),
                    Sight::default().unlimited(),
                ] {
                    let view = FieldOfView::new().view(&map, eye, sight);
                    let (rows, words_per_row, is_whole) = view.window();
                    let side = |cells: u32| cells.max(63) as usize;
                    assert!(rows <= side(size.y), "{} rows, {size}", rows);
                    // Rounding to whole words adds up to 63 columns on each side.
                    let words = (side(size.x) + 2 * 63) / 64;
                    assert!(words_per_row <= words, "{} words, {size}", words_per_row);
                    assert!(is_whole && !view.is_empty());
                }
            }
        }
    }
}
