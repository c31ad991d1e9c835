//! Who lives on a level that nobody drew.

use std::sync::Arc;

use bevy::math::IVec2;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::{Bestiary, Monster};
use crate::dungeon::Level;
use crate::dungeon::random::stream;

/// One group of monsters for this many cells of floor.
const CELLS_PER_GROUP: u32 = 70;

/// Monsters begin farther than this from the player's start, in steps of a king.
const BREATHING_SPACE: i32 = 9;

/// Members of a group begin within this distance of its first, in steps of a king.
const TOGETHER: i32 = 2;

/// Chooses the monsters of a built level and their cells: the same for the same bestiary, seed and
/// depth, 1 being the top.
pub(in crate::game) fn populate(
    level: &Level,
    bestiary: &Bestiary,
    seed: u64,
    depth: u32,
) -> Vec<(IVec2, Arc<Monster>)> {
    let mut dice = stream(seed, "population", depth.into());
    let floor: Vec<IVec2> = level.floor_cells().collect();
    let is_far = |cell: &IVec2| (*cell - level.start).abs().max_element() > BREATHING_SPACE;
    let mut free: Vec<IVec2> = floor.iter().copied().filter(is_far).collect();
    free.shuffle(&mut dice);
    // A map has far fewer than 2^32 cells.
    let groups = number_of_groups(floor.len() as u32, &mut dice);
    let mut monsters = Vec::new();
    for _ in 0..groups {
        let Some(monster) = bestiary.choose(depth, &mut dice) else {
            break;
        };
        let Some(first) = free.pop() else { break };
        let size = group_size(monster, &mut dice);
        monsters.push((first, Arc::clone(monster)));
        for _ in 1..size {
            let near = |cell: &IVec2| (*cell - first).abs().max_element() <= TOGETHER;
            let Some(place) = free.iter().rposition(near) else {
                break;
            };
            monsters.push((free.remove(place), Arc::clone(monster)));
        }
    }
    monsters
}

/// About one for each [`CELLS_PER_GROUP`], at least one.
fn number_of_groups(floor: u32, dice: &mut impl Rng) -> u32 {
    let usual = floor / CELLS_PER_GROUP;
    let spread = usual / 4;
    dice.random_range(usual - spread..=usual + spread).max(1)
}

fn group_size(monster: &Monster, dice: &mut impl Rng) -> u32 {
    let (least, most) = monster.appears.group;
    dice.random_range(least..=most)
}
