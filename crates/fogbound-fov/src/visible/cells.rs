//! Going through a set: word by word, cell by cell, run by run.

use std::collections::{BTreeMap, btree_map};
use std::iter::{FusedIterator, Peekable};
use std::slice;

use glam::IVec2;

/// Neighbouring cells of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Run {
    /// The leftmost cell.
    pub start: IVec2,
    /// How many cells there are, at least one.
    pub length: u32,
}

/// 64 cells of a row, the first of them in column 64 · `at`. Some are in the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SetWord {
    pub(super) bits: u64,
    pub(super) at: i32,
    pub(super) y: i32,
}

impl SetWord {
    /// The cell that a bit stands for.
    pub(super) fn cell(self, bit: i32) -> IVec2 {
        IVec2::new(self.at * 64 + bit, self.y)
    }
}

/// The words of a set that are not 0, row by row.
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
        // Nearly always there are none.
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

/// The words of a window that are not 0.
#[derive(Clone, Debug)]
pub(super) struct Window<'a> {
    words: slice::Iter<'a, u64>,
    at: i32,
    y: i32,
    left: i32,
    right: i32,
}

impl<'a> Window<'a> {
    /// A window of `words_per_row` words a row whose first word lies at column `left`, in words, and
    /// row `top`.
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
                // Behind the last row there may be no coordinates left.
                self.y = self.y.wrapping_add(1);
            }
            if bits != 0 {
                return Some(word);
            }
        }
    }
}

/// The cells of a [`VisibleSet`](super::VisibleSet), row by row: see
/// [`iter`](super::VisibleSet::iter).
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    words: Words<'a>,
    /// What is left of the word at hand.
    word: SetWord,
}

/// No cells.
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

/// The cells of a [`VisibleSet`](super::VisibleSet) as runs along the rows: see
/// [`runs`](super::VisibleSet::runs).
#[derive(Clone, Debug)]
pub struct Runs<'a> {
    words: Words<'a>,
    /// What is left of the word at hand.
    word: SetWord,
    /// A run that may go on in the next word.
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
                Some(open) if open.goes_on_in(run) => open.length += run.length,
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
    fn goes_on_in(&self, next: Run) -> bool {
        self.start.y == next.start.y
            && self.start.x.wrapping_add_unsigned(self.length) == next.start.x
    }
}

/// Takes the first run out of a word that is not 0.
#[inline]
fn take_run(word: &mut SetWord) -> Run {
    let begin = word.bits.trailing_zeros();
    let length = (word.bits >> begin).trailing_ones();
    // Two shifts, because one by 64 is not allowed.
    word.bits &= u64::MAX << (begin + length - 1) << 1;
    Run {
        start: word.cell(begin as i32),
        length,
    }
}

/// Tells of the runs of one word.
#[inline]
pub(super) fn each_run(bits: u64, at: i32, y: i32, mut tell: impl FnMut(Run)) {
    let mut word = SetWord { bits, at, y };
    while word.bits != 0 {
        tell(take_run(&mut word));
    }
}
