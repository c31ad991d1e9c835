//! The verbs `fire`, which sets cells on fire, and `douse`, which puts fires and lights out.

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell, reached};
use super::words::within;
use crate::game::being::{
    Area, Did, FactKind, Incident, Lantern, Lasts, Player, Purpose, Verb, place_of, tell,
};
use crate::game::sense::known_tile;
use crate::map::{Tile, TileMap};
use crate::vision::{Light, Position};

/// Sets what burns on fire: bushes, curtains, oil, and wooden doors.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct SetFire {
    /// Whether bare floor burns for a moment, too.
    pub floor: bool,
}

impl Verb for SetFire {
    fn act(&self, world: &mut World, incident: &Incident) {
        let cells = reached(world, incident);
        let mut map = world.resource_mut::<TileMap>();
        let fire = self.floor.then(|| map.tile_set().own(Tile::FIRE));
        for cell in cells {
            let tile = map.tile(cell);
            let on_floor = fire.filter(|_| tile == Tile::FLOOR);
            if let Some(burning) = tile.on_fire().or(on_floor) {
                map.set(cell, burning);
            }
        }
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        let tile = known_tile(world, incident.who, incident.at);
        let burns = |it: Tile| it.on_fire().is_some() || self.floor && it == Tile::FLOOR;
        is_own_cell(incident) && tile.is_some_and(|it| !burns(it))
    }

    fn purpose(&self) -> Option<Purpose> {
        self.floor.then_some(Purpose::Harm)
    }

    fn words(&self, area: Area) -> Option<String> {
        let what = match self.floor {
            true => "sets everything on fire",
            false => "sets fire to what burns",
        };
        Some(format!("{what} {}", within(area)))
    }
}

/// Puts out fires and flames, thrown lights, and the lights that creatures carry.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Douse;

impl FactKind {
    /// Something has put out the actor's lantern.
    pub const LANTERN_OUT: Self = Self::new("lantern put out");
}

impl Verb for Douse {
    fn act(&self, world: &mut World, incident: &Incident) {
        let cells = reached(world, incident);
        let carriers = concerned(world, incident);
        let mut map = world.resource_mut::<TileMap>();
        for &cell in &cells {
            let tile = map.tile(cell);
            let ashes = tile.kind().in_time.filter(|_| tile.burns());
            let out = tile.put_out().or(ashes.map(|it| it.becomes));
            if let Some(out) = out {
                map.set(cell, out);
            }
        }
        let mut lasting = world.query_filtered::<(Entity, &Position, &Light), With<Lasts>>();
        let lasting = lasting.iter(world);
        let shining = lasting.filter(|(_, at, light)| !light.darkness && cells.contains(&at.0));
        let shining: Vec<Entity> = shining.map(|(thing, ..)| thing).collect();
        for thing in shining {
            world.despawn(thing);
        }
        for carrier in carriers {
            if let Some(mut lantern) = world.get_mut::<Lantern>(carrier) {
                let goes_out = lantern.set_if_neq(Lantern::Shut);
                if let Some(at) = place_of(world, carrier).filter(|_| goes_out) {
                    tell(world, carrier, at, Did::of(FactKind::LANTERN_OUT));
                }
            } else if world.get::<Player>(carrier).is_none() {
                world.entity_mut(carrier).remove::<Light>();
            }
        }
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(format!("puts out every light {}", within(area)))
    }
}
