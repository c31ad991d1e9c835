//! Moves only while nobody looks.

use bevy::prelude::*;

use super::{AddMind, Deciding, Mindful, Urge};
use crate::game::Action;

/// Does nothing at all while an enemy's eyes rest on it.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct StillWhenWatched;

pub(super) fn plugin(app: &mut App) {
    app.add_mind::<StillWhenWatched, _>(Urge::Must, stand_still);
}

fn stand_still(deciding: Deciding, mut shy: Query<Mindful, With<StillWhenWatched>>) {
    for mut creature in &mut shy {
        if deciding.asks(&creature) && creature.senses.watched {
            creature.intend(Action::Wait);
        }
    }
}
