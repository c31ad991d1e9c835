//! The verb `teleport`: a creature is somewhere else on the level.

use bevy::prelude::*;
use rand::seq::SliceRandom;

use super::push::appear;
use super::words::cells;
use crate::game::being::{Area, Incident, Purpose, Verb, Within, place_of};
use crate::map::TileMap;

/// Takes a creature to a free cell anywhere on the level.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Teleport {
    /// How many steps away it must at least be, where a diagonal step counts as one. If no cell is so far away, it is as far
    /// away as can be.
    #[reflect(@Within::new(1, 100))]
    pub least: u32,
}

impl Default for Teleport {
    fn default() -> Self {
        Self { least: 10 }
    }
}

impl Verb for Teleport {
    fn act(&self, world: &mut World, incident: &Incident) {
        if place_of(world, incident.who).is_none() {
            return;
        }
        let map = world.resource::<TileMap>();
        let far = |cell: &IVec2| (*cell - incident.at).abs().max_element().unsigned_abs();
        let cells = map.positions().filter(|cell| map.is_walkable(*cell));
        let mut goals: Vec<IVec2> = cells.filter(|cell| *cell != incident.at).collect();
        let furthest = goals.iter().map(far).max().unwrap_or(0);
        let least = self.least.min(furthest);
        goals.retain(|cell| far(cell) >= least);
        let mut dice = incident.dice(world, "where");
        goals.shuffle(&mut dice);
        appear(world, incident.who, goals);
    }

    fn purpose(&self) -> Option<Purpose> {
        Some(Purpose::Escape)
    }

    fn words(&self, _area: Area) -> Option<String> {
        Some(format!(
            "takes you somewhere else on the level, at least {} away",
            cells(self.least)
        ))
    }
}
