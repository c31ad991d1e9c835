//! How wide a radius shape is in each row.

use super::super::{Shape, Sight};

/// The half widths of a radius shape, row by row, kept from one view to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    of: Option<(Shape, u32)>,
    half_widths: Vec<i32>,
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
        }
        if let Some((shape, radius)) = of {
            let known = self.half_widths.len() as u32;
            let missing = (known..=last_row).map(|row| shape.half_width(radius, row));
            self.half_widths.extend(missing);
        }
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
