//! Finds the cells that are nearby on foot, without diagonal steps.

use bevy::math::IVec2;

use super::front::{Bits, Front};
use super::trail::Trail;
use crate::map::Footing;

/// The cells within a given number of steps of one cell. The memory is reused for every search.
#[derive(Debug, Default)]
pub(crate) struct Vicinity {
    front: Front<u64, false>,
    trail: Trail,
    reached: Vec<u64>,
}

impl Vicinity {
    /// Finds all cells at most `most` steps (31 or fewer) from `from`. For any cell, `walkable` returns which cells are
    /// walkable among that cell and the 63 cells to its right.
    pub(crate) fn measure(&mut self, from: IVec2, most: u32, walkable: impl Fn(IVec2) -> u64) {
        let footing = |start| Footing {
            walkable: walkable(start),
            ..Footing::default()
        };
        self.front.begin([from], from, most as i32, 2);
        self.trail.begin(&self.front);
        while self.front.steps() < most && !self.front.is_over() {
            self.front.step(footing);
            self.trail.record(&self.front);
        }
        self.reached.clear();
        self.reached.extend(self.trail.reached());
    }

    pub(crate) fn has(&self, cell: IVec2) -> bool {
        let place = self.front.frame().place(cell);
        place.is_some_and(|(row, x)| self.reached.get(row).is_some_and(|it| it.has(x)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vicinity_goes_around_walls_and_stops_at_its_limit() {
        // A room of 7 × 5 cells is divided by a wall with one gap at its lower end.
        let is_open =
            |x: i32, y: i32| (1..8).contains(&x) && (1..6).contains(&y) && (x != 4 || y == 5);
        let walkable = |start: IVec2| {
            (0..64)
                .filter(|by| is_open(start.x + by, start.y))
                .fold(0, |row, by| row | 1 << by)
        };
        let mut vicinity = Vicinity::default();
        let (from, beyond) = (IVec2::new(3, 1), IVec2::new(5, 1));
        vicinity.measure(from, 9, walkable);
        assert!(!vicinity.has(beyond) && vicinity.has(IVec2::new(5, 2)) && vicinity.has(from));
        vicinity.measure(from, 10, walkable);
        assert!(vicinity.has(beyond) && !vicinity.has(IVec2::new(4, 4)));
        assert!(!vicinity.has(IVec2::new(-40, 1)));
    }
}
