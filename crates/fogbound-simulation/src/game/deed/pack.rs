//! What an actor carries, as the deeds with things need it.

use std::sync::Arc;

use bevy::prelude::*;

use crate::game::being::{
    Aim, Does, Held, Inventory, Item, Obstacle, Piece, Player, Things, count_done, renew,
};
use crate::vision::ObjectKind;

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

/// Returns what [`held`] returns, unless it is a thing that can't be taken off, or one that can't be worn and sticks all the
/// same.
pub(super) fn loose(
    world: &World,
    who: Entity,
    aim: Aim,
) -> Result<(usize, Held, &Arc<Item>), Obstacle> {
    let found = held(world, who, aim)?;
    let (_, held, item) = &found;
    match (item.sticks, held.worn, item.worn) {
        (true, true, _) => Err(Obstacle::Named("sticks")),
        (true, false, None) => Err(Obstacle::Named("clings")),
        _ => Ok(found),
    }
}

/// Spends a charge of what an actor uses from a place of its pack or, if it has none left and is not kept, the thing itself.
/// What the player uses counts towards its goals.
pub(super) fn use_up(
    world: &mut World,
    who: Entity,
    (place, kind): (usize, ObjectKind),
    item: &Item,
) {
    let spent = match world.get_mut::<Inventory>(who) {
        Some(mut pack) if item.charges > 0 => pack.spend(place),
        _ => 0,
    };
    if !item.keeps && spent >= item.charges {
        take_out(world, who, place);
    }
    if world.get::<Player>(who).is_some() {
        let name = world
            .resource::<Things>()
            .get(kind)
            .map(|it| it.name.clone());
        count_done(world, Does::Use, &name.unwrap_or_default());
    }
}

/// Takes one thing out of a place of an actor's pack. A thing that the actor wears is taken off first.
pub(crate) fn take_out(world: &mut World, who: Entity, place: usize) -> Option<Piece> {
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
