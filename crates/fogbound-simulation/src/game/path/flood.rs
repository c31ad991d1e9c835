//! Distances from a cell to all around it.

use bevy::math::IVec2;

use crate::grid::Direction;

/// Distances from one cell, kept in a square around it. Its memory is used again by every fill.
#[derive(Debug, Default)]
pub struct Flood {
    centre: IVec2,
    reach: i32,
    distances: Vec<u32>,
    ring: Vec<Vec<IVec2>>,
}

const FAR: u32 = u32::MAX;

impl Flood {
    /// Measures the way from `from` to every cell that is at most `reach` away. `cost` says what
    /// entering a cell costs, at least 1, or nothing if it cannot be entered. The first cell is free.
    pub fn fill(&mut self, from: IVec2, reach: u32, cost: impl Fn(IVec2) -> Option<u32>) {
        self.fill_from([(from, 0)], from, reach, cost);
    }

    /// The same from several cells, each with a distance of its own to begin with, within `reach` of
    /// `centre` both by way and as the crow flies.
    pub fn fill_from(
        &mut self,
        starts: impl IntoIterator<Item = (IVec2, u32)>,
        centre: IVec2,
        reach: u32,
        cost: impl Fn(IVec2) -> Option<u32>,
    ) {
        self.centre = centre;
        self.reach = reach.min(500) as i32;
        let side = (2 * self.reach + 1) as usize;
        self.distances.clear();
        self.distances.resize(side * side, FAR);
        let rings = self.reach as usize + 1;
        if self.ring.len() < rings {
            self.ring.resize_with(rings, Vec::new);
        }
        for (start, distance) in starts {
            self.reached(start, distance);
        }
        // A bucket for every distance: each is complete before it is read.
        for distance in 0..rings {
            let mut cells = std::mem::take(&mut self.ring[distance]);
            for cell in cells.drain(..) {
                if self.distance(cell) != Some(distance as u32) {
                    continue;
                }
                for way in Direction::ALL {
                    let next = cell + way.delta();
                    let known = self.distance(next).unwrap_or(FAR);
                    if known <= distance as u32 + 1 || self.index(next).is_none() {
                        continue;
                    }
                    if let Some(cost) = cost(next) {
                        self.reached(next, distance as u32 + cost);
                    }
                }
            }
            self.ring[distance] = cells;
        }
    }

    /// The way to `cell`, if it was reached.
    pub fn distance(&self, cell: IVec2) -> Option<u32> {
        let distance = self.distances[self.index(cell)?];
        (distance != FAR).then_some(distance)
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let offset = cell - self.centre + self.reach;
        let side = 2 * self.reach + 1;
        let inside = offset.cmpge(IVec2::ZERO).all() && offset.max_element() < side;
        inside.then(|| (offset.y * side + offset.x) as usize)
    }

    fn reached(&mut self, cell: IVec2, distance: u32) {
        let Some(index) = self.index(cell) else {
            return;
        };
        if distance <= self.reach as u32 && distance < self.distances[index] {
            self.distances[index] = distance;
            self.ring[distance as usize].push(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_map::on;
    use super::*;

    #[test]
    fn a_flood_goes_round_walls_and_wears_out() {
        let map = on(&[
            ".....", //
            ".###.", //
            ".#.+.", //
        ]);
        let mut flood = Flood::default();
        flood.fill(IVec2::new(0, 2), 8, map);
        assert_eq!(flood.distance(IVec2::new(0, 2)), Some(0));
        assert_eq!(flood.distance(IVec2::new(4, 2)), Some(6));
        assert_eq!(flood.distance(IVec2::new(2, 2)), None);
        flood.fill(IVec2::new(0, 2), 9, map);
        assert_eq!(flood.distance(IVec2::new(2, 2)), Some(9));
        assert_eq!(flood.distance(IVec2::new(1, 1)), None);
    }
}
