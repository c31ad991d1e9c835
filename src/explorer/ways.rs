//! Ways over what is known.

use bevy::math::IVec2;
use bevy::platform::collections::HashMap;

use crate::grid::Direction;

/// The cheapest ways from one cell to all that can be reached over cells that are known.
#[derive(Debug)]
pub(super) struct Ways {
    from: IVec2,
    /// What the way to a cell costs, and the cell before it.
    reached: HashMap<IVec2, (u32, IVec2)>,
}

/// What one cell costs at most.
const DEAREST: usize = 2;

impl Ways {
    /// Measures the ways. `cost` is what entering a cell costs, 1 or 2; none: it is unknown, or cannot be entered.
    pub(super) fn measure(from: IVec2, cost: impl Fn(IVec2) -> Option<u32>) -> Self {
        let mut reached = HashMap::default();
        reached.insert(from, (0, from));
        // Cells by what the way to them costs, a bucket for each cost that can still come: all of one cost are
        // followed, in the order in which they were reached, before the next.
        let mut fronts: [Vec<IVec2>; DEAREST + 1] = Default::default();
        fronts[0].push(from);
        let mut way = 0;
        while fronts.iter().any(|front| !front.is_empty()) {
            for cell in std::mem::take(&mut fronts[way as usize % (DEAREST + 1)]) {
                if reached
                    .get(&cell)
                    .is_none_or(|(cheapest, _)| *cheapest != way)
                {
                    continue;
                }
                for next in Direction::ALL.map(|way| cell + way.delta()) {
                    let Some(cost) = cost(next) else { continue };
                    let dearer = way + cost;
                    let known = reached.get(&next).map(|(way, _)| *way);
                    if known.is_none_or(|known| dearer < known) {
                        reached.insert(next, (dearer, cell));
                        fronts[dearer as usize % (DEAREST + 1)].push(next);
                    }
                }
            }
            way += 1;
        }
        Self { from, reached }
    }

    /// The cell other than the start that `suits` and is nearest on foot; of several, the one nearest as the crow flies,
    /// then the first, row by row.
    pub(super) fn nearest(&self, suits: impl Fn(IVec2) -> bool) -> Option<IVec2> {
        let key =
            |cell: IVec2, way: u32| (way, (cell - self.from).length_squared(), cell.y, cell.x);
        let others = self.reached.iter().filter(|(cell, _)| **cell != self.from);
        let suitable = others.filter(|(cell, _)| suits(**cell));
        let nearest = suitable.min_by_key(|(cell, (way, _))| key(**cell, *way));
        nearest.map(|(cell, _)| *cell)
    }

    /// What the way to a cell costs; none if it cannot be reached.
    pub(super) fn cost_to(&self, to: IVec2) -> Option<u32> {
        self.reached.get(&to).map(|(cost, _)| *cost)
    }

    /// The first step of the way to a cell; none if it cannot be reached, or is the start.
    pub(super) fn first_step(&self, to: IVec2) -> Option<Direction> {
        Direction::from_delta(*self.way(to)?.first()? - self.from)
    }

    /// The cells of the way to a cell, that cell included; none if it cannot be reached.
    pub(super) fn way(&self, to: IVec2) -> Option<Vec<IVec2>> {
        let mut way = Vec::new();
        let mut cell = to;
        while cell != self.from {
            way.push(cell);
            cell = self.reached.get(&cell)?.1;
        }
        way.reverse();
        Some(way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What cells cost on a map drawn in characters: a door is dearer, `#` is closed.
    fn on(rows: &'static [&'static str]) -> impl Fn(IVec2) -> Option<u32> {
        move |cell| {
            let row = rows.get(usize::try_from(cell.y).ok()?)?;
            match row.as_bytes().get(usize::try_from(cell.x).ok()?)? {
                b'#' => None,
                b'+' => Some(2),
                _ => Some(1),
            }
        }
    }

    #[test]
    fn the_cheapest_way_goes_round_a_door_if_that_is_no_longer() {
        let ways = Ways::measure(IVec2::ZERO, on(&[".+.#", "...."]));
        let way = |x, y| ways.first_step(IVec2::new(x, y));
        assert_eq!(way(2, 0), Some(Direction::SouthEast));
        assert_eq!(way(1, 0), Some(Direction::East));
        assert_eq!((way(0, 0), way(3, 0), way(4, 1)), (None, None, None));
    }

    #[test]
    fn the_nearest_is_nearest_on_foot() {
        let ways = Ways::measure(IVec2::new(2, 0), on(&["A#.##", "....B", "##A##"]));
        let at = |letter: u8, rows: [&'static str; 3]| {
            move |cell: IVec2| rows[cell.y as usize].as_bytes()[cell.x as usize] == letter
        };
        let rows = ["A#.##", "....B", "##A##"];
        assert_eq!(ways.nearest(at(b'A', rows)), Some(IVec2::ZERO));
        assert_eq!(ways.nearest(at(b'B', rows)), Some(IVec2::new(4, 1)));
        assert_eq!(ways.nearest(|_| false), None);
    }
}
