//! The monsters placed on built levels.

use std::sync::Arc;

use bevy::math::{IVec2, UVec2};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::library::Bestiary;
use super::monster::{Appears, Monster};
use crate::dungeon::random::stream;
use crate::dungeon::{DepthPlan, Level};
use crate::fov::{FieldOfView, Sight};
use crate::grid::{Direction, Grid, Rectangle};
use crate::map::{Tile, TileMap};
use crate::path::{KING, Ways, parts};

/// The number of floor cells per group of monsters.
const CELLS_PER_GROUP: u32 = 70;

/// Monsters start more than this number of steps from the player. Diagonal steps count as one step.
pub(crate) const BREATHING_SPACE: i32 = 9;

/// Monsters from up to this many levels below may appear on a level.
const BELOW: u32 = 2;

/// The number of free cells to compare when placing a monster from a deeper level. The monster takes the most visible
/// cell.
const CHOICE: usize = 48;

/// The maximum number of steps from the starting cell of a group's first member to those of the other members. Diagonal
/// steps count as one step.
const TOGETHER: i32 = 2;

/// Returns how many groups of monsters a level has. `crowd` scales the usual number, in percent; with 0 there are none.
fn count_groups(cells: usize, crowd: u32, dice: &mut ChaCha8Rng) -> u32 {
    // A map has at most 2^24 cells, and `crowd` is at most 1000, so the result fits.
    let usual = cells as u64 * u64::from(crowd) / 100 / u64::from(CELLS_PER_GROUP);
    let usual = usual as u32;
    match crowd {
        0 => 0,
        _ => dice
            .random_range(usual - usual / 4..=usual + usual / 4)
            .max(1),
    }
}

/// Chooses the monsters for a built level, and a cell for each monster. The choice depends only on the arguments.
/// `depth` is 1 for the topmost level.
pub(crate) fn choose_crowd(
    level: &Level,
    bestiary: &Bestiary,
    seed: u64,
    depth: u32,
    plan: Option<&DepthPlan>,
) -> Vec<(IVec2, Arc<Monster>)> {
    let mut dice = stream(seed, "population", depth.into());
    let floor = floor_outside_vaults(level);
    let mut free: Vec<IVec2> = floor
        .iter()
        .copied()
        .filter(|&it| is_far(level, it))
        .collect();
    free.shuffle(&mut dice);
    let (crowd, deeper) = plan.map_or((100, 0), |it| (it.crowd, it.deeper));
    let deeper = if plan.is_some_and(|it| it.only.is_some()) {
        0
    } else {
        deeper
    };
    let groups = count_groups(floor.len(), crowd, &mut dice);
    let mut places = Places::new(level.map.size(), free);
    let mut monsters = Vec::new();
    // The cells of monsters that stay where they are.
    let mut stands = Vec::new();
    let mut engine = FieldOfView::new();
    for _ in 0..groups {
        let looks_below = deeper > 0 && dice.random_range(0..100_u32) < deeper;
        let below = looks_below
            .then(|| bestiary.choose_from_below(depth, BELOW, &mut dice))
            .flatten();
        let chosen = below.or_else(|| bestiary.choose_at(depth, plan, &mut dice));
        let Some(monster) = chosen else { break };
        let (least, most) = monster.appears.group;
        let size = dice.random_range(least..=most);
        let appears = &monster.appears;
        let stays = monster.minds.stay_put();
        let is_in_the_way = |cell: IVec2| stays && cuts_off(&level.map, cell, &stands);
        let any = appears.suits_any();
        let first = match below {
            Some(_) if any => places
                .take_best(|cell| (!is_in_the_way(cell), how_visible(level, cell, &mut engine))),
            _ if stays || !any => places.take_suitable(|cell| {
                (any || suits(level, cell, appears, &mut engine)) && !is_in_the_way(cell)
            }),
            _ => places.take(),
        };
        let Some(first) = first else { continue };
        let allowed = plan.and_then(|it| it.only.as_ref());
        let companions = appears.with.iter();
        let companions = companions.filter(|it| allowed.is_none_or(|only| only.contains(*it)));
        let companions = companions.filter_map(|it| bestiary.get(it));
        let members = (0..size).map(|_| monster).chain(companions);
        for (number, member) in members.enumerate() {
            let cell = match number {
                0 => Some(first),
                _ => places.take_within(first, TOGETHER),
            };
            let Some(cell) = cell else { break };
            let stays = member.minds.stay_put();
            if stays && cuts_off(&level.map, cell, &stands) {
                continue;
            }
            stands.extend(stays.then_some(cell));
            monsters.push((cell, Arc::clone(member)));
        }
    }
    monsters
}

/// Chooses the cells of a group of `count` monsters on a built level. They are chosen as for the level's own groups, but
/// only from the cells that the player can reach without finding a secret door. If a place is too small, the group
/// spreads out. Returns fewer cells if the level is too small.
pub fn place_group(level: &Level, count: usize, seed: u64) -> Vec<IVec2> {
    let size = level.map.size();
    let is_open = |cell: IVec2| {
        let tile = level.map.tile(cell);
        tile.is_passable() && tile.seems().is_none()
    };
    let mut reached = Grid::new(size, false);
    let here = parts(size, &KING, is_open).find(|part| part.contains(&level.start));
    for cell in here.into_iter().flatten() {
        reached.set(cell, true);
    }
    let mut free = floor_outside_vaults(level);
    free.retain(|&cell| is_far(level, cell) && reached.get(cell) == Some(&true));
    free.shuffle(&mut stream(seed, "group", 0));
    let mut places = Places::new(size, free);
    let Some(first) = places.take() else {
        return Vec::new();
    };
    let furthest = size.as_ivec2().max_element();
    let others = (1..count)
        .map_while(|_| (TOGETHER..=furthest).find_map(|steps| places.take_within(first, steps)));
    [first].into_iter().chain(others).take(count).collect()
}

/// Returns whether a creature that stands on `cell` cuts off a part of the level, together with those on `stands`. Ways
/// through secret doors do not count.
fn cuts_off(map: &TileMap, cell: IVec2, stands: &[IVec2]) -> bool {
    let is_open = |at: IVec2| {
        let tile = map.tile(at);
        tile.is_passable() && tile.seems().is_none() && at != cell && !stands.contains(&at)
    };
    let around = KING.map(|step| cell + step).into_iter();
    let around: Vec<IVec2> = around.filter(|&at| is_open(at)).collect();
    // In the open, the cells around `cell` are connected with each other.
    let is_beside = |at: IVec2| around.contains(&(cell + at - 1));
    if parts(UVec2::splat(3), &KING, is_beside).count() <= 1 {
        return false;
    }
    let mut parts = parts(map.size(), &KING, is_open);
    !parts.any(|part| around.iter().all(|at| part.contains(at)))
}

/// Returns the floor cell nearest to `cell` on which a creature cuts off no part of the level. `taken` returns whether
/// another creature has a cell, and `stands` lists the cells of those that stay where they are.
pub(crate) fn clear_cell(
    map: &TileMap,
    cell: IVec2,
    taken: impl Fn(IVec2) -> bool,
    stands: &[IVec2],
) -> Option<IVec2> {
    if !cuts_off(map, cell, stands) {
        return Some(cell);
    }
    let suits = |at: IVec2| map.tile(at) == Tile::FLOOR && !taken(at) && !cuts_off(map, at, stands);
    let passable = |at: IVec2| map.tile(at).is_passable().then_some(1);
    Ways::search(cell, passable, suits).1
}

/// Returns the floor cells outside all vaults. Vaults get only the monsters that their files specify.
fn floor_outside_vaults(level: &Level) -> Vec<IVec2> {
    let in_vault = |cell: IVec2| level.vaults.iter().any(|(_, it)| it.contains(cell));
    level.floor_cells().filter(|&it| !in_vault(it)).collect()
}

/// Returns whether a cell is far enough from the player's start for a monster.
fn is_far(level: &Level, cell: IVec2) -> bool {
    (cell - level.start).abs().max_element() > BREATHING_SPACE
}

/// Returns a measure of how visible a creature on a cell is from afar: the number of cells from which the creature is
/// in view, multiplied by four if the cell is lit.
fn how_visible(level: &Level, cell: IVec2, engine: &mut FieldOfView) -> usize {
    const IN_THE_LIGHT: usize = 4;
    let (seen, is_lit) = seen_and_lit(level, cell, engine);
    seen * if is_lit { IN_THE_LIGHT } else { 1 }
}

/// Returns the number of cells from which a creature on a cell is in view, and whether the cell is lit.
fn seen_and_lit(level: &Level, cell: IVec2, engine: &mut FieldOfView) -> (usize, bool) {
    let sight = Sight::default().unlimited();
    let view = engine.view(level.map.opacity(), cell, sight);
    let shines = |at: IVec2| {
        let flame = level.map.tile(at).flame();
        let far = (at - cell).length_squared().unsigned_abs();
        flame.is_some_and(|it| far <= it.radius * it.radius)
    };
    let in_lit_room = level.lit_rooms.iter().any(|room| room.contains(cell));
    let is_lit = in_lit_room || view.iter().any(shines);
    (view.len(), is_lit)
}

impl Appears {
    /// Returns whether the monster appears on any cell.
    fn suits_any(&self) -> bool {
        self.beside.is_empty() && self.lit.is_none()
    }
}

/// Returns whether a monster may appear on a cell, given what is beside the cell and whether the cell is lit.
fn suits(level: &Level, cell: IVec2, appears: &Appears, engine: &mut FieldOfView) -> bool {
    // Secrets look like what they seem to be.
    let tile = |way: Direction| level.map.tile(cell + way.delta()).apparent();
    let is_beside = |name: &String| Direction::ALL.iter().any(|way| tile(*way).is_called(name));
    let is_in_place = appears.beside.is_empty() || appears.beside.iter().any(is_beside);
    let is_lit = |wanted: bool| seen_and_lit(level, cell, engine).1 == wanted;
    is_in_place && appears.lit.is_none_or(is_lit)
}

/// A list of free cells. Cells are taken from the end, each at most once.
struct Places {
    cells: Vec<IVec2>,
    /// For each cell of the map, its position in `cells` (starting from 1), or 0 if the cell cannot be taken.
    ranks: Grid<u32>,
}

impl Places {
    fn new(map: UVec2, cells: Vec<IVec2>) -> Self {
        let mut ranks = Grid::new(map, 0);
        for (&cell, rank) in cells.iter().zip(1..) {
            ranks.set(cell, rank);
        }
        Self { cells, ranks }
    }

    fn take(&mut self) -> Option<IVec2> {
        loop {
            let cell = self.cells.pop()?;
            if self.rank(cell) > 0 {
                self.ranks.set(cell, 0);
                return Some(cell);
            }
        }
    }

    /// Takes the next cell that suits.
    fn take_suitable(&mut self, mut suits: impl FnMut(IVec2) -> bool) -> Option<IVec2> {
        let mut cells = self.cells.iter().rev().copied();
        let cell = cells.find(|&cell| self.rank(cell) > 0 && suits(cell))?;
        self.ranks.set(cell, 0);
        Some(cell)
    }

    /// Takes the cell with the highest rank among the next `CHOICE` cells. If several cells share the highest rank,
    /// takes the first of them.
    fn take_best<Rank: Ord>(&mut self, mut rank: impl FnMut(IVec2) -> Rank) -> Option<IVec2> {
        let found: Vec<IVec2> = (0..CHOICE).map_while(|_| self.take()).collect();
        let best = found.iter().copied().rev().max_by_key(|&cell| rank(cell))?;
        // Put the other cells back in the same order.
        for &cell in found.iter().rev().filter(|&&cell| cell != best) {
            self.cells.push(cell);
            self.ranks.set(cell, self.cells.len() as u32);
        }
        Some(best)
    }

    /// Takes the next cell that is at most `steps` steps from `centre`. Diagonal steps count as one step.
    fn take_within(&mut self, centre: IVec2, steps: i32) -> Option<IVec2> {
        let around = Rectangle::from_corners(centre, centre).expanded(steps);
        let cell = around.cells().max_by_key(|&cell| self.rank(cell))?;
        (self.rank(cell) > 0).then(|| {
            self.ranks.set(cell, 0);
            cell
        })
    }

    fn rank(&self, cell: IVec2) -> u32 {
        self.ranks.get(cell).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_level_with_the_greatest_crowd_has_ten_times_the_usual_groups() {
        let cells = 1 << 24;
        let usual = cells as u32 / CELLS_PER_GROUP;
        for (percent, times) in [(0, 0), (100, 1), (1000, 10)] {
            let groups = count_groups(cells, percent, &mut stream(1, "groups", 0));
            let least = usual * times / 4 * 3;
            let most = usual * times / 4 * 5 + 20;
            assert!((least..=most).contains(&groups), "{percent}: {groups}");
        }
    }
}
