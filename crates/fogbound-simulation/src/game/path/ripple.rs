//! How far it is to walk, for many short ways at once.

use bevy::math::IVec2;

use super::wave::{Ground, Wave, Word};
use crate::map::TileMap;

/// Measures ways as [`Flood`](super::Flood) does, in a window that is narrow enough for a row to be one
/// word. Its memory is used again.
#[derive(Debug, Default)]
pub(crate) struct Ripple {
    narrow: Wave<u64>,
    wide: Wave<u128>,
    waiting: Vec<Waiting>,
}

/// A cell that somebody wants to know the way to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The cell.
    pub(crate) at: IVec2,
    /// The longest way to it that is of interest.
    pub(crate) within: u32,
}

/// A target that was not reached yet: its number, its place in the window and for how long it waits.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    number: usize,
    row: usize,
    x: u32,
    within: u32,
}

/// What entering a closed door costs; walking costs 1.
pub(crate) const DOOR: u32 = 5;

impl Ripple {
    /// The longest way that it measures: all shorter ones stay in the widest window.
    pub(crate) const FURTHEST: u32 = <u128 as Word>::REACH as u32;

    /// Says for each of `targets` how far it is to walk there from `from`, if that is of interest and at most
    /// [`Ripple::FURTHEST`]. Closed doors cost [`DOOR`]; the first cell is free.
    ///
    /// The nearest come first. From then on only those are of interest to whom the way leaves as much of
    /// what it might have been as `tell` says: 0 for all.
    pub(crate) fn ways(
        &mut self,
        map: &TileMap,
        from: IVec2,
        targets: &[Target],
        tell: impl FnMut(usize, u32) -> u32,
    ) {
        // Who goes further than half of the way there and of the way it may take does not come back in
        // time.
        let strays = |target: &Target| {
            let apart = (target.at - from).abs().max_element() as u32;
            let within = target.within.min(Self::FURTHEST);
            (apart <= within).then(|| (apart + within) / 2)
        };
        let Some(reach) = targets.iter().filter_map(strays).max() else {
            return;
        };
        let reach = reach as i32;
        self.waiting.clear();
        let corner = from - reach;
        let each = targets.iter().enumerate();
        let near = each.filter(|(_, target)| strays(target).is_some());
        self.waiting.extend(near.map(|(number, target)| Waiting {
            number,
            row: (target.at.y - corner.y) as usize + 1,
            x: (target.at.x - corner.x) as u32,
            within: target.within.min(Self::FURTHEST),
        }));
        let footing = |row: usize, by: i32| {
            let start = corner + IVec2::new(by, row as i32 - 1);
            map.footing(start)
        };
        if reach <= u64::REACH {
            let ground = |row| {
                let here = footing(row, 0);
                Ground {
                    free: here.walkable,
                    slow: here.closed,
                }
            };
            spread(&mut self.narrow, reach, &mut self.waiting, ground, tell);
        } else {
            let ground = |row| {
                let (left, right) = (footing(row, 0), footing(row, 64));
                let join = |left, right| u128::from(left) | u128::from(right) << 64;
                Ground {
                    free: join(left.walkable, right.walkable),
                    slow: join(left.closed, right.closed),
                }
            };
            spread(&mut self.wide, reach, &mut self.waiting, ground, tell);
        }
    }
}

/// Lets a wave go on until it has come to all who wait for it, or can come to nobody any more.
fn spread<W: Word>(
    wave: &mut Wave<W>,
    reach: i32,
    waiting: &mut Vec<Waiting>,
    ground: impl Fn(usize) -> Ground<W>,
    mut tell: impl FnMut(usize, u32) -> u32,
) {
    wave.begin(reach, DOOR);
    let middle = (reach as usize + 1, reach as u32);
    let mut comes = false;
    for target in waiting.iter() {
        wave.want(target.row, target.x);
        comes |= (target.row, target.x) == middle;
    }
    // Beyond that nobody is interested.
    let mut longest = waiting.iter().map(|target| target.within).max();
    let mut spare = 0;
    while let Some(most) = longest {
        let way = wave.steps();
        if comes {
            waiting.retain(|target| {
                let is_here = wave.is_at(target.row, target.x);
                if is_here && target.within >= way + spare {
                    spare = tell(target.number, way);
                }
                !is_here
            });
            longest = waiting.iter().map(|target| target.within).max();
            longest = longest.filter(|&longest| longest > way + spare);
            comes = false;
            continue;
        }
        if most <= way + spare || wave.is_over() {
            return;
        }
        comes = wave.step(&ground);
    }
}

#[cfg(test)]
mod tests {
    use super::super::flood::Flood;
    use super::*;
    use crate::dungeon::random::stream;
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
            let mut map = TileMap::new(size, Tile::FLOOR);
            let (walls, doors) = (dice.random_range(0..50), dice.random_range(0..20));
            for cell in map.positions() {
                let roll = dice.random_range(0..100);
                if roll < walls {
                    map.set(cell, Tile::WALL);
                } else if roll < walls + doors {
                    map.set(cell, Tile::CLOSED_DOOR);
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
            let targets: Vec<Target> = targets
                .into_iter()
                .map(|at| Target {
                    at,
                    within: dice.random_range(0..=reach),
                })
                .collect();
            let cost = |at: IVec2| {
                let tile = map.tile(at);
                let is_door = tile.opens_to().is_some();
                (tile.is_walkable() || is_door).then_some(if is_door { DOOR } else { 1 })
            };
            flood.fill(from, reach, cost);
            let mut ways = vec![None; targets.len()];
            ripple.ways(&map, from, &targets, |number, way| {
                assert_eq!(ways[number].replace(way), None);
                0
            });
            for (target, &way) in targets.iter().zip(&ways) {
                let measured = flood.distance(target.at);
                let measured = measured.filter(|&way| way <= target.within);
                assert_eq!(way, measured, "{from} to {target:?}");
                reached[usize::from(way.is_some())] += 1;
            }
            // Whoever wants only what leaves most of its way misses none of these.
            let left = |number: usize, way: u32| targets[number].within - way;
            let mut spare = vec![None; targets.len()];
            let mut most = 0;
            ripple.ways(&map, from, &targets, |number, way| {
                spare[number] = Some(left(number, way));
                most = most.max(left(number, way));
                most
            });
            let all = (0..)
                .zip(&ways)
                .map(|(number, way)| way.map(|way| left(number, way)));
            let all: Vec<Option<u32>> = all.collect();
            let best = all.iter().copied().max().flatten();
            for (found, expected) in spare.into_iter().zip(all) {
                assert!(found == expected || found.is_none() && expected < best);
            }
        }
        assert!(reached.iter().all(|&count| count > 1000), "{reached:?}");
    }
}
