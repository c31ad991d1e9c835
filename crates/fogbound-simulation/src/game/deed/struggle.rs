//! Trying to leave a cell that holds one.

use bevy::prelude::*;

use super::kinds::{AddDeed, Deed, Doer};
use crate::game::being::{Action, ActionKind, Aim, Did, FactKind, Obstacle, Rooted, tell};

impl Action {
    /// The kind of [`STRUGGLE`](Self::STRUGGLE).
    pub const STRUGGLING: ActionKind = ActionKind::new("struggle");

    /// Pulls at what [roots](Rooted) the actor to its cell.
    pub const STRUGGLE: Self = Self::new(Self::STRUGGLING, Aim::Here);
}

impl FactKind {
    /// The actor tried to step away, and could not.
    pub const STRUGGLED: Self = Self::new("struggled");
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::STRUGGLING, Struggle);
}

struct Struggle;

impl Deed for Struggle {
    fn judge(&self, world: &World, doer: &Doer, _aim: Aim) -> Result<Action, Obstacle> {
        Ok(match is_rooted(world, doer.entity) {
            true => Action::STRUGGLE,
            false => Action::WAIT,
        })
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, _aim: Aim) {
        tell(world, doer.entity, doer.at, Did::of(FactKind::STRUGGLED));
    }
}

/// Returns whether an actor cannot leave its cell.
pub(super) fn is_rooted(world: &World, actor: Entity) -> bool {
    world.get::<Rooted>(actor).is_some()
}
