//! Parting blows: an enemy strikes an actor that steps out of its reach.

use bevy::prelude::*;

use super::attack::Attack;
use super::blow::be_conspicuous;
use super::kinds::Doer;
use crate::game::being::{
    Awareness, Clock, Hunts, HuntsBySound, Melee, Numbers, Occupancy, Player, Senses, State,
    StillWhenWatched, are_enemies, place_of,
};
use crate::game::sense::{knows_of, sees};
use crate::grid::Direction;
use crate::map::TileMap;

/// How many parting blows an actor has dealt in a turn.
#[derive(Component, Clone, Copy, Debug, Default, Hash)]
pub(crate) struct Parting {
    turn: u64,
    dealt: u32,
}

/// Returns the cells beside `from` that are not beside `to`, an adjacent cell.
pub(super) fn left_behind(from: IVec2, to: IVec2) -> impl Iterator<Item = IVec2> {
    let beside = Direction::ALL
        .into_iter()
        .map(move |way| from + way.delta());
    beside.filter(move |it| (it - to).abs().max_element() > 1)
}

pub(super) fn hunts(world: &World, who: Entity) -> bool {
    let awareness = world.get::<Awareness>(who);
    awareness.is_some_and(|it| it.state() == State::Hunting)
}

/// Returns whether `enemy` would strike `actor` if the actor stepped out of its reach: it is beside the actor, fights
/// hand to hand, hunts, and sees the actor or hunts by sound. The player strikes only creatures that hunt, so that it
/// does not betray itself to the others.
pub fn strikes_when_left(world: &World, enemy: Entity, actor: Entity) -> bool {
    let (Some(from), Some(at)) = (place_of(world, enemy), place_of(world, actor)) else {
        return false;
    };
    let by_touch = world.get::<HuntsBySound>(enemy).is_some();
    let is_ready = if world.get::<Player>(enemy).is_some() {
        hunts(world, actor)
    } else {
        // An enemy that sees a creature beside it may be looking at it.
        let is_shy = world.get::<StillWhenWatched>(enemy).is_some();
        hunts(world, enemy) && !is_shy && (by_touch || world.get::<Hunts>(enemy).is_some())
    };
    world.resource::<Numbers>().blows.parting > 0
        && is_ready
        && Direction::from_delta(at - from).is_some()
        && world.get::<Melee>(enemy).is_some()
        && are_enemies(world, enemy, actor)
        && (by_touch || sees(world, enemy, actor, at))
}

/// Returns the enemies that `actor` knows to be beside it and that would strike it if it stepped out of their reach.
pub fn known_strikers(world: &World, actor: Entity) -> Vec<Entity> {
    let at = place_of(world, actor);
    let beside = Direction::ALL
        .into_iter()
        .filter_map(|way| Some(at? + way.delta()));
    let known = beside.filter_map(|cell| {
        let other = world.resource::<Occupancy>().at(cell)?;
        knows_of(world, actor, other, cell).then_some(other)
    });
    known
        .filter(|it| strikes_when_left(world, *it, actor))
        .collect()
}

/// Makes the enemies that `doer` leaves behind by stepping to `to` strike it, in the order of their IDs. The blows fall
/// before the step. Returns whether the actor can still take the step.
pub(super) fn part(world: &mut World, doer: &Doer, to: IVec2) -> bool {
    let occupancy = world.resource::<Occupancy>();
    let beside = left_behind(doer.at, to).filter_map(|it| occupancy.at(it));
    let enemies = beside.filter(|it| strikes_when_left(world, *it, doer.entity));
    let mut enemies: Vec<Doer> = enemies.filter_map(|it| Doer::of(world, it)).collect();
    if enemies.is_empty() {
        return true;
    }
    enemies.sort_unstable_by_key(|it| it.id);
    for enemy in enemies {
        // An effect of the previous blow may have moved or changed anyone.
        if strikes_when_left(world, enemy.entity, doer.entity) && may_strike(world, enemy.entity) {
            strike(world, &enemy, doer);
        }
    }
    place_of(world, doer.entity) == Some(doer.at)
        && world.resource::<Occupancy>().at(to).is_none()
        && world.resource::<TileMap>().is_walkable(to)
}

/// Counts a parting blow, and returns whether the actor may still deal it in this turn.
fn may_strike(world: &mut World, enemy: Entity) -> bool {
    let turn = world.resource::<Clock>().turn();
    let most = world.resource::<Numbers>().blows.parting;
    let before = world.get::<Parting>(enemy).filter(|it| it.turn == turn);
    let dealt = before.map_or(0, |it| it.dealt);
    let may = dealt < most;
    if may {
        let dealt = dealt + 1;
        world.entity_mut(enemy).insert(Parting { turn, dealt });
    }
    may
}

fn strike(world: &mut World, enemy: &Doer, target: &Doer) {
    let attack = Attack { shot: false };
    let Some(blow) = attack.blow(world, enemy) else {
        return;
    };
    let felt = world.get::<Senses>(enemy.entity).and_then(|it| it.felt);
    be_conspicuous(world, enemy);
    blow.parting().land(world, enemy, target.entity, target.at);
    // The target is about to leave the cell on which the blow met it.
    if let Some(mut senses) = world.get_mut::<Senses>(enemy.entity) {
        senses.felt = felt;
    }
}
