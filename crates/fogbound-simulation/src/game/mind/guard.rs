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

    /// Returns whether a guard on the cell `at` does not go after the enemy that it hunts, because the enemy is neither
    /// within its radius nor beside it.
    pub fn holds_back(&self, awareness: Awareness, at: IVec2) -> bool {
        match awareness {
            Awareness::Hunting { last_known } => {
                let is_beside = (last_known - at).abs().max_element() <= 1;
                self.post.is_some() && !self.covers(last_known) && !is_beside
            }
            _ => false,
        }
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
        let here = creature.position.0;
        let fights = match *creature.awareness {
            hunting @ Awareness::Hunting { .. } => !guard.holds_back(hunting, here),
            Awareness::Searching { around, .. } => guard.covers(around),
            _ => false,
        };
        if fights && guard.covers(here) {
            continue;
        }
        let back = errand.step_towards(&deciding, &creature, post);
        creature.intend(back.unwrap_or(Action::WAIT));
    }
}
