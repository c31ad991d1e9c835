//! Using things.

use bevy::prelude::*;

use super::kinds::{AddDeed, Deed, Doer};
use super::pack::{held, use_up};
use crate::game::being::{Action, ActionKind, Aim, Did, Obstacle, Occasion, tell, trigger_thing};
use crate::game::sense::is_vain;

impl Action {
    /// The kind of action that [`use_thing`](Self::use_thing) creates.
    pub const USE: ActionKind = ActionKind::new("use");

    pub const fn use_thing(place: u8) -> Self {
        Self::new(Self::USE, Aim::Amount(place as u32))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::USE, UseThing);
}

/// The deed of using something.
struct UseThing;

impl Deed for UseThing {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let (place, held, item) = held(world, doer.entity, aim)?;
        let effects = item.effects(Occasion::USE);
        if effects.is_empty() {
            return Err(Obstacle::Named("no use"));
        }
        if item.is_spent(held) {
            return Err(Obstacle::Named("no charges"));
        }
        match effects.iter().all(|it| is_vain(world, doer.entity, it)) {
            true => Err(Obstacle::Named("no effect")),
            false => Ok(Action::use_thing(place as u8)),
        }
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let Ok((place, held, item)) = held(world, doer.entity, aim) else {
            return;
        };
        let item = item.clone();
        use_up(world, doer.entity, (place, held.kind), &item);
        let used = Did::of(Action::USE).with(held.kind);
        tell(world, doer.entity, doer.at, used);
        trigger_thing(world, (doer.entity, Occasion::USE), &item, None);
    }
}
