//! What has changed on a map in recent runs.

use std::collections::VecDeque;

use fogbound_fov::grid::{BitGrid, ones};
use fogbound_fov::{IVec2, UVec2, VisibleSet};

/// The changes in recent runs. With this list, a memory that missed a few runs can catch up without rereading its
/// entire view. A memory that missed none always can, however much has changed.
#[derive(Default)]
pub(crate) struct News {
    /// The run after which the list of changes is complete.
    since: u64,
    /// The changed cells, oldest first, each with the run in which it changed.
    changed: VecDeque<(u64, IVec2)>,
    latest: Latest,
}

/// The changes in the last run.
#[derive(Default)]
struct Latest {
    /// The run before the last one, or `None` if what has changed since then is unknown.
    since: Option<u64>,
    /// The changed cells, each once.
    listed: Vec<IVec2>,
    /// The changed cells on the map.
    bits: BitGrid,
}

/// The maximum number of changes kept. A memory that missed a run and more changes than this rereads its entire view.
const LONGEST: usize = 256;

/// The longest list of changes that is searched one by one. For longer lists, searching the grid is faster.
const FEW: usize = 32;

impl News {
    /// Adds the cells that have changed between the run `before` and the run `run`, on a map of the given size.
    pub(crate) fn add(&mut self, (before, run): (u64, u64), changed: &[IVec2], size: UVec2) {
        self.latest.replace(changed, size);
        self.latest.since = Some(before);
        self.changed.extend(changed.iter().map(|&cell| (run, cell)));
        while self.changed.len() > LONGEST
            && let Some((run, _)) = self.changed.pop_front()
        {
            self.since = run;
        }
    }

    /// Discards everything, because the changes in this run are unknown.
    pub(crate) fn forget(&mut self, run: u64) {
        self.changed.clear();
        self.latest = Latest::default();
        self.since = run;
    }

    /// Returns whether all changes after the given run are known.
    pub(crate) fn covers(&self, run: u64) -> bool {
        run >= self.since || Some(run) == self.latest.since
    }

    /// Calls `note` for the cells of `view` that changed after the given run, which must be [covered](Self::covers). A
    /// cell that changed twice may be passed twice.
    pub(crate) fn each_in(&self, view: &VisibleSet, run: u64, mut note: impl FnMut(IVec2)) {
        let latest = &self.latest;
        if Some(run) != latest.since {
            let new = self.changed.iter().rev();
            let new = new
                .take_while(|(when, _)| *when > run)
                .map(|(_, cell)| *cell);
            return new.filter(|cell| view.contains(*cell)).for_each(note);
        }
        if latest.listed.len() <= FEW {
            let listed = latest.listed.iter().copied();
            return listed.filter(|cell| view.contains(*cell)).for_each(note);
        }
        for (start, word) in view.words() {
            for bit in ones(word & latest.bits.columns(start)) {
                note(start + IVec2::new(bit, 0));
            }
        }
    }
}

impl Latest {
    fn replace(&mut self, changed: &[IVec2], size: UVec2) {
        for cell in self.listed.drain(..) {
            self.bits.set(cell, false);
        }
        if self.bits.size() != size {
            self.bits = BitGrid::new(size);
        }
        for &cell in changed {
            if !self.bits.contains(cell) {
                self.bits.set(cell, true);
                self.listed.push(cell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};
    use std::collections::HashSet;

    const SIZE: UVec2 = UVec2::new(100, 30);

    fn found(news: &News, view: &VisibleSet, run: u64) -> HashSet<IVec2> {
        let mut found = HashSet::new();
        news.each_in(view, run, |cell| {
            found.insert(cell);
        });
        found
    }

    #[test]
    fn every_memory_finds_exactly_the_changes_that_it_missed() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let mut news = News::default();
        let (mut runs, mut answers) = (vec![(1, Vec::new())], [0, 0]);
        news.forget(1);
        for run in 2..400 {
            let mut cell = || IVec2::new(dice.random_range(0..100), dice.random_range(0..30));
            let many = [0, 1, 5, 40, 700][run as usize % 5];
            let changed: Vec<IVec2> = (0..many).map(|_| cell()).collect();
            let view: VisibleSet = (0..300).map(|_| cell()).collect();
            if run % 50 == 0 {
                news.forget(run);
                runs.clear();
            } else {
                news.add((run - 1, run), &changed, SIZE);
            }
            runs.push((run, changed));
            for (at, &(since, _)) in runs.iter().enumerate().rev().take(4) {
                let is_covered = news.covers(since);
                assert!(
                    is_covered || run - since > 1,
                    "the last run is always known"
                );
                answers[usize::from(is_covered)] += 1;
                if is_covered {
                    let missed = runs[at + 1..].iter().flat_map(|(_, cells)| cells);
                    let missed = missed.copied().filter(|cell| view.contains(*cell));
                    assert_eq!(
                        found(&news, &view, since),
                        missed.collect(),
                        "{since}..{run}"
                    );
                }
            }
            assert!(
                !news.covers(0),
                "a memory that never looked reads everything"
            );
        }
        assert!(answers.iter().all(|&it| it > 100), "{answers:?}");
    }
}
