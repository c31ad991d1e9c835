//! The initial inhabitants of a level.

use std::sync::Arc;

use bevy::platform::collections::HashSet;
use bevy::prelude::*;
use rand::seq::SliceRandom;

use crate::dungeon::random::stream;
use crate::dungeon::{DepthPlan, Dweller, Level};
use crate::game::being::{Actor, ActorId, Depth, Native, Things, spawn_thing};
use crate::game::bestiary::{
    BREATHING_SPACE, Bestiary, Monster, choose_crowd, clear_cell, spawn_monster,
};
use crate::game::mind::Sleeps;
use crate::game::saved::swap_resource;
use crate::grid::Grid;
use crate::map::{Tile, TileMap};
use crate::vision::{Ambient, Lore, MapMemory, ObjectKind, Plan};

/// The number of floor cells per thing.
const CELLS_PER_THING: usize = 70;

/// A level, with inhabitants that have not been spawned yet.
#[derive(Debug)]
pub(crate) struct Populated {
    pub(crate) map: TileMap,
    pub(crate) start: IVec2,
    pub(crate) creatures: Vec<(IVec2, Arc<Monster>)>,
    /// The cells of creatures that start asleep, even if creatures of their kind normally start awake.
    pub(crate) sleepers: Vec<IVec2>,
    pub(crate) things: Vec<(IVec2, ObjectKind)>,
    pub(crate) ambient: Option<Ambient>,
}

pub(super) fn at_random(
    level: Level,
    seed: u64,
    depth: u32,
    plan: Option<&DepthPlan>,
    bestiary: &Bestiary,
    catalogue: &Things,
) -> Populated {
    let mut dice = stream(seed, "things", depth.into());
    let mut cells: Vec<IVec2> = level.floor_cells().collect();
    let number = cells.len() / CELLS_PER_THING;
    cells.retain(|&cell| cell != level.start);
    cells.shuffle(&mut dice);
    cells.truncate(number);
    let things = cells
        .into_iter()
        .filter_map(|cell| Some((cell, catalogue.choose(&mut dice)?)));
    let mut populated = Populated {
        things: things.collect(),
        creatures: choose_crowd(&level, bestiary, seed, depth, plan),
        sleepers: Vec::new(),
        map: level.map,
        start: level.start,
        ambient: None,
    };
    // Vaults get only the monsters and things that their files specify, and favour none.
    let only = plan.filter(|it| it.only.is_some());
    let mut dice = stream(seed, "vault dwellers", depth.into());
    let drawn: Vec<IVec2> = level.dwellers.iter().map(|(cell, _)| *cell).collect();
    for (cell, dweller) in level.dwellers {
        let (monster, asleep) = match dweller {
            Dweller::Thing(name) => {
                let kind = catalogue.named(&name);
                populated.things.extend(kind.map(|kind| (cell, kind)));
                continue;
            }
            Dweller::Letter(letter) => (bestiary.by_glyph(letter), false),
            Dweller::Monster {
                name: Some(name),
                asleep,
                ..
            } => (bestiary.get(&name), asleep),
            Dweller::Monster {
                name: None,
                deeper,
                asleep,
            } => (bestiary.choose_at(depth + deeper, only, &mut dice), asleep),
        };
        let cell = monster.map_or(cell, |it| populated.place_for(it, cell, &drawn));
        let is_near = (cell - populated.start).abs().max_element() <= BREATHING_SPACE;
        // A monster whose file has errors is left out. The errors are reported elsewhere.
        if let Some(monster) = monster.filter(|_| !is_near) {
            populated.creatures.push((cell, Arc::clone(monster)));
            if asleep {
                populated.sleepers.push(cell);
            }
        }
    }
    populated
}

/// Populates a level from a map file with the monsters on the map. Their letters have been checked, but minds are read
/// later. If a monster's file turns out to have errors, the monster is left out and the errors are reported elsewhere.
pub(super) fn as_drawn(level: Level, bestiary: &Bestiary) -> Populated {
    let known = |&(cell, letter): &(IVec2, char)| {
        let monster = bestiary.meant(letter, &level.legend)?;
        Some((cell, Arc::clone(monster)))
    };
    Populated {
        creatures: level.creatures.iter().filter_map(known).collect(),
        sleepers: Vec::new(),
        map: level.map,
        start: level.start,
        things: Vec::new(),
        ambient: None,
    }
}

/// The ID of the most recently spawned actor.
#[derive(Resource, Clone, Copy, Debug, Default, Hash)]
pub(crate) struct NextId(pub(crate) u32);

/// The level's original plan, which its natives know.
#[derive(Resource, Clone, Debug)]
pub(crate) struct LevelLore(pub(crate) Lore);

impl Default for LevelLore {
    fn default() -> Self {
        Self(Arc::new(Plan::new(Grid::new(UVec2::ZERO, Tile::ROCK))))
    }
}

impl Populated {
    /// Returns the floor cells on which nothing lies and no creature stands, in random order. `name` names the random
    /// numbers.
    pub(super) fn free_floor(&self, name: &str, (seed, depth): (u64, u32)) -> Vec<IVec2> {
        let things = self.things.iter().map(|(at, _)| *at);
        let creatures = self.creatures.iter().map(|(at, _)| *at);
        let taken: HashSet<IVec2> = things.chain(creatures).chain([self.start]).collect();
        let floor = self.map.iter().filter(|(_, tile)| *tile == Tile::FLOOR);
        let mut cells: Vec<IVec2> = floor.map(|(cell, _)| cell).collect();
        cells.retain(|cell| !taken.contains(cell));
        cells.shuffle(&mut stream(seed, name, depth.into()));
        cells
    }

    /// Returns the cell for a monster that a vault's file places on `cell`. A monster that stays where it is moves aside
    /// if it would block the only way.
    fn place_for(&self, monster: &Monster, cell: IVec2, drawn: &[IVec2]) -> IVec2 {
        if !monster.minds.stay_put() {
            return cell;
        }
        let others = || self.creatures.iter();
        let stays = others().filter(|(_, it)| it.minds.stay_put());
        let stands: Vec<IVec2> = stays.map(|(at, _)| *at).collect();
        let taken = |at: IVec2| drawn.contains(&at) || others().any(|(it, _)| *it == at);
        clear_cell(&self.map, cell, taken, &stands).unwrap_or(cell)
    }

    /// Makes this the level that the player is on, and spawns the inhabitants. They may act starting at `tick`.
    pub(super) fn settle(self, world: &mut World, tick: u64) {
        world.insert_resource(LevelLore(Arc::new(self.map.plan().clone())));
        world.insert_resource(self.map);
        swap_resource(world, self.ambient);
        for (cell, kind) in self.things {
            spawn_thing(world, kind, cell);
        }
        for (cell, monster) in self.creatures {
            let entity = spawn_native(world, &monster, cell, tick);
            if self.sleepers.contains(&cell) && world.get::<Sleeps>(entity).is_none() {
                world.entity_mut(entity).insert(Sleeps);
            }
        }
    }
}

/// Spawns a monster that is native to the current level and therefore knows the level's plan.
pub(crate) fn spawn_native(
    world: &mut World,
    monster: &Arc<Monster>,
    cell: IVec2,
    tick: u64,
) -> Entity {
    let mut next = world.resource_mut::<NextId>();
    next.0 += 1;
    let id = ActorId(next.0);
    let depth = world.resource::<Depth>().0;
    let lore = world.resource::<LevelLore>().0.clone();
    let entity = spawn_monster(world, id, monster, cell);
    let mut entity_mut = world.entity_mut(entity);
    entity_mut.insert((MapMemory::knowing(lore), Native(depth)));
    if let Some(mut actor) = entity_mut.get_mut::<Actor>() {
        actor.due = tick;
    }
    entity
}
