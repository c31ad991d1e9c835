//! Putting things on, and taking them off.

use bevy::prelude::*;

use super::kinds::{AddDeed, Deed, Doer};
use super::pack::{held, take_off};
use crate::game::being::{
    Action, ActionKind, Aim, Did, Inventory, Obstacle, Occasion, Things, renew, tell, trigger_thing,
};

impl Action {
    /// The kind of action that [`wear`](Self::wear) creates.
    pub const WEAR: ActionKind = ActionKind::new("wear");

    /// Puts on the thing in this place of the actor's pack, or takes it off.
    pub const fn wear(place: u8) -> Self {
        Self::new(Self::WEAR, Aim::Amount(place as u32))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::WEAR, WearThing);
}

/// The deed of putting something on, or taking it off.
struct WearThing;

impl Deed for WearThing {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let (place, _, item) = held(world, doer.entity, aim)?;
        match item.worn {
            Some(_) => Ok(Action::wear(place as u8)),
            None => Err(Obstacle::Named("not worn")),
        }
    }

    /// Puts the thing on, after taking off what is worn in the same place of the body; or takes it off.
    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let who = doer.entity;
        let Ok((place, held, item)) = held(world, who, aim) else {
            return;
        };
        let (slot, item) = (item.worn, item.clone());
        if held.worn {
            take_off(world, who, place);
            tell(
                world,
                who,
                doer.at,
                Did::of(Action::WEAR).with(held.kind).outcome("taken off"),
            );
            return;
        }
        let things = world.resource::<Things>();
        let pack = world.get::<Inventory>(who);
        let others = pack.into_iter().flat_map(Inventory::iter);
        let others = others.filter(|(_, it)| it.worn);
        let same = |kind| things.item(kind).and_then(|it| it.worn) == slot;
        let others = others.filter(|(_, it)| same(it.kind));
        let others: Vec<usize> = others.map(|(place, _)| place).collect();
        for other in others {
            take_off(world, who, other);
        }
        if let Some(mut pack) = world.get_mut::<Inventory>(who) {
            pack.set_worn(place, true);
        }
        renew(world, who);
        trigger_thing(world, (who, Occasion::WEAR), &item, None);
        tell(world, who, doer.at, Did::of(Action::WEAR).with(held.kind));
    }
}
