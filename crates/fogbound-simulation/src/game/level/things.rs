//! The things from files on a level: which of them lie there, how long they last, and what steps on them.

use bevy::prelude::*;
use rand::RngExt;

use super::populate::Populated;
use crate::dungeon::DepthPlan;
use crate::dungeon::random::{stream, weighted};
use crate::game::being::{
    Actor, Clock, Did, FactKind, Hidden, Item, Lasts, Occasion, Occupancy, Player, Things, Trap,
    tell, trigger_faded, trigger_thing, uncover,
};
use crate::map::TileMap;
use crate::vision::{LightMap, ObjectKind, Position, Viewshed};

/// How much the weight of a kind grows with each level on which it could lie but does not, as a percentage of its weight.
const GROWS: u64 = 50;

/// Returns the kinds of things that lie on the level at a depth, where 1 is the first level. `number` returns how many
/// lie on a level.
///
/// A kind becomes more likely with each level without it, and is as likely as at first after a level with it, so that
/// luck evens out.
fn kinds<'a>(
    things: &Things,
    (seed, depth): (u64, u32),
    number: impl Fn(u32) -> u32,
    plan: impl Fn(u32) -> Option<&'a DepthPlan>,
) -> Vec<ObjectKind> {
    let all: Vec<(ObjectKind, &Item, &str)> = things
        .items()
        .filter_map(|(kind, it)| Some((kind, &**it.item.as_ref()?, &*it.name)))
        .collect();
    let mut missed = vec![0_u64; all.len()];
    let mut here = Vec::new();
    for level in 1..=depth {
        here.clear();
        let mut dice = stream(seed, "kinds of things", level.into());
        let only = plan(level).and_then(|it| it.only.as_ref());
        let lies = |item: &Item, name: &str| match only {
            Some(only) => only.contains(name) && item.stack > 0,
            None => (item.depths.0..=item.depths.1).contains(&level),
        };
        let mut chosen = vec![false; all.len()];
        for _ in 0..number(level) {
            let weights = all.iter().zip(&missed).zip(&chosen);
            let weights = weights.map(|(((_, item, name), missed), is_chosen)| {
                let own = match only {
                    Some(_) if item.weight == 0 => 10,
                    _ => item.weight,
                };
                let weight = u64::from(own) * (100 + missed * GROWS);
                let weight = if *is_chosen { weight / 4 } else { weight };
                match lies(item, name) {
                    true => u32::try_from(weight).unwrap_or(u32::MAX / 1024),
                    false => 0,
                }
            });
            let Some(index) = weighted(weights, &mut dice) else {
                break;
            };
            chosen[index] = true;
            missed[index] = 0;
            here.push(all[index].0);
        }
        for (index, (_, item, name)) in all.iter().enumerate() {
            missed[index] += u64::from(lies(item, name) && !chosen[index]);
        }
    }
    here
}

/// Places the things from files on the floor of a level.
pub(super) fn place_things<'a>(
    level: &mut Populated,
    things: &Things,
    (seed, depth): (u64, u32),
    plan: impl Fn(u32) -> Option<&'a DepthPlan>,
) {
    let usual = DepthPlan::default().things;
    let number = |it: u32| {
        // Luck moves a thing from one level to another.
        let number = plan(it).map_or(usual, |plan| plan.things);
        let luck = stream(seed, "number of things", it.into()).random_range(-1..=1);
        if number == 0 {
            0
        } else {
            number.saturating_add_signed(luck)
        }
    };
    let kinds = kinds(things, (seed, depth), number, &plan);
    if kinds.is_empty() {
        return;
    }
    let cells = level.free_floor("cells of things", (seed, depth));
    level.things.extend(cells.into_iter().zip(kinds));
}

/// The kind of a thing that lies in plain view, or of one that is hidden.
type Kind = (Option<&'static ObjectKind>, Option<&'static Hidden>);

fn kind_of((shown, hidden): (Option<&ObjectKind>, Option<&Hidden>)) -> Option<ObjectKind> {
    shown.copied().or(hidden.map(|it| it.0))
}

/// Removes the things whose time is over.
pub(crate) fn burn_out(
    clock: Res<Clock>,
    things: Res<Things>,
    lasting: Query<(Entity, &Lasts, &Position, Kind)>,
    mut commands: Commands,
) {
    let mut faded = Vec::new();
    for (thing, lasts, at, kind) in &lasting {
        if lasts.until <= clock.tick {
            commands.entity(thing).despawn();
            let item = kind_of(kind).and_then(|kind| Some((kind, things.item(kind)?)));
            let item = item.filter(|(_, it)| it.responds_to(Occasion::FADE));
            faded.extend(item.map(|(kind, it)| ((at.0.y, at.0.x, kind), it.clone())));
        }
    }
    // The order of entities decides nothing.
    faded.sort_unstable_by_key(|(place, _)| *place);
    for ((y, x, _), item) in faded {
        commands.queue(move |world: &mut World| trigger_faded(world, &item, IVec2::new(x, y)));
    }
}

/// Shows the player the hidden things that it sees by light and is near enough to find.
pub(crate) fn find_hidden(
    things: Res<Things>,
    light: Res<LightMap>,
    map: Res<TileMap>,
    players: Query<(Entity, &Position, &Viewshed), With<Player>>,
    hidden: Query<(Entity, &Position, &Hidden)>,
    mut commands: Commands,
) {
    let Ok((player, eye, view)) = players.single() else {
        return;
    };
    let mut found = Vec::new();
    for (thing, at, Hidden(kind)) in &hidden {
        let within = things.item(*kind).map_or(0, |it| it.hidden);
        let far = (at.0 - eye.0).abs().max_element().unsigned_abs();
        let is_lit = !light.is_lit_world() || light.level(at.0) > 0;
        if far <= within && is_lit && light.sees(map.opacities(), view, at.0) {
            found.push(((at.0.y, at.0.x, *kind), thing));
        }
    }
    // The order of entities decides nothing.
    found.sort_unstable_by_key(|(place, _)| *place);
    for (_, thing) in found {
        commands.queue(move |world: &mut World| {
            if let Some((at, kind)) = uncover(world, thing) {
                tell(
                    world,
                    player,
                    at,
                    Did::of(FactKind::FOUND_HIDDEN).with(kind),
                );
            }
        });
    }
}

impl FactKind {
    /// The actor has found a hidden thing.
    pub const FOUND_HIDDEN: Self = Self::new("found a hidden thing");
}

/// Sets off the things on which creatures have stepped since the last time.
pub(crate) fn spring(
    occupancy: Res<Occupancy>,
    things: Res<Things>,
    actors: Query<&Actor>,
    mut traps: Query<(Entity, &Position, Kind, &mut Trap)>,
    mut commands: Commands,
) {
    let mut sprung = Vec::new();
    for (entity, at, kind, mut trap) in &mut traps {
        let who = occupancy.at(at.0);
        let id = who.and_then(|who| Some(actors.get(who).ok()?.id));
        if trap.under == id {
            continue;
        }
        trap.under = id;
        let item = kind_of(kind).and_then(|kind| Some((kind, things.item(kind)?)));
        if let (Some(who), Some(id), Some((kind, item))) = (who, id, item) {
            sprung.push((id, (at.0.y, at.0.x, kind), who, entity, item.clone()));
        }
    }
    // The order of entities decides nothing.
    sprung.sort_unstable_by_key(|(id, place, ..)| (*id, *place));
    for (_, _, who, entity, item) in sprung {
        commands.queue(move |world: &mut World| {
            trigger_thing(world, (who, Occasion::STEP), &item, None);
            match item.keeps {
                true => drop(uncover(world, entity)),
                false => drop(world.despawn(entity)),
            }
        });
    }
}
