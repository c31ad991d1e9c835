//! Creatures of the fog: they arise where it is thick and dark, and the light hurts them.

use bevy::prelude::*;
use rand::RngExt;

use super::fog::FogLight;
use super::game::Game;
use super::goals::is_on_way_back;
use super::populate::spawn_native;
use crate::dungeon::random::stream;
use crate::game::being::{
    Actor, ActorId, Awareness, Clock, Depth, FogTide, Health, Numbers, Occupancy, Seed, find_player,
};
use crate::game::bestiary::{Bestiary, MadeBy};
use crate::game::deed::{dissolve, sear};
use crate::game::mind::{BoundToFog, HurtByLight};
use crate::map::{Density, TileMap};
use crate::vision::{LightMap, Position, Viewshed};

/// How far from the player creatures of the fog arise at least, in steps, where a diagonal step counts as one.
const ASIDE: i32 = 6;

/// The same, in fog that presses on the player.
const ASIDE_IF_PRESSED: i32 = 3;

/// Makes a creature of the fog arise out of the player's sight, if it is time and there is a place for it. The time is
/// counted in turns of the player in which the level held fog.
pub(super) fn arise(world: &mut World, passed: u32) {
    let numbers = world.resource::<Numbers>().fog;
    let depth = world.resource::<Depth>().0;
    let plan = world.get_resource::<Game>().and_then(|it| it.fog(depth));
    let has_fog = world.resource::<TileMap>().air().volume().fog > 0;
    let is_back = is_on_way_back(world);
    if numbers.every == 0 || plan.is_none() || !has_fog || is_back {
        return;
    }
    let mut tide = world.resource_mut::<FogTide>();
    tide.brewing = tide.brewing.saturating_add(passed);
    if tide.brewing < numbers.every || count(world) >= numbers.most as usize {
        return;
    }
    let places = places(world);
    if places.is_empty() {
        return;
    }
    let clock = *world.resource::<Clock>();
    let name = format!("fog on level {depth}");
    let mut dice = stream(world.resource::<Seed>().0, &name, clock.turn());
    let bestiary = world.resource::<Bestiary>();
    let plan = world.get_resource::<Game>().and_then(|it| it.plan(depth));
    let Some(monster) = bestiary.choose_of_fog(depth, plan, &mut dice).cloned() else {
        return;
    };
    let mut cell = places[dice.random_range(0..places.len())];
    // The fog that presses on the player has found it, and what arises in this fog comes to it.
    let prey = FogLight::of(world)
        .presses()
        .then(|| find_player(world))
        .flatten();
    if let Some((_, here)) = prey {
        let far = |it: &IVec2| (*it - here).length_squared();
        let nearest = places.iter().copied().min_by_key(far);
        cell = nearest.unwrap_or(cell);
    }
    world.resource_mut::<FogTide>().brewing = 0;
    // The creature listens before it acts.
    let entity = spawn_native(world, &monster, cell, clock.tick + 1);
    world.resource_mut::<Occupancy>().place(entity, cell);
    if let Some((_, last_known)) = prey {
        world
            .entity_mut(entity)
            .insert(Awareness::Hunting { last_known });
    }
}

/// Returns the free cells in thick, dark fog that the player does not see, in row order.
fn places(world: &mut World) -> Vec<IVec2> {
    let Some((player, here)) = find_player(world) else {
        return Vec::new();
    };
    let map = world.resource::<TileMap>();
    let (light, occupancy) = (world.resource::<LightMap>(), world.resource::<Occupancy>());
    let bounds = FogLight::of(world);
    let aside = match bounds.presses() {
        true => ASIDE_IF_PRESSED,
        false => ASIDE,
    };
    let viewshed = world.get::<Viewshed>(player);
    let is_hidden = |cell: IVec2| {
        let is_seen = viewshed.is_some_and(|it| it.has_in_view(cell));
        !is_seen && (cell - here).abs().max_element() >= aside
    };
    let is_free = |cell: IVec2| map.is_walkable(cell) && occupancy.at(cell).is_none();
    let cells = map.air().iter();
    let cells = cells.filter(|(_, air)| air.fog >= Density::DENSE);
    let cells = cells.map(|(cell, _)| cell);
    let suits = |cell: &IVec2| is_free(*cell) && is_hidden(*cell) && !bounds.keep_off(light, *cell);
    cells.filter(suits).collect()
}

/// Counts the creatures of the fog on the level.
fn count(world: &mut World) -> usize {
    let mut living = world.query_filtered::<&MadeBy, With<Actor>>();
    let living = living.iter(world);
    living.filter(|made_by| made_by.0.appears.in_fog).count()
}

/// The actors that light hurts or that are bound to fog.
pub(crate) type FogActors = QueryState<
    (
        &'static Actor,
        Entity,
        &'static Position,
        Option<&'static HurtByLight>,
        Has<BoundToFog>,
    ),
    (With<Health>, Or<(With<HurtByLight>, With<BoundToFog>)>),
>;

/// Hurts the creatures that stand in light that hurts them, for this many turns. In thick fog, the light of a lit room
/// does no harm. Creatures that are bound to fog vanish when the level has no fog left.
pub(super) fn hurt_by_light(world: &mut World, actors: &mut FogActors, turns: u64) {
    let map = world.resource::<TileMap>();
    let is_clear = map.air().volume().fog == 0;
    let light = world.resource::<LightMap>();
    let level_at = |at: IVec2| match map.air().at(at).fog >= Density::DENSE {
        true => light.level_of_lights(at),
        false => light.level(at),
    };
    let actors = actors.iter(world);
    let hurt = actors.filter_map(|(actor, entity, at, hurt, is_bound)| {
        let is_lit = |it: &&HurtByLight| it.level > 0 && level_at(at.0) >= it.level;
        let damage = hurt.filter(is_lit).map_or(0, |it| it.damage);
        let vanishes = is_bound && is_clear;
        (damage > 0 || vanishes).then_some((actor.id, (entity, at.0), damage, vanishes))
    });
    let mut hurt: Vec<(ActorId, (Entity, IVec2), i32, bool)> = hurt.collect();
    hurt.sort_unstable_by_key(|(id, ..)| *id);
    for (_, (victim, at), damage, vanishes) in hurt {
        if vanishes {
            dissolve(world, victim, at);
            continue;
        }
        for _ in 0..turns {
            if world.get::<Health>(victim).is_some_and(|it| it.now() > 0) {
                sear(world, victim, at, damage);
            }
        }
    }
}
