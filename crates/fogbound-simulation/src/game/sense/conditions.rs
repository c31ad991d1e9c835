//! The conditions of effects that come with the game. They depend only on the creature's body, its cell and the cells around it.
//!
//! A monster's own effects judge conditions by what is true. The effects of a thing judge them by what its user knows, so
//! that a thing never tells its user what the user cannot perceive.

use bevy::prelude::*;

use super::knows::knows_of;
use super::looking::line_of_sight;
use crate::game::being::{Actor, Bearer, Condition, Effect, Faction, Health, Incident};
use crate::map::TileMap;
use crate::vision::{LightMap, Position, Viewshed};

/// How near another creature on the same side must be for a creature not to be alone, in steps, where a diagonal step
/// counts as one.
const NEAR: i32 = 8;

/// Returns whether all conditions of an effect hold for the creature that has the effect.
pub(crate) fn may_happen(world: &World, effect: &Effect, incident: &Incident) -> bool {
    let mut conditions = effect.conditions().iter();
    conditions.all(|it| (it.holds)(world, incident))
}

/// Returns whether an effect of a thing would do nothing for `who` if `who` used the thing now, as far as `who` knows.
pub(crate) fn is_vain(world: &World, who: Entity, effect: &Effect) -> bool {
    let (Some(incident), Some(verb)) = (effect.if_used(world, who), effect.verb()) else {
        return true;
    };
    effect.only_harms_user()
        || !may_happen(world, effect, &incident)
        || verb.is_idle(world, &incident)
}

impl Condition {
    /// No light reaches the creature's cell. Never holds in a world without darkness.
    pub const DARK: Self = Self {
        name: "dark",
        for_you: "in the dark",
        for_it: "in the dark",
        about: "no light reaches the monster's cell; never in a world without darkness",
        holds: |world, incident| !is_lit(world, incident.at),
    };
    /// Light reaches the creature's cell. Always holds in a world without darkness.
    pub const LIT: Self = Self {
        name: "lit",
        for_you: "in the light",
        for_it: "in the light",
        about: "light reaches the monster's cell, perhaps its own",
        holds: |world, incident| is_lit(world, incident.at),
    };
    /// The creature has at most half of its health.
    pub const HURT: Self = Self {
        name: "hurt",
        for_you: "if you are badly hurt",
        for_it: "while hurt",
        about: "the monster has at most half of its health",
        holds: |world, incident| {
            let health = world.get::<Health>(incident.who);
            health.is_none_or(|it| it.percent() <= 50)
        },
    };
    /// No other creature on the same side is near, with nothing between them that blocks the view.
    pub const ALONE: Self = Self {
        name: "alone",
        for_you: "if you are alone",
        for_it: "while alone",
        about: "no other creature of its faction is within eight cells, with a clear line between them",
        holds: |world, incident| {
            !any(world, incident, |world, side, at, _| {
                Some(side) == incident.side
                    && distance(at, incident.at) <= NEAR
                    && line_of_sight(world.resource::<TileMap>(), incident.at, at)
            })
        },
    };
    /// An enemy sees the creature's cell.
    pub const SEEN: Self = Self {
        name: "seen",
        for_you: "if an enemy sees you",
        for_it: "while seen",
        about: "an enemy sees the monster's cell",
        holds: is_seen,
    };
    /// No enemy sees the creature's cell.
    pub const UNSEEN: Self = Self {
        name: "unseen",
        for_you: "if no enemy sees you",
        for_it: "while unseen",
        about: "no enemy sees the monster's cell",
        holds: |world, incident| !is_seen(world, incident),
    };
    /// An enemy is on an adjacent cell.
    pub const CLOSE: Self = Self {
        name: "close",
        for_you: "if an enemy is beside you",
        for_it: "beside an enemy",
        about: "an enemy is on an adjacent cell",
        holds: |world, incident| {
            any(world, incident, |_, side, at, _| {
                is_enemy(incident, side) && distance(at, incident.at) <= 1
            })
        },
    };
}

fn is_lit(world: &World, cell: IVec2) -> bool {
    let light = world.resource::<LightMap>();
    !light.is_lit_world() || light.level(cell) > 0
}

fn is_seen(world: &World, incident: &Incident) -> bool {
    any(world, incident, |world, side, _, view| {
        let opacity = world.resource::<TileMap>().opacity();
        let light = world.resource::<LightMap>();
        is_enemy(incident, side) && view.is_some_and(|view| light.sees(opacity, view, incident.at))
    })
}

fn is_enemy(incident: &Incident, side: Faction) -> bool {
    incident.side.is_some_and(|own| own.is_hostile_to(side))
}

fn distance(one: IVec2, other: IVec2) -> i32 {
    (one - other).abs().max_element()
}

/// Returns whether any living creature on the level, other than the one that has the effect, is as required. For the
/// effects of things, only creatures count that the user knows of.
fn any(
    world: &World,
    incident: &Incident,
    is_required: impl Fn(&World, Faction, IVec2, Option<&Viewshed>) -> bool,
) -> bool {
    type Other = (
        Entity,
        &'static Faction,
        &'static Position,
        Option<&'static Viewshed>,
    );
    let others = world.try_query_filtered::<Other, With<Actor>>();
    let by_knowledge = incident.occasion.of == Bearer::Thing;
    let counts = |other: Entity, at: IVec2| {
        other != incident.who && (!by_knowledge || knows_of(world, incident.who, other, at))
    };
    others.is_some_and(|mut others| {
        let mut others = others.iter(world);
        others.any(|(other, side, at, view)| {
            is_required(world, *side, at.0, view) && counts(other, at.0)
        })
    })
}
