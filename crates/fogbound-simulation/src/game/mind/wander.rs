//! Wandering from place to place.

use bevy::prelude::*;
use rand::RngExt;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful};
use super::errand::Errand;
use super::urge::Urge;
use crate::game::being::{Action, State, Turn, TurnSystems};

/// A creature that walks to a nearby place, rests, and then walks to another.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
#[require(Errand)]
pub struct Wanders;

/// A creature without a destination rests, on average, on one turn out of this many.
const REST: u32 = 3;

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<Wanders, _>(Urge::Idle, wander);
    app.add_systems(Turn, rest.after(Urge::Idle).in_set(TurnSystems::Decide));
}

fn wander(deciding: Deciding, mut wanderers: Query<(Mindful, &mut Errand), With<Wanders>>) {
    let asked = wanderers
        .iter_many_unique_mut(deciding.due())
        .filter(|(creature, _)| {
            deciding.asks(creature) && creature.awareness.state() == State::Unaware
        });
    deciding.share(asked, |(mut creature, mut errand)| {
        if let Some(step) = errand.next_step(&deciding, &creature) {
            creature.intend(step);
            return;
        }
        let mut dice = deciding.dice("wander", &creature);
        if dice.random_range(0..REST) == 0 {
            creature.intend(Action::WAIT);
            return;
        }
        // Prefer distant cells.
        errand.set_out_for_any(
            &deciding,
            &creature,
            |_| true,
            |count| dice.random_range(count * 2 / 3..count),
        );
        let step = errand.next_step(&deciding, &creature);
        creature.intend(step.unwrap_or(Action::WAIT));
    });
}

/// Makes each creature wait if none of its minds has chosen an action.
pub(super) fn rest(deciding: Deciding, mut creatures: Query<Mindful>) {
    for mut creature in creatures.iter_many_unique_mut(deciding.due()) {
        if deciding.asks(&creature) {
            creature.intend(Action::WAIT);
        }
    }
}
