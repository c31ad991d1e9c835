//! The player's part in the turn.

use bevy::prelude::*;

use crate::game::being::{Action, Due, Intent, Player, Turn, TurnSystems};

/// What the player does with the turn that is about to run.
#[derive(Resource, Default)]
pub(crate) struct PendingAction(pub(crate) Option<Action>);

/// The player's mind is outside: it intends what was commanded.
fn obey(
    due: Res<Due>,
    mut pending: ResMut<PendingAction>,
    mut players: Query<&mut Intent, With<Player>>,
) {
    for mut intent in players.iter_many_unique_mut(due.all()) {
        intent.0 = pending.0.take();
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Turn,
        obey.after(TurnSystems::Decide).before(TurnSystems::Act),
    );
}
