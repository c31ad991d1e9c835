//! Stays near a place.

use bevy::prelude::*;

use super::add_mind::{AddMind, Urge};
use super::deciding::{Deciding, Mindful};
use super::errand::Errand;
use crate::game::being::{Action, Awareness, Due, Turn, TurnSystems, Within};
use crate::vision::Position;

/// Guards the cell where it first stood: fights enemies that come near, does not follow them far, and returns.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
#[require(Errand)]
pub struct Guards {
    /// How far from its post it goes, in steps, diagonal ones included.
    #[reflect(@Within::new(0, 1000))]
    pub radius: u32,
    /// The cell it guards.
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
        .add_systems(Turn, take_post.in_set(TurnSystems::Sense));
}

impl Guards {
    /// Returns the cell it guards; known after its first turn.
    pub fn post(&self) -> Option<IVec2> {
        self.post
    }

    /// Whether a guard on `cell` can step away from its post and stay within its radius.
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
    for (guard, mut creature, mut errand) in &mut guards {
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
