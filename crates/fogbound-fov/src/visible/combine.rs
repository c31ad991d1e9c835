//! Compares and combines sets, 64 cells at a time.

use glam::IVec2;

use super::cells::{self, Run, SetWord};
use super::{VisibleSet, work};
use crate::grid::ones;

impl VisibleSet {
    /// Calls `visit` with each run of cells that only one of the two sets contains. The second argument is `true` if
    /// the run belongs to this set. The runs come in no particular order, and one run may end where another begins.
    pub fn each_difference(&self, other: &Self, mut visit: impl FnMut(Run, bool)) {
        self.each_pair(other, |start, mine, theirs| {
            let (at, y) = (start.x >> 6, start.y);
            if mine != theirs {
                cells::each_run(mine & !theirs, at, y, |run| visit(run, true));
                cells::each_run(theirs & !mine, at, y, |run| visit(run, false));
            }
        });
    }

    /// Calls `visit` for each word that is nonzero in either set, in no particular order. The arguments are the word's
    /// first cell, its bits in this set and its bits in the other set, as [`words`](Self::words) returns them.
    #[doc(hidden)]
    #[inline]
    pub fn each_pair(&self, other: &Self, mut visit: impl FnMut(IVec2, u64, u64)) {
        let start = |at: i32, y: i32| IVec2::new(at * 64, y);
        // A window without rows is aligned with any other window.
        let has_rows = |set: &Self| set.rows > 0;
        let (width, left) = if has_rows(self) {
            (self.words_per_row, self.left)
        } else {
            (other.words_per_row, other.left)
        };
        let is_aligned = !has_rows(other) || (left, width) == (other.left, other.words_per_row);
        let is_near = self.beyond.is_empty() && other.beyond.is_empty();
        if !is_aligned || !is_near || width == 0 {
            for SetWord { bits, at, y } in self.filled_words() {
                visit(start(at, y), bits, other.word(at, y));
            }
            for SetWord { bits, at, y } in other.filled_words() {
                if self.word(at, y) == 0 {
                    visit(start(at, y), 0, bits);
                }
            }
            return;
        }
        // First visit the rows that both windows contain, then the rows above and below that only one of them contains.
        let bottom = |set: &Self| i64::from(set.top) + set.rows as i64;
        let top = i64::from(self.top.max(other.top));
        let bottom = bottom(self).min(bottom(other)).max(top);
        let split = |set: &Self| {
            let row = |y: i64| (y - i64::from(set.top)).clamp(0, set.rows as i64) as usize;
            (row(top), row(bottom))
        };
        let (mine, theirs) = (split(self), split(other));
        let rows = self.words[mine.0 * width..mine.1 * width]
            .chunks_exact(width)
            .zip(other.words[theirs.0 * width..theirs.1 * width].chunks_exact(width));
        for ((mine, theirs), y) in rows.zip(top..) {
            for ((&mine, &theirs), at) in mine.iter().zip(theirs).zip(left..) {
                if mine | theirs != 0 {
                    visit(start(at, y as i32), mine, theirs);
                }
            }
        }
        let mut alone = |set: &Self, (begin, end): (usize, usize), is_mine: bool| {
            let rows = set.words.chunks_exact(width).zip(0..);
            for (row, number) in rows.filter(|&(_, row)| row < begin || row >= end) {
                let y = set.top.wrapping_add(number as i32);
                for (&word, at) in row.iter().zip(set.left..) {
                    if word != 0 && is_mine {
                        visit(start(at, y), word, 0);
                    } else if word != 0 {
                        visit(start(at, y), 0, word);
                    }
                }
            }
        };
        alone(self, mine, true);
        alone(other, theirs, false);
    }

    /// Replaces this set with a part of another set, reusing the memory of this set.
    ///
    /// `keep` receives the first cell and the bits of each nonzero word, as [`words`](Self::words) returns them, and
    /// returns the bits to keep.
    ///
    /// ```
    /// use fogbound_fov::{IVec2, VisibleSet};
    ///
    /// let set: VisibleSet = (0..100).map(|x| IVec2::new(x, 7)).collect();
    /// let mut part = VisibleSet::new();
    /// part.clone_words(&set, |_, bits| bits & 0b11);
    /// assert_eq!(part.iter().map(|cell| cell.x).collect::<Vec<_>>(), [0, 1, 64, 65]);
    /// ```
    #[doc(hidden)]
    pub fn clone_words(&mut self, other: &Self, mut keep: impl FnMut(IVec2, u64) -> u64) {
        let mut words = core::mem::take(&mut self.words);
        words.clear();
        let width = other.words_per_row.max(1);
        for (row, y) in other.words.chunks_exact(width).zip(0..) {
            let y = other.top.wrapping_add(y);
            words.extend(row.iter().zip(other.left..).map(|(&word, at)| match word {
                0 => 0,
                word => word & keep(IVec2::new(at * 64, y), word),
            }));
        }
        let beyond = other.beyond.iter();
        let beyond = beyond.map(|(&(y, at), &word)| {
            let kept = word & keep(IVec2::new(at * 64, y), word);
            ((y, at), kept)
        });
        let beyond = beyond.filter(|(_, word)| *word != 0).collect();
        *self = Self {
            words,
            beyond,
            ..*other
        };
    }

    /// Replaces every nonzero word with the result of `new`, whose arguments are the word's column (in words), row and
    /// bits. `new` must not add cells.
    pub(super) fn change(&mut self, mut new: impl FnMut(i32, i32, u64) -> u64) {
        for row in 0..self.rows {
            let y = self.top.wrapping_add_unsigned(row as u32);
            let words = &mut self.words[row * self.words_per_row..][..self.words_per_row];
            for (at, word) in (self.left..).zip(words).filter(|(_, word)| **word != 0) {
                *word = new(at, y, *word);
            }
        }
        self.change_beyond(new);
    }

    pub(super) fn change_beyond(&mut self, mut new: impl FnMut(i32, i32, u64) -> u64) {
        if !self.beyond.is_empty() {
            work::note(self.beyond.len());
            self.beyond.retain(|(y, at), word| {
                *word = new(*at, *y, *word);
                *word != 0
            });
        }
    }

    /// Keeps only the cells for which `keep` returns `true`.
    pub fn retain(&mut self, mut keep: impl FnMut(IVec2) -> bool) {
        self.change(|at, y, word| {
            let hidden = ones(word).filter(|bit| !keep(IVec2::new(at * 64 + bit, y)));
            hidden.fold(word, |word, bit| word & !(1 << bit))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_match_set_algebra() {
        use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let mut set = || -> VisibleSet {
                let width = dice.random_range(1..200);
                let corner = IVec2::splat(dice.random_range(-90..20));
                let share = dice.random_range(1..100);
                let cells = (0..width * 5).filter(|_| dice.random_range(0..100) < share);
                let cells: Vec<i32> = cells.collect();
                let at = |i: i32| corner + IVec2::new(i % width, i / width);
                cells.into_iter().map(at).collect()
            };
            let (one, other) = (set(), set());
            for other in [&other, &one, &VisibleSet::new()] {
                let mut found = [Vec::new(), Vec::new()];
                one.each_difference(other, |run, is_mine| {
                    let cells = (0..run.length as i32).map(|x| run.start + IVec2::new(x, 0));
                    found[usize::from(is_mine)].extend(cells);
                });
                for cells in &mut found {
                    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
                }
                let beyond = |one: &VisibleSet, other| {
                    let mut difference = one.clone();
                    difference.difference_with(other);
                    difference.iter().collect::<Vec<_>>()
                };
                assert_eq!(found, [beyond(other, &one), beyond(&one, other)]);
            }
            let mut copy = set();
            copy.clone_from(&one);
            assert!(copy == one && copy.origin() == one.origin());
        }
    }

    /// Returns cells scattered over the whole range of coordinates, some of them close together and some far apart.
    fn scattered(dice: &mut rand::rngs::ChaCha8Rng) -> Vec<IVec2> {
        use rand::RngExt;
        let ends = [i32::MIN, -70, 0, 1 << 20, i32::MAX - 40];
        (0..dice.random_range(1..60))
            .map(|_| {
                let corner =
                    IVec2::new(ends[dice.random_range(0..5)], ends[dice.random_range(0..5)]);
                corner + IVec2::new(dice.random_range(0..40), dice.random_range(0..3))
            })
            .collect()
    }

    #[test]
    fn sets_of_distant_cells_are_like_any_other() {
        use rand::{SeedableRng, rngs::ChaCha8Rng};
        use std::collections::BTreeSet;
        let mut dice = ChaCha8Rng::seed_from_u64(3);
        let key = |cell: IVec2| (cell.y, cell.x);
        for _ in 0..300 {
            let lists = [scattered(&mut dice), scattered(&mut dice)];
            let [one, two] = lists
                .clone()
                .map(|l| l.into_iter().map(key).collect::<BTreeSet<_>>());
            let [a, b] = lists.map(|l| l.into_iter().collect::<VisibleSet>());
            let check = |set: &VisibleSet, cells: BTreeSet<(i32, i32)>| {
                assert!(set.iter().map(key).eq(cells.iter().copied()));
                assert_eq!(set.len(), cells.len());
                assert!(cells.iter().all(|c| set.contains(IVec2::new(c.1, c.0))));
                let runs = set.runs();
                let along =
                    |run: Run| (0..run.length).map(move |x| (run.start.y, run.start.x + x as i32));
                assert!(runs.clone().flat_map(along).eq(cells.iter().copied()));
                // Runs are as long as possible.
                let end = |run: &Run| run.start.x.checked_add_unsigned(run.length);
                let is_cut = |(one, two): (Run, Run)| {
                    one.start.y == two.start.y && end(&one) == Some(two.start.x)
                };
                assert!(!runs.clone().zip(runs.skip(1)).any(is_cut));
                let rebuilt: VisibleSet =
                    cells.iter().rev().map(|c| IVec2::new(c.1, c.0)).collect();
                assert_eq!(*set, rebuilt);
                assert!(set.words.len() <= 1 << 20);
            };
            check(&a, one.clone());
            let combined = |operation: fn(&mut VisibleSet, &VisibleSet)| {
                let mut set = a.clone();
                operation(&mut set, &b);
                set
            };
            check(&combined(VisibleSet::union_with::<VisibleSet>), &one | &two);
            check(
                &combined(VisibleSet::intersect_with::<VisibleSet>),
                &one & &two,
            );
            check(
                &combined(VisibleSet::difference_with::<VisibleSet>),
                &one - &two,
            );
            check(&(&a | &b), &one | &two);
            check(&(&a & &b), &one & &two);
            check(&(&a - &b), &one - &two);
            let mut changed = a.clone();
            for cell in &b {
                assert_eq!(changed.insert(cell), !one.contains(&key(cell)), "{cell}");
                assert!(!changed.insert(cell), "{cell}");
            }
            for cell in &b {
                assert!(changed.remove(cell) && !changed.remove(cell), "{cell}");
            }
            check(&changed, &one - &two);
            let (mut mine, mut theirs) = (VisibleSet::new(), VisibleSet::new());
            a.each_difference(&b, |run, is_mine| {
                let into = if is_mine { &mut mine } else { &mut theirs };
                into.extend((0..run.length as i32).map(|x| run.start + IVec2::new(x, 0)));
            });
            check(&mine, &one - &two);
            check(&theirs, &two - &one);
            let mut left = a.clone();
            left.retain(|cell| cell.x & 1 == 0);
            for cell in &a {
                left.remove(cell);
            }
            assert!(left.is_empty());
        }
    }
}
