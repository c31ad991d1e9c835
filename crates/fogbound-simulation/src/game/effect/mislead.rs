//! The verbs `mislead` and `betray`: enemies look for the creature elsewhere, or where it is.

use bevy::prelude::*;

use super::cells::{concerned, reached};
use super::ground::notice;
use super::words::within;
use crate::game::being::{
    Actor, ActorId, Affect, Area, Awareness, Camouflage, Disguise, Faction, Happening,
    HuntsBySound, Incident, Verb, Whom, place_of, tell,
};
use crate::game::sense::{is_made_out_from, sees};
use crate::map::TileMap;
use crate::vision::{LightMap, Position, Viewshed};

/// Makes enemies on the cells that hunt or search, but do not see the creature, look for it at the centre.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Mislead;

impl Verb for Mislead {
    fn act(&self, world: &mut World, incident: &Incident) {
        let Some(here) = place_of(world, incident.who) else {
            return;
        };
        let whom = Whom::ENEMIES;
        let enemies = concerned(
            world,
            &Incident {
                whom,
                ..incident.clone()
            },
        );
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

/// Returns whether no light falls on a cell.
fn is_unlit(world: &World, cell: IVec2) -> bool {
    let light = world.resource::<LightMap>();
    light.is_lit_world() && light.level(cell) == 0
}

/// An enemy that may see the creature in a mirror.
type Watcher = (
    Entity,
    &'static Actor,
    &'static Position,
    &'static Faction,
    &'static Viewshed,
    &'static Awareness,
    Option<&'static Camouflage>,
);

/// Those with eyes who would mind what they see.
type Minding = (Without<HuntsBySound>, Without<Disguise>);

impl Verb for Betray {
    fn act(&self, world: &mut World, incident: &Incident) {
        let (Some(here), Some(side)) = (place_of(world, incident.who), incident.side) else {
            return;
        };
        if is_unlit(world, here) {
            return;
        }
        let watchers = world.query_filtered::<Watcher, Minding>();
        let world_now = &*world;
        let (map, light) = (
            world_now.resource::<TileMap>(),
            world_now.resource::<LightMap>(),
        );
        let mirrors = reached(world_now, incident).into_iter();
        let mirrors: Vec<IVec2> = mirrors.filter(|it| map.is_walkable(*it)).collect();
        let sees_a_mirror = |viewshed: &Viewshed| {
            let mut mirrors = mirrors.iter();
            mirrors.any(|it| light.sees(map.opacities(), viewshed, *it))
        };
        let enemies = watchers
            .iter_manual(world_now)
            .filter(|it| side.is_hostile_to(*it.3) && sees_a_mirror(it.4));
        let enemies = enemies.filter_map(|(who, actor, at, _, _, before, hidden)| {
            let after = match *before {
                Awareness::Asleep => return None,
                Awareness::Unaware | Awareness::Noticing { .. } => Awareness::Noticing { at: here },
                Awareness::Hunting { .. } => Awareness::Hunting { last_known: here },
                Awareness::Searching { until, .. } => Awareness::Searching {
                    around: here,
                    until,
                },
            };
            let is_shown = is_made_out_from(world_now, &mirrors, at.0, hidden);
            Some((actor.id, who, (at.0, is_shown), after))
        });
        let mut enemies: Vec<(ActorId, Entity, (IVec2, bool), Awareness)> = enemies.collect();
        enemies.sort_unstable_by_key(|(id, ..)| *id);
        // The mirror shows the enemies that the creature could see from that cell.
        if enemies.iter().any(|(_, _, (_, is_shown), _)| *is_shown) {
            notice(world, incident, Affect::Betrayed);
        }
        for (_, who, (at, _), after) in enemies {
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

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        is_unlit(world, incident.at)
    }

    fn words(&self, area: Area) -> Option<String> {
        let cells = match area == Area::BESIDE {
            true => "the cells beside you".to_owned(),
            false => format!("the cells {}", within(area)),
        };
        Some(format!(
            "shows you, if you are lit, to enemies that see {cells}"
        ))
    }
}
