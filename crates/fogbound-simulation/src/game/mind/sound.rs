//! Hunting by ear.

use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::Deciding;
use super::errand::Errand;
use super::hunt::{Hunter, approach, strike};
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::game::being::{Action, Awareness, HuntsBySound};

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<HuntsBySound, _>(Urge::Hunt, follow_sound)
        .mind_needs::<HuntsBySound>(&[Need::Hearing])
        .register_required_components::<HuntsBySound, Errand>();
}

fn follow_sound(deciding: Deciding, mut hunters: Query<Hunter, With<HuntsBySound>>) {
    for (mut creature, mut errand, fights, guard) in hunters.iter_many_unique_mut(deciding.due()) {
        if !deciding.asks(&creature) {
            continue;
        }
        let follows = guard.is_none_or(|guard| guard.has_leeway(creature.position.0));
        match *creature.awareness {
            Awareness::Hunting { last_known } => {
                let action = strike(&creature, fights, follows)
                    .or_else(|| approach(&deciding, &creature, &mut errand, last_known));
                creature.intend(action.unwrap_or(Action::WAIT));
            }
            // Hold still and listen.
            Awareness::Searching { .. } => creature.intend(Action::WAIT),
            _ => {}
        }
    }
}
