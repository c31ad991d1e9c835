//! How creatures calm down on levels that the player has left.

use bevy::prelude::*;

use crate::game::being::{Actor, Awareness, Conduct, Senses, TICKS_PER_TURN};
use crate::game::sense::patience_of;
use crate::vision::Position;

/// Clears an actor's senses. What the actor has sensed will be out of date when the player meets the actor again.
pub(crate) fn forget_what_was_sensed(world: &mut World, entity: Entity) {
    if let Some(mut senses) = world.get_mut::<Senses>(entity) {
        *senses = Senses::default();
    }
}

/// Clears where an actor last struck, because it is on another level now.
pub(crate) fn forget_where_it_struck(world: &mut World, entity: Entity) {
    if let Some(mut conduct) = world.get_mut::<Conduct>(entity) {
        conduct.struck_from = None;
    }
}

/// Updates the awareness of a creature for the time from tick `since`, when the player left the creature's level, to
/// tick `now`. By then, a hunter has reached the last known position of its enemy, and may have ended its search there.
/// The update does not produce any events, because nothing observes the changes.
pub(crate) fn calm_down(world: &mut World, entity: Entity, since: u64, now: u64) {
    let (Some(actor), Some(place), Some(awareness)) = (
        world.get::<Actor>(entity),
        world.get::<Position>(entity),
        world.get::<Awareness>(entity),
    ) else {
        return;
    };
    let patience = u64::from(patience_of(world, entity)) * TICKS_PER_TURN;
    let gets_there = |at: IVec2| {
        let steps = u64::from((at - place.0).abs().max_element().unsigned_abs());
        since + steps * actor.delay()
    };
    let later = match *awareness {
        Awareness::Hunting { last_known } if now >= gets_there(last_known) => {
            Awareness::Searching {
                around: last_known,
                until: gets_there(last_known) + patience,
            }
        }
        Awareness::Noticing { at } if now > since => Awareness::Searching {
            around: at,
            until: since + patience,
        },
        same => same,
    };
    let later = match later {
        Awareness::Searching { until, .. } if now >= until => Awareness::Unaware,
        same => same,
    };
    if let Some(mut awareness) = world.get_mut::<Awareness>(entity) {
        *awareness = later;
    }
}
