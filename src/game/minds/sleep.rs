//! Sleeps until something wakes it.

use bevy::prelude::*;

use super::{AddMind, Deciding, Mindful, Urge};
use crate::game::{Action, State};

/// Begins the game asleep. Noise wakes it, a blow does, and sometimes the mere presence of an enemy;
/// once awake it stays so.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Sleeps;

pub(super) fn plugin(app: &mut App) {
    app.add_mind::<Sleeps, _>(Urge::Must, sleep);
}

fn sleep(deciding: Deciding, mut sleepers: Query<Mindful, With<Sleeps>>) {
    for mut creature in &mut sleepers {
        if deciding.asks(&creature) && creature.awareness.state() == State::Asleep {
            creature.intend(Action::Wait);
        }
    }
}
