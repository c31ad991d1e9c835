//! An index of items by position, for finding nearby items without looking at all of them.

use bevy::math::{IVec2, UVec2};

/// The side length of a bucket, in cells. The length is a power of two.
const SIDE: i32 = 16;

/// An index of items by cell. It is built when needed, in time proportional to the number of items and buckets.
pub(crate) struct Nearby<T> {
    /// The number of buckets along each axis.
    size: IVec2,
    items: Vec<T>,
    /// The cell and index of each item, by bucket, row by row.
    places: Vec<(IVec2, u32)>,
    /// For each bucket, the index of its first place. One extra entry marks the end of the last bucket.
    begins: Vec<u32>,
}

impl<T> Nearby<T> {
    /// Creates an index for a map of the given size. Items outside the map are found too.
    pub(crate) fn new(map: UVec2, items: impl IntoIterator<Item = (IVec2, T)>) -> Self {
        let size = map.as_ivec2() / SIDE + 1;
        let (cells, items): (Vec<IVec2>, Vec<T>) = items.into_iter().unzip();
        let mut begins = vec![0; (size.x * size.y) as usize + 1];
        for &cell in &cells {
            begins[number(size, bucket(size, cell)) + 1] += 1;
        }
        let mut before = 0;
        for begin in &mut begins {
            before += *begin;
            *begin = before;
        }
        let mut places = vec![(IVec2::ZERO, 0); cells.len()];
        let mut next = begins.clone();
        for (index, &cell) in (0..).zip(&cells) {
            let next = &mut next[number(size, bucket(size, cell))];
            places[*next as usize] = (cell, index);
            *next += 1;
        }
        Self {
            size,
            items,
            places,
            begins,
        }
    }

    /// Returns all items at most `reach` king's steps from `centre`, in no particular order.
    pub(crate) fn within(&self, centre: IVec2, reach: u32) -> impl Iterator<Item = (IVec2, &T)> {
        let reach = reach.min(i32::MAX as u32) as i32;
        let corner = |by: i32| {
            let (x, y) = (centre.x.saturating_add(by), centre.y.saturating_add(by));
            bucket(self.size, IVec2::new(x, y))
        };
        let (first, last) = (corner(-reach), corner(reach));
        (first.y..=last.y)
            .flat_map(move |y| {
                let begin = self.begins[number(self.size, IVec2::new(first.x, y))];
                let end = self.begins[number(self.size, IVec2::new(last.x, y)) + 1];
                &self.places[begin as usize..end as usize]
            })
            .filter(move |(at, _)| {
                let apart = at.x.abs_diff(centre.x).max(at.y.abs_diff(centre.y));
                apart <= reach as u32
            })
            .map(|&(at, index)| (at, &self.items[index as usize]))
    }
}

fn bucket(size: IVec2, at: IVec2) -> IVec2 {
    (at >> SIDE.ilog2()).clamp(IVec2::ZERO, size - 1)
}

fn number(size: IVec2, bucket: IVec2) -> usize {
    (bucket.y * size.x + bucket.x) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn exactly_the_items_within_reach_are_found() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        for map in [UVec2::new(1, 1), UVec2::new(70, 33), UVec2::new(16, 48)] {
            // Some items are outside the map, and some share a cell.
            let mut cell = || IVec2::new(dice.random_range(-9..90), dice.random_range(-9..60));
            let cells: Vec<IVec2> = (0..200).map(|_| cell()).collect();
            let nearby = Nearby::new(map, cells.iter().copied().zip(0..));
            let centres: Vec<IVec2> = (0..40).map(|_| cell()).collect();
            for (centre, reach) in centres
                .into_iter()
                .zip([0, 1, 5, 16, 40, u32::MAX].repeat(7))
            {
                let mut found: Vec<usize> =
                    nearby.within(centre, reach).map(|(_, &it)| it).collect();
                found.sort_unstable();
                let is_near =
                    |number: &usize| (cells[*number] - centre).abs().max_element() as u32 <= reach;
                let expected: Vec<usize> = (0..cells.len()).filter(is_near).collect();
                assert_eq!(found, expected, "{reach} around {centre} on {map}");
            }
        }
    }
}
