//! Getting out of a fire.

use bevy::prelude::*;

use super::deciding::{Deciding, Mindful};
use super::urge::Urge;
use crate::game::being::{Action, Awareness, Turn};
use crate::grid::Direction;
use crate::map::Tile;

/// Makes creatures that stand in a fire step out of it, if a free cell without fire is beside them. A hunter only steps
/// out on the side of its enemy.
fn leave_fire(deciding: Deciding, mut creatures: Query<Mindful>) {
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

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Turn, leave_fire.in_set(Urge::Survive));
}
