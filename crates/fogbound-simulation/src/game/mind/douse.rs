//! Putting out flames on the hunt.

use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful};
use super::guard::Guards;
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::game::being::{Action, State};
use crate::grid::Direction;
use crate::map::Tile;

/// A creature that puts out the burning braziers and wall torches that it passes while it hunts or searches.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
// Check values contain this path, so it must stay as it was in the games that players have saved.
#[type_path = "fogbound_simulation::game::being::traits"]
pub struct DousesFlames;

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<DousesFlames, _>(Urge::Duty, douse)
        .mind_needs::<DousesFlames>(&[Need::Enemies]);
}

/// Makes creatures on the hunt put out the flames beside them, unless an enemy is within reach. A guard leaves the
/// flames around its post alone.
fn douse(deciding: Deciding, mut creatures: Query<(Mindful, Option<&Guards>), With<DousesFlames>>) {
    for (mut creature, guard) in creatures.iter_many_unique_mut(deciding.due()) {
        let state = creature.awareness.state();
        let is_after_it = matches!(state, State::Hunting | State::Searching);
        if !is_after_it || !deciding.asks(&creature) {
            continue;
        }
        let enemy = creature.senses.enemies.first().map(|it| it.at);
        if enemy.is_some_and(|at| creature.distance_to(at) <= 1) {
            continue;
        }
        let burns = |way: &Direction| {
            let cell = creature.position.0 + way.delta();
            creature.memory.tile(cell).and_then(Tile::put_out).is_some()
                && !guard.is_some_and(|it| it.covers(cell))
        };
        if let Some(way) = Direction::ALL.into_iter().find(burns) {
            creature.intend(Action::tend(way));
        }
    }
}
