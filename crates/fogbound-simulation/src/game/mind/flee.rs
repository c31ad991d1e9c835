//! Fleeing from enemies.

use std::cell::RefCell;

use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful, MindfulItem};
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::game::being::{Action, Awareness, Within};
use crate::path::FleeMap;

/// A creature that flees from its enemies while badly hurt. When cornered, it fights if it can.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Flees {
    /// The creature flees while its health is below this percentage. With a value of 101, the creature always flees.
    #[reflect(@Within::new(0, 101))]
    pub below: i32,
}

impl Default for Flees {
    fn default() -> Self {
        Self { below: 30 }
    }
}

thread_local! {
    static MAP: RefCell<FleeMap> = RefCell::new(FleeMap::default());
}

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<Flees, _>(Urge::Survive, flee)
        .mind_needs::<Flees>(&[Need::Field("below")]);
}

fn flee(deciding: Deciding, mut cowards: Query<(&Flees, Mindful)>) {
    let asked = cowards
        .iter_many_unique_mut(deciding.due())
        .filter(|(flees, creature)| {
            deciding.asks(creature) && creature.health.percent() < flees.below
        });
    deciding.share(asked, |(_, mut creature)| {
        let threats = threats(&creature);
        if threats.is_empty() {
            return;
        }
        match step_away(&deciding, &creature, &threats) {
            Some(step) => creature.intend(step),
            // No other cell is better, so a creature with no adjacent threat stays where it is.
            None if threats
                .iter()
                .all(|&threat| creature.distance_to(threat) > 1) =>
            {
                creature.intend(Action::WAIT);
            }
            None => {}
        }
    });
}

/// Returns the cells where the creature's enemies are, or were last known to be.
fn threats(creature: &MindfulItem) -> Vec<IVec2> {
    let seen: Vec<IVec2> = creature
        .senses
        .enemies
        .iter()
        .map(|enemy| enemy.at)
        .collect();
    if !seen.is_empty() {
        return seen;
    }
    match *creature.awareness {
        Awareness::Hunting { last_known } => vec![last_known],
        Awareness::Searching { around, .. } => vec![around],
        Awareness::Noticing { at } => vec![at],
        Awareness::Asleep | Awareness::Unaware => Vec::new(),
    }
}

/// Returns the best step away from all `threats`, if there is one.
pub(crate) fn step_away(
    deciding: &Deciding,
    creature: &MindfulItem,
    threats: &[IVec2],
) -> Option<Action> {
    let is_free = |cell| deciding.cost(creature, cell).is_some();
    MAP.with_borrow_mut(|map| map.step(creature.position.0, threats, creature.footing(), is_free))
        .map(Action::step)
}
