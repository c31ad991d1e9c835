//! What hands learn where eyes do not.

use bevy::prelude::*;

use super::due::Due;
use super::events::tell;
use super::judge::are_enemies;
use super::minds::Errand;
use super::{Camouflage, Happening, Player, Senses, Sighting};
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::{MapMemory, Moment, Position, Viewshed};

type Blind = (
    &'static Position,
    &'static mut MapMemory,
    Option<&'static mut Errand>,
);

/// The blind know the cells around them by touch. Whoever learns something new so thinks again about the way
/// it is on.
pub(super) fn feel_around(
    due: Res<Due>,
    map: Res<TileMap>,
    now: Res<Moment>,
    mut blind: Query<Blind, (Without<Viewshed>, Without<Player>)>,
) {
    for (position, mut memory, errand) in blind.iter_many_unique_mut(due.all()) {
        let around = Direction::ALL.map(|way| position.0 + way.delta());
        let mut learns = false;
        for cell in around.into_iter().chain([position.0]) {
            learns |= learn(&mut memory, &map, cell, *now);
        }
        if let Some(mut errand) = errand.filter(|_| learns) {
            errand.reconsider();
        }
    }
}

/// Notes what a cell of the map is that was touched. Says whether that is news.
fn learn(memory: &mut Mut<MapMemory>, map: &TileMap, cell: IVec2, now: Moment) -> bool {
    let tile = map
        .get(cell)
        .filter(|&tile| memory.tile(cell) != Some(tile));
    if let Some(tile) = tile {
        memory.see(cell, tile, None, now);
    }
    tile.is_some()
}

/// Runs into what the actor did not know of, and knows of it from now on. So does the one who is run into.
pub(super) fn bump(
    world: &mut World,
    entity: Entity,
    from: IVec2,
    at: IVec2,
    into: Option<Entity>,
) {
    world.resource_scope(|world, map: Mut<TileMap>| {
        let now = *world.resource::<Moment>();
        if let Some(mut memory) = world.get_mut::<MapMemory>(entity) {
            learn(&mut memory, &map, at, now);
        }
    });
    if let Some(other) = into {
        world.entity_mut(other).remove::<Camouflage>();
        let at_odds = are_enemies(world, entity, other);
        if let Some(mut senses) = world.get_mut::<Senses>(entity) {
            senses.felt = Some(Sighting { who: other, at });
            if at_odds {
                senses.struck_from = Some(at);
            }
        }
        if let Some(mut senses) = world.get_mut::<Senses>(other) {
            senses.felt = Some(Sighting {
                who: entity,
                at: from,
            });
            if at_odds {
                senses.struck_from = Some(from);
            }
        }
    }
    tell(world, entity, at, Happening::Bumped { into });
}
