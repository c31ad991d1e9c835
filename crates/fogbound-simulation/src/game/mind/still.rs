//! Standing still while an enemy is looking.

use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful};
use super::urge::Urge;
use crate::game::being::{Action, StillWhenWatched};

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<StillWhenWatched, _>(Urge::Must, stand_still);
}

fn stand_still(deciding: Deciding, mut shy: Query<Mindful, With<StillWhenWatched>>) {
    for mut creature in &mut shy {
        if deciding.asks(&creature) && creature.senses.watched {
            creature.intend(Action::WAIT);
        }
    }
}
