//! The conditions of effects. They depend only on the creature's body, its cell and the cells around it.

use bevy::prelude::*;

use crate::game::being::{Actor, Condition, Faction, Health, Incident};
use crate::game::sense::line_of_sight;
use crate::map::TileMap;
use crate::vision::{LightMap, Position, Viewshed};

/// How near another creature on the same side must be for a creature not to be alone, in steps, where a diagonal step
/// counts as one.
const NEAR: i32 = 8;

/// Returns whether a condition holds for the creature that has an effect.
pub(super) fn holds(world: &mut World, condition: Condition, incident: &Incident) -> bool {
    match condition {
        Condition::Dark => !is_lit(world, incident.at),
        Condition::Lit => is_lit(world, incident.at),
        Condition::Hurt => {
            let health = world.get::<Health>(incident.who);
            health.is_none_or(|it| it.percent() <= 50)
        }
        Condition::Alone => !any(world, incident, |world, side, at, _| {
            Some(side) == incident.side
                && distance(at, incident.at) <= NEAR
                && line_of_sight(world.resource::<TileMap>(), incident.at, at)
        }),
        Condition::Seen => is_seen(world, incident),
        Condition::Unseen => !is_seen(world, incident),
        Condition::Close => any(world, incident, |_, side, at, _| {
            is_enemy(incident, side) && distance(at, incident.at) <= 1
        }),
    }
}

fn is_lit(world: &World, cell: IVec2) -> bool {
    let light = world.resource::<LightMap>();
    !light.is_lit_world() || light.level(cell) > 0
}

fn is_seen(world: &mut World, incident: &Incident) -> bool {
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

/// Returns whether any living creature on the level, other than the one that has the effect, is as required.
fn any(
    world: &mut World,
    incident: &Incident,
    is_required: impl Fn(&World, Faction, IVec2, Option<&Viewshed>) -> bool,
) -> bool {
    type Other = (
        Entity,
        &'static Faction,
        &'static Position,
        Option<&'static Viewshed>,
    );
    let others = world.query_filtered::<Other, With<Actor>>();
    let world = &*world;
    let mut others = others.iter_manual(world);
    others.any(|(other, side, at, view)| {
        other != incident.who && is_required(world, *side, at.0, view)
    })
}
