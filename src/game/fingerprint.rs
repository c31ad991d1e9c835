//! One number for a whole world: where two worlds went different ways, it tells.

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use super::{Actor, Awareness, Camouflage, Clock, Conduct, Faction, Fate, Game, Health};
use crate::map::TileMap;
use crate::vision::{Knowledge, MapMemory, ObjectKind, Position};

/// A number that depends on all that decides how the world goes on: time, tiles, what lies about, and
/// where everybody is, how it feels, what it thinks and what it has seen, on this level and on those
/// that the player has left.
///
/// It is the same on every machine, in every build and in every run in which the same game was played
/// by the same commands: it depends on no address, no entity and no order of a hash map.
pub fn fingerprint(world: &mut World) -> u64 {
    let mut whole = Fnv::default();
    let game = world.resource::<Game>();
    whole.number(game.seed());
    whole.number(u64::from(game.depth()));
    whole.number(world.resource::<Clock>().tick);
    whole.number(u64::from(world.resource::<Fate>().is_alive()));
    tiles(&mut whole, world.resource::<TileMap>());

    let mut actors: Vec<(u32, u64)> = world
        .query_filtered::<Body, Allow<Disabled>>()
        .iter(world)
        .map(|body| (body.0.id.0, of_body(body)))
        .collect();
    actors.sort_unstable();
    for (_, actor) in actors {
        whole.number(actor);
    }
    // In no order: a sum has none.
    let things = world
        .query_filtered::<(&Position, &ObjectKind, Has<Disabled>), Allow<Disabled>>()
        .iter(world)
        .map(|(at, kind, elsewhere)| {
            let mut thing = Fnv::default();
            thing.cell(at.0);
            thing.number(u64::from(kind.0) << 1 | u64::from(elsewhere));
            thing.0
        })
        .fold(0, u64::wrapping_add);
    whole.number(things);
    whole.0
}

type Body = (
    &'static Actor,
    &'static Position,
    Option<&'static Health>,
    Option<&'static Faction>,
    Option<&'static Awareness>,
    Option<&'static Camouflage>,
    &'static Conduct,
    Option<&'static MapMemory>,
    Has<Disabled>,
);

fn of_body(body: bevy::ecs::query::ROQueryItem<Body>) -> u64 {
    let (actor, at, health, faction, awareness, camouflage, conduct, memory, elsewhere) = body;
    let mut hash = Fnv::default();
    for number in [u64::from(actor.id.0), actor.due, u64::from(actor.speed)] {
        hash.number(number);
    }
    hash.cell(at.0);
    if let Some(health) = health {
        hash.number(health.now as u64);
        hash.number(health.max as u64);
        hash.number(health.next_point);
    }
    hash.number(faction.map_or(u64::MAX, |side| u64::from(side.0)));
    if let Some(awareness) = awareness {
        of_awareness(&mut hash, *awareness);
    }
    hash.number(camouflage.map_or(u64::MAX, |hidden| u64::from(hidden.within)));
    hash.number(conduct.conspicuous_until);
    hash.cell(conduct.heading.map_or(IVec2::ZERO, |way| way.delta()));
    hash.number(memory.map_or(0, of_memory));
    hash.number(u64::from(elsewhere));
    hash.0
}

fn of_awareness(hash: &mut Fnv, awareness: Awareness) {
    hash.number(awareness.state() as u64);
    match awareness {
        Awareness::Asleep | Awareness::Unaware => {}
        Awareness::Noticing { at } => hash.cell(at),
        Awareness::Hunting { last_known } => hash.cell(last_known),
        Awareness::Searching { around, until } => {
            hash.cell(around);
            hash.number(until);
        }
    }
}

fn of_memory(memory: &MapMemory) -> u64 {
    let cells = memory.known_cells().map(|(at, known)| {
        let mut cell = Fnv::default();
        cell.cell(at);
        match known {
            Knowledge::Unknown => {}
            Knowledge::Told { tile } => cell.number(u64::from(tile.glyph())),
            Knowledge::Seen { tile, object, when } => {
                cell.number(u64::from(tile.glyph()));
                cell.number(object.map_or(u64::MAX, |kind| u64::from(kind.0)));
                cell.number(when.0);
            }
        }
        cell.0
    });
    cells.fold(0, u64::wrapping_add)
}

fn tiles(hash: &mut Fnv, map: &TileMap) {
    hash.cell(map.size().as_ivec2());
    for (_, tile) in map.iter() {
        hash.number(u64::from(tile.glyph()));
    }
}

/// FNV-1a, 64 bits, fed with eight bytes at a time, little end first.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn number(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn cell(&mut self, cell: IVec2) {
        self.number(u64::from(cell.x as u32) << 32 | u64::from(cell.y as u32));
    }
}
