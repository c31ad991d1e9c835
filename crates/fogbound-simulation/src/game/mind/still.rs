//! Standing still: while an enemy is looking, or while disguised.

use bevy::prelude::*;

use super::add_mind::{AddMind, Urge};
use super::deciding::{Deciding, Mindful};
use crate::game::being::{Action, Disguise, StillWhenWatched, Turn};

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<StillWhenWatched, _>(Urge::Must, stand_still)
        .add_systems(Turn, keep_disguise.in_set(Urge::Must).after(stand_still));
}

fn stand_still(deciding: Deciding, mut shy: Query<Mindful, With<StillWhenWatched>>) {
    for mut creature in &mut shy {
        if deciding.asks(&creature) && creature.senses.watched {
            creature.intend(Action::WAIT);
        }
    }
}

fn keep_disguise(deciding: Deciding, mut disguised: Query<Mindful, With<Disguise>>) {
    for mut creature in &mut disguised {
        if deciding.asks(&creature) {
            creature.intend(Action::WAIT);
        }
    }
}
