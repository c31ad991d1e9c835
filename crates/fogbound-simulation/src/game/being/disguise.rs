//! Creatures that seem to be a thing or a tile.
//!
//! [`Camouflage`] hides a disguised creature from all others. What it seems to be is really there: the tile is on the map,
//! and the thing is a component of the creature. So everything that draws, names, lists, remembers or walks to tiles and
//! things treats the disguise as the real thing.

use bevy::prelude::*;

use super::body::Camouflage;
use super::things::Things;
use crate::map::TileMap;
use crate::vision::{ObjectKind, Position};

/// A creature that seems to be a thing or a tile until it is touched or drops its disguise.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Disguise {
    /// The name of the tile or thing.
    seems: String,
    /// The name of the tile under the creature, if the disguise is a tile.
    under: Option<&'static str>,
    /// The camouflage that the creature has without its disguise.
    own: Option<Camouflage>,
}

/// Makes a creature on the current level seem to be the thing or tile with this name. If there is neither, the creature
/// has no disguise.
pub(crate) fn disguise(world: &mut World, who: Entity, seems: &str) {
    let Some(at) = world.get::<Position>(who).map(|place| place.0) else {
        return;
    };
    let kind = world.get_resource::<Things>();
    let kind = kind.and_then(|things| things.named(seems));
    let under = match (kind, world.get_resource_mut::<TileMap>()) {
        (Some(kind), _) => {
            world.entity_mut(who).insert(kind);
            None
        }
        (None, Some(mut map)) => {
            let Some(tile) = map.tile_set().get(seems) else {
                return;
            };
            let under = map.tile(at).name();
            map.set(at, tile);
            Some(under)
        }
        (None, None) => return,
    };
    let own = world.get::<Camouflage>(who).copied();
    let seems = seems.to_owned();
    let mask = (Disguise { seems, under, own }, Camouflage { within: 0 });
    world.entity_mut(who).insert(mask);
}

/// Ends a creature's disguise for good, if it has one. Returns the name of what the creature seemed to be.
pub(crate) fn unmask(world: &mut World, who: Entity) -> Option<String> {
    let mut body = world.get_entity_mut(who).ok()?;
    let Disguise { seems, under, own } = body.take()?;
    body.remove::<(Camouflage, ObjectKind)>();
    if let Some(own) = own {
        body.insert(own);
    }
    let at = body.get::<Position>().map(|place| place.0);
    let (Some(under), Some(at)) = (under, at) else {
        return Some(seems);
    };
    let mut map = world.resource_mut::<TileMap>();
    // Fire, for example, may have changed the tile in the meantime.
    if map.tile(at).name() == seems
        && let Some(tile) = map.tile_set().get(under)
    {
        map.set(at, tile);
    }
    Some(seems)
}
