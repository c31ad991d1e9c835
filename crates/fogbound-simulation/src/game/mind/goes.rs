//! Going where an effect sends one.

use bevy::prelude::*;

use super::add_mind::AskInTurn;
use super::deciding::{Deciding, Mindful};
use super::errand::Errand;
use super::urge::Urge;
use crate::game::being::{Actor, Clock, Due, Going, Intent, Reasons, State};

pub(crate) fn plugin(app: &mut App) {
    app.register_required_components::<Going, Errand>()
        .ask_in_turn(
            Urge::Survive,
            go.run_if(any_with_component::<Going>),
            record_way,
        );
}

/// Makes creatures walk to where an effect has sent them, until they are there, or beside it if another one is.
fn go(deciding: Deciding, mut sent: Query<(&Going, Mindful, &mut Errand)>) {
    for (going, mut creature, mut errand) in sent.iter_many_unique_mut(deciding.due()) {
        let is_over = going.until <= deciding.now()
            || creature.position.0 == going.to
            || creature.awareness.state() == State::Asleep;
        if is_over || !deciding.asks(&creature) {
            continue;
        }
        if let Some(step) = errand.step_towards(&deciding, &creature, going.to) {
            creature.intend(step);
        }
    }
}

/// Records that an effect has been asked, for each creature that it has sent somewhere and that has to decide.
fn record_way(
    (clock, due): (Res<Clock>, Res<Due>),
    mut reasons: ResMut<Reasons>,
    sent: Query<(&Actor, &Intent, &Going)>,
) {
    for (actor, intent, going) in sent.iter_many_unique(due.all()) {
        if going.until > clock.tick {
            reasons.ask(actor.id, "go effect", intent.0.is_some());
        }
    }
}
