//! Putting what lies on a cell into a pack.

use bevy::prelude::*;

use crate::game::being::{
    Did, FactKind, Inventory, Lasts, Occasion, Piece, Spent, Things, lying_at, tell, trigger_thing,
};
use crate::vision::ObjectKind;

impl FactKind {
    /// The actor picked up a thing. The amount is its place in the pack. The outcome is "no room" if the pack has none.
    pub const PICKED_UP: Self = Self::new("picked up");

    /// The actor came upon a thing on this cell.
    pub const FOUND: Self = Self::new("found a thing");
}

/// Returns the things on a cell that can be picked up, each with its kind and how many fit in a place.
pub(super) fn to_pick_up(world: &World, lying: &[(Entity, u16)]) -> Vec<(Entity, ObjectKind, u32)> {
    let things = world.resource::<Things>();
    let lying = lying.iter().filter_map(|&(entity, kind)| {
        let kind = ObjectKind(kind);
        let stack = things.item(kind)?.stack;
        let is_free = world.get::<Lasts>(entity).is_none() && stack > 0;
        is_free.then_some((entity, kind, stack))
    });
    lying.collect()
}

/// Makes an actor pick up what lies on its cell. Returns whether anything did. Without `insists`, the actor leaves things
/// that wait to be chosen, and things of a kind that it has dropped.
pub(crate) fn pick_up(
    world: &mut World,
    who: Entity,
    at: IVec2,
    insists: bool,
    is_wanted: impl Fn(ObjectKind) -> bool,
) -> bool {
    let lying = lying_at(world, at);
    let mut found = to_pick_up(world, &lying);
    found.retain(|(_, kind, _)| is_wanted(*kind));
    // What the actor has dropped comes last.
    let pack = world.get::<Inventory>(who);
    let is_left = |kind| pack.is_some_and(|it| it.leaves(kind));
    found.sort_unstable_by_key(|(_, kind, _)| (is_left(*kind), *kind));
    let mut any = false;
    let waits = |kind| {
        world
            .resource::<Things>()
            .item(kind)
            .is_some_and(|it| it.waits)
    };
    let found: Vec<_> = found
        .into_iter()
        .map(|(entity, kind, stack)| (entity, kind, stack, waits(kind)))
        .collect();
    for (entity, kind, stack, waits) in found {
        let spent = world.get::<Spent>(entity).map_or(0, |it| it.0);
        let Some(mut pack) = world.get_mut::<Inventory>(who) else {
            return any;
        };
        if !insists && (waits || pack.leaves(kind)) {
            tell(world, who, at, Did::of(FactKind::FOUND).with(kind));
            continue;
        }
        any = true;
        let Some(place) = pack.place_for(kind, stack) else {
            tell(
                world,
                who,
                at,
                Did::of(FactKind::PICKED_UP).with(kind).outcome("no room"),
            );
            continue;
        };
        pack.put(place, Piece { kind, spent });
        world.despawn(entity);
        let item = world.resource::<Things>().item(kind).cloned();
        if let Some(item) = item.filter(|it| it.responds_to(Occasion::PICKED_UP)) {
            trigger_thing(world, (who, Occasion::PICKED_UP), &item, None);
        }
        let place = place as u8;
        tell(
            world,
            who,
            at,
            Did::of(FactKind::PICKED_UP).with(kind).amount(place.into()),
        );
    }
    any
}
