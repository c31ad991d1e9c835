//! Which actors are due.

use bevy::ecs::entity::{
    EntitySetIterator, UniqueEntityEquivalentSlice, UniqueEntityEquivalentVec,
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

/// Finds the actors that are due.
pub(crate) fn find_due(
    clock: Res<Clock>,
    mut due: ResMut<Due>,
    players: Query<Entity, (With<Actor>, With<Player>)>,
    others: Query<Entity, (With<Actor>, Without<Player>)>,
    actors: Query<&Actor>,
) {
    let is_due = |entity: &Entity| actors.get(*entity).is_ok_and(|it| it.due <= clock.tick);
    due.tick = clock.is_others().then_some(clock.tick);
    due.all = match clock.phase {
        Phase::Look => UniqueEntityEquivalentVec::new(),
        Phase::Player => players.iter().filter(is_due).collect_set(),
        Phase::Others => others.iter().filter(is_due).collect_set(),
    };
}
