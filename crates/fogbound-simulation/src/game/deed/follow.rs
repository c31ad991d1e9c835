//! Following targets that have moved away.

use bevy::prelude::*;

use super::kinds::Doer;
use crate::game::being::{Action, Occupancy, Senses, place_of};
use crate::game::mind::BoundToFog;
use crate::game::sense::knows_of;
use crate::grid::Direction;
use crate::map::{Density, TileMap};

/// Returns a step that follows the target of an attack, if the target has moved since the actor decided to attack. The
/// step leads towards the target's new cell if the actor knows that the target is there, and otherwise towards the cell
/// where the actor saw it.
pub(super) fn follow(world: &World, doer: &Doer, who: Entity, follows: bool) -> Option<Action> {
    let from = doer.at;
    let enemies = &world.get::<Senses>(doer.entity)?.enemies;
    let was_at = enemies.iter().find(|enemy| enemy.who == who)?.at;
    let is_at = place_of(world, who);
    if !follows || is_at == Some(was_at) {
        return None;
    }
    let in_view = is_at.filter(|&at| knows_of(world, doer.entity, who, at));
    let goal = in_view.unwrap_or(was_at);
    let (map, occupancy) = (world.resource::<TileMap>(), world.resource::<Occupancy>());
    let distance = |cell: IVec2| {
        let offset = (goal - cell).abs();
        (offset.max_element(), offset.length_squared())
    };
    let steps = Direction::ALL.map(|way| from + way.delta());
    let is_bound = world.get::<BoundToFog>(doer.entity).is_some();
    let holds = |to: IVec2| !is_bound || map.air().at(to).fog >= Density::DENSE;
    let to = steps
        .into_iter()
        .filter(|&to| map.is_walkable(to) && occupancy.at(to).is_none() && holds(to))
        .min_by_key(|&to| distance(to))?;
    (distance(to) < distance(from)).then(|| Direction::from_delta(to - from).map(Action::step))?
}
