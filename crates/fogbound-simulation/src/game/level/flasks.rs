//! The oil flasks on a level.

use bevy::prelude::*;
use rand::RngExt;

use super::populate::Populated;
use crate::dungeon::DepthPlan;
use crate::dungeon::random::stream;
use crate::map::{Stairs, Tile, TileMap};
use crate::path::Ways;

/// How far from the shortest way between the stairs most flasks are, in cells.
const ASIDE: i32 = 5;
/// Out of this many flasks, one may lie anywhere.
const ANYWHERE: usize = 3;

/// Returns how many flasks lie on the level at a depth, where 1 is the first level. `planned` returns how many a level's
/// plan wants.
///
/// The number varies by luck, but luck evens out: down to each level, the sum is within one flask of the sum of the plans.
fn number(seed: u64, depth: u32, planned: impl Fn(u32) -> u32) -> u32 {
    let (mut sum, mut placed, mut here) = (0_u32, 0_u32, 0);
    for level in 1..=depth {
        let wanted = planned(level);
        sum += wanted;
        here = 0;
        if wanted > 0 {
            let luck = stream(seed, "oil", level.into()).random_range(-1..=1);
            here = sum.saturating_add_signed(luck).saturating_sub(placed);
        }
        placed += here;
    }
    here
}

/// Places the oil flasks of a level on its floor, most of them aside from the shortest way between the stairs.
pub(super) fn place_flasks<'a>(
    level: &mut Populated,
    (seed, depth): (u64, u32),
    plan: impl Fn(u32) -> Option<&'a DepthPlan>,
) {
    let flask = level.map.tile_set().own(Tile::OIL_FLASK);
    let usual = DepthPlan::default().oil;
    let number = number(seed, depth, |it| plan(it).map_or(usual, |plan| plan.oil));
    let way = way_on(&level.map, level.start);
    let mut cells = level.free_floor("oil flasks", (seed, depth));
    let is_aside = |cell: &IVec2| {
        let mut way = way.iter();
        way.all(|it| (*it - *cell).abs().max_element() > ASIDE)
    };
    for flask_number in 0..number as usize {
        let aside = cells.iter().position(is_aside);
        let aside = aside.filter(|_| flask_number % ANYWHERE > 0);
        if cells.is_empty() {
            return;
        }
        let cell = cells.remove(aside.unwrap_or(0));
        level.map.set(cell, flask);
    }
}

/// Returns the shortest way from the start to the stairs down or, on the last level, to the goal.
fn way_on(map: &TileMap, start: IVec2) -> Vec<IVec2> {
    let passable = |at: IVec2| map.tile(at).is_passable().then_some(1);
    let leads_on = |at: IVec2| {
        let tile = map.tile(at);
        tile.stairs() == Some(Stairs::Down) || tile.kind().taken.is_some_and(|it| it.is_goal)
    };
    let (ways, end) = Ways::search(start, passable, leads_on);
    end.and_then(|end| ways.way(end)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_evens_out() {
        let mut found = [0; 8];
        for seed in 0..200 {
            let mut sum = 0;
            for depth in 1..=12 {
                let here = number(seed, depth, |_| 3);
                found[here as usize] += 1;
                sum += here;
                assert!(sum.abs_diff(3 * depth) <= 1, "seed {seed}, level {depth}");
            }
        }
        assert!(found[1..=5].iter().all(|it| *it > 0), "{found:?}");
        assert_eq!(number(1, 5, |_| 0), 0);
    }
}
