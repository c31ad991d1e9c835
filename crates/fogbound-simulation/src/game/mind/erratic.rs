//! Staggering about.

use bevy::prelude::*;
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful};
use super::urge::Urge;
use crate::files::data::Within;
use crate::game::being::{Action, State};
use crate::grid::Direction;

/// A creature that steps to any free cell beside it on some of its turns, whatever it is after, as bats do.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Erratic {
    /// On how many of a hundred turns.
    #[reflect(@Within::new(0, 100))]
    pub odds: u32,
}

impl Default for Erratic {
    fn default() -> Self {
        Self { odds: 50 }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_mind::<Erratic, _>(Urge::Survive, stagger);
}

fn stagger(deciding: Deciding, mut creatures: Query<(Mindful, &Erratic)>) {
    for (mut creature, erratic) in creatures.iter_many_unique_mut(deciding.due()) {
        let is_asleep = creature.awareness.state() == State::Asleep;
        if is_asleep || !deciding.asks(&creature) {
            continue;
        }
        let mut dice = deciding.dice("erratic", &creature);
        if dice.random_range(0..100) >= erratic.odds {
            continue;
        }
        let at = creature.position.0;
        let is_free = |way: &Direction| deciding.cost(&creature, at + way.delta()) == Some(1);
        let free: Vec<Direction> = Direction::ALL.into_iter().filter(is_free).collect();
        if let Some(&way) = free.choose(&mut dice) {
            creature.intend(Action::step(way));
        }
    }
}
