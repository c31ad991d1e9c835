//! Which actors are due.

use bevy::ecs::entity::{
    EntityIndexSet, EntitySetIterator, UniqueEntityEquivalentSlice, UniqueEntityEquivalentVec,
};
use bevy::prelude::*;

use super::actor::{Actor, Player};
use super::clock::{Clock, Phase};

/// The actors that act in this run of [`Turn`](super::Turn): either the player alone, or all other actors due at this
/// tick. There are usually few of them, so systems that are concerned only with these actors need not visit every
/// actor.
#[derive(Resource, Default)]
pub(crate) struct Due {
    all: UniqueEntityEquivalentVec<Entity>,
    /// The current tick if this run is for actors other than the player, or `None` otherwise.
    tick: Option<u64>,
}

impl Due {
    /// Returns all due actors, each once, in no particular order.
    pub(crate) fn all(&self) -> &UniqueEntityEquivalentSlice<Entity> {
        &self.all
    }

    /// Returns whether `actor`, which must not be the player, is due.
    pub(crate) fn is_due(&self, actor: &Actor) -> bool {
        self.tick.is_some_and(|tick| actor.due <= tick)
    }
}

pub(crate) fn find_due(
    clock: Res<Clock>,
    mut due: ResMut<Due>,
    players: Query<(Entity, &Actor), With<Player>>,
    others: Query<(Entity, &Actor), Without<Player>>,
) {
    // Only an entity set can prove that it holds each actor once.
    let mut found = EntityIndexSet::default();
    let mut find = |(entity, actor): (Entity, &Actor)| {
        if actor.due <= clock.tick {
            found.insert(entity);
        }
    };
    // A loop takes half as long as an iterator here, because there are nearly as many tables as actors.
    match clock.phase {
        Phase::Look => {}
        Phase::Player => {
            for actor in &players {
                find(actor);
            }
        }
        Phase::Others => {
            for actor in &others {
                find(actor);
            }
        }
    }
    due.tick = clock.is_others().then_some(clock.tick);
    due.all = found.into_iter().collect_set();
}
