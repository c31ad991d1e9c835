//! Iterators over the words, cells and runs of a set.

use alloc::collections::{BTreeMap, btree_map};
use core::iter::{FusedIterator, Peekable};
use core::slice;

use glam::IVec2;

/// A horizontal run of neighbouring cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Run {
    /// The leftmost cell.
    pub start: IVec2,
    /// The number of cells, at least one in every run of a set.
    pub length: u32,
}

/// The 64 cells of a row that start at column 64 · `at`, and a mask of those in the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SetWord {
    pub(super) bits: u64,
    pub(super) at: i32,
    pub(super) y: i32,
}

impl SetWord {
    /// Returns the cell that corresponds to a bit.
    pub(super) fn cell(self, bit: i32) -> IVec2 {
        IVec2::new(self.at * 64 + bit, self.y)
    }
}

/// An iterator over the nonzero words of a set, row by row.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    window: Peekable<Window<'a>>,
    /// The words beyond the window, by row and column.
    beyond: Peekable<btree_map::Iter<'a, (i32, i32), u64>>,
}

impl<'a> Words<'a> {
    pub(super) fn new(window: Window<'a>, beyond: &'a BTreeMap<(i32, i32), u64>) -> Self {
        Self {
            window: window.peekable(),
            beyond: beyond.iter().peekable(),
        }
    }
}

impl Iterator for Words<'_> {
    type Item = SetWord;

    #[inline]
    fn next(&mut self) -> Option<SetWord> {
        // There are almost never any words beyond the window.
        let Some(&(&(y, at), &bits)) = self.beyond.peek() else {
            return self.window.next();
        };
        match self.window.peek() {
            Some(near) if (near.y, near.at) < (y, at) => self.window.next(),
            _ => {
                self.beyond.next();
                Some(SetWord { bits, at, y })
            }
        }
    }
}

/// An iterator over the nonzero words of a window.
#[derive(Clone, Debug)]
pub(super) struct Window<'a> {
    words: slice::Iter<'a, u64>,
    at: i32,
    y: i32,
    left: i32,
    right: i32,
}

impl<'a> Window<'a> {
    /// Creates an iterator over a window of `words_per_row` words per row. The first word of the window is in column
    /// `left` (in words) and row `top`.
    pub(super) fn new(words: &'a [u64], words_per_row: usize, left: i32, top: i32) -> Self {
        Self {
            words: words.iter(),
            at: left,
            y: top,
            left,
            right: left + words_per_row as i32,
        }
    }
}

impl Iterator for Window<'_> {
    type Item = SetWord;

    #[inline]
    fn next(&mut self) -> Option<SetWord> {
        loop {
            let bits = *self.words.next()?;
            let word = SetWord {
                bits,
                at: self.at,
                y: self.y,
            };
            self.at += 1;
            if self.at == self.right {
                self.at = self.left;
                // The row after the last one may be outside the range of coordinates.
                self.y = self.y.wrapping_add(1);
            }
            if bits != 0 {
                return Some(word);
            }
        }
    }
}

/// An iterator over the cells of a [`VisibleSet`](super::VisibleSet): see [`iter`](super::VisibleSet::iter).
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    words: Words<'a>,
    /// The remaining cells of the current word.
    word: SetWord,
}

/// A word with no cells.
const NOTHING: SetWord = SetWord {
    bits: 0,
    at: 0,
    y: 0,
};

impl<'a> Cells<'a> {
    pub(super) fn new(words: Words<'a>) -> Self {
        Self {
            words,
            word: NOTHING,
        }
    }
}

impl Iterator for Cells<'_> {
    type Item = IVec2;

    #[inline]
    fn next(&mut self) -> Option<IVec2> {
        if self.word.bits == 0 {
            self.word = self.words.next()?;
        }
        let bit = self.word.bits.trailing_zeros() as i32;
        self.word.bits &= self.word.bits - 1;
        Some(self.word.cell(bit))
    }
}

impl FusedIterator for Cells<'_> {}

/// An iterator over the runs of a [`VisibleSet`](super::VisibleSet): see [`runs`](super::VisibleSet::runs).
#[derive(Clone, Debug)]
pub struct Runs<'a> {
    words: Words<'a>,
    /// The remaining cells of the current word.
    word: SetWord,
    /// A run that may continue in the next word.
    open: Option<Run>,
}

impl<'a> Runs<'a> {
    pub(super) fn new(words: Words<'a>) -> Self {
        Self {
            words,
            word: NOTHING,
            open: None,
        }
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        loop {
            if self.word.bits == 0 {
                match self.words.next() {
                    Some(word) => self.word = word,
                    None => return self.open.take(),
                }
            }
            let run = take_run(&mut self.word);
            match &mut self.open {
                Some(open) if open.continues_in(run) => open.length += run.length,
                open => {
                    if let Some(done) = open.replace(run) {
                        return Some(done);
                    }
                }
            }
        }
    }
}

impl FusedIterator for Runs<'_> {}

impl Run {
    fn continues_in(&self, next: Run) -> bool {
        self.start.y == next.start.y
            && self.start.x.wrapping_add_unsigned(self.length) == next.start.x
    }
}

/// Removes the first run from a nonzero word and returns it.
#[inline]
fn take_run(word: &mut SetWord) -> Run {
    let begin = word.bits.trailing_zeros();
    let length = (word.bits >> begin).trailing_ones();
    // Shift twice, because a single shift by 64 would overflow.
    word.bits &= u64::MAX << (begin + length - 1) << 1;
    Run {
        start: word.cell(begin as i32),
        length,
    }
}

/// Calls `visit` with each run in one word.
#[inline]
pub(super) fn each_run(bits: u64, at: i32, y: i32, mut visit: impl FnMut(Run)) {
    let mut word = SetWord { bits, at, y };
    while word.bits != 0 {
        visit(take_run(&mut word));
    }
}
