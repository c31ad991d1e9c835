//! Filling the senses: the one place that looks at others, and only through each one's own eyes.

use std::cell::RefCell;

use bevy::prelude::*;

use super::minds::{HuntsBySound, Pack, StillWhenWatched};
use super::{Actor, Awareness, Camouflage, Clock, Faction, Player, Senses, Sighting};
use crate::fov::{FieldOfView, Sight};
use crate::map::TileMap;
use crate::vision::{Position, Viewshed};

thread_local! {
    static ENGINE: RefCell<FieldOfView> = RefCell::new(FieldOfView::new());
}

/// Whether an eye at `eye`, which sees the cell `at`, makes out somebody who stands there.
///
/// One who stands in what blocks sight, such as foliage, is made out only by those it could see
/// itself: so even there, whoever sees can be seen. One in camouflage is made out from near only.
pub fn makes_out(
    map: &TileMap,
    viewshed: &Viewshed,
    eye: IVec2,
    at: IVec2,
    camouflage: Option<&Camouflage>,
) -> bool {
    let distance = (at - eye).abs().max_element() as u32;
    viewshed.sees(at)
        && camouflage.is_none_or(|hidden| distance <= hidden.within)
        && (!map.is_opaque(at) || distance <= 1 || could_see(map, at, eye))
}

/// Whether the best of eyes at `eye` would see the cell `at`: by the symmetric rule and without a
/// limit.
pub(super) fn could_see(map: &TileMap, eye: IVec2, at: IVec2) -> bool {
    ENGINE.with_borrow_mut(|engine| {
        engine.can_see(map.opacity(), eye, at, Sight::default().unlimited())
    })
}

type Body = (
    Entity,
    &'static Actor,
    &'static Position,
    &'static Faction,
    Option<&'static Camouflage>,
    Option<&'static Viewshed>,
    Has<Pack>,
);

type Sensor = (
    Entity,
    &'static Actor,
    &'static Position,
    &'static Faction,
    &'static mut Senses,
    Option<&'static Viewshed>,
    Option<&'static Awareness>,
    Has<Pack>,
    Has<StillWhenWatched>,
    Has<HuntsBySound>,
);

struct Seen<'a> {
    who: Entity,
    id: super::ActorId,
    at: IVec2,
    camouflage: Option<&'a Camouflage>,
    viewshed: Option<&'a Viewshed>,
    in_pack: bool,
}

/// Looks through everyone's eyes who is due: which enemies they see, and which friends if they ask.
pub(super) fn sense(
    clock: Res<Clock>,
    map: Res<TileMap>,
    bodies: Query<Body>,
    mut sensors: Query<Sensor, Without<Player>>,
) {
    let mut sides: Vec<(Faction, Vec<Seen>)> = Vec::new();
    for (who, actor, at, &side, camouflage, viewshed, in_pack) in &bodies {
        let seen = Seen {
            who,
            id: actor.id,
            at: at.0,
            camouflage,
            viewshed,
            in_pack,
        };
        match sides.iter_mut().find(|(known, _)| *known == side) {
            Some((_, members)) => members.push(seen),
            None => sides.push((side, vec![seen])),
        }
    }
    let sides = &sides;
    sensors.par_iter_mut().for_each(
        |(
            me,
            actor,
            position,
            side,
            mut senses,
            viewshed,
            awareness,
            in_pack,
            is_shy,
            feels_only,
        )| {
            if actor.due > clock.tick {
                return;
            }
            senses.enemies.clear();
            senses.friends.clear();
            senses.watched = false;
            let eye = position.0;
            // The nearest first; among equals by id, never by entity.
            let nearest = |found: &mut Vec<(i32, super::ActorId, Sighting)>| {
                found.sort_unstable_by_key(|(distance, id, _)| (*distance, *id));
                found.drain(..).map(|(.., sighting)| sighting).collect()
            };
            let sighting = |seen: &Seen| {
                let distance = (seen.at - eye).abs().max_element();
                (
                    distance,
                    seen.id,
                    Sighting {
                        who: seen.who,
                        at: seen.at,
                    },
                )
            };
            let asleep = matches!(awareness, Some(Awareness::Asleep));
            let mut found = Vec::new();
            for (_, others) in sides.iter().filter(|(other, _)| side.is_hostile_to(*other)) {
                if is_shy {
                    senses.watched |= others
                        .iter()
                        .any(|other| other.viewshed.is_some_and(|view| view.sees(eye)));
                }
                if feels_only {
                    let touched = others
                        .iter()
                        .filter(|other| (other.at - eye).abs().max_element() <= 1);
                    found.extend(touched.map(sighting));
                } else if let Some(viewshed) = viewshed {
                    let seen = others
                        .iter()
                        .filter(|other| makes_out(&map, viewshed, eye, other.at, other.camouflage));
                    found.extend(seen.map(sighting));
                }
            }
            senses.enemies = nearest(&mut found);
            if in_pack
                && !asleep
                && let Some(viewshed) = viewshed
            {
                let friends = sides.iter().filter(|(other, _)| other == side);
                let seen = friends
                    .flat_map(|(_, others)| others)
                    .filter(|other| other.in_pack && other.who != me && viewshed.sees(other.at));
                found.extend(seen.map(sighting));
                senses.friends = nearest(&mut found);
            }
        },
    );
}

/// What was heard and felt counts for one turn.
pub(super) fn forget(clock: Res<Clock>, mut sensors: Query<(&Actor, &mut Senses)>) {
    for (actor, mut senses) in &mut sensors {
        if actor.due <= clock.tick && (senses.heard.is_some() || senses.struck_from.is_some()) {
            senses.heard = None;
            senses.struck_from = None;
        }
    }
}
