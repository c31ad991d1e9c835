//! Ways away from somebody.

use bevy::math::IVec2;

use super::Flood;
use crate::grid::Direction;

/// A map of distances to flee by, after Brian Walker's "Dijkstra maps" of Brogue (described in
/// RogueBasin's *The Incredible Power of Dijkstra Maps*).
///
/// First the way from the threats to every cell is measured. Every distance is then taken times
/// −1.2, and low values flow out again step by step: so a cell is good if it leads on to somewhere
/// far, not if it is merely far itself.
#[derive(Debug, Default)]
pub struct FleeMap {
    flood: Flood,
    values: Vec<i32>,
    buckets: Vec<Vec<i32>>,
}

/// A step in the values of a [`FleeMap`]: in tenths, so that 1.2 is a whole number.
const STEP: i32 = 10;

impl FleeMap {
    /// How far around the one who flees it looks.
    pub const REACH: u32 = 20;

    /// Where to step from `from` to get away from `threats`, if anywhere is better than to stay.
    /// `cost` is as in [`Flood::fill`]; `is_free` says whether a neighbour can be stepped on now.
    pub fn step(
        &mut self,
        from: IVec2,
        threats: &[IVec2],
        cost: impl Fn(IVec2) -> Option<u32>,
        is_free: impl Fn(IVec2) -> bool,
    ) -> Option<Direction> {
        let starts = threats.iter().map(|&threat| (threat, 0));
        self.flood.fill_from(starts, from, Self::REACH, cost);
        let side = 2 * Self::REACH as i32 + 1;
        let corner = from - Self::REACH as i32;
        let cell = |index: usize| corner + IVec2::new(index as i32 % side, index as i32 / side);
        let flood = &self.flood;
        self.values.clear();
        self.values.extend((0..(side * side) as usize).map(|index| {
            flood
                .distance(cell(index))
                .map_or(i32::MAX, |way| -12 * way as i32)
        }));
        self.relax(side);
        let value = |at: IVec2| {
            let offset = at - corner;
            let inside = offset.cmpge(IVec2::ZERO).all() && offset.max_element() < side;
            inside.then(|| self.values[(offset.y * side + offset.x) as usize])
        };
        let here = value(from)?;
        Direction::ALL
            .into_iter()
            .filter(|way| is_free(from + way.delta()))
            .filter_map(|way| Some((value(from + way.delta())?, way)))
            .filter(|&(value, _)| value < here)
            .min_by_key(|&(value, _)| value)
            .map(|(_, way)| way)
    }

    /// Lets every value be at most one step above its lowest neighbour: from the lowest up, by a bucket
    /// for every value there is.
    fn relax(&mut self, side: i32) {
        const LOWEST: i32 = -12 * FleeMap::REACH as i32;
        let bucket = |value: i32| (value - LOWEST) as usize;
        self.buckets.resize_with(bucket(0) + 1, Vec::new);
        for (index, &value) in (0..).zip(&self.values) {
            if value <= 0 {
                self.buckets[bucket(value)].push(index);
            }
        }
        for value in LOWEST..=0 {
            let mut cells = std::mem::take(&mut self.buckets[bucket(value)]);
            for index in cells.drain(..) {
                if self.values[index as usize] != value {
                    continue;
                }
                let cell = IVec2::new(index % side, index / side);
                for way in Direction::ALL {
                    let next = cell + way.delta();
                    if next.cmplt(IVec2::ZERO).any() || next.max_element() >= side {
                        continue;
                    }
                    let next = next.y * side + next.x;
                    let known = &mut self.values[next as usize];
                    if *known <= 0 && *known > value + STEP {
                        *known = value + STEP;
                        self.buckets[bucket(*known)].push(next);
                    }
                }
            }
            self.buckets[bucket(value)] = cells;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::paths::test_map::on;

    #[test]
    fn flight_leads_past_a_dead_end() {
        // To the right the threat would be left behind as well, for three steps.
        let corridor = on(&[
            "####################", //
            "#.........##########", //
            "######.#############", //
            "######.#############", //
            "######.............#", //
            "####################", //
        ]);
        let mut flee = FleeMap::default();
        let mut at = IVec2::new(6, 1);
        let threat = IVec2::new(2, 1);
        for _ in 0..6 {
            let free = |cell: IVec2| corridor(cell).is_some();
            let Some(way) = flee.step(at, &[threat], corridor, free) else {
                break;
            };
            at += way.delta();
        }
        assert!(at.y >= 3, "fled into the dead end: {at}");
    }
}
