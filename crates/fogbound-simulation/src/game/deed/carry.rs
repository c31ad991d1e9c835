//! Picking things up and dropping them.

use std::sync::Arc;

use bevy::prelude::*;

use super::gather::{pick_up, to_pick_up};
use super::kinds::{Deed, Doer};
use crate::game::being::{
    Action, Aim, Did, Held, Inventory, Item, Obstacle, Things, renew, spawn_thing, tell,
};
use crate::vision::{ObjectKind, Position};

/// The deed of picking up what lies on the actor's cell.
pub(super) struct PickUp;

/// The deed of dropping something from the pack.
pub(super) struct Drop;

/// Returns the place of the pack that an action is aimed at.
pub(super) fn place_of_aim(aim: Aim) -> Option<usize> {
    match aim {
        Aim::Amount(place) => usize::try_from(place).ok(),
        Aim::Thing { place, .. } => Some(place.into()),
        _ => None,
    }
}

/// Returns what an actor holds in the place of its pack that an action is aimed at, and what that can do.
pub(super) fn held(
    world: &World,
    who: Entity,
    aim: Aim,
) -> Result<(usize, Held, &Arc<Item>), Obstacle> {
    let pack = world
        .get::<Inventory>(who)
        .ok_or(Obstacle::Named("no thing"))?;
    let place = place_of_aim(aim).ok_or(Obstacle::Named("no thing"))?;
    let held = pack.get(place).ok_or(Obstacle::Named("no thing"))?;
    let item = world.resource::<Things>().item(held.kind);
    Ok((place, held, item.ok_or(Obstacle::Named("no thing"))?))
}

/// Takes one thing out of a place of an actor's pack. A thing that the actor wears is taken off first.
pub(super) fn take_out(world: &mut World, who: Entity, place: usize) -> Option<ObjectKind> {
    take_off(world, who, place);
    world.get_mut::<Inventory>(who)?.take(place)
}

/// Takes off what an actor wears from a place of its pack.
pub(super) fn take_off(world: &mut World, who: Entity, place: usize) {
    let Some(mut pack) = world.get_mut::<Inventory>(who) else {
        return;
    };
    if pack.get(place).is_some_and(|held| held.worn) {
        pack.set_worn(place, false);
        renew(world, who);
    }
}

impl Deed for PickUp {
    fn judge(&self, world: &World, doer: &Doer, _aim: Aim) -> Result<Action, Obstacle> {
        // The actor feels what lies under its feet.
        let mut all = world.try_query::<(Entity, &Position, &ObjectKind)>();
        let here = all.iter_mut().flat_map(|all| all.iter(world));
        let here = here.filter(|(_, at, _)| at.0 == doer.at);
        let here: Vec<(Entity, u16)> = here.map(|(entity, _, kind)| (entity, kind.0)).collect();
        let has_pack = world.get::<Inventory>(doer.entity).is_some();
        match to_pick_up(world, &here).is_empty() || !has_pack {
            true => Err(Obstacle::Named("nothing here")),
            false => Ok(Action::PICK_UP),
        }
    }

    fn ticks(&self, world: &World, doer: &Doer, _aim: Aim) -> u64 {
        doer.ticks_by_hand(world)
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, _aim: Aim) {
        pick_up(world, doer.entity, doer.at, true);
    }
}

impl Deed for Drop {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let (place, ..) = held(world, doer.entity, aim)?;
        Ok(Action::drop(place as u8))
    }

    fn ticks(&self, world: &World, doer: &Doer, _aim: Aim) -> u64 {
        doer.ticks_by_hand(world)
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let place = place_of_aim(aim);
        let kind = place.and_then(|place| take_out(world, doer.entity, place));
        let Some(kind) = kind else {
            return;
        };
        if let Some(mut pack) = world.get_mut::<Inventory>(doer.entity) {
            pack.leave(kind);
        }
        spawn_thing(world, kind, doer.at);
        tell(
            world,
            doer.entity,
            doer.at,
            Did::of(Action::DROP).with(kind),
        );
    }
}
