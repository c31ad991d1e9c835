//! Running into what one did not know of.

use bevy::prelude::*;

use crate::game::being::{Camouflage, Happening, Senses, Sighting, are_enemies, tell};
use crate::game::sense::learn;
use crate::map::TileMap;
use crate::vision::{MapMemory, Moment};

/// Runs into what the actor did not know of, and knows of it from now on. So does the one who is run into.
pub(crate) fn bump(
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
