//! Breathing fire at enemies.

use bevy::prelude::*;

use super::add_mind::{AddMind, AskInTurn};
use super::deciding::{Deciding, Mindful};
use super::reasons::record;
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::game::being::{Action, Breathes, State};

pub(crate) fn plugin(app: &mut App) {
    const NEEDS: &[Need] = &[Need::Enemies, Need::Field("range"), Need::Field("damage")];
    app.add_mind::<Breathes, _>(Urge::Shoot, draw_breath)
        .mind_needs::<Breathes>(NEEDS)
        .ask_in_turn(Urge::Must, breathe, record::<Breathes>);
}

/// Makes creatures draw breath if the fire would reach an enemy that they see. Adjacent enemies are not worth the time.
fn draw_breath(deciding: Deciding, mut creatures: Query<(&Breathes, Mindful)>) {
    for (breath, mut creature) in creatures.iter_many_unique_mut(deciding.due()) {
        if !deciding.asks(&creature) || creature.awareness.state() != State::Hunting {
            continue;
        }
        let Some(at) = creature.senses.enemies.first().map(|it| it.at) else {
            continue;
        };
        let memory = creature.memory;
        let reaches = || {
            let line = breath.line(creature.position.0, at, |cell| memory.tile(cell));
            line.contains(&at)
        };
        if creature.distance_to(at) > 1 && reaches() {
            creature.intend(Action::draw_breath(at));
        }
    }
}

/// Makes creatures that have drawn breath breathe, whatever they see by now.
fn breathe(deciding: Deciding, mut creatures: Query<(&Breathes, Mindful)>) {
    for (breath, mut creature) in creatures.iter_many_unique_mut(deciding.due()) {
        if breath.aim().is_some() && deciding.asks(&creature) {
            creature.intend(Action::BREATHE);
        }
    }
}
