//! The latest opacity changes as a grid of bits, so that thousands of changes cost each eye and each light a few words.

use fogbound_fov::grid::{BitGrid, ones};
use fogbound_fov::{IVec2, OpacityMap, Sight, UVec2, VisibleSet};

use crate::share::with_engine;
use crate::{MapChanges, Revision};

/// The longest list of changes that is searched one by one. For longer lists, searching the grid is faster.
const FEW: usize = 64;

/// The cells whose opacity has changed since the last [`update`](Self::update).
#[derive(Clone, Debug, Default)]
pub(crate) struct Recent {
    /// The revisions at the last update and the one before it.
    span: Option<(Revision, Revision)>,
    /// The changed cells, each once.
    listed: Vec<IVec2>,
    /// The changed cells on the map.
    bits: BitGrid,
    /// Whether a cell outside the map has changed. The grid cannot hold it.
    has_outside: bool,
    /// The smallest and the largest coordinates of the changed cells.
    corners: (IVec2, IVec2),
}

impl Recent {
    /// Collects the changes since the last update. `size` is the size of the map.
    pub(crate) fn update(&mut self, changes: &MapChanges, size: UVec2) {
        for cell in self.listed.drain(..) {
            self.bits.set(cell, false);
        }
        if self.bits.size() != size {
            self.bits = BitGrid::new(size);
        }
        self.has_outside = false;
        let now = changes.revision();
        let before = self.span.map(|(_, before)| before);
        let since = before.and_then(|before| changes.opacity_since(before));
        // Without a list of changes, the revision now is the only one that this grid knows about.
        self.span = Some((before.filter(|_| since.is_some()).unwrap_or(now), now));
        for cell in since.into_iter().flatten() {
            if !self.bits.contains(cell) {
                self.bits.set(cell, true);
                self.has_outside |= !self.bits.contains(cell);
                self.listed.push(cell);
            }
        }
        let corners = (IVec2::MAX, IVec2::MIN);
        let listed = self.listed.iter();
        self.corners = listed.fold(corners, |(least, most), cell| {
            (least.min(*cell), most.max(*cell))
        });
    }

    /// Returns whether all changes since `earlier` are too far away to concern an eye with this sight. This is quick, and
    /// `false` if it cannot be told quickly.
    #[inline]
    pub(crate) fn spares(
        &self,
        now: Revision,
        earlier: Revision,
        sight: Sight,
        eye: IVec2,
    ) -> bool {
        let gap = (self.corners.0.saturating_sub(eye)).max(eye.saturating_sub(self.corners.1));
        let is_far = |reach: u32| i64::from(gap.max_element()) > i64::from(reach);
        let reach = sight.farthest_dependence();
        self.span == Some((earlier, now)) && reach.is_some_and(is_far)
    }

    /// Returns whether a view with this sight could depend on a cell whose opacity has changed since `earlier`. Given the
    /// map after the changes and the view before them, the answer is exact, and the view's own cells count, too.
    /// `changes` is the log of the last update.
    pub(crate) fn concern(
        &self,
        changes: &MapChanges,
        earlier: Revision,
        (sight, eye): (Sight, IVec2),
        seen: Option<(&OpacityMap, &VisibleSet)>,
    ) -> bool {
        // Most changes are too far away, which is quick to see.
        let is_far = |cell: IVec2| {
            let reach = sight.farthest_dependence();
            reach.is_some_and(|reach| eye.chebyshev_distance(cell) > reach)
        };
        let depends = |cell| {
            !is_far(cell)
                && match seen {
                    Some((map, _)) => {
                        with_engine(|engine, _| engine.depends_on(map, eye, cell, sight))
                    }
                    None => sight.depends_on(eye, cell),
                }
        };
        let view = seen.map(|(_, view)| view);
        let is_in_view = |cell| view.is_some_and(|it| it.contains(cell));
        let concerns = |cell| !is_far(cell) && (is_in_view(cell) || depends(cell));
        if self.span != Some((earlier, changes.revision())) {
            let since = changes.opacity_since(earlier);
            return since.is_none_or(|mut changed| changed.any(concerns));
        }
        match sight.farthest_dependence() {
            Some(reach) if self.listed.len() > FEW && !self.has_outside => {
                let in_view = |start, word| word & self.bits.columns(start) != 0;
                view.is_some_and(|view| view.any_word(in_view))
                    || self.any_within(eye, reach, depends)
            }
            _ => self.listed.iter().copied().any(concerns),
        }
    }

    /// Returns whether `suits` returns true for a changed cell at most `reach` rows and columns from `center`.
    fn any_within(&self, center: IVec2, reach: u32, suits: impl Fn(IVec2) -> bool) -> bool {
        let reach = i32::try_from(reach).unwrap_or(i32::MAX);
        let end = self.bits.size().as_ivec2() - IVec2::ONE;
        let first = center.saturating_sub(IVec2::splat(reach)).max(IVec2::ZERO);
        let last = center.saturating_add(IVec2::splat(reach)).min(end);
        (first.y..=last.y).any(|y| {
            let mut starts = (first.x..=last.x).step_by(64);
            starts.any(|x| {
                let start = IVec2::new(x, y);
                let beyond = 63 - (last.x - x).min(63);
                let changed = self.bits.columns(start) & u64::MAX >> beyond;
                ones(changed).any(|bit| suits(start + IVec2::new(bit, 0)))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fogbound_fov::{Algorithm, FieldOfView, OpacityMap};
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    /// The answer, written for clarity: every change in the log is looked at.
    fn slow(
        changes: &MapChanges,
        earlier: Revision,
        (sight, eye): (Sight, IVec2),
        seen: Option<(&OpacityMap, &VisibleSet)>,
    ) -> bool {
        let engine = FieldOfView::new();
        let concerns = |cell| match seen {
            Some((map, view)) => view.contains(cell) || engine.depends_on(map, eye, cell, sight),
            None => sight.depends_on(eye, cell),
        };
        let since = changes.opacity_since(earlier);
        since.is_none_or(|mut changed| changed.any(concerns))
    }

    /// Changes cells in one corner of a map, so that some of the eyes are near and some far from them.
    fn change(dice: &mut ChaCha8Rng, map: &mut OpacityMap, changes: &mut MapChanges) {
        let corner = IVec2::new(dice.random_range(-3..150), dice.random_range(-3..60));
        for _ in 0..[0, 1, 6, 30, 3000][dice.random_range(0..5)] {
            let way = IVec2::new(dice.random_range(0..9), dice.random_range(0..9));
            let opacity = dice.random_range(0..4) > 0;
            if opacity {
                map.set(corner + way, dice.random_range(0..2) == 0);
            }
            changes.note(corner + way, opacity);
        }
    }

    #[test]
    fn the_grid_gives_the_same_answers_as_the_log() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let mut map = OpacityMap::new(UVec2::new(150, 60), false);
        let (mut changes, mut recent) = (MapChanges::new(), Recent::default());
        let (mut engine, mut view) = (FieldOfView::new(), VisibleSet::new());
        let (mut known, mut answers) = (vec![changes.revision()], [0, 0]);
        for run in 0..600 {
            if run % 97 == 0 {
                changes.note_all();
            }
            change(&mut dice, &mut map, &mut changes);
            recent.update(&changes, map.size());
            for _ in 0..12 {
                let eye = IVec2::new(dice.random_range(-9..160), dice.random_range(-9..70));
                let sight = Sight::default().with_radius([0, 1, 8, 40, 200][run % 5]);
                let sight = match dice.random_range(0..5) {
                    0 => sight.with_algorithm(Algorithm::Diamond),
                    1 => sight.with_algorithm(Algorithm::Raycast),
                    3 => sight.with_algorithm(Algorithm::Raycast).without_walls(),
                    2 => sight.unlimited(),
                    _ => sight,
                };
                engine.compute(&map, eye, sight, &mut view);
                let seen = (dice.random_range(0..2) == 0).then_some((&map, &view));
                let at = known.len() - 1 - dice.random_range(0..known.len().min(4));
                let expected = slow(&changes, known[at], (sight, eye), seen);
                let found = recent.concern(&changes, known[at], (sight, eye), seen);
                assert_eq!(found, expected, "run {run}, {sight:?} at {eye}");
                answers[usize::from(found)] += 1;
            }
            known.push(changes.revision());
        }
        assert!(answers.iter().all(|&it| it > 1000), "{answers:?}");
    }
}
