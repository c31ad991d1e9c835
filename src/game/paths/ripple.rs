//! How far it is to walk, for many short ways at once: a row of cells is a word, and a step of all
//! cells of a row costs a few instructions.

use bevy::math::IVec2;

use crate::grid::BitGrid;
use crate::map::TileMap;

/// Measures ways as [`Flood`](super::paths::Flood) does, in a window that is narrow enough for a row to
/// be one word. Its memory is used again.
#[derive(Debug, Default)]
pub(super) struct Ripple {
    rows: Vec<Row>,
}

/// One row of the window; a bit for each cell, the leftmost lowest.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    /// Cells that are walked onto at once.
    free: u128,
    /// Closed doors that no way has come to yet.
    doors: u128,
    /// What was reached with the last step, and what is with this one.
    new: u128,
    next: u128,
    /// Doors that are being gone through, by the steps that they still take.
    waiting: [u128; DOOR as usize - 1],
}

/// What entering a closed door costs; walking costs 1.
pub(super) const DOOR: u32 = 5;

impl Ripple {
    /// The furthest that it measures.
    pub(super) const FURTHEST: u32 = 63;

    /// Says for each of `targets` how far it is to walk there from `from`, if that is at most `reach`.
    /// Closed doors cost [`DOOR`]; the first cell is free.
    pub(super) fn ways(
        &mut self,
        map: &TileMap,
        from: IVec2,
        reach: u32,
        targets: impl Iterator<Item = IVec2>,
        mut tell: impl FnMut(usize, u32),
    ) {
        let reach = reach.min(Self::FURTHEST) as i32;
        let corner = from - reach;
        let side = 2 * reach + 1;
        let inside = u128::MAX >> (128 - side);
        self.rows.clear();
        self.rows.extend((corner.y..corner.y + side).map(|y| Row {
            free: window(map.walkable(), corner.x, y) & inside,
            doors: window(map.closed(), corner.x, y) & inside,
            ..Row::default()
        }));
        let mut targets: Vec<(usize, IVec2)> = targets
            .map(|target| target - corner)
            .enumerate()
            .filter(|(_, at)| at.cmpge(IVec2::ZERO).all() && at.max_element() < side)
            .collect();
        let start = &mut self.rows[reach as usize];
        start.new = 1 << reach;
        start.free &= !start.new;
        start.doors &= !start.new;
        let rows = &mut self.rows;
        // A bit for each row in which something is going on.
        let mut live: u128 = 1 << reach;
        for way in 0..=reach {
            targets.retain(|&(number, at)| {
                let is_here = rows[at.y as usize].new >> at.x & 1 != 0;
                if is_here {
                    tell(number, way as u32);
                }
                !is_here
            });
            if way == reach || live == 0 || targets.is_empty() {
                return;
            }
            // Only rows beside one that was reached, or with a door that is being gone through.
            let near = live | live << 1 | live >> 1;
            let touched = near & inside;
            live = 0;
            for y in ones(touched) {
                let above = if y > 0 { rows[y - 1].new } else { 0 };
                let below = rows.get(y + 1).map_or(0, |row| row.new);
                let row = &mut rows[y];
                let near = above | row.new | below;
                let near = near | near << 1 | near >> 1;
                let doors = near & row.doors;
                row.doors &= !doors;
                let [first, second, third, fourth] = row.waiting;
                row.waiting = [second, third, fourth, doors];
                row.next = near & row.free | first;
                row.free &= !row.next;
                if row.next | second | third | fourth | doors != 0 {
                    live |= 1 << y;
                }
            }
            for y in ones(touched) {
                rows[y].new = rows[y].next;
            }
        }
    }
}

/// The numbers of the bits that are 1, lowest first.
fn ones(mut bits: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        bit
    })
}

/// The bits of row `y` from column `x` on; outside of the grid they are 0.
fn window(bits: &BitGrid, x: i32, y: i32) -> u128 {
    let row = bits.row_words(y);
    let first = x.div_euclid(64);
    let word = |offset: i32| {
        let index = usize::try_from(first + offset).ok();
        u128::from(index.and_then(|index| row.get(index)).copied().unwrap_or(0))
    };
    let shift = x.rem_euclid(64) as u32;
    let two = (word(0) | word(1) << 64) >> shift;
    if shift == 0 {
        two
    } else {
        two | word(2) << (128 - shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dungeon::random::stream;
    use crate::game::paths::Flood;
    use crate::map::Tile;
    use bevy::math::UVec2;
    use rand::RngExt;

    #[test]
    fn ways_are_what_a_flood_measures() {
        let mut dice = stream(1, "ripples", 0);
        let (mut ripple, mut flood) = (Ripple::default(), Flood::default());
        let mut reached = [0; 2];
        for _ in 0..400 {
            let size = UVec2::new(dice.random_range(1..200), dice.random_range(1..50));
            let mut map = TileMap::new(size, Tile::Floor);
            let (walls, doors) = (dice.random_range(0..50), dice.random_range(0..20));
            for cell in map.positions() {
                let roll = dice.random_range(0..100);
                if roll < walls {
                    map.set(cell, Tile::Wall);
                } else if roll < walls + doors {
                    map.set(cell, Tile::ClosedDoor);
                }
            }
            let mut cell = || {
                let size = size.as_ivec2();
                IVec2::new(
                    dice.random_range(-1..=size.x),
                    dice.random_range(-1..=size.y),
                )
            };
            let from = cell();
            let targets: Vec<IVec2> = (0..30).map(|_| cell()).chain([from]).collect();
            let reach = dice.random_range(0..=Ripple::FURTHEST);
            let cost = |at: IVec2| {
                let tile = map.tile(at);
                let is_door = tile.opens_to().is_some();
                (tile.is_walkable() || is_door).then_some(if is_door { DOOR } else { 1 })
            };
            flood.fill(from, reach, cost);
            let mut ways = vec![None; targets.len()];
            ripple.ways(&map, from, reach, targets.iter().copied(), |number, way| {
                assert_eq!(ways[number].replace(way), None);
            });
            for (target, way) in targets.into_iter().zip(ways) {
                assert_eq!(way, flood.distance(target), "{from} to {target}");
                reached[usize::from(way.is_some())] += 1;
            }
        }
        assert!(reached.iter().all(|&count| count > 1000), "{reached:?}");
    }
}
