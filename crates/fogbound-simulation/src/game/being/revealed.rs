//! Camouflage that a blow removes for a few turns, and disguises, which end for good.

use bevy::prelude::*;

use super::body::Camouflage;
use super::clock::{Clock, TICKS_PER_TURN};
use super::disguise::unmask;

/// Marks an actor that is temporarily in plain view despite its camouflage.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Revealed {
    /// The camouflage to restore.
    pub(crate) hidden: Camouflage,
    /// The tick at which to restore the camouflage.
    pub(crate) until: u64,
}

/// How many turns an actor stays in plain view after the last blow or bump.
const REVEALED_TURNS: u64 = 3;

/// Removes a creature's camouflage for a few turns, and its disguise for good.
pub(crate) fn reveal(world: &mut World, who: Entity) {
    // Most creatures hide nothing, and looking costs less than taking away what is not there. A disguise is a camouflage.
    let hides = |body: EntityRef| body.contains::<Camouflage>() || body.contains::<Revealed>();
    if !world.get_entity(who).is_ok_and(hides) {
        return;
    }
    unmask(world, who);
    let until = world.resource::<Clock>().tick + REVEALED_TURNS * TICKS_PER_TURN;
    let Ok(mut body) = world.get_entity_mut(who) else {
        return;
    };
    if let Some(hidden) = body.take::<Camouflage>() {
        body.insert(Revealed { hidden, until });
    } else if let Some(mut revealed) = body.get_mut::<Revealed>() {
        revealed.until = until;
    }
}

/// Restores the camouflage of creatures that have been in plain view long enough.
pub(crate) fn hide_again(
    clock: Res<Clock>,
    revealed: Query<(Entity, &Revealed)>,
    mut commands: Commands,
) {
    let over = revealed.iter().filter(|(_, it)| it.until <= clock.tick);
    for (who, &Revealed { hidden, .. }) in over {
        commands.entity(who).remove::<Revealed>().insert(hidden);
    }
}
