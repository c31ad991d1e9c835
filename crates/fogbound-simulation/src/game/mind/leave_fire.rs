//! Getting out of a fire.

use bevy::prelude::*;

use super::add_mind::AskInTurn;
use super::deciding::{Deciding, Mindful};
use super::urge::Urge;
use crate::game::being::{Action, Actor, Awareness, Due, Intent, Reasons};
use crate::grid::Direction;
use crate::map::{Tile, TileMap};
use crate::vision::{MapMemory, Position};

/// Makes creatures that stand in a fire step out of it, if a free cell without fire is beside them. A hunter only steps
/// out on the side of its enemy.
fn leave_fire(deciding: Deciding, map: Res<TileMap>, mut creatures: Query<Mindful>) {
    if !burns(&map) {
        return;
    }
    for mut creature in creatures.iter_many_unique_mut(deciding.due()) {
        let here = creature.position.0;
        let burns = creature.memory.tile(here).is_some_and(Tile::burns);
        if !burns || !deciding.asks(&creature) {
            continue;
        }
        let goal = match *creature.awareness {
            Awareness::Hunting { last_known } => Some(last_known),
            _ => None,
        };
        let far = |cell: IVec2| goal.map_or(0, |goal| (goal - cell).abs().max_element());
        let suits = |way: &Direction| {
            let cell = here + way.delta();
            deciding.cost(&creature, cell) == Some(1) && far(cell) <= far(here)
        };
        let ways = Direction::ALL.into_iter().filter(suits);
        let way = ways.min_by_key(|way| far(here + way.delta()));
        if let Some(way) = way {
            creature.intend(Action::step(way));
        }
    }
}

/// Returns whether there is any fire on the level. Without one, no creature feels fire.
fn burns(map: &TileMap) -> bool {
    let mut timed = map.timers();
    timed.any(|(cell, _)| map.tile(cell).burns())
}

/// Records that a creature that stands in a fire was asked.
fn record_leaving(
    due: Res<Due>,
    map: Res<TileMap>,
    mut reasons: ResMut<Reasons>,
    creatures: Query<(&Actor, &Intent, &Position, &MapMemory)>,
) {
    if !burns(&map) {
        return;
    }
    for (actor, intent, at, memory) in creatures.iter_many_unique(due.all()) {
        if memory.tile(at.0).is_some_and(Tile::burns) {
            reasons.ask(actor.id, "LeavesFire", intent.0.is_some());
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.ask_in_turn(Urge::Survive, leave_fire, record_leaving);
}
