//! The verbs `mislead` and `betray`: enemies look for the creature elsewhere, or where it is.

use bevy::prelude::*;

use super::cells::{concerned, reached};
use super::ground::notice;
use super::words::within;
use crate::game::being::{
    Actor, ActorId, Affect, Area, Awareness, Disguise, Faction, Happening, HuntsBySound, Incident,
    Verb, Whom, place_of, tell,
};
use crate::game::sense::sees;
use crate::map::TileMap;
use crate::vision::{LightMap, Position, Viewshed};

/// Makes hunters on the cells that do not see the creature look for it at the centre.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Mislead;

impl Verb for Mislead {
    fn act(&self, world: &mut World, incident: &Incident) {
        let Some(here) = place_of(world, incident.who) else {
            return;
        };
        let whom = Whom::Enemies;
        let enemies = concerned(world, &Incident { whom, ..*incident });
        for enemy in enemies {
            if sees(world, enemy, incident.who, here) {
                continue;
            }
            let center = incident.center();
            if let Some(mut awareness) = world.get_mut::<Awareness>(enemy) {
                match &mut *awareness {
                    Awareness::Hunting { last_known: at }
                    | Awareness::Searching { around: at, .. } => {
                        *at = center;
                    }
                    Awareness::Asleep | Awareness::Unaware | Awareness::Noticing { .. } => {}
                }
            }
        }
    }

    fn words(&self, area: Area) -> Option<String> {
        let within = within(area);
        Some(format!(
            "draws those who hunt you and don't see you, {within}"
        ))
    }
}

/// Shows the creature to enemies that see one of the cells: a mirror there shows it, if light falls on it.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Betray;

/// An enemy that may see the creature in a mirror.
type Watcher = (
    Entity,
    &'static Actor,
    &'static Position,
    &'static Faction,
    &'static Viewshed,
    &'static Awareness,
);

/// Those with eyes who would mind what they see.
type Minding = (Without<HuntsBySound>, Without<Disguise>);

impl Verb for Betray {
    fn act(&self, world: &mut World, incident: &Incident) {
        let light = world.resource::<LightMap>();
        let (Some(here), Some(side)) = (place_of(world, incident.who), incident.side) else {
            return;
        };
        if light.is_lit_world() && light.level(here) == 0 {
            return;
        }
        let mirrors = reached(world, incident);
        let mut watchers = world.query_filtered::<Watcher, Minding>();
        let (map, light) = (world.resource::<TileMap>(), world.resource::<LightMap>());
        let sees = |viewshed: &Viewshed| {
            let mut mirrors = mirrors.iter().filter(|it| map.is_walkable(**it));
            mirrors.any(|it| light.sees(map.opacity(), viewshed, *it))
        };
        let enemies = watchers
            .iter(world)
            .filter(|it| side.is_hostile_to(*it.3) && sees(it.4));
        let enemies = enemies.filter_map(|(who, actor, at, _, _, before)| {
            let after = match *before {
                Awareness::Asleep => return None,
                Awareness::Unaware | Awareness::Noticing { .. } => Awareness::Noticing { at: here },
                Awareness::Hunting { .. } => Awareness::Hunting { last_known: here },
                Awareness::Searching { until, .. } => Awareness::Searching {
                    around: here,
                    until,
                },
            };
            Some((actor.id, who, at.0, after))
        });
        let mut enemies: Vec<(ActorId, Entity, IVec2, Awareness)> = enemies.collect();
        enemies.sort_unstable_by_key(|(id, ..)| *id);
        let light = world.resource::<LightMap>();
        // The mirror shows those who stand in the light.
        let is_lit = |at: IVec2| !light.is_lit_world() || light.level(at) > 0;
        if enemies.iter().any(|(_, _, at, _)| is_lit(*at)) {
            notice(world, incident, Affect::Betrayed);
        }
        for (_, who, at, after) in enemies {
            let Some(mut awareness) = world.get_mut::<Awareness>(who) else {
                continue;
            };
            let (from, to) = (awareness.state(), after.state());
            *awareness = after;
            if from != to {
                tell(world, who, at, Happening::StateChanged { from, to });
            }
        }
    }

    fn words(&self, area: Area) -> Option<String> {
        let cells = match area {
            Area::Round(1) => "the cells beside you".to_owned(),
            area => format!("the cells {}", within(area)),
        };
        Some(format!(
            "shows you, if you are lit, to enemies that see {cells}"
        ))
    }
}
