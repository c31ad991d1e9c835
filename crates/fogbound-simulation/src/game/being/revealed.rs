//! Camouflage that a blow has spoilt, and that comes back.

use bevy::prelude::*;

use super::body::Camouflage;
use super::clock::{Clock, TICKS_PER_TURN};

/// In plain view for a while, in spite of its camouflage.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Revealed {
    /// The camouflage that it gets back.
    pub(crate) hidden: Camouflage,
    /// The tick at which it gets it back.
    pub(crate) until: u64,
}

/// How many turns after the last blow or bump a creature in camouflage stays in plain view.
const REVEALED_TURNS: u64 = 3;

/// Shows a creature in camouflage to all who have it in view, for a few turns.
pub(crate) fn reveal(world: &mut World, who: Entity) {
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

/// Gives camouflage back to those who have been in plain view long enough.
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
