//! Sleeping until something wakes the creature.

use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful};
use super::urge::Urge;
use crate::game::being::{Action, Awareness, State};

/// A creature that starts the game asleep. Noises and blows wake it, and sometimes so does the mere presence of an
/// enemy. Once awake, it stays awake.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
#[component(on_add = fall_asleep, on_remove = wake_up)]
#[require(Awareness)]
pub struct Sleeps;

/// Makes a creature fall asleep when this component is added to it, even on a level that the player has left.
fn fall_asleep(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut awareness) = world.get_mut::<Awareness>(context.entity) {
        *awareness = Awareness::Asleep;
    }
}

/// Wakes a creature when this component is removed from it.
fn wake_up(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut awareness) = world.get_mut::<Awareness>(context.entity)
        && *awareness == Awareness::Asleep
    {
        *awareness = Awareness::Unaware;
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<Sleeps, _>(Urge::Must, sleep);
}

fn sleep(deciding: Deciding, mut sleepers: Query<Mindful, With<Sleeps>>) {
    for mut creature in &mut sleepers {
        if deciding.asks(&creature) && creature.awareness.state() == State::Asleep {
            creature.intend(Action::WAIT);
        }
    }
}
