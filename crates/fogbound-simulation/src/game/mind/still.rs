//! Standing still: while an enemy is looking, or while disguised.

use bevy::prelude::*;

use super::add_mind::{AddMind, AskInTurn};
use super::deciding::{Deciding, Mindful};
use super::urge::Urge;
use crate::game::being::{Action, Actor, Disguise, Due, Intent, Reasons, StillWhenWatched};

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<StillWhenWatched, _>(Urge::Must, stand_still)
        .ask_in_turn(Urge::Must, keep_disguise, record_disguise);
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

/// Records that a disguise has been asked, for each disguised creature that has to decide.
fn record_disguise(
    due: Res<Due>,
    mut reasons: ResMut<Reasons>,
    disguised: Query<(&Actor, &Intent), With<Disguise>>,
) {
    for (actor, intent) in disguised.iter_many_unique(due.all()) {
        reasons.ask(actor.id, "disguise", intent.0.is_some());
    }
}
