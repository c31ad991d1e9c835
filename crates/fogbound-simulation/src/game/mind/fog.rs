//! Keeping to the fog.

use bevy::prelude::*;

use super::deciding::{Deciding, Mindful, MindfulItem};
use super::flee::Flees;
use super::register::RegisterMind;
use super::urge::Urge;
use super::wander::rest;
use crate::game::being::{Action, Turn, TurnSystems};
use crate::grid::Direction;
use crate::map::{Density, TileMap};

/// A creature made of fog. It does not step out of thick fog, but strikes from its edge. Its steps are silent. It
/// leaves no corpse, and vanishes when its level has no fog left.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
// Check values contain this path, so it must stay as it was in the games that players have saved.
#[type_path = "fogbound_simulation::game::being::traits"]
pub struct BoundToFog;

pub(super) fn plugin(app: &mut App) {
    app.register_mind::<BoundToFog>().add_systems(
        Turn,
        keep_to_fog
            .in_set(TurnSystems::Decide)
            .after(Urge::Idle)
            .after(rest),
    );
}

/// Keeps creatures that are bound to fog from stepping out of it, whatever their other minds have chosen. They feel the
/// fog around them, because they are made of it.
fn keep_to_fog(
    deciding: Deciding,
    map: Res<TileMap>,
    mut bound: Query<(Mindful, Option<&Flees>), With<BoundToFog>>,
) {
    let holds = |cell: IVec2| map.air().at(cell).fog >= Density::DENSE;
    for (mut creature, flees) in bound.iter_many_unique_mut(deciding.due()) {
        if let Some(action) = way_within(&deciding, &creature, flees, holds) {
            creature.intend(action);
        }
    }
}

/// Returns what a creature does instead of stepping off the cells where `holds` is true: it takes another way within
/// them, goes back to them, or waits. Returns `None` if it stays on them anyway.
pub(super) fn way_within(
    deciding: &Deciding,
    creature: &MindfulItem,
    flees: Option<&Flees>,
    holds: impl Fn(IVec2) -> bool + Copy,
) -> Option<Action> {
    let here = creature.position.0;
    let wanted = creature.intent.0;
    let steps = wanted.filter(|it| [Action::STEP, Action::RUN].contains(&it.kind));
    let instead = match steps.map(|it| it.aim.cell(here)) {
        Some(to) if holds(to) => return None,
        Some(to) => {
            let flees_from = |enemy| flees.is_some_and(|it| it.is_from(creature, enemy));
            let enemy = creature.awareness.mind_on();
            let goal = enemy.filter(|at| !flees_from(*at)).unwrap_or(to);
            let way = free_way(deciding, creature, goal, holds);
            way.filter(|_| holds(here))
        }
        None if holds(here) || wanted.is_some_and(|it| it != Action::WAIT) => return None,
        None => None,
    };
    // A creature beside such a cell goes back to it.
    let back = || {
        let mut ways = Direction::ALL.into_iter();
        let leads_back = |way: &Direction| {
            let cell = here + way.delta();
            holds(cell) && deciding.cost(creature, cell) == Some(1)
        };
        ways.find(leads_back).filter(|_| !holds(here))
    };
    let way = instead.or_else(back);
    Some(way.map_or(Action::WAIT, Action::step))
}

/// Returns the direction of a free step within the cells where `holds` is true that leads nearer to a goal.
fn free_way(
    deciding: &Deciding,
    creature: &MindfulItem,
    goal: IVec2,
    holds: impl Fn(IVec2) -> bool,
) -> Option<Direction> {
    let here = creature.position.0;
    let far = |cell: IVec2| (goal - cell).length_squared();
    let suits = |way: &Direction| {
        let cell = here + way.delta();
        holds(cell) && far(cell) < far(here) && deciding.cost(creature, cell) == Some(1)
    };
    let ways = Direction::ALL.into_iter().filter(suits);
    ways.min_by_key(|way| far(here + way.delta()))
}
