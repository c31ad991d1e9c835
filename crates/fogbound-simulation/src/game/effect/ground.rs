//! The verbs `tell`, which teaches the ground, and `see`, which shows what an eye elsewhere sees.

use bevy::prelude::*;

use super::cells::{concerned, reached};
use super::words::within;
use crate::game::being::{
    Affect, Area, Happening, Incident, Player, Terrain, Verb, Whom, place_of, tell,
};
use crate::game::level::LevelLore;
use crate::game::sense::{glimpse, knows_of};
use crate::grid::Rectangle;
use crate::map::{Tile, TileMap};
use crate::vision::MapMemory;

/// Tells the creature what the ground of the cells was when the level was made.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct TellGround;

impl Verb for TellGround {
    fn act(&self, world: &mut World, incident: &Incident) {
        let told = ground_as_made(world, incident);
        let Some(mut memory) = world.get_mut::<MapMemory>(incident.who) else {
            return;
        };
        for (cell, tile) in told {
            if memory.tile(cell).is_none() {
                // What tells of the ground does not know its secrets.
                memory.tell(cell, tile.apparent());
            }
        }
        notice(world, incident, Affect::LearnedGround);
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(format!("tells you the ground {}", within(area)))
    }
}

/// Whose eyes show something.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Eyes {
    /// An eye on each of the cells that the effect reaches and that can be walked on.
    #[default]
    Cells,
    /// The eyes of the creatures on those cells, as far as the one that has the effect knows of them.
    Creatures,
}

/// Shows the player, for a moment, what is seen from elsewhere. It remembers the cells, and knows of the creatures there.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct SeeFrom {
    /// Whose eyes are used.
    pub eyes: Eyes,
}

impl Verb for SeeFrom {
    fn act(&self, world: &mut World, incident: &Incident) {
        if world.get::<Player>(incident.who).is_none() {
            return;
        }
        let eyes: Vec<IVec2> = match self.eyes {
            Eyes::Cells => {
                let cells = reached(world, incident);
                let map = world.resource::<TileMap>();
                let is_free = |cell: &IVec2| map.is_walkable(*cell) && *cell != incident.at;
                cells.into_iter().filter(is_free).collect()
            }
            Eyes::Creatures => known_eyes(world, incident),
        };
        let seen = glimpse(world, incident.who, &eyes);
        notice(world, incident, Affect::Glimpsed(seen));
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        let is_player = world.get::<Player>(incident.who).is_some();
        !is_player || self.eyes == Eyes::Creatures && known_eyes(world, incident).is_empty()
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(match self.eyes {
            Eyes::Cells if area == Area::BESIDE => {
                "shows what is seen from the cells beside you".to_owned()
            }
            Eyes::Cells => format!("shows what is seen from the cells {}", within(area)),
            Eyes::Creatures => "shows what the creatures in view see".to_owned(),
        })
    }
}

/// Returns the cells that an effect reaches on the level as it was when it was made, with the tiles as they looked. What is
/// on the level now, such as fog and open doors, is no part of that, nor are secret doors.
fn ground_as_made(world: &World, incident: &Incident) -> Vec<(IVec2, Tile)> {
    let lore = &world.resource::<LevelLore>().0;
    let tile = |cell| lore.get(cell).map(Tile::apparent);
    let bounds = Rectangle::new(IVec2::ZERO, world.resource::<TileMap>().size());
    let cells = Terrain::of_tiles(bounds, &tile, |terrain| {
        terrain.reached(incident.area, incident.from, incident.center())
    });
    let told = cells
        .into_iter()
        .filter_map(|cell| Some((cell, tile(cell)?)));
    // Solid rock far from any open cell is nothing to know.
    told.filter(|(_, it)| *it != Tile::ROCK).collect()
}

/// Returns the cells of the creatures that an effect reaches and of which the one that has it knows.
fn known_eyes(world: &World, incident: &Incident) -> Vec<IVec2> {
    let whom = Whom::OTHERS;
    let others = concerned(
        world,
        &Incident {
            whom,
            ..incident.clone()
        },
    );
    let places = others
        .into_iter()
        .filter_map(|it| Some((it, place_of(world, it)?)));
    let known = places.filter(|(it, at)| knows_of(world, incident.who, *it, *at));
    known.map(|(_, at)| at).collect()
}

/// Tells the creature what an effect did to it.
pub(super) fn notice(world: &mut World, incident: &Incident, affect: Affect) {
    let at = place_of(world, incident.who).unwrap_or(incident.at);
    tell(world, incident.who, at, Happening::Affected(affect));
}
