//! Fleeing from enemies.

use std::cell::RefCell;

use bevy::prelude::*;

use super::add_mind::{AddMind, AskInTurn};
use super::deciding::{Deciding, Mindful, MindfulItem};
use super::errand::Errand;
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::game::being::{
    Action, Actor, Awareness, Clock, Due, Fear, Fleeing, Intent, Reasons, Within,
};
use crate::grid::Direction;
use crate::path::FleeMap;

/// A creature that flees from its enemies while badly hurt. When cornered, it fights if it can.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Flees {
    /// The creature flees while its health is below this percentage. With a value of 101, the creature always flees.
    #[reflect(@Within::new(0, 101))]
    pub below: i32,
    /// The distance within which the creature flees from an enemy, in steps, where a diagonal step counts as one.
    #[reflect(@Within::new(0, 64))]
    pub within: u32,
}

impl Default for Flees {
    fn default() -> Self {
        Self {
            below: 30,
            within: 64,
        }
    }
}

impl Flees {
    /// Returns whether the creature flees from an enemy on the cell `enemy`.
    pub(super) fn is_from(&self, creature: &MindfulItem, enemy: IVec2) -> bool {
        let is_near = creature.distance_to(enemy).unsigned_abs() <= self.within;
        is_near && creature.health.percent() < self.below
    }
}

thread_local! {
    static MAP: RefCell<FleeMap> = RefCell::new(FleeMap::default());
}

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<Flees, _>(Urge::Survive, flee)
        .mind_needs::<Flees>(&[Need::Field("below")])
        .register_required_components::<Fleeing, Errand>()
        .ask_in_turn(Urge::Survive, run_away, record_flight);
}

fn flee(deciding: Deciding, mut cowards: Query<(&Flees, Mindful)>) {
    let asked = cowards
        .iter_many_unique_mut(deciding.due())
        .filter(|(_, creature)| deciding.asks(creature));
    deciding.share(asked, |(flees, mut creature)| {
        let mut threats = threats(&creature);
        threats.retain(|threat| flees.is_from(&creature, *threat));
        flee_from(&deciding, &mut creature, &threats);
    });
}

fn flee_from(deciding: &Deciding, creature: &mut MindfulItem, threats: &[IVec2]) {
    if threats.is_empty() {
        return;
    }
    match step_away(deciding, creature, threats) {
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
}

/// Makes creatures flee while an effect makes them flee.
fn run_away(deciding: Deciding, mut afraid: Query<(&Fleeing, Mindful, &mut Errand)>) {
    for (fleeing, mut creature, mut errand) in afraid.iter_many_unique_mut(deciding.due()) {
        if fleeing.until <= deciding.now() || !deciding.asks(&creature) {
            continue;
        }
        match fleeing.from {
            Fear::Enemies => {
                let threats = threats(&creature);
                flee_from(&deciding, &mut creature, &threats);
            }
            Fear::Dark => go_to_light(&deciding, &mut creature, &mut errand),
        }
    }
}

/// Records that an effect has been asked, for each creature that an effect makes flee and that has to decide.
fn record_flight(
    (clock, due): (Res<Clock>, Res<Due>),
    mut reasons: ResMut<Reasons>,
    afraid: Query<(&Actor, &Intent, &Fleeing)>,
) {
    for (actor, intent, fleeing) in afraid.iter_many_unique(due.all()) {
        if fleeing.until > clock.tick {
            reasons.ask(actor.id, "flee effect", intent.0.is_some());
        }
    }
}

/// Makes a creature walk to the nearest flame that it sees, or else to a flame that it knows.
fn go_to_light(deciding: &Deciding, creature: &mut MindfulItem, errand: &mut Errand) {
    let burns = |cell: IVec2| {
        creature
            .memory
            .tile(cell)
            .is_some_and(|it| it.flame().is_some())
    };
    let is_by_flame = |cell: IVec2| Direction::ALL.iter().any(|way| burns(cell + way.delta()));
    match creature.senses.flame {
        Some(flame) if creature.distance_to(flame) <= 1 => return,
        Some(flame) if errand.goal() != Some(flame) => {
            errand.set_out(deciding, creature, flame);
        }
        None if !errand.goal().is_some_and(is_by_flame) => {
            errand.set_out_for_any(deciding, creature, is_by_flame, |_| 0);
        }
        _ => {}
    }
    if let Some(step) = errand.next_step(deciding, creature) {
        creature.intend(step);
    }
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
