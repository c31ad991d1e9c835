//! Measures walking distances for many short paths at once.

use bevy::math::IVec2;

use super::front::{Bits, Front};
use crate::map::TileMap;

/// A search that measures distances as `Ways` does, but in a frame narrow enough for each row to be one word. It reuses
/// its memory.
#[derive(Debug, Default)]
pub(crate) struct Ripple {
    narrow: Front<u64>,
    wide: Front<u128>,
    waiting: Vec<(usize, Target)>,
}

/// A cell to measure the distance to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The cell.
    pub(crate) at: IVec2,
    /// The maximum length of a path to this cell that is of interest.
    pub(crate) within: u32,
}

/// The cost of entering a closed door; other cells cost 1.
pub(crate) const DOOR: u32 = 5;

impl Ripple {
    /// The length of the longest path that can be measured. All shorter paths stay within the widest frame.
    pub(crate) const FURTHEST: u32 = <u128 as Bits>::REACH as u32;

    /// Calls `tell` with the index of each target and its distance from `from`, if that distance is at most the
    /// target's limit and [`Ripple::FURTHEST`]. Entering a closed door costs [`DOOR`], and the start costs nothing.
    ///
    /// The nearest targets come first. `tell` returns a margin: from then on, only targets whose limit exceeds their
    /// distance by at least this margin are reported. Return 0 to get all targets.
    pub(crate) fn ways(
        &mut self,
        map: &TileMap,
        from: IVec2,
        targets: &[Target],
        tell: impl FnMut(usize, u32) -> u32,
    ) {
        self.waiting.clear();
        let mut reach = 0;
        for (number, &Target { at, within }) in targets.iter().enumerate() {
            let apart = (at - from).abs().max_element() as u32;
            let within = within.min(Self::FURTHEST);
            if apart <= within {
                // A path that leaves this range cannot return to the target within the limit.
                reach = reach.max((apart + within) / 2);
                self.waiting.push((number, Target { at, within }));
            }
        }
        if self.waiting.is_empty() {
            return;
        }
        let reach = reach as i32;
        if reach <= u64::REACH {
            spread(
                &mut self.narrow,
                map,
                (from, reach),
                &mut self.waiting,
                tell,
            );
        } else {
            spread(&mut self.wide, map, (from, reach), &mut self.waiting, tell);
        }
    }
}

/// Advances a front until it has reached all targets or cannot reach any more.
fn spread<W: Bits>(
    front: &mut Front<W>,
    map: &TileMap,
    (from, reach): (IVec2, i32),
    waiting: &mut Vec<(usize, Target)>,
    mut tell: impl FnMut(usize, u32) -> u32,
) {
    front.begin([from], from, reach, DOOR);
    let mut comes = false;
    for (_, target) in waiting.iter() {
        front.want(target.at);
        comes |= target.at == from;
    }
    let furthest = |waiting: &[(usize, Target)]| waiting.iter().map(|(_, it)| it.within).max();
    // Beyond this distance, no target is of interest.
    let mut longest = furthest(waiting);
    let mut spare = 0;
    while let Some(most) = longest {
        let way = front.steps();
        if comes {
            waiting.retain(|&(number, target)| {
                let is_here = front.is_at(target.at);
                if is_here && target.within >= way + spare {
                    spare = tell(number, way);
                }
                !is_here
            });
            longest = furthest(waiting).filter(|&longest| longest > way + spare);
            comes = false;
            continue;
        }
        if most <= way + spare || front.is_over() {
            return;
        }
        comes = front.step(|start| map.footing(start));
    }
}

#[cfg(test)]
mod tests {
    use super::super::ways::Ways;
    use super::*;
    use crate::map::Tile;
    use bevy::math::UVec2;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    fn random_map(dice: &mut ChaCha8Rng) -> TileMap {
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
        map
    }

    #[test]
    fn distances_agree_with_a_flood_fill() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let mut ripple = Ripple::default();
        let mut reached = [0; 2];
        for _ in 0..400 {
            let map = random_map(&mut dice);
            let size = map.size().as_ivec2();
            let mut cell = || {
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
            let all = Ways::within(from, reach, cost);
            let mut ways = vec![None; targets.len()];
            ripple.ways(&map, from, &targets, |number, way| {
                assert_eq!(ways[number].replace(way), None);
                0
            });
            for (target, &way) in targets.iter().zip(&ways) {
                let measured = all.cost_to(target.at);
                let measured = measured.filter(|&way| way <= target.within);
                assert_eq!(way, measured, "{from} to {target:?}");
                reached[usize::from(way.is_some())] += 1;
            }
            // A caller that always returns the best margin so far still gets the best target.
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
