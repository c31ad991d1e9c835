//! Sentences about events: what the player does, sees, hears and feels.

use bevy::prelude::*;

use super::air::is_fog;
use super::deed_words::AllDeedWords;
use crate::explorer::{Goal, NoStep};
use crate::game::{Affect, Change, Death, GameEvent, Happening, Number, Obstacle, Perceived};
use crate::grid::Direction;
use crate::map::{Tile, TileMap};
use crate::vision::MapMemory;

/// Returns the names of an event's actor and target, or "something" for those that the player does not see. If there is
/// no target, the second name is empty.
pub(super) fn parties(
    event: &GameEvent,
    how: Perceived,
    name: impl Fn(Entity) -> String,
) -> (String, String) {
    let (sees_actor, sees_target) = match how {
        Perceived::Seen { actor, target } => (actor, target),
        _ => (false, false),
    };
    let unless_hidden = |is_seen: bool, entity: Entity| match is_seen {
        true => name(entity),
        false => "something".to_owned(),
    };
    let target = event.what.target();
    (
        unless_hidden(sees_actor, event.actor),
        target.map_or_else(String::new, |target| unless_hidden(sees_target, target)),
    )
}

/// Returns the name of a tile with stairs or something to take, with an article if the name needs one. Returns `None`
/// for other tiles.
pub(super) fn find_name(tile: Tile) -> Option<String> {
    let kind = tile.kind();
    match kind.taken {
        Some(taken) if taken.is_goal => Some(format!("the {}", kind.name)),
        Some(_) => Some(with_article(tile)),
        None => kind.stairs.map(|_| kind.name.clone()),
    }
}

/// Returns a tile's name with its indefinite article, if it has one: `a door`, `rubble`.
pub fn with_article(tile: Tile) -> String {
    let name = tile.name();
    if tile.kind().is_mass || tile.kind().is_plural {
        name.to_owned()
    } else {
        format!("{} {name}", article(name))
    }
}

fn tile_in_the_way(tile: Tile) -> String {
    let verb = if tile.kind().is_plural { "are" } else { "is" };
    format!("the {} {verb} in the way.", tile.name())
}

/// Says why the player cannot go any further. `by` is the creature in the way, if the player has seen it. `key` returns
/// the key for exploring.
pub(super) fn no_step(
    goal: Goal,
    why: NoStep,
    has_begun: bool,
    by: Option<String>,
    key: impl Fn() -> String,
) -> Option<String> {
    let blocker = by
        .as_ref()
        .map_or_else(|| "something".to_owned(), |it| format!("the {it}"));
    let sentence = match (goal, why) {
        (Goal::Explore, NoStep::Blocked) => format!("{blocker} blocks the only way forward."),
        (_, NoStep::Blocked) => format!("{blocker} blocks the only way there."),
        (_, NoStep::Closed(tile)) => tile_in_the_way(tile),
        (_, NoStep::Hindered) => format!("{blocker} is in the way."),
        (Goal::Explore, NoStep::Fog) => {
            format!("fog is in the way. Press {} again to go on.", key())
        }
        (_, NoStep::Fog) => "fog is in the way. Set out again to go through it.".to_owned(),
        (_, NoStep::NearSleeper) => format!(
            "all that is left lies near the sleeping {}, or past it. Press {} again to go there.",
            by.as_deref().unwrap_or("creature"),
            key()
        ),
        (_, NoStep::Beacon) => {
            format!("only {blocker} is left. Press {} again to take it.", key())
        }
        (_, NoStep::Hunted | NoStep::Beset) if has_begun => {
            format!("{blocker} hunts you. You stop.")
        }
        (Goal::Rest, NoStep::Hunted) => {
            format!("{blocker} hunts you. Rest again to rest all the same.")
        }
        (_, NoStep::Beset) => format!("{blocker} is upon you. Strike, or step away by hand."),
        (_, NoStep::Hunted) => format!(
            "{blocker} hunts you. Press {} again to explore all the same.",
            key()
        ),
        (_, NoStep::Blind) => format!(
            "you are blind for now. Press {} again to explore all the same.",
            key()
        ),
        (Goal::Explore, NoStep::Done) => "you have explored everything you can reach.".to_owned(),
        (_, NoStep::PackFull) => {
            "all that is left are things that your pack has no room for.".to_owned()
        }
        (Goal::Rest, NoStep::Done) => "you have rested.".to_owned(),
        (Goal::Travel(_), NoStep::Done) if !has_begun => "you are already there.".to_owned(),
        (Goal::Travel(_) | Goal::Rush(_), NoStep::Done) => return None,
        (_, NoStep::NoWay) => "you don't know how to get there.".to_owned(),
    };
    Some(sentence)
}

pub fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    }
}

/// Returns what killed the player, with its article.
pub fn killed_by(death: &Death, map: Option<&TileMap>) -> String {
    let Some(killer) = &death.killer else {
        return "something unseen".to_owned();
    };
    // A fire is a tile.
    let tile = map.and_then(|map| map.tile_set().get(killer));
    tile.map_or_else(|| format!("{} {killer}", article(killer)), with_article)
}

/// Says what the player does, or why the player cannot do it.
pub(super) fn of_player(
    event: &GameEvent,
    memory: &MapMemory,
    deeds: &AllDeedWords,
    name: impl Fn(Entity) -> String,
) -> Option<String> {
    let tile = memory.tile(event.at);
    Some(match event.what {
        Happening::Arrived => "You look around.".to_owned(),
        Happening::AlgorithmChanged(algorithm) => format!("Field of view: {algorithm}."),
        Happening::TookStairs { depth } => format!("You are now on level {depth}."),
        Happening::Hit {
            target,
            damage: 0,
            shot: false,
            ..
        } => {
            format!("Your blow rings out on {} and does nothing.", name(target))
        }
        Happening::Hit {
            target,
            damage,
            parting: true,
            ..
        } => {
            format!("You hit {} for {damage} as it steps away.", name(target))
        }
        Happening::Hit { target, damage, .. } => format!("You hit {} for {damage}.", name(target)),
        Happening::Missed {
            target, felt: true, ..
        } => format!("You miss {}. You only feel it.", name(target)),
        Happening::Missed {
            target,
            parting: true,
            ..
        } => {
            format!("You miss {} as it steps away.", name(target))
        }
        Happening::Missed {
            target,
            covered: true,
            ..
        } => format!("You hit what covers {}.", name(target)),
        Happening::Missed { target, .. } => format!("You miss {}.", name(target)),
        Happening::Died { .. } => "You die.".to_owned(),
        Happening::Bumped { into } => bump(into.map(name), tile),
        Happening::Hindered(Obstacle::Actor(other)) => format!("{} is in the way.", name(other)),
        Happening::Hindered(Obstacle::Terrain) => match tile {
            Some(tile) => capitalized(&tile_in_the_way(tile)),
            None => "The solid rock is in the way.".to_owned(),
        },
        Happening::Hindered(Obstacle::Named(what)) => deeds.refusal(what),
        Happening::Gathered { ends: false } => {
            "You have seen nothing new for a while. Fog is gathering.".to_owned()
        }
        Happening::Gathered { ends: true } => {
            "You see new ground, and the fog holds back.".to_owned()
        }
        Happening::SawFog { from } => match from {
            Some(from) => format!("Fog creeps in from the {}.", compass(from)),
            None => "Fog creeps in around you.".to_owned(),
        },
        Happening::Enveloped(air) if is_fog(air) => "Fog closes around you.".to_owned(),
        Happening::Enveloped(_) => "Smoke closes around you.".to_owned(),
        Happening::Burned { target, damage } => {
            format!("Your fire burns {} for {damage}.", name(target))
        }
        Happening::Affected(affect) => affected(affect)?,
        Happening::Did(_)
        | Happening::Stepped { .. }
        | Happening::Waited
        | Happening::Cried { .. }
        | Happening::Sounded { .. }
        | Happening::StateChanged { .. } => return None,
    })
}

pub fn pack_letter(place: usize) -> char {
    ('a'..='z').nth(place).unwrap_or('?')
}

/// Says what an effect does to the player.
fn affected(affect: Affect) -> Option<String> {
    let words = match affect {
        Affect::Healed(points) => return Some(format!("Your wounds close: {points}.")),
        Affect::Pointed(Some(way)) => return Some(format!("It points {}.", compass(way))),
        Affect::Pointed(None) => "It points nowhere.",
        Affect::Blinded => "You can't see!",
        Affect::SeesAgain => "You can see again.",
        Affect::LearnedGround => "You learn what the ground around you was.",
        Affect::HearsAll(0) => "You hear everyone on the level.",
        Affect::HearsAll(far) => return Some(format!("You hear everyone within {far} cells.")),
        Affect::HearsAllEnds => "You hear no more than usual.",
        Affect::Glimpsed(0) => "For a moment, you see from elsewhere. Nobody is there.",
        Affect::Glimpsed(1) => "For a moment, you see from elsewhere. Someone is there.",
        Affect::Glimpsed(count) => {
            return Some(format!(
                "For a moment, you see from elsewhere. {count} creatures are there."
            ));
        }
        Affect::Betrayed => "You are seen in it, too.",
        Affect::Shoved => "You are shoved away!",
        Affect::Pulled => "You are pulled away!",
        Affect::Blinked => "You are suddenly somewhere else.",
        Affect::Changed(change) => return easier_or_harder("You are", change),
        Affect::ChangeEnds(change) => return Some(no_longer(&change.words())),
    };
    Some(words.to_owned())
}

/// Says how a change of a creature's defence shows. `who` is its name with the verb, such as "You are".
pub(super) fn easier_or_harder(who: &str, change: Change) -> Option<String> {
    let how = if change.by < 0 { "easier" } else { "harder" };
    (change.number == Number::Defence).then(|| format!("{who} {how} to hit."))
}

/// Says that a change of the player's numbers is over, given what the change does.
fn no_longer(change: &str) -> String {
    for (start, who) in [
        ("makes you ", "You"),
        ("lets you ", "You"),
        ("lets enemies ", "Enemies"),
    ] {
        if let Some(does) = change.strip_prefix(start) {
            return format!("{who} no longer {does}.");
        }
    }
    format!("Nothing {change} any more.")
}

/// Says what the player bumps into: the creature, by name, or else the tile.
fn bump(creature: Option<String>, tile: Option<Tile>) -> String {
    match (creature, tile) {
        (Some(creature), _) => format!("You bump into {creature}!"),
        (None, Some(tile)) if tile.is_walkable() => "No one is there.".to_owned(),
        (None, Some(tile)) => format!("You bump into {}.", with_article(tile)),
        (None, None) => "You bump into solid rock.".to_owned(),
    }
}

pub fn compass(way: Direction) -> &'static str {
    match way {
        Direction::North => "north",
        Direction::NorthEast => "north-east",
        Direction::East => "east",
        Direction::SouthEast => "south-east",
        Direction::South => "south",
        Direction::SouthWest => "south-west",
        Direction::West => "west",
        Direction::NorthWest => "north-west",
    }
}

pub fn capitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
