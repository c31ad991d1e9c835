//! The verb `smoke`: smoke fills the cells.

use bevy::prelude::*;

use super::cells::reached;
use super::words::within;
use crate::game::being::{Area, Incident, Purpose, Verb, Within};
use crate::map::{Density, TileMap};

/// Fills the cells that the effect reaches with smoke.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct MakeSmoke {
    /// How much smoke each cell gets.
    #[reflect(@Within::new(1, 7))]
    pub density: u8,
}

impl Default for MakeSmoke {
    fn default() -> Self {
        Self {
            density: Density::MAX,
        }
    }
}

impl Verb for MakeSmoke {
    fn act(&self, world: &mut World, incident: &Incident) {
        let cells = reached(world, incident);
        let mut map = world.resource_mut::<TileMap>();
        for cell in cells {
            if map.tile(cell).passes_air() {
                map.add_air(cell, Density::smoke(self.density));
            }
        }
    }

    fn purpose(&self) -> Option<Purpose> {
        Some(Purpose::Hide)
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(format!("fills the air {} with smoke", within(area)))
    }
}
