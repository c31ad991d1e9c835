//! The width of a radius shape in each row.

use alloc::vec::Vec;

use super::coordinates::{Columns, NEAR, Words};
use crate::{Shape, Sight};

/// The half widths of a radius shape, row by row. Their memory is reused for the next view.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// The shape and the radius, or `None` if no row is limited.
    of: Option<(Shape, u32)>,
    /// For each depth, the number of columns on each side of the eye's column that are within the shape and the
    /// quadrant.
    half_widths: Vec<i32>,
    /// For each near row, a mask of the columns within the shape and the quadrant.
    words: Words,
}

impl Default for Outline {
    fn default() -> Self {
        Self {
            of: None,
            half_widths: Vec::new(),
            words: QUADRANT,
        }
    }
}

/// For each near row, a mask of the columns within the quadrant.
const QUADRANT: Words = {
    let mut words = [0; NEAR as usize + 1];
    let mut depth = 0;
    while depth <= NEAR {
        words[depth as usize] = u64::MAX >> (63 - 2 * depth) << (NEAR - depth);
        depth += 1;
    }
    words
};

impl Outline {
    /// Prepares the outline of `sight` for depths up to `last`.
    pub(super) fn prepare(&mut self, sight: Sight, last: u32) {
        // A square or unlimited radius is as wide as the quadrant in every row.
        let of = sight.radius.map(|radius| (sight.shape, radius));
        let of = of.filter(|(shape, _)| *shape != Shape::Square);
        if self.of != of {
            self.of = of;
            self.half_widths.clear();
            self.words = QUADRANT;
        }
        if let Some((shape, radius)) = of {
            for depth in self.half_widths.len() as u32..=last {
                let half = shape.half_width(radius, depth).min(depth as i32);
                self.half_widths.push(half);
                if let Some(word) = self.words.get_mut(depth as usize) {
                    *word = Columns::around_eye(half).word();
                }
            }
        }
    }

    /// Returns masks of the columns that are within the shape and the quadrant.
    pub(super) fn words(&self) -> &Words {
        &self.words
    }

    /// Returns the columns of any row of a quadrant that are within the shape.
    #[inline]
    pub(super) fn columns(&self, depth: u32) -> Columns {
        let half = self.half_widths.get(depth as usize);
        Columns::around_eye(half.map_or(depth as i32, |half| *half))
    }
}
