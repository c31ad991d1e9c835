//! Paths away from threats.

use std::array;

use bevy::math::IVec2;

use super::front::{self, Bits, Front};
use super::trail::Trail;
use crate::grid::Direction;
use crate::map::Footing;

/// A distance map for fleeing, based on Brian Walker's "Dijkstra maps" in Brogue (described in RogueBasin's *The
/// Incredible Power of Dijkstra Maps*).
///
/// First, the distance from the threats to every cell is measured. Each distance is then multiplied by −1.2, and the
/// low values spread out again, step by step. As a result, a cell is good if it leads to a place far from the threats,
/// and not just because it is far away itself.
///
/// Cells with the same value are stored as bits, one word per row, so that all of them spread at once.
#[derive(Debug, Default)]
pub struct FleeMap {
    front: Front<u64>,
    /// For each distance from the threats, the cells at that distance.
    by_distance: Trail,
    /// For each value, lowest first, the cells that have it. Values are [`UNIT`] apart.
    by_value: Vec<Cells>,
}

const REACH: i32 = FleeMap::REACH as i32;

/// The cells in the frame, as one word per row. Rows are numbered from 1. One extra row above the frame and one below
/// it stay empty.
type Cells = [u64; 2 * FleeMap::REACH as usize + 3];

/// The row and column of the fleeing creature.
const MIDDLE: (usize, u32) = (FleeMap::REACH as usize + 1, FleeMap::REACH);

/// The values are in tenths, so that 1.2 is a whole number: each step of distance is worth −12, and each step of
/// spreading adds 10. All values are therefore multiples of two.
const UNIT: usize = 2;
const DISTANCE: usize = 12 / UNIT;
const STEP: usize = 10 / UNIT;

impl FleeMap {
    /// How far the map extends around the fleeing creature, in rows and columns.
    pub const REACH: u32 = 20;

    /// Returns the direction in which a creature at `from` should step to get away from `threats`, or `None` if staying
    /// is best. `footing` returns what is known about a cell and the 63 cells to its right; doors count as floor.
    /// `is_free` returns whether a neighbouring cell can be entered now.
    pub fn step(
        &mut self,
        from: IVec2,
        threats: &[IVec2],
        footing: impl FnMut(IVec2) -> Footing,
        is_free: impl Fn(IVec2) -> bool,
    ) -> Option<Direction> {
        self.measure(from, threats, footing);
        let free = Direction::ALL.map(|way| is_free(from + way.delta()));
        let is_at = |cells: &Cells, delta: IVec2| {
            let row = MIDDLE.0.wrapping_add_signed(delta.y as isize);
            cells[row].has(MIDDLE.1.wrapping_add_signed(delta.x))
        };
        self.by_value.clear();
        let reached = self.by_distance.reached();
        let mut left: Cells = array::from_fn(|row| reached[row]);
        for value in 0..=DISTANCE * FleeMap::REACH as usize {
            let mut cells: Cells = [0; _];
            if let Some(lower) = value.checked_sub(STEP).map(|lower| &self.by_value[lower]) {
                cells = spread(lower);
            }
            if value % DISTANCE == 0 {
                let far = FleeMap::REACH as usize - value / DISTANCE;
                let (first, far) = self.by_distance.step(far);
                let rows = cells[first..].iter_mut().zip(far);
                rows.for_each(|(row, far)| *row |= far);
            }
            for (row, left) in cells.iter_mut().zip(&mut left) {
                *row &= *left;
                *left ^= *row;
            }
            // No other cell will have a value this low.
            if is_at(&cells, IVec2::ZERO) {
                return None;
            }
            let best = Direction::ALL
                .into_iter()
                .zip(free)
                .find(|&(way, is_free)| is_free && is_at(&cells, way.delta()));
            if let Some((way, _)) = best {
                return Some(way);
            }
            self.by_value.push(cells);
        }
        None
    }

    fn measure(
        &mut self,
        from: IVec2,
        threats: &[IVec2],
        mut footing: impl FnMut(IVec2) -> Footing,
    ) {
        let threats = threats.iter().copied();
        self.front.begin(threats, from, REACH, 2);
        self.by_distance.begin(&self.front);
        for _ in 0..FleeMap::REACH {
            self.front.step(|start| {
                let footing = footing(start);
                Footing {
                    walkable: footing.walkable | footing.closed,
                    ..Footing::default()
                }
            });
            self.by_distance.record(&self.front);
        }
    }
}

/// Returns the given cells and all their neighbours, including neighbours outside the frame.
fn spread(cells: &Cells) -> Cells {
    let mut wide: Cells = [0; _];
    for (near, rows) in wide[1..].iter_mut().zip(cells.windows(3)) {
        *near = front::near::<_, true>(rows[0], rows[1], rows[2]);
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::super::ways::Search;
    use super::*;
    use crate::map::{Tile, TileMap};
    use bevy::math::UVec2;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn fleeing_avoids_a_dead_end() {
        // Three steps to the right would also lead away from the threat.
        let rows = [
            "####################", //
            "#.........##########", //
            "######.#############", //
            "######.#############", //
            "######.............#", //
            "####################", //
        ];
        let mut corridor = TileMap::new(UVec2::new(20, 6), Tile::WALL);
        for (y, row) in (0..).zip(rows) {
            for (x, _) in (0..).zip(row.bytes()).filter(|(_, byte)| *byte == b'.') {
                corridor.set(IVec2::new(x, y), Tile::FLOOR);
            }
        }
        let mut flee = FleeMap::default();
        let mut at = IVec2::new(6, 1);
        let threat = IVec2::new(2, 1);
        for _ in 0..6 {
            let footing = |start| corridor.footing(start);
            let free = |cell: IVec2| corridor.is_walkable(cell);
            let Some(way) = flee.step(at, &[threat], footing, free) else {
                break;
            };
            at += way.delta();
        }
        assert!(at.y >= 3, "fled into the dead end: {at}");
    }

    /// Computes the step that [`FleeMap::step`] should return, directly from the definition, cell by cell.
    fn by_definition(
        from: IVec2,
        threats: &[IVec2],
        map: &TileMap,
        is_free: impl Fn(IVec2) -> bool,
    ) -> Option<Direction> {
        let near = |at: IVec2| (at - from).abs().max_element() <= REACH;
        let cost = |cell| (near(cell) && map.tile(cell).is_passable()).then_some(1);
        let threats = threats.iter().filter(|threat| near(**threat));
        let search = Search {
            starts: threats.map(|&threat| (threat, 0)).collect(),
            most: FleeMap::REACH,
            ..Search::from(from)
        };
        let (ways, _) = search.until(cost, |_| None::<()>);
        let cells = (-REACH..=REACH).flat_map(|y| (-REACH..=REACH).map(move |x| IVec2::new(x, y)));
        let cells: Vec<IVec2> = cells.map(|offset| from + offset).collect();
        let mut values: std::collections::HashMap<IVec2, i32> = cells
            .iter()
            .filter_map(|&cell| Some((cell, -12 * ways.cost_to(cell)? as i32)))
            .collect();
        loop {
            let mut changed = false;
            for cell in cells.iter().filter(|&&cell| near(cell)) {
                let around = Direction::ALL.map(|way| values.get(&(*cell + way.delta())).copied());
                let lowest = around.into_iter().flatten().min();
                if let (Some(value), Some(lowest)) = (values.get_mut(cell), lowest)
                    && *value > lowest + 10
                {
                    *value = lowest + 10;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let here = values.get(&from).copied();
        Direction::ALL
            .into_iter()
            .filter(|way| is_free(from + way.delta()))
            .filter_map(|way| Some((*values.get(&(from + way.delta()))?, way)))
            .filter(|&(value, _)| here.is_none_or(|here| value < here))
            .min_by_key(|&(value, _)| value)
            .map(|(_, way)| way)
    }

    #[test]
    fn steps_match_the_definition() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let mut flee = FleeMap::default();
        let mut counts = [0; 2];
        for _ in 0..150 {
            let mut map = TileMap::new(UVec2::new(60, 30), Tile::FLOOR);
            let walls = dice.random_range(0..60);
            for cell in map.positions() {
                match dice.random_range(0..100) {
                    roll if roll < walls => map.set(cell, Tile::WALL),
                    99 => map.set(cell, Tile::CLOSED_DOOR),
                    _ => true,
                };
            }
            let mut cell = || IVec2::new(dice.random_range(0..60), dice.random_range(0..30));
            let (from, others) = (cell(), [cell(), cell()]);
            let mut offset = || dice.random_range(-4..=4);
            let threats = [from + IVec2::new(offset(), offset()), others[0], others[1]];
            let threats = &threats[..dice.random_range(0..=3)];
            let is_free = |cell: IVec2| map.is_walkable(cell) && cell.x % 5 != 0;
            let step = flee.step(from, threats, |at| map.footing(at), is_free);
            let expected = by_definition(from, threats, &map, is_free);
            assert_eq!(step, expected, "{from} from {threats:?} on {map:?}");
            counts[usize::from(step.is_some())] += 1;
        }
        assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
    }
}
