//! Filling the senses: the one place that looks at others, and only through each one's own eyes.

use std::cell::RefCell;

use bevy::ecs::query::QueryItem;
use bevy::prelude::*;

use crate::fov::{FieldOfView, Sight};
use crate::game::being::{
    Actor, ActorId, Awareness, Camouflage, DrawnToLight, Due, Faction, HuntsBySound, Pack, Player,
    Senses, Sighting, StillWhenWatched,
};
use crate::map::TileMap;
use crate::path::Nearby;
use crate::vision::{LightMap, Position, Revision, Sharing, Viewshed};

thread_local! {
    static ENGINE: RefCell<FieldOfView> = RefCell::new(FieldOfView::new());
}

/// Whether an eye at `eye`, which sees the cell `at` by this light, makes out somebody who stands there.
///
/// One who stands in what blocks sight, such as foliage, is made out only by those it could see
/// itself: so even there, whoever sees can be seen. One in camouflage is made out from near only.
pub fn makes_out(
    (map, light): (&TileMap, &LightMap),
    viewshed: &Viewshed,
    eye: IVec2,
    at: IVec2,
    camouflage: Option<&Camouflage>,
) -> bool {
    let distance = (at - eye).abs().max_element() as u32;
    light.sees(map.opacity(), viewshed, at)
        && camouflage.is_none_or(|hidden| distance <= hidden.within)
        && (!map.is_opaque(at) || distance <= 1 || could_see(map, at, eye))
}

/// Whether the best of eyes at `eye` would see the cell `at`: by the symmetric rule and without a
/// limit.
pub(crate) fn could_see(map: &TileMap, eye: IVec2, at: IVec2) -> bool {
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
    Has<DrawnToLight>,
);

struct Seen<'a> {
    who: Entity,
    id: ActorId,
    camouflage: Option<&'a Camouflage>,
    viewshed: Option<&'a Viewshed>,
    in_pack: bool,
}

/// Everybody of one faction.
struct Members<'a> {
    faction: Faction,
    /// Somebody who is due is an enemy of theirs.
    is_enemy: bool,
    members: Vec<(IVec2, Seen<'a>)>,
    furthest: u32,
}

/// The same by place.
struct Side<'a> {
    faction: Faction,
    members: Nearby<Seen<'a>>,
    /// How far the furthest sighted of them sees at most.
    furthest: u32,
}

/// Below this many who are due, handing them to other threads costs more than it saves.
const WORTH_SHARING: usize = 512;

/// How far away a cell can be that this viewshed sees, in steps of a king. A ray is rounded to cells
/// that may lie a little outside of its circle.
fn reach(viewshed: &Viewshed) -> u32 {
    let radius = viewshed.sight().radius.unwrap_or(u32::MAX);
    radius.saturating_add(1)
}

/// Looks through everyone's eyes who is due: which enemies they see, and which friends if they ask.
pub(crate) fn sense(
    (due, sharing): (Res<Due>, Res<Sharing>),
    (map, light): (Res<TileMap>, Res<LightMap>),
    bodies: Query<Body>,
    mut sensors: Query<Sensor, Without<Player>>,
) {
    let mut watchers: Vec<Faction> = Vec::new();
    for (_, _, _, &faction, ..) in sensors.iter_many_unique(due.all()) {
        if !watchers.contains(&faction) {
            watchers.push(faction);
        }
    }
    let mut sides: Vec<Members> = Vec::new();
    for (who, actor, at, &faction, camouflage, viewshed, in_pack) in &bodies {
        let number = sides.iter().position(|side| side.faction == faction);
        let number = number.unwrap_or_else(|| {
            sides.push(Members {
                faction,
                is_enemy: watchers.iter().any(|it| it.is_hostile_to(faction)),
                members: Vec::new(),
                furthest: 0,
            });
            sides.len() - 1
        });
        let side = &mut sides[number];
        // Friends are looked for by packs alone.
        if !side.is_enemy && !in_pack {
            continue;
        }
        let seen = Seen {
            who,
            id: actor.id,
            camouflage,
            viewshed,
            in_pack,
        };
        side.furthest = side.furthest.max(viewshed.map_or(0, reach));
        side.members.push((at.0, seen));
    }
    let sides = sides.into_iter().map(|side| Side {
        faction: side.faction,
        members: Nearby::new(map.size(), side.members),
        furthest: side.furthest,
    });
    let sides: Vec<Side> = sides.collect();
    let due = sensors.iter_many_unique_mut(due.all());
    sharing.share(due, WORTH_SHARING, |sensor| {
        look_through(sensor, &map, &light, &sides)
    });
}

fn look_through(sensor: QueryItem<Sensor>, map: &TileMap, light: &LightMap, sides: &[Side]) {
    let (
        me,
        _,
        position,
        faction,
        mut senses,
        viewshed,
        awareness,
        in_pack,
        is_shy,
        feels_only,
        drawn,
    ) = sensor;
    let senses = &mut *senses;
    let eye = position.0;
    let sees = |viewshed: &Viewshed, cell| light.sees(map.opacity(), viewshed, cell);
    if drawn {
        senses.flame = viewshed.and_then(|view| {
            let flames = light.flames_within(eye, reach(view));
            nearest_seen(eye, flames, |it| sees(view, it))
        });
    }
    senses.enemies.clear();
    senses.friends.clear();
    senses.watched = false;
    // The nearest first; among equals by id, never by entity.
    let mut found = Vec::new();
    let sighting = |at: IVec2, seen: &Seen| {
        let distance = (at - eye).abs().max_element();
        (distance, seen.id, Sighting { who: seen.who, at })
    };
    let nearest = |found: &mut Vec<(i32, ActorId, Sighting)>, into: &mut Vec<Sighting>| {
        found.sort_unstable_by_key(|(distance, id, _)| (*distance, *id));
        into.extend(found.drain(..).map(|(.., sighting)| sighting));
    };
    for others in sides
        .iter()
        .filter(|other| faction.is_hostile_to(other.faction))
    {
        if is_shy {
            senses.watched |= others
                .members
                .within(eye, others.furthest)
                .any(|(_, other)| other.viewshed.is_some_and(|view| sees(view, eye)));
        }
        if feels_only || viewshed.is_none() {
            let touched = others.members.within(eye, 1);
            found.extend(touched.map(|(at, other)| sighting(at, other)));
        } else if let Some(viewshed) = viewshed {
            let seen = others
                .members
                .within(eye, reach(viewshed))
                .filter(|&(at, other)| {
                    makes_out((map, light), viewshed, eye, at, other.camouflage)
                });
            found.extend(seen.map(|(at, other)| sighting(at, other)));
        }
    }
    nearest(&mut found, &mut senses.enemies);
    let asleep = matches!(awareness, Some(Awareness::Asleep));
    if in_pack
        && !asleep
        && let Some(viewshed) = viewshed
    {
        for friends in sides.iter().filter(|other| other.faction == *faction) {
            let seen = friends
                .members
                .within(eye, reach(viewshed))
                .filter(|&(at, other)| other.in_pack && other.who != me && sees(viewshed, at));
            found.extend(seen.map(|(at, other)| sighting(at, other)));
        }
        nearest(&mut found, &mut senses.friends);
    }
}

/// Of the cells that the owner of `eye` sees the nearest: of several, whatever their order, the topmost and leftmost.
fn nearest_seen(
    eye: IVec2,
    cells: impl Iterator<Item = IVec2>,
    sees: impl Fn(IVec2) -> bool,
) -> Option<IVec2> {
    let rank = |it: IVec2| ((it - eye).as_i64vec2().length_squared(), it.y, it.x);
    cells.fold(None, |nearest, cell| {
        // To compare is quicker than to look.
        let is_nearer = nearest.is_none_or(|it| rank(cell) < rank(it));
        if is_nearer && sees(cell) {
            Some(cell)
        } else {
            nearest
        }
    })
}

/// The state of the map when this run of [`Turn`](crate::game::being::Turn) began.
#[derive(Resource, Default)]
pub(crate) struct MapBefore(Option<Revision>);

/// Notes it.
pub(crate) fn note_map(map: Option<Res<TileMap>>, mut before: ResMut<MapBefore>) {
    before.0 = map.map(|map| map.changes().revision());
}

/// Whoever has had its turn takes in what it sees, and remembers it: everybody in the light of the moment in which it has
/// acted. So does whoever has a cell in view that changes.
pub(crate) fn look_around(
    due: Res<Due>,
    (map, before, light): (Option<Res<TileMap>>, Res<MapBefore>, Res<LightMap>),
    mut eyes: Query<&mut Viewshed>,
) {
    if !light.is_lit_world() {
        return;
    }
    for mut viewshed in eyes.iter_many_unique_mut(due.all()) {
        viewshed.bypass_change_detection().look();
    }
    // On another map everybody looks anyway.
    let changed = map.as_ref().zip(before.0);
    let changed = changed.and_then(|(map, before)| map.changes().since(before));
    for change in changed.unwrap_or_default() {
        for mut viewshed in &mut eyes {
            if viewshed.has_in_view(change.cell) {
                viewshed.bypass_change_detection().look();
            }
        }
    }
}

/// What was heard and felt counts for one turn.
pub(crate) fn forget(due: Res<Due>, mut sensors: Query<&mut Senses>) {
    for mut senses in sensors.iter_many_unique_mut(due.all()) {
        if senses.heard.is_some() || senses.struck_from.is_some() || senses.startled.is_some() {
            senses.heard = None;
            senses.struck_from = None;
            senses.startled = None;
        }
    }
}
