//! Questions about what the player knows. They take no time, and each is answered in one line.

use bevy::math::IVec2;
use bevy::prelude::World;

use super::exits::{exit_words, exits_of};
use super::find::{cell_to_go_to, find, nearest_of_place, steps_to};
use super::ground::{around, scan};
use super::report::{Moment, Told, creature_words, ghost_words, light_words, status, where_words};
use super::whence::{direction_of, offset_of_words, offset_words, place_words};
use crate::explorer::{known_way, nearest_known};
use crate::files::brief;
use crate::game::Visibility;
use crate::game::deed::Odds;
use crate::game::effect::what_it_does;
use crate::grid::Direction;
use crate::map::Tile;
use crate::modes::describe_from;
use crate::view::{InView, InViewKind, Knows, capitalized, compass, with_article};

/// A question, with what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Where,
    Exits,
    Around,
    Scan(Direction),
    Who,
    Seen,
    Light,
    Things,
    Status,
    /// What the player carries.
    Carried,
    Places,
    Find(String),
    /// A look at a cell, given as an offset, a direction or a name; at the player's own cell if it is empty.
    Look(String),
}

/// The questions and what they answer, as `questions` lists them.
pub(super) const QUESTIONS: &str = "where, exits, around, scan DIRECTION, who, seen, light, things, places, status, carried, \
                                    find NAME, look NAME or OFFSET, next, what changed, again";

/// The commands that only the words have.
pub(super) const COMMANDS: &str = "go PLACE, go NAME, go OFFSET, go back, attack, attack NAME, descend, ascend, menu, brief, normal, full";

impl Question {
    /// Reads a question. Returns `None` if the line is not one, and what is wrong with it if it is not whole.
    pub(super) fn of(line: &str) -> Option<Result<Self, String>> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let plain = match first {
            "where" => Self::Where,
            "exits" => Self::Exits,
            "around" => Self::Around,
            "who" => Self::Who,
            "seen" => Self::Seen,
            "light" => Self::Light,
            "things" => Self::Things,
            "status" => Self::Status,
            "carried" => Self::Carried,
            "places" => Self::Places,
            "scan" => {
                return Some(direction_of(rest).map(Self::Scan).ok_or_else(|| {
                    "scan needs a direction; accepted: north, north-east, ..., as in `scan east`"
                        .to_owned()
                }));
            }
            "find" if rest.is_empty() => {
                return Some(Err(
                    "find needs a name; accepted: a creature, thing, tile or place, as in `find torch`"
                        .to_owned(),
                ));
            }
            "find" => return Some(Ok(Self::Find(rest.to_owned()))),
            "look" => return Some(Ok(Self::Look(rest.to_owned()))),
            _ => return None,
        };
        rest.is_empty().then_some(Ok(plain))
    }
}

pub(super) fn answer(now: &Moment, told: &Told, world: &World, question: &Question) -> String {
    let (seen, eyes, places) = (now.seen, now.eyes, now.places);
    match question {
        Question::Where => where_words(now, told.came.as_deref()),
        Question::Exits => exits(now),
        Question::Around => around(seen, eyes),
        Question::Scan(way) => scan(now.scene, eyes, seen, *way),
        Question::Who => who(now),
        Question::Seen => seen_words(now),
        Question::Light => {
            let words = light_words(seen, true);
            let air = seen.air.map(|it| format!(" You are in {it}."));
            match words.is_empty() {
                true => format!("There is no darkness here.{}", air.unwrap_or_default()),
                false => words + &air.unwrap_or_default(),
            }
        }
        Question::Things => things(now),
        Question::Status => {
            let worn = match seen.worn.is_empty() {
                true => String::new(),
                false => format!(" You wear: {}.", seen.worn.join(", ")),
            };
            status(seen) + &worn
        }
        Question::Carried => match seen.pack.is_empty() {
            true => "You carry nothing.".to_owned(),
            false => format!("You carry: {}.", seen.pack.join(", ")),
        },
        Question::Places => {
            let words = places.iter().enumerate().map(|(index, it)| {
                let nearest = nearest_of_place(places, eyes, index);
                match nearest.and_then(|at| known_way(eyes.known(), eyes.at, at)) {
                    Some(way) if way.is_empty() => format!("{}, here", it.full_name()),
                    Some(way) => format!("{}, {}", it.full_name(), steps(way.len())),
                    None => format!("{}, no way known", it.full_name()),
                }
            });
            let words: Vec<String> = words.collect();
            match words.is_empty() {
                true => "You know no place here.".to_owned(),
                false => capitalized(&format!("{}.", words.join("; "))),
            }
        }
        Question::Find(name) => found(now, name),
        Question::Look(what) => match target(now, what) {
            Ok(at) => look(now, world, at),
            Err(why) => carried_words(now, what).unwrap_or(why),
        },
    }
}

/// Returns the cell that words name: an offset, a direction, a place, or what the player knows by that name.
///
/// # Errors
///
/// Says that the player knows nothing by that name.
pub(super) fn target(now: &Moment, what: &str) -> Result<IVec2, String> {
    if what.is_empty() {
        return Ok(now.seen.at);
    }
    if let Some(offset) = offset_of_words(what) {
        return Ok(now.seen.at + offset);
    }
    let stairs = match what {
        "down" | "stairs-down" => "stairs down",
        "up" | "stairs-up" => "stairs up",
        other => other,
    };
    if let Some(index) = now.places.named(stairs) {
        let nearest = nearest_of_place(now.places, now.eyes, index);
        return Ok(nearest.unwrap_or(now.places.get(index).map_or(now.seen.at, |it| it.first)));
    }
    let found = find(now.scene, now.eyes, now.seen, stairs);
    found.map(|it| it.at).ok_or_else(|| {
        let what = brief(stairs);
        format!("You know of nothing called `{what}` here.")
    })
}

/// Returns the cell to go to for a command such as `go torch`.
///
/// # Errors
///
/// Says why the player can't go there.
pub(super) fn destination(now: &Moment, told: &Told, what: &str) -> Result<IVec2, String> {
    let unknown = || Err("You don't know how to get there.".to_owned());
    if what == "back" {
        return told
            .came_from
            .ok_or_else(|| "You have not come from another place of this level.".to_owned());
    }
    let at = target(now, what)?;
    let tile = now.eyes.memory.tile(at);
    let is_way = tile.is_some_and(Tile::is_passable);
    if offset_of_words(what).is_some() && !is_way {
        return Err(match tile {
            Some(tile) => format!("You cannot go there: {}.", with_article(tile)),
            None => "You don't know what is there.".to_owned(),
        });
    }
    match cell_to_go_to(now.eyes, now.seen, at) {
        Some(at) if known_way(now.eyes.known(), now.eyes.at, at).is_some() => Ok(at),
        _ => unknown(),
    }
}

fn exits(now: &Moment) -> String {
    let Some(index) = now.place() else {
        return between(now);
    };
    let exits = exits_of(now.places, now.eyes, index);
    let name = now.places.get(index).map(|it| capitalized(&it.name()));
    let name = name.unwrap_or_default();
    match exits.is_empty() {
        true => format!("{name} has no exit that you know of."),
        false => format!("{name}: {}.", exit_words(now.places, &exits, now.seen.at)),
    }
}

/// Says between which places the player stands.
fn between(now: &Moment) -> String {
    let from = now.seen.at;
    let sides = Direction::ALL.into_iter().filter_map(|way| {
        let index = now.places.index_at(from + way.delta())?;
        Some((index, way))
    });
    let mut told: Vec<(usize, Direction)> = Vec::new();
    for (index, way) in sides {
        if !told.iter().any(|it| it.0 == index) {
            told.push((index, way));
        }
    }
    let name = |index: usize| {
        now.places
            .get(index)
            .map_or_else(String::new, |it| it.name())
    };
    let words = told.into_iter();
    let words = words.map(|(index, way)| format!("{} {}", name(index), compass(way)));
    let words: Vec<String> = words.collect();
    match words.is_empty() {
        true => format!(
            "You stand in no place that has a name. {}",
            around(now.seen, now.eyes)
        ),
        false => format!("You stand beside {}.", words.join(", and ")),
    }
}

fn odds_words(who: &str, odds: &Odds) -> String {
    let (least, most) = odds.damage;
    let damage = match least == most {
        true => least.to_string(),
        false => format!("{least} to {most}"),
    };
    let cover = odds
        .cover()
        .map_or(String::new(), |it| format!(" (cover {it}%)"));
    format!("{who} {}% for {damage}{cover}", odds.chance)
}

fn steps(count: usize) -> String {
    match count {
        1 => "1 step".to_owned(),
        _ => format!("{count} steps"),
    }
}

/// Returns an offset in words, in brackets.
fn whence(offset: IVec2) -> String {
    format!("({})", place_words(offset))
}

/// Describes a cell in one line.
pub(super) fn look(now: &Moment, world: &World, at: IVec2) -> String {
    describe_from(now.scene, world, at, whence).join(" ")
}

/// Lists the creatures in view: those beside the player first, then the most dangerous first.
fn who(now: &Moment) -> String {
    let far = |it: &InView| (it.at - now.seen.at).abs().max_element() > 1;
    let mut creatures: Vec<&InView> = now.seen.creatures().collect();
    // The sort is stable, and the observation lists the most dangerous first.
    creatures.sort_by_key(|it| far(it));
    let words = creatures.into_iter().map(|it| {
        let mut words = creature_words(&it.name, it, it.at - now.seen.at);
        let fight = it.fight.unwrap_or_default();
        for (who, odds) in [
            ("you hit", fight.own),
            ("it hits", fight.blows),
            ("it shoots", fight.shots),
        ] {
            words.extend(odds.map(|odds| format!(", {}", odds_words(who, &odds))));
        }
        words
    });
    let words: Vec<String> = words.collect();
    let tick = now.scene.clock.tick;
    let ghosts = now.seen.last_seen.iter();
    let ghosts: Vec<String> = ghosts
        .map(|it| ghost_words(it, now.seen.at, tick))
        .collect();
    let ghosts = match ghosts.is_empty() {
        true => String::new(),
        false => format!(" Last seen: {}.", ghosts.join("; ")),
    };
    match words.is_empty() {
        true => format!("No creature is in view.{ghosts}"),
        false => format!("{}.{ghosts}", capitalized(&words.join("; "))),
    }
}

/// Says who sees the player and from where, how far the player can be seen, and the way to the nearest cell where it is
/// not seen.
fn seen_words(now: &Moment) -> String {
    let (seen, eyes) = (now.seen, now.eyes);
    let mut parts = Vec::new();
    for it in seen.creatures() {
        let how = match it.knows {
            Some(Knows::Sees) => "sees you from",
            Some(Knows::Feels) => "feels you from",
            None => continue,
        };
        let place = place_words(it.at - seen.at).replace("beside you ", "the cell ");
        parts.push(format!("{} {how} {place}", it.called));
    }
    if parts.is_empty() {
        parts.push("nobody in view knows where you are".to_owned());
    }
    let exposure = now.scene.exposure_of(eyes);
    let far = exposure
        .from
        .iter()
        .map(|it| (*it - seen.at).abs().max_element());
    let far = far.max().unwrap_or_default();
    let count = exposure.from.len();
    parts.push(match count {
        0 => "you can be seen from nowhere".to_owned(),
        _ => format!("you can be seen from {count} cells, up to {far} away"),
    });
    let is_seen = seen.watchers().see > 0;
    let is_dark = |at: IVec2| {
        let light = now.scene.map.as_deref();
        light.is_some_and(|map| {
            let light = now.scene.light.seen_from(map.opacities(), eyes.at, at);
            Visibility::in_light(light.level) == Visibility::Hidden
        })
    };
    // Without anyone who watches, a cell in the dark is as good as it gets.
    let suits = |at: IVec2| {
        let is_watched = exposure.watched.contains(&at);
        at != seen.at && !is_watched && (is_seen || is_dark(at))
    };
    let is_exposed = is_seen || seen.visibility.is_some_and(|it| it != Visibility::Hidden);
    let nearest = is_exposed.then(|| nearest_known(eyes.known(), eyes.at, suits));
    if let Some(at) = nearest.flatten() {
        let way = known_way(eyes.known(), eyes.at, at).unwrap_or_default();
        let first = way
            .first()
            .and_then(|first| Direction::from_delta(*first - seen.at));
        let first = first.map_or_else(String::new, |it| format!(", first {}", compass(it)));
        let what = if is_seen {
            "nearest unseen cell"
        } else {
            "nearest dark cell"
        };
        let steps = steps(way.len());
        parts.push(format!(
            "{what} {}, {steps}{first}",
            offset_words(at - seen.at)
        ));
    }
    capitalized(&format!("{}.", parts.join("; ")))
}

fn things(now: &Moment) -> String {
    let from = now.seen.at;
    let all = now.seen.remarkable().into_iter();
    let words = all.map(|it| format!("{}, {}", it.name, place_words(it.at - from)));
    let words: Vec<String> = words.collect();
    match words.is_empty() {
        true => "Nothing remarkable is in view.".to_owned(),
        false => capitalized(&format!("{}.", words.join("; "))),
    }
}

fn found(now: &Moment, name: &str) -> String {
    let from = now.seen.at;
    let (at, called) = match now.places.named(name) {
        Some(index) => {
            let at = nearest_of_place(now.places, now.eyes, index);
            let place = now.places.get(index);
            let first = place.map_or(from, |it| it.first);
            let called = place.map_or_else(String::new, |it| it.full_name());
            (at.unwrap_or(first), called)
        }
        None => match find(now.scene, now.eyes, now.seen, name) {
            Some(found) => (found.at, found.called),
            None => {
                let what = brief(name);
                return format!("You know of nothing called `{what}` here.");
            }
        },
    };
    let steps = match steps_to(now.eyes, now.seen, at) {
        Some(0) => String::new(),
        Some(count) => format!(", {}", steps(count)),
        None => ", no way known".to_owned(),
    };
    let place = now.places.beside(at);
    let place = place.map_or_else(String::new, |it| format!(", in {}", it.name()));
    capitalized(&format!(
        "{called}: {}{steps}{place}.",
        place_words(at - from)
    ))
}

/// Returns the direction of the creature beside the player that has this name.
///
/// # Errors
///
/// Says that no such creature is beside the player.
pub(super) fn creature_beside(now: &Moment, name: &str) -> Result<Direction, String> {
    let beside = |at: IVec2| Direction::from_delta(at - now.seen.at);
    let named = now.seen.creatures().filter(|it| it.name == name);
    let mut ways = named.filter_map(|it| beside(it.at));
    let found = ways.next().or_else(|| {
        let found = find(now.scene, now.eyes, now.seen, name)?;
        let is_creature = now.seen.creatures().any(|it| it.at == found.at);
        beside(found.at).filter(|_| is_creature)
    });
    found.ok_or_else(|| format!("No `{}` is beside you.", brief(name)))
}

/// Describes what the player carries under this name, or returns `None` if it carries nothing like that.
fn carried_words(now: &Moment, name: &str) -> Option<String> {
    let held = now.scene.inventory()?.iter();
    let mut things = held.filter_map(|(_, held)| now.scene.things.get(held.kind));
    let thing = things.find(|it| it.name == name)?;
    let item = thing.item.as_deref()?;
    let does = what_it_does(item).into_iter();
    let words = std::iter::once(item.description.clone()).chain(does);
    let words: Vec<String> = words.filter(|it| !it.is_empty()).collect();
    Some(format!(
        "In your pack: {} {}. {}",
        thing.article,
        thing.name,
        words.join(" ")
    ))
}

/// Returns the direction of the most dangerous enemy beside the player, first of those that a blow can hurt.
pub(super) fn enemy_beside(now: &Moment) -> Option<Direction> {
    let way = |it: &InView| Direction::from_delta(it.at - now.seen.at);
    let enemies = now.seen.creatures();
    let enemies = enemies.filter(|it| it.kind == InViewKind::Enemy && way(it).is_some());
    let is_proof = |it: &&InView| it.fight.is_some_and(|fight| fight.own.is_none());
    // The observation lists the most dangerous first.
    way(enemies.min_by_key(is_proof)?)
}
