//! Parts of rows, as masks of words.

/// A part of a row, given by the first and the last column of a range, which is empty if the last comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowPart {
    /// Only the columns in the range.
    Only(i64, i64),
    /// All columns but those in the range.
    AllBut(i64, i64),
}

impl RowPart {
    /// Returns the part moved by some columns to the right.
    pub(crate) fn shifted(self, by: i64) -> Self {
        match self {
            Self::Only(first, last) => Self::Only(first + by, last + by),
            Self::AllBut(first, last) => Self::AllBut(first + by, last + by),
        }
    }

    /// Returns a mask of the columns of this part in a word whose first bit is the column `start`.
    #[inline(always)]
    pub(super) fn mask(self, start: i64) -> u64 {
        let bits =
            |first: i64, last: i64| bits_below(last + 1 - start) & !bits_below(first - start);
        match self {
            Self::Only(first, last) => bits(first, last),
            Self::AllBut(first, last) => !bits(first, last),
        }
    }
}

/// Returns a mask of the bits below `end`, which may lie on either side of the word.
#[inline(always)]
fn bits_below(end: i64) -> u64 {
    match end {
        ..=0 => 0,
        64.. => u64::MAX,
        _ => !(u64::MAX << end),
    }
}
