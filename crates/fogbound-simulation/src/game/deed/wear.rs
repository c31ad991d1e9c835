//! Putting things on, and taking them off.

use std::sync::Arc;

use bevy::prelude::*;

use super::kinds::{AddDeed, Deed, Doer};
use super::pack::{held, take_off};
use crate::game::being::{
    Action, ActionKind, Aim, Did, Inventory, Item, Obstacle, Occasion, Slot, Things, renew, tell,
    trigger_thing,
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
        let (place, held, item) = held(world, doer.entity, aim)?;
        let slot = item.worn.ok_or(Obstacle::Named("not worn"))?;
        let mut comes_off = worn_at(world, doer.entity, slot).into_iter();
        match comes_off.any(|(_, it)| it.sticks) {
            true if held.worn => Err(Obstacle::Named("sticks")),
            true => Err(Obstacle::Named("other sticks")),
            false => Ok(Action::wear(place as u8)),
        }
    }

    /// Puts the thing on, after taking off what is worn in the same place of the body; or takes it off.
    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let who = doer.entity;
        let Ok((place, held, item)) = held(world, who, aim) else {
            return;
        };
        let (Some(slot), item) = (item.worn, item.clone()) else {
            return;
        };
        if held.worn {
            take_off(world, who, place);
            trigger_thing(world, (who, Occasion::TAKE_OFF), &item, None);
            tell(
                world,
                who,
                doer.at,
                Did::of(Action::WEAR).with(held.kind).outcome("taken off"),
            );
            return;
        }
        for (other, item) in worn_at(world, who, slot) {
            take_off(world, who, other);
            trigger_thing(world, (who, Occasion::TAKE_OFF), &item, None);
        }
        if let Some(mut pack) = world.get_mut::<Inventory>(who) {
            pack.set_worn(place, true);
        }
        renew(world, who);
        trigger_thing(world, (who, Occasion::WEAR), &item, None);
        tell(world, who, doer.at, Did::of(Action::WEAR).with(held.kind));
    }
}

/// Returns what an actor wears in a place of its body, with the places of its pack.
fn worn_at(world: &World, who: Entity, slot: Slot) -> Vec<(usize, Arc<Item>)> {
    let things = world.resource::<Things>();
    let pack = world.get::<Inventory>(who);
    let worn = pack.into_iter().flat_map(Inventory::iter);
    let worn = worn.filter(|(_, it)| it.worn);
    let items = worn.filter_map(|(place, it)| Some((place, Arc::clone(things.item(it.kind)?))));
    items.filter(|(_, it)| it.worn == Some(slot)).collect()
}
