//! Lying in wait in the dark.

use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful};
use super::errand::Errand;
use super::guard::Guards;
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::game::being::{Action, LiesInWait, State};
use crate::map::Tile;

type Ambusher = (Mindful, &'static mut Errand, Option<&'static Guards>);

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<LiesInWait, _>(Urge::Duty, lie_in_wait)
        .mind_needs::<LiesInWait>(&[Need::Sight])
        .register_required_components::<LiesInWait, Errand>();
}

/// Makes unaware creatures go to a dark cell beside lit ground and wait there. A guard stays near its post.
fn lie_in_wait(deciding: Deciding, mut ambushers: Query<Ambusher, With<LiesInWait>>) {
    for (mut creature, mut errand, guard) in ambushers.iter_many_unique_mut(deciding.due()) {
        let is_at_ease = creature.awareness.state() == State::Unaware;
        if !is_at_ease || !deciding.asks(&creature) {
            continue;
        }
        let shades = creature.senses.shades.iter().copied();
        let suits = |cell: IVec2| {
            let tile = creature.memory.tile(cell);
            let is_free = tile.is_some_and(Tile::is_walkable) && !deciding.feels(&creature, cell);
            is_free && guard.is_none_or(|it| it.covers(cell))
        };
        let mut shades = shades.filter(|&cell| suits(cell));
        let goal = errand
            .goal()
            .filter(|goal| shades.clone().any(|it| it == *goal));
        let Some(shade) = goal.or_else(|| shades.next()) else {
            continue;
        };
        if shade == creature.position.0 {
            creature.intend(Action::WAIT);
            continue;
        }
        if goal.is_none() {
            errand.set_out(&deciding, &creature, shade);
        }
        if let Some(step) = errand.next_step(&deciding, &creature) {
            creature.intend(step);
        }
    }
}
