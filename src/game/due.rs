//! Whose turn it is.

use bevy::ecs::entity::{
    EntitySetIterator, UniqueEntityEquivalentSlice, UniqueEntityEquivalentVec,
};
use bevy::prelude::*;

use super::{Actor, Clock};

/// Those whose turn it is in this tick. In most ticks they are few; whoever works for them alone need not
/// ask everybody.
#[derive(Resource, Default)]
pub(super) struct Due(UniqueEntityEquivalentVec<Entity>);

impl Due {
    /// All of them, each once, in no particular order.
    pub(super) fn all(&self) -> &UniqueEntityEquivalentSlice<Entity> {
        &self.0
    }
}

/// Takes note of who is due.
pub(super) fn find_due(
    clock: Res<Clock>,
    mut due: ResMut<Due>,
    all: Query<Entity, With<Actor>>,
    actors: Query<&Actor>,
) {
    let is_due = |entity: &Entity| actors.get(*entity).is_ok_and(|it| it.due <= clock.tick);
    due.0 = all.iter().filter(is_due).collect_set();
}
