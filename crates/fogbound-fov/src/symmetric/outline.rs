//! How wide a radius shape is in each row.

use super::arc::{MIDDLE, NEAR};
use crate::{Shape, Sight};

/// The half widths of a radius shape, row by row, kept from one view to the next.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    of: Option<(Shape, u32)>,
    half_widths: Vec<i32>,
    /// The same as words, for the rows near enough.
    words: [u64; NEAR as usize + 1],
}

impl Default for Outline {
    fn default() -> Self {
        Self {
            of: None,
            half_widths: Vec::new(),
            words: [u64::MAX; NEAR as usize + 1],
        }
    }
}

impl Outline {
    /// Makes it the outline of `sight`, known for rows up to `last_row`.
    pub(super) fn prepare(&mut self, sight: Sight, last_row: u32) {
        // A square, or no limit at all, is as wide as it goes in every row.
        let of = sight.radius.map(|radius| (sight.shape, radius));
        let of = of.filter(|(shape, _)| *shape != Shape::Square);
        if self.of != of {
            self.of = of;
            self.half_widths.clear();
            self.words.fill(u64::MAX);
        }
        if let Some((shape, radius)) = of {
            for row in self.half_widths.len() as u32..=last_row {
                let half = shape.half_width(radius, row);
                self.half_widths.push(half);
                if let Some(word) = self.words.get_mut(row as usize) {
                    *word = columns_word((-half, half));
                }
            }
        }
    }

    /// The shape's columns in a near row, as the bits of a word.
    #[inline]
    pub(super) fn word(&self, depth: u32) -> u64 {
        self.words[depth as usize]
    }

    /// The columns of row `depth` that are within the shape, or within `limits` if these are
    /// narrower.
    #[inline]
    pub(super) fn clip(&self, depth: u32, (left, right): (i32, i32)) -> (i32, i32) {
        match self.half_widths.get(depth as usize) {
            Some(&half) => (left.max(-half), right.min(half)),
            None => (left, right),
        }
    }
}

/// The bits of the columns from `left` ≤ 0 to `right` ≥ 0.
pub(super) fn columns_word((left, right): (i32, i32)) -> u64 {
    let (left, right) = (left.max(-MIDDLE), right.min(MIDDLE));
    u64::MAX << (MIDDLE + left) & u64::MAX >> (63 - MIDDLE - right)
}
