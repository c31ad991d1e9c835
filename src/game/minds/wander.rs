//! Goes from place to place.

use bevy::prelude::*;
use rand::RngExt;

use super::{AddMind, Deciding, Errand, Mindful, Urge};
use crate::game::{Action, State};

/// Walks to some place not far off, rests, and walks to another.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
#[require(Errand)]
pub struct Wanders;

/// How far off such a place is at most, along each axis.
const FURTHEST: i32 = 12;
/// One turn in this many spent resting when there is nowhere to go to yet.
const REST: u32 = 3;

pub(super) fn plugin(app: &mut App) {
    app.add_mind::<Wanders, _>(Urge::Idle, wander);
    app.add_systems(
        super::Turn,
        rest.after(Urge::Idle).in_set(super::TurnSystems::Decide),
    );
}

fn wander(deciding: Deciding, mut wanderers: Query<(Mindful, &mut Errand), With<Wanders>>) {
    wanderers
        .par_iter_mut()
        .for_each(|(mut creature, mut errand)| {
            if !deciding.asks(&creature) || creature.awareness.state() != State::Unaware {
                return;
            }
            if let Some(step) = errand.next_step(&deciding, &creature) {
                creature.intend(step);
                return;
            }
            let mut dice = deciding.dice("wander", &creature);
            if dice.random_range(0..REST) == 0 {
                creature.intend(Action::Wait);
                return;
            }
            for _ in 0..8 {
                let mut offset = || dice.random_range(-FURTHEST..=FURTHEST);
                let goal = creature.position.0 + IVec2::new(offset(), offset());
                let can_go =
                    goal != creature.position.0 && deciding.cost(&creature, goal).is_some();
                if can_go && errand.set_out(&deciding, &creature, goal) {
                    break;
                }
            }
            let step = errand.next_step(&deciding, &creature);
            creature.intend(step.unwrap_or(Action::Wait));
        });
}

/// Whoever wants nothing waits.
fn rest(deciding: Deciding, mut creatures: Query<Mindful>) {
    for mut creature in &mut creatures {
        if deciding.asks(&creature) {
            creature.intend(Action::Wait);
        }
    }
}
