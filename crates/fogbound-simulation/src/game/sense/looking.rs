//! Recording what actors sense. Only this module looks at other actors, and it always does so through the eyes of the
//! actor that senses them.

use std::cell::RefCell;

use bevy::ecs::query::QueryData;
use bevy::prelude::*;

use super::sounds::list_for;
use crate::fov::{FieldOfView, Sight, VisibleSet, grid::ones};
use crate::game::being::{
    Actor, ActorId, Awareness, Camouflage, DrawnToLight, Due, Faction, Fear, Fleeing, Follows,
    HuntsBySound, LiesInWait, Numbers, Pack, Player, Quest, Senses, Sighting, StillWhenWatched,
};
use crate::map::TileMap;
use crate::path::Nearby;
use crate::vision::{Light, LightMap, Position, Sharing, Viewshed};

/// How far touch reaches, in cells.
const TOUCH: u32 = 1;

thread_local! {
    static ENGINE: RefCell<FieldOfView> = RefCell::new(FieldOfView::new());
}

/// Returns whether an eye at `eye` sees an actor on the cell `at` in this light.
///
/// An actor on an opaque cell, such as foliage, is visible only from cells that it could itself see, so that sight
/// stays mutual. A camouflaged actor is visible only from nearby.
pub fn makes_out(
    (map, light): (&TileMap, &LightMap),
    viewshed: &Viewshed,
    eye: IVec2,
    at: IVec2,
    camouflage: Option<&Camouflage>,
) -> bool {
    let distance = (at - eye).abs().max_element() as u32;
    light.sees(map.opacities(), viewshed, at)
        && camouflage.is_none_or(|hidden| distance <= hidden.within)
        && (!map.is_opaque(at) || distance <= 1 || line_of_sight(map, at, eye))
}

/// Returns whether a cell that `viewshed` shows to the eye on the cell `eye` is seen there, rather than only felt: light
/// falls on it, or it is within a dark sight that reaches farther than touch does.
pub(super) fn is_by_sight(
    (map, light): (&TileMap, &LightMap),
    viewshed: &Viewshed,
    eye: IVec2,
    at: IVec2,
) -> bool {
    let dark_sight = viewshed.dark_sight();
    let is_near = || dark_sight > TOUCH && (at - eye).abs().max_element() as u32 <= dark_sight;
    let is_lit = || !light.is_lit_world() || light.seen_from(map.opacities(), eye, at).level > 0;
    is_lit() || is_near()
}

/// Returns whether an eye on the cell `eye` sees a cell, even if it overlooks who hides there. Feeling the cell does not
/// count.
pub fn watches(
    (map, light): (&TileMap, &LightMap),
    viewshed: &Viewshed,
    eye: IVec2,
    at: IVec2,
) -> bool {
    light.sees(map.opacities(), viewshed, at) && is_by_sight((map, light), viewshed, eye, at)
}

/// Returns whether an ideal eye at `eye` would see the cell `at`, using the symmetric algorithm without a distance
/// limit.
pub(crate) fn line_of_sight(map: &TileMap, eye: IVec2, at: IVec2) -> bool {
    ENGINE.with_borrow_mut(|engine| {
        engine.can_see(map.opacity(), eye, at, Sight::default().unlimited())
    })
}

/// An actor that can be seen.
#[derive(QueryData)]
pub(crate) struct Body {
    entity: Entity,
    actor: &'static Actor,
    position: &'static Position,
    faction: &'static Faction,
    camouflage: Option<&'static Camouflage>,
    viewshed: Option<&'static Viewshed>,
    in_pack: Has<Pack>,
}

/// An actor that senses others.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct Sensor {
    entity: Entity,
    position: &'static Position,
    faction: &'static Faction,
    senses: &'static mut Senses,
    viewshed: Option<&'static Viewshed>,
    awareness: Option<&'static Awareness>,
    in_pack: Has<Pack>,
    follows: Has<Follows>,
    is_shy: Has<StillWhenWatched>,
    feels_only: Has<HuntsBySound>,
    is_drawn_to_light: Has<DrawnToLight>,
    flees: Option<&'static Fleeing>,
    ambush: Option<&'static LiesInWait>,
}

/// The visible actors of one faction, by position.
struct Side<'w, 's> {
    faction: Faction,
    members: Nearby<BodyItem<'w, 's>>,
    /// The greatest reach of the members' viewsheds.
    furthest: u32,
}

/// The minimum number of due actors for work to be split across threads. With fewer actors, splitting the work costs
/// more than it saves.
const WORTH_SHARING: usize = 512;

/// Returns the maximum distance of a visible cell, in steps, where a diagonal step counts as one. Rays are rounded to
/// cells, so a visible cell may lie slightly outside the circle.
fn reach(viewshed: &Viewshed) -> u32 {
    let radius = viewshed.sight().radius.unwrap_or(u32::MAX);
    radius.saturating_add(1)
}

/// A player with a light.
type Bearer = (Entity, &'static Position, &'static Faction, &'static Light);

/// Updates what all due actors see: their enemies and, for pack members and followers, their friends as well.
pub(crate) fn sense(
    (due, sharing): (Res<Due>, Res<Sharing>),
    (map, light): (Res<TileMap>, Res<LightMap>),
    (bodies, quest, numbers): (Query<Body>, Res<Quest>, Res<Numbers>),
    bearers: Query<Bearer, With<Player>>,
    mut sensors: Query<Sensor, Without<Player>>,
) {
    let (mut watchers, mut followed): (Vec<Faction>, Vec<Faction>) = Default::default();
    for sensor in sensors.iter_many_unique(due.all()) {
        if sensor.follows && !followed.contains(sensor.faction) {
            followed.push(*sensor.faction);
        }
        if !watchers.contains(sensor.faction) {
            watchers.push(*sensor.faction);
        }
    }
    let mut sides: Vec<(Faction, Vec<(IVec2, BodyItem)>)> = Vec::new();
    for body in &bodies {
        let faction = *body.faction;
        // Only pack members and followers look for friends.
        if body.in_pack
            || followed.contains(&faction)
            || watchers.iter().any(|it| it.is_hostile_to(faction))
        {
            list_for(&mut sides, faction).push((body.position.0, body));
        }
    }
    let sides = sides.into_iter().map(|(faction, members)| Side {
        faction,
        furthest: members
            .iter()
            .filter_map(|(_, it)| it.viewshed.map(reach))
            .max()
            .unwrap_or(0),
        members: Nearby::new(map.size(), members),
    });
    let sides: Vec<Side> = sides.collect();
    let betrays = quest.has_beacon || numbers.lantern.gleam > 0;
    let bearer = bearers.single().ok().filter(|_| betrays);
    let gleam = bearer.and_then(|(bearer, at, side, shining)| {
        let field = light.field(bearer)?;
        Some(Gleam {
            bearer,
            at: at.0,
            side: *side,
            radius: shining.radius,
            field,
            is_beacon: quest.has_beacon,
        })
    });
    let due = sensors.iter_many_unique_mut(due.all());
    sharing.share(due, WORTH_SHARING, |mut sensor| {
        let looking = Looking {
            map: &map,
            light: &light,
            sides: &sides,
            gleam: gleam.as_ref(),
            eye: sensor.position.0,
        };
        looking.look_through(&mut sensor);
    });
}

/// The light in the hands of the player: the beacon or the lantern.
struct Gleam<'a> {
    bearer: Entity,
    at: IVec2,
    side: Faction,
    radius: u32,
    /// Whether this is the beacon, whose light is unmistakable. The light of a lantern shows only on ground that nothing
    /// else lights.
    is_beacon: bool,
    /// The cells that its light shines on.
    field: &'a VisibleSet,
}

/// A cell that an actor looks from, and its surroundings.
struct Looking<'a> {
    map: &'a TileMap,
    light: &'a LightMap,
    sides: &'a [Side<'a, 'a>],
    gleam: Option<&'a Gleam<'a>>,
    eye: IVec2,
}

impl<'a> Looking<'a> {
    fn look_through(&self, sensor: &mut SensorItem) {
        let senses = &mut *sensor.senses;
        senses.watched = sensor.is_shy && self.is_watched(*sensor.faction);
        self.find_enemies(
            *sensor.faction,
            sensor.viewshed.filter(|_| !sensor.feels_only),
            &mut senses.enemies,
        );
        senses.friends.clear();
        (senses.flame, senses.gleam) = (None, None);
        senses.shades.clear();
        let Some(viewshed) = sensor.viewshed else {
            return;
        };
        let is_asleep = matches!(sensor.awareness, Some(Awareness::Asleep));
        let lies_in_wait = sensor
            .ambush
            .filter(|_| sensor.awareness == Some(&Awareness::Unaware));
        if !is_asleep && !sensor.feels_only {
            let is_patient = lies_in_wait.is_some();
            let enemies = &senses.enemies;
            senses.gleam = self.find_gleam(*sensor.faction, viewshed, enemies, is_patient);
        }
        let fears_dark = sensor.flees.is_some_and(|it| it.from == Fear::Dark);
        if sensor.is_drawn_to_light || fears_dark {
            let flames = self.light.flames_in(viewshed.field_of_view());
            senses.flame = nearest_seen(self.eye, flames, |it| self.sees(viewshed, it));
        }
        if let Some(ambush) = lies_in_wait {
            self.find_shades(viewshed, ambush.near, &mut senses.shades);
        }
        if (sensor.in_pack || sensor.follows) && !is_asleep {
            let me = sensor.entity;
            let friends = self.sides.iter().filter(|it| it.faction == *sensor.faction);
            let near = friends.flat_map(|side| side.members.within(self.eye, reach(viewshed)));
            let seen = near.filter(|(at, other)| {
                (sensor.follows || other.in_pack) && other.entity != me && self.sees(viewshed, *at)
            });
            self.note(seen, &mut senses.friends);
        }
    }

    /// Returns the cell nearest to the light in the hands of a hostile player on which `viewshed` shows that light. A
    /// lantern tells nothing to those who see its bearer among their `enemies`, nor to a patient creature, which lies in
    /// wait.
    fn find_gleam(
        &self,
        faction: Faction,
        viewshed: &Viewshed,
        enemies: &[Sighting],
        is_patient: bool,
    ) -> Option<IVec2> {
        let gleam = self.gleam.filter(|it| faction.is_hostile_to(it.side))?;
        let is_seen = enemies.iter().any(|enemy| enemy.who == gleam.bearer);
        let far = (gleam.at - self.eye).abs().max_element() as u32;
        let is_far = far > reach(viewshed).saturating_add(gleam.radius);
        if is_far || !gleam.is_beacon && (is_seen || is_patient) {
            return None;
        }
        let shines = |cell| {
            self.sees(viewshed, cell)
                && (gleam.is_beacon || self.light.level_without(gleam.bearer, cell) == 0)
                && self
                    .light
                    .falls_on(gleam.bearer, self.map.opacities(), self.eye, cell)
        };
        nearest_seen(gleam.at, gleam.field.iter(), shines)
    }

    /// Returns whether a cell is in the viewshed and visible in the current light.
    fn sees(&self, viewshed: &Viewshed, cell: IVec2) -> bool {
        self.light.sees(self.map.opacities(), viewshed, cell)
    }

    /// Records the dark cells in view from which lit ground in view is at most `near` steps away, nearest first. If the
    /// eye is on such a cell, records only that one.
    fn find_shades(&self, viewshed: &Viewshed, near: u32, into: &mut Vec<IVec2>) {
        let view = viewshed.field_of_view();
        let mut lit = VisibleSet::new();
        lit.clone_words(view, |start, cells| {
            let shone_on = match cells & self.light.shone_on(start) {
                0 => return 0,
                shone_on => shone_on & self.map.footing(start).walkable,
            };
            // A darkness lies over the others, or they were opaque when the light was computed.
            let doubtful = ones(shone_on & !self.light.lit(start));
            let dark = doubtful.filter(|x| self.light.is_dark(start + IVec2::X * x));
            dark.fold(shone_on, |lit, x| lit & !(1 << x))
        });
        if lit.is_empty() {
            return;
        }
        // Files allow at most 8 steps. A word of the set has room for 31 steps in each direction.
        let near = near.min(31).cast_signed();
        let columns = u64::MAX >> (63 - 2 * near);
        // What stands on a dark cell cannot be seen, but whether light passes it can.
        let suits = |cell: IVec2| {
            let mut rows = -near..=near;
            rows.any(|row| lit.columns(cell + IVec2::new(-near, row)) & columns != 0)
                && self.light.is_dark(cell)
        };
        if !self.map.is_opaque(self.eye) && suits(self.eye) {
            into.push(self.eye);
            return;
        }
        for (start, cells) in view.words() {
            let walls = self.map.opacity().bits().columns(start);
            let cells = ones(cells & !walls & !self.light.lit(start));
            into.extend(cells.map(|x| start + IVec2::X * x).filter(|&it| suits(it)));
        }
        into.sort_by_key(|it| ((it - self.eye).length_squared(), it.y, it.x));
    }

    fn enemies_of(&self, faction: Faction) -> impl Iterator<Item = &'a Side<'a, 'a>> + use<'a> {
        let sides = self.sides.iter();
        sides.filter(move |side| faction.is_hostile_to(side.faction))
    }

    /// Returns whether an enemy of `faction` sees the cell. Touch is not sight.
    fn is_watched(&self, faction: Faction) -> bool {
        let ground = (self.map, self.light);
        let near = |side: &Side| {
            let mut near = side.members.within(self.eye, side.furthest);
            near.any(|(at, it)| {
                let view = it.viewshed;
                view.is_some_and(|view| watches(ground, view, at, self.eye))
            })
        };
        self.enemies_of(faction).any(near)
    }

    /// Records the enemies of `faction` that are visible to `eyes`. Without eyes, records the enemies that are felt on
    /// adjacent cells.
    fn find_enemies(&self, faction: Faction, eyes: Option<&Viewshed>, into: &mut Vec<Sighting>) {
        let ground = (self.map, self.light);
        let enemies = self.enemies_of(faction).flat_map(|side| {
            let near = side.members.within(self.eye, eyes.map_or(1, reach));
            near.filter(|(at, other)| {
                eyes.is_none_or(|eyes| makes_out(ground, eyes, self.eye, *at, other.camouflage))
            })
        });
        self.note(enemies, into);
    }

    /// Records these actors, nearest first. Ties are broken by actor ID, never by entity.
    fn note(
        &self,
        seen: impl Iterator<Item = (IVec2, &'a BodyItem<'a, 'a>)>,
        into: &mut Vec<Sighting>,
    ) {
        let mut found: Vec<(i32, ActorId, Sighting)> = Vec::new();
        // This is faster than `collect`, which asks for the actors one by one.
        seen.for_each(|(at, other)| {
            let distance = (at - self.eye).abs().max_element();
            let who = other.entity;
            found.push((distance, other.actor.id, Sighting { who, at }));
        });
        found.sort_unstable_by_key(|(distance, id, _)| (*distance, *id));
        into.clear();
        into.extend(found.into_iter().map(|(.., sighting)| sighting));
    }
}

/// Returns the visible cell that is nearest. Ties go to the topmost cell, and then to the leftmost, whatever the order
/// of `cells`.
fn nearest_seen(
    eye: IVec2,
    cells: impl Iterator<Item = IVec2>,
    sees: impl Fn(IVec2) -> bool,
) -> Option<IVec2> {
    let rank = |it: IVec2| ((it - eye).as_i64vec2().length_squared(), it.y, it.x);
    cells.fold(None, |nearest, cell| {
        // Comparing positions is cheaper than checking visibility.
        let is_nearer = nearest.is_none_or(|it| rank(cell) < rank(it));
        if is_nearer && sees(cell) {
            Some(cell)
        } else {
            nearest
        }
    })
}
