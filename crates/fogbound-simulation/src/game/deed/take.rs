//! What happens when the player comes upon things, treasure or the beacon.

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use super::gather::pick_up;
use crate::game::being::{
    Depth, Did, FactKind, Health, Lantern, Lasts, Noises, Numbers, Oil, Player, Quest, Things,
    lying_at, tell,
};
use crate::game::mind::Sleeps;
use crate::map::{Taken, TileMap};
use crate::vision::{Light, ObjectKind};

impl FactKind {
    /// The actor took the beacon.
    pub const TOOK_BEACON: Self = Self::new("took the beacon");

    /// The actor took treasure. The amount is how many points it adds to the score.
    pub const TOOK_TREASURE: Self = Self::new("took treasure");

    /// The actor filled its lantern. The amount is for how many turns an open lantern burns the oil.
    pub const TOOK_OIL: Self = Self::new("took oil");

    /// The actor left the oil on this cell, because its lantern has no room for it.
    pub const LEFT_OIL: Self = Self::new("left oil");
}

/// The range, in cells, and the colour of the beacon's light.
const BEACON_RADIUS: u32 = 9;
const BEACON_COLOR: [u8; 3] = [255, 240, 200];

/// Reports what lies on the player's new cell, and makes the player take any treasure there, or the beacon.
pub(super) fn come_to(world: &mut World, who: Entity, at: IVec2) {
    if world.get::<Player>(who).is_none() {
        return;
    }
    pick_up(world, who, at, false, |_| true);
    let lying = lying_at(world, at).into_iter();
    let things = world.resource::<Things>();
    // A light that someone has thrown there is no news.
    let lying = lying.filter(|(entity, _)| world.get::<Lasts>(*entity).is_none());
    let scenery = lying.map(|(_, kind)| ObjectKind(kind));
    let scenery = scenery.filter(|kind| things.item(*kind).is_none_or(|it| it.stack == 0));
    if let Some(kind) = scenery.max() {
        tell(world, who, at, Did::of(FactKind::FOUND).with(kind));
    }
    take(world, who, at);
}

/// Makes the player take what the tile contains.
fn take(world: &mut World, who: Entity, at: IVec2) {
    let mut map = world.resource_mut::<TileMap>();
    let Some(taken) = map.tile(at).kind().taken else {
        return;
    };
    if taken.oil > 0 {
        take_oil(world, who, at, taken);
        return;
    }
    map.set(at, taken.leaves);
    let below = world.resource::<Depth>().0.saturating_sub(1);
    let numbers = world.resource::<Numbers>();
    let (beacon, score) = (numbers.beacon, numbers.score);
    let goals = &world.resource::<Quest>().goals;
    let (glows, is_plain) = (goals.glows, goals.is_plain());
    let mut quest = world.resource_mut::<Quest>();
    if taken.is_goal {
        quest.has_taken = true;
        quest.has_beacon = glows;
        quest.is_done |= is_plain;
        if glows {
            shine(world, who);
            wake_all(world);
            world.resource_mut::<Noises>().make(at, beacon.noise, None);
        }
        tell(world, who, at, Did::of(FactKind::TOOK_BEACON));
    } else {
        let worth = score.worth(taken.worth, below);
        quest.treasure = quest.treasure.saturating_add(worth);
        tell(
            world,
            who,
            at,
            Did::of(FactKind::TOOK_TREASURE).amount(worth),
        );
        take_heart(world, (who, at));
    }
}

/// Gives a hurt player back the hit points that a treasure is worth.
fn take_heart(world: &mut World, (who, at): (Entity, IVec2)) {
    let points = world.resource::<Numbers>().heart.treasure;
    let health = world.get_mut::<Health>(who);
    let healed = health.map_or(0, |mut it| it.heal(points.cast_signed()));
    if healed > 0 {
        let what = Did::of(FactKind::TOOK_HEART).amount(healed.unsigned_abs());
        tell(world, who, at, what);
    }
}

/// Makes the player fill its lantern from a flask, if there is room for all of the oil. A player without a lantern leaves
/// the flask.
fn take_oil(world: &mut World, who: Entity, at: IVec2, flask: Taken) {
    let Some(mut oil) = world.get_mut::<Oil>(who) else {
        return;
    };
    if !oil.has_room_for(flask.oil) {
        tell(world, who, at, Did::of(FactKind::LEFT_OIL));
        return;
    }
    let turns = oil.add(flask.oil);
    world.resource_mut::<TileMap>().set(at, flask.leaves);
    tell(world, who, at, Did::of(FactKind::TOOK_OIL).amount(turns));
}

/// Gives the player the light of the beacon, which cannot be covered. Has no effect in a world without darkness.
fn shine(world: &mut World, who: Entity) {
    if world.get::<Lantern>(who).is_some() {
        let light = Light::new(BEACON_RADIUS).with_color(BEACON_COLOR);
        world
            .entity_mut(who)
            .remove::<(Lantern, Oil)>()
            .insert(light);
    }
}

/// Wakes all sleeping creatures on all levels.
fn wake_all(world: &mut World) {
    let mut sleepers = world.query_filtered::<Entity, (With<Sleeps>, Allow<Disabled>)>();
    let sleepers: Vec<Entity> = sleepers.iter(world).collect();
    for sleeper in sleepers {
        world.entity_mut(sleeper).remove::<Sleeps>();
    }
}
