//! Who is near: an index by place, so that nobody need look at everybody.

use bevy::math::{IVec2, UVec2};

/// Cells along each side of a bucket.
const SIDE: i32 = 16;

const NONE: u32 = u32::MAX;

/// Items by the cells they are on. Made afresh when it is needed, in time proportional to their number
/// and to the buckets of the map.
pub(super) struct Nearby<T> {
    /// Buckets along each axis.
    size: IVec2,
    /// Per bucket, row by row, its last item.
    last: Vec<u32>,
    items: Vec<Item<T>>,
}

struct Item<T> {
    at: IVec2,
    /// The item before it in its bucket.
    before: u32,
    it: T,
}

impl<T> Nearby<T> {
    /// Of nothing yet, for a map of this size. What lies off the map is found as well.
    pub(super) fn new(map: UVec2) -> Self {
        let size = map.as_ivec2() / SIDE + 1;
        Self {
            size,
            last: vec![NONE; (size.x * size.y) as usize],
            items: Vec::new(),
        }
    }

    pub(super) fn insert(&mut self, at: IVec2, it: T) {
        let bucket = self.bucket(at);
        let last = &mut self.last[(bucket.y * self.size.x + bucket.x) as usize];
        let before = std::mem::replace(last, self.items.len() as u32);
        self.items.push(Item { at, before, it });
    }

    /// All items at most `reach` steps of a king from `centre`, in no particular order.
    pub(super) fn within(&self, centre: IVec2, reach: u32) -> impl Iterator<Item = (IVec2, &T)> {
        let reach = reach.min(i32::MAX as u32) as i32;
        let corner = |by: i32| {
            self.bucket(IVec2::new(
                centre.x.saturating_add(by),
                centre.y.saturating_add(by),
            ))
        };
        let (first, last) = (corner(-reach), corner(reach));
        (first.y..=last.y)
            .flat_map(move |y| (first.x..=last.x).map(move |x| (y * self.size.x + x) as usize))
            .flat_map(move |bucket| {
                let mut next = self.last[bucket];
                std::iter::from_fn(move || {
                    let item = self.items.get(next as usize)?;
                    next = item.before;
                    Some(item)
                })
            })
            .filter(move |item| {
                let apart = item
                    .at
                    .x
                    .abs_diff(centre.x)
                    .max(item.at.y.abs_diff(centre.y));
                apart <= reach as u32
            })
            .map(|item| (item.at, &item.it))
    }

    fn bucket(&self, at: IVec2) -> IVec2 {
        at.div_euclid(IVec2::splat(SIDE))
            .clamp(IVec2::ZERO, self.size - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dungeon::random::stream;
    use rand::RngExt;

    #[test]
    fn all_that_is_near_is_found_and_nothing_else() {
        let mut dice = stream(1, "nearby", 0);
        for map in [UVec2::new(1, 1), UVec2::new(70, 33), UVec2::new(16, 48)] {
            // Some of it off the map, some on the same cell.
            let mut cell = || IVec2::new(dice.random_range(-9..90), dice.random_range(-9..60));
            let cells: Vec<IVec2> = (0..200).map(|_| cell()).collect();
            let mut nearby = Nearby::new(map);
            for (number, &at) in cells.iter().enumerate() {
                nearby.insert(at, number);
            }
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
