//! Whose turn it is: the one place that answers that.

use bevy::ecs::entity::{
    EntitySetIterator, UniqueEntityEquivalentSlice, UniqueEntityEquivalentVec,
};
use bevy::prelude::*;

use super::actor::{Actor, Player};
use super::clock::{Clock, Phase};

/// Those whose turn it is in this run of [`Turn`](super::Turn): the player alone, or everybody else who is
/// due at this tick. In most ticks they are few; whoever works for them alone need not ask everybody.
#[derive(Resource, Default)]
pub(crate) struct Due {
    all: UniqueEntityEquivalentVec<Entity>,
    /// The tick, if everybody but the player acts.
    tick: Option<u64>,
}

impl Due {
    /// All of them, each once, in no particular order.
    pub(crate) fn all(&self) -> &UniqueEntityEquivalentSlice<Entity> {
        &self.all
    }

    /// Whether it is the turn of this actor, who is not the player.
    pub(crate) fn is_due(&self, actor: &Actor) -> bool {
        self.tick.is_some_and(|tick| actor.due <= tick)
    }
}

/// Takes note of who is due.
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
