//! Walks about: straight on for a while, then another way.

use bevy::prelude::*;
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::game::{
    Action, Actor, Clock, Game, Intent, Occupancy, Player, Turn, TurnSystems, decision_rng,
};
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::Position;

/// A creature that walks about with no aim. It feels its way: it knows the cells it touches and
/// nothing further.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanderer {
    heading: Option<Direction>,
}

/// One step in this many, it takes another way for no reason.
const WHIM: u32 = 8;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Turn, wander.in_set(TurnSystems::Decide));
}

fn wander(
    clock: Res<Clock>,
    game: Res<Game>,
    map: Res<TileMap>,
    occupancy: Res<Occupancy>,
    mut wanderers: Query<(&Actor, &Position, &mut Wanderer, &mut Intent), Without<Player>>,
) {
    let is_free = |cell| map.is_walkable(cell) && occupancy.at(cell).is_none();
    for (actor, position, mut wanderer, mut intent) in &mut wanderers {
        if actor.due > clock.tick {
            continue;
        }
        let mut dice = decision_rng(game.seed(), actor.id, clock.tick);
        let ahead = wanderer
            .heading
            .filter(|heading| is_free(position.0 + heading.delta()));
        if ahead.is_none() || dice.random_range(0..WHIM) == 0 {
            let ways: Vec<Direction> = Direction::ALL
                .into_iter()
                .filter(|way| is_free(position.0 + way.delta()))
                .collect();
            wanderer.heading = ways.choose(&mut dice).copied();
        }
        intent.0 = Some(wanderer.heading.map_or(Action::Wait, Action::Step));
    }
}
