//! Hunting enemies: following those in view, then going to the last known place, then searching around that place.

use bevy::prelude::*;
use rand::RngExt;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful, MindfulItem};
use super::errand::Errand;
use super::guard::Guards;
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::game::being::{Action, Awareness, Hunts, Melee};

/// How far from the last known place a creature searches, in steps, where a diagonal step counts as one.
const SEARCH_RADIUS: i32 = 6;

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<Hunts, _>(Urge::Hunt, hunt)
        .mind_needs::<Hunts>(&[Need::Enemies])
        .register_required_components::<Hunts, Errand>();
}

pub(super) type Hunter = (
    Mindful,
    &'static mut Errand,
    Has<Melee>,
    Option<&'static Guards>,
);

/// Returns whether a creature may do something. A guard does not walk out of its radius; others may go anywhere.
fn stays_near(creature: &MindfulItem, guard: Option<&Guards>, action: Action) -> bool {
    let walks = [Action::STEP, Action::RUN].contains(&action.kind);
    let to = action.aim.cell(creature.position.0);
    !walks || guard.is_none_or(|guard| guard.covers(to))
}

fn hunt(deciding: Deciding, mut hunters: Query<Hunter, With<Hunts>>) {
    let asked = hunters
        .iter_many_unique_mut(deciding.due())
        .filter(|(creature, ..)| deciding.asks(creature));
    deciding.share(asked, |(mut creature, mut errand, fights, guard)| {
        let follows = guard.is_none_or(|guard| guard.has_leeway(creature.position.0));
        let decision = match *creature.awareness {
            Awareness::Hunting { last_known } => strike(&creature, fights, follows)
                .or_else(|| approach(&deciding, &creature, &mut errand, last_known)),
            Awareness::Searching { around, .. } => {
                search(&deciding, &creature, &mut errand, around)
            }
            // Stop and look.
            Awareness::Noticing { .. } => Some(Action::WAIT),
            Awareness::Asleep | Awareness::Unaware => None,
        };
        if let Some(action) = decision {
            let may = stays_near(&creature, guard, action);
            creature.intend(if may { action } else { Action::WAIT });
        }
    });
}

/// Returns an attack on the nearest enemy if that enemy is within reach. If `follows` is set and the enemy moves away
/// before the blow falls, the creature takes one step after the enemy.
pub(crate) fn strike(creature: &MindfulItem, fights: bool, follows: bool) -> Option<Action> {
    let enemy = creature.senses.enemies.first().filter(|_| fights)?;
    let who = enemy.who;
    creature.way_to(enemy.at)?;
    Some(Action::attack_target(who, follows))
}

/// Returns a step towards the last known place of the enemy, or a wait if the creature cannot get nearer.
pub(crate) fn approach(
    deciding: &Deciding,
    creature: &MindfulItem,
    errand: &mut Errand,
    last_known: IVec2,
) -> Option<Action> {
    // A creature that cannot attack does not try to walk onto its enemy's cell.
    let stands_there = creature
        .senses
        .enemies
        .first()
        .is_some_and(|enemy| enemy.at == last_known && creature.distance_to(last_known) <= 1);
    let step = (!stands_there)
        .then(|| errand.step_towards(deciding, creature, last_known))
        .flatten();
    Some(step.unwrap_or(Action::WAIT))
}

/// Returns a step towards the last known place or, near that place, a step towards a random cell nearby.
fn search(
    deciding: &Deciding,
    creature: &MindfulItem,
    errand: &mut Errand,
    around: IVec2,
) -> Option<Action> {
    if creature.distance_to(around) > SEARCH_RADIUS {
        let step = errand.step_towards(deciding, creature, around);
        return step.or(Some(Action::WAIT));
    }
    if let Some(step) = errand.next_step(deciding, creature) {
        return Some(step);
    }
    let mut dice = deciding.dice("search", creature);
    let is_near = |cell: IVec2| (cell - around).abs().max_element() <= SEARCH_RADIUS;
    errand.set_out_for_any(deciding, creature, is_near, |count| {
        dice.random_range(0..count)
    });
    errand.next_step(deciding, creature).or(Some(Action::WAIT))
}
