//! Attraction to light.

use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful};
use super::errand::Errand;
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::game::being::{DrawnToLight, State};

/// How close to a flame the creature comes, in steps, where a diagonal step counts as one.
const NEAR: i32 = 1;

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<DrawnToLight, _>(Urge::Duty, come_to_light)
        .mind_needs::<DrawnToLight>(&[Need::Sight])
        .register_required_components::<DrawnToLight, Errand>();
}

fn come_to_light(deciding: Deciding, mut moths: Query<(Mindful, &mut Errand), With<DrawnToLight>>) {
    for (mut creature, mut errand) in moths.iter_many_unique_mut(deciding.due()) {
        let is_at_ease = creature.awareness.state() == State::Unaware;
        let Some(flame) = creature.senses.flame.filter(|_| is_at_ease) else {
            continue;
        };
        let distance = (flame - creature.position.0).abs().max_element();
        if distance <= NEAR || !deciding.asks(&creature) {
            continue;
        }
        if errand.goal() != Some(flame) {
            errand.set_out(&deciding, &creature, flame);
        }
        if let Some(step) = errand.next_step(&deciding, &creature) {
            creature.intend(step);
        }
    }
}
