//! Guarding places.

use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful};
use super::errand::Errand;
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::game::being::{Action, Awareness, Due, Turn, TurnSystems, Within};
use crate::game::saved::SaveComponent;
use crate::vision::Position;

/// A creature that guards the cell on which it was first placed. It fights enemies that come near, but does not follow
/// them far. When it is not fighting, it returns to its cell.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component, Default)]
#[require(Errand)]
pub struct Guards {
    /// The maximum distance from the guarded cell, in steps, where a diagonal step counts as one.
    #[reflect(@Within::new(0, 1000))]
    pub radius: u32,
    /// The guarded cell.
    #[reflect(ignore)]
    post: Option<IVec2>,
}

impl Default for Guards {
    fn default() -> Self {
        Self {
            radius: 5,
            post: None,
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<Guards, _>(Urge::Duty, guard)
        .mind_needs::<Guards>(&[Need::Enemies])
        .save::<Guards>()
        .add_systems(Turn, take_post.in_set(TurnSystems::Sense));
}

impl Guards {
    /// Returns the guarded cell, or `None` before the creature's first turn.
    pub fn post(&self) -> Option<IVec2> {
        self.post
    }

    /// Returns whether a cell is within the guard's radius.
    pub(crate) fn covers(&self, cell: IVec2) -> bool {
        let distance = |post: IVec2| (cell - post).abs().max_element().unsigned_abs();
        self.post.is_some_and(|post| distance(post) <= self.radius)
    }

    /// Returns whether a guard on `cell` can take another step without leaving its radius.
    pub(crate) fn has_leeway(&self, cell: IVec2) -> bool {
        let distance = |post: IVec2| (cell - post).abs().max_element().unsigned_abs();
        self.post.is_none_or(|post| distance(post) < self.radius)
    }
}

fn take_post(mut guards: Query<(&mut Guards, &Position)>, due: Res<Due>) {
    for (mut guard, position) in guards.iter_many_unique_mut(due.all()) {
        if guard.post.is_none() {
            guard.post = Some(position.0);
        }
    }
}

fn guard(deciding: Deciding, mut guards: Query<(&Guards, Mindful, &mut Errand)>) {
    for (guard, mut creature, mut errand) in guards.iter_many_unique_mut(deciding.due()) {
        let Some(post) = guard.post.filter(|_| deciding.asks(&creature)) else {
            continue;
        };
        let within = |cell: IVec2| (cell - post).abs().max_element().unsigned_abs() <= guard.radius;
        let beside = |enemy: IVec2| creature.distance_to(enemy) <= 1;
        let fights = match *creature.awareness {
            Awareness::Hunting { last_known } => within(last_known) || beside(last_known),
            Awareness::Searching { around, .. } => within(around),
            _ => false,
        };
        if fights && within(creature.position.0) {
            continue;
        }
        let back = errand.step_towards(&deciding, &creature, post);
        creature.intend(back.unwrap_or(Action::WAIT));
    }
}
