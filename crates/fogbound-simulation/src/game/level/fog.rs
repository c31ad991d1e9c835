//! The fog of a level: it comes from the stairs and the edges, light drives it off, and it flees from the beacon.

use bevy::prelude::*;

use super::game::Game;
use super::goals::is_on_way_back;
use crate::game::being::{Depth, FogTide, Numbers, find_player};
use crate::grid::{BitGrid, ones};
use crate::map::{Density, TileMap};
use crate::path::SIDES;
use crate::vision::LightMap;

/// Gives the fog the turns that the player has had since the last call. Returns how many.
pub(super) fn pass_fog(world: &mut World) -> u32 {
    let mut tide = world.resource_mut::<FogTide>();
    let (passed, rests) = (std::mem::take(&mut tide.passed), tide.rests);
    let is_back = is_on_way_back(world);
    for _ in 0..passed {
        if is_back {
            flee(world);
        } else if !rests {
            rise(world);
            let mut map = world.resource_mut::<TileMap>();
            map.bypass_change_detection().move_fog();
        }
        drive_off(world);
    }
    passed
}

/// Lets new fog in, if the player has been idle for long enough.
fn rise(world: &mut World) {
    let depth = world.resource::<Depth>().0;
    let plan = world.get_resource::<Game>().and_then(|it| it.fog(depth));
    let idle = world.resource::<FogTide>().idle;
    let Some(plan) = plan.filter(|plan| idle > plan.after) else {
        return;
    };
    let bounds = FogLight::of(world);
    let here = bounds.presses.then(|| find_player(world)).flatten();
    let here = here.map(|(_, at)| at);
    world.resource_scope(|world, mut map: Mut<TileMap>| {
        let mut tide = world.resource_mut::<FogTide>();
        if tide.sources.is_empty() {
            tide.sources = sources(&map, tide.entry);
        }
        let mut sources = tide.sources.clone();
        let front = Front {
            map: &map,
            light: world.resource::<LightMap>(),
            bounds,
            full: world.resource::<Numbers>().fog.full,
        };
        if let Some(here) = here {
            sources.extend(front.dark_around(here));
        }
        for cell in front.chosen(sources, plan.rate as usize) {
            map.add_air(cell, Density::fog(1));
        }
    });
}

/// Returns the cells from which the fog of a level comes, in row order: the cell on which the player arrived, and the
/// outermost cells on all four sides.
fn sources(map: &TileMap, entry: IVec2) -> Vec<IVec2> {
    let cells = map.iter().filter(|(_, tile)| tile.is_walkable());
    let mut outermost = [entry; 4];
    for (cell, _) in cells {
        for (best, side) in outermost.iter_mut().zip(SIDES) {
            if cell.dot(side) > best.dot(side) {
                *best = cell;
            }
        }
    }
    let mut all = vec![entry];
    all.extend(outermost);
    all.sort_unstable_by_key(|cell| (cell.y, cell.x));
    all.dedup();
    all
}

/// What decides where fog can come.
struct Front<'a> {
    map: &'a TileMap,
    light: &'a LightMap,
    bounds: FogLight,
    full: u8,
}

impl Front<'_> {
    /// Returns the cells in which the next fog comes, at most `rate`: those nearest to the sources on foot that have
    /// room for more. Of equally near cells, the first in row order come first.
    fn chosen(&self, sources: Vec<IVec2>, rate: usize) -> Vec<IVec2> {
        let mut found = Vec::new();
        let mut known = BitGrid::new(self.map.size());
        let mut ring = sources;
        while !ring.is_empty() && found.len() < rate {
            ring.retain(|cell| {
                !known.contains(*cell) && self.lets_in(*cell) && !self.is_lit(*cell)
            });
            ring.sort_unstable_by_key(|cell| (cell.y, cell.x));
            ring.dedup();
            for &cell in &ring {
                known.set(cell, true);
                let has_room = || self.map.air().at(cell).fog < self.most(cell);
                if found.len() < rate && self.is_open(cell) && has_room() {
                    found.push(cell);
                }
            }
            let next = ring.iter().flat_map(|cell| SIDES.map(|side| *cell + side));
            ring = next.filter(|cell| !known.contains(*cell)).collect();
        }
        found
    }

    /// Returns the dark cells nearest to a cell on foot: the cell itself, or those around the light in which it lies.
    fn dark_around(&self, cell: IVec2) -> Vec<IVec2> {
        let mut known = BitGrid::new(self.map.size());
        let mut ring = vec![cell];
        while !ring.is_empty() {
            ring.retain(|it| !known.contains(*it) && self.lets_in(*it));
            // Each cell once.
            ring.sort_unstable_by_key(|it| (it.y, it.x));
            ring.dedup();
            ring.iter().for_each(|it| known.set(*it, true));
            let dark = ring.iter().copied().filter(|it| !self.is_lit(*it));
            let dark: Vec<IVec2> = dark.collect();
            if !dark.is_empty() {
                return dark;
            }
            ring = ring
                .iter()
                .flat_map(|it| SIDES.map(|side| *it + side))
                .collect();
        }
        Vec::new()
    }

    /// Returns how dense fog becomes in a dark cell: no denser than the distance to the nearest light. So the fog beside
    /// a light is at rest, because cells that differ by 1 share nothing.
    fn most(&self, cell: IVec2) -> u8 {
        let full = self.full;
        if self.map.air().at(cell).fog >= full {
            return full;
        }
        let (mut ring, mut known) = (vec![cell], vec![cell]);
        for steps in 1..full {
            let mut next = Vec::new();
            for side in ring.iter().flat_map(|cell| SIDES.map(|side| *cell + side)) {
                if known.contains(&side) || !self.is_open(side) {
                    continue;
                }
                if self.is_lit(side) {
                    return steps;
                }
                known.push(side);
                next.push(side);
            }
            ring = next;
        }
        full
    }

    /// Returns whether new fog finds its way over a cell. It seeps through the cracks of closed doors, which hold the air.
    fn lets_in(&self, cell: IVec2) -> bool {
        self.is_open(cell) || self.map.tile(cell).opens_to().is_some()
    }

    fn is_open(&self, cell: IVec2) -> bool {
        self.map.tile(cell).passes_air()
    }

    fn is_lit(&self, cell: IVec2) -> bool {
        self.bounds.keep_off(self.light, cell)
    }
}

/// The light in which fog cannot stay.
#[derive(Clone, Copy)]
pub(super) struct FogLight {
    /// The light level, or 0 if no light keeps fog off.
    level: u32,
    /// Whether the fog presses on the player. Then it also comes into rooms that are lit from nowhere: only lights keep
    /// it off.
    presses: bool,
}

impl FogLight {
    pub(super) fn of(world: &World) -> Self {
        let (numbers, tide) = (world.resource::<Numbers>().fog, world.resource::<FogTide>());
        Self {
            level: numbers.light,
            presses: numbers.presses > 0 && tide.idle > numbers.presses,
        }
    }

    pub(super) fn presses(self) -> bool {
        self.presses
    }

    /// Returns whether fog cannot stay on a cell. Fog counts as lit if light falls on any side of it.
    pub(super) fn keep_off(self, light: &LightMap, cell: IVec2) -> bool {
        let is_lit = light.is_at_least(cell, self.level);
        self.level > 0 && is_lit && !(self.presses && light.level_of_lights(cell) < self.level)
    }
}

/// Removes the fog from cells with enough light.
fn drive_off(world: &mut World) {
    let bounds = FogLight::of(world);
    let light = world.resource::<LightMap>();
    if !light.is_lit_world() {
        return;
    }
    let map = world.resource::<TileMap>();
    let (air, size) = (map.air(), map.size().as_ivec2());
    let mut lit = Vec::new();
    if air.volume().fog == 0 || bounds.level == 0 {
        return;
    }
    for y in 0..size.y {
        for x in (0..size.x).step_by(64) {
            let start = IVec2::new(x, y);
            // Most cells with fog are dark, and no fog stays where light is. So only few levels are looked up.
            let shone_on = ones(light.shone_on(start));
            let cells = shone_on.map(|bit| start + IVec2::new(bit, 0));
            lit.extend(cells.filter(|&it| air.at(it).fog > 0 && bounds.keep_off(light, it)));
        }
    }
    take(world, &lit, Density::MAX);
}

/// Removes some of the fog from every cell.
fn flee(world: &mut World) {
    let flees = world.resource::<Numbers>().fog.flees;
    let all: Vec<IVec2> = foggy(world.resource::<TileMap>()).collect();
    take(world, &all, flees);
}

fn take(world: &mut World, cells: &[IVec2], less: u8) {
    if cells.is_empty() {
        return;
    }
    let mut map = world.resource_mut::<TileMap>();
    for &cell in cells {
        map.take_air(cell, Density::fog(less));
    }
}

/// Iterates over the cells that hold fog, in row order.
fn foggy(map: &TileMap) -> impl Iterator<Item = IVec2> {
    let air = map.air();
    let has_fog = air.volume().fog > 0;
    let cells = air.iter().filter(move |(_, it)| has_fog && it.fog > 0);
    cells.map(|(cell, _)| cell)
}
