//! Sentences of what happened: what the player did, sees, hears and feels.

use bevy::prelude::*;

use super::deed_words::AllDeedWords;
use crate::explorer::{Goal, NoStep};
use crate::game::{GameEvent, Happening, Lantern, Obstacle, Perceived, State, Things};
use crate::grid::Direction;
use crate::map::Tile;
use crate::vision::MapMemory;

/// Who did something and to whom, by `name` as far as the player makes them out. Nobody is an empty name.
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
    let whom = event.what.target();
    (
        unless_hidden(sees_actor, event.actor),
        whom.map_or_else(String::new, |whom| unless_hidden(sees_target, whom)),
    )
}

/// What the player has found on a cell: stairs, or something worth having.
pub(super) fn found(memory: &MapMemory, at: IVec2) -> Option<String> {
    let kind = memory.tile(at)?.kind();
    Some(match kind.taken {
        Some(taken) if taken.is_goal => format!("the {}", kind.name),
        None if kind.stairs.is_none() => return None,
        Some(_) if !kind.is_mass => format!("{} {}", article(&kind.name), kind.name),
        _ => kind.name.clone(),
    })
}

/// Why the player does not go on. `by`: the creature that is the reason, if the player has seen it. `key` is the key that
/// explores.
pub(super) fn no_step(
    goal: Goal,
    why: NoStep,
    has_begun: bool,
    by: Option<String>,
    key: impl Fn() -> String,
) -> Option<String> {
    let who = by
        .as_ref()
        .map_or_else(|| "something".to_owned(), |it| format!("the {it}"));
    let sentence = match (goal, why) {
        (Goal::Explore, NoStep::Blocked) => format!("{who} blocks the only way on."),
        (_, NoStep::Blocked) => format!("{who} blocks the only way there."),
        (_, NoStep::Hindered) => format!("{who} is in the way."),
        (_, NoStep::NearSleeper) => format!(
            "only ground near the sleeping {} is left. Press {} again to go there.",
            by.unwrap_or_default(),
            key()
        ),
        (Goal::Explore, NoStep::Done) => {
            "nothing is left to explore that you could walk to.".to_owned()
        }
        (Goal::Rest, NoStep::Done) if has_begun => "you are well again.".to_owned(),
        (Goal::Rest, NoStep::Done) => "you need no rest.".to_owned(),
        (Goal::Travel(_), NoStep::Done) if !has_begun => "you are there.".to_owned(),
        (Goal::Travel(_) | Goal::Rush(_), NoStep::Done) => return None,
        (_, NoStep::NoWay) => "you know no way there.".to_owned(),
    };
    Some(sentence)
}

/// The indefinite article that goes with a name.
pub fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    }
}

/// What the player itself does, or why it cannot.
pub(super) fn of_player(
    event: &GameEvent,
    memory: &MapMemory,
    things: &Things,
    deeds: &AllDeedWords,
    name: impl Fn(Entity) -> String,
) -> Option<String> {
    let thing = |kind| {
        let thing = things.get(kind)?;
        Some(format!("{} {}", thing.article, thing.name))
    };
    let tile = || memory.tile(event.at).map_or("solid rock", Tile::name);
    Some(match event.what {
        Happening::Arrived => "You stand in the dark.".to_owned(),
        Happening::NoDungeon => "No way leads to another dungeon.".to_owned(),
        Happening::OpenedDoor => "You open the door.".to_owned(),
        Happening::ClosedDoor { pushed } => match pushed.and_then(thing) {
            Some(thing) => format!("You push {thing} aside and close the door."),
            None => "You close the door.".to_owned(),
        },
        Happening::DoorHeld { by } => {
            let who = by.map_or_else(|| "something".to_owned(), name);
            format!("{who} holds the door open.")
        }
        Happening::SetLantern(to) => match to {
            Lantern::Shut => "You shut your lantern.".to_owned(),
            Lantern::Narrowed => "You narrow your lantern to a beam.".to_owned(),
            Lantern::Open => "You open your lantern.".to_owned(),
        },
        Happening::Tended { burns: true } => format!("You light the {}.", tile()),
        Happening::Tended { burns: false } => "You put out the flame.".to_owned(),
        Happening::Found(kind) => format!("You come upon {}.", thing(kind)?),
        Happening::RadiusChanged(radius) => format!("Sight radius: {radius}."),
        Happening::AlgorithmChanged(algorithm) => format!("Field of view: {algorithm}."),
        Happening::Searched => "You search the walls around you.".to_owned(),
        Happening::FoundSecret => "You find a secret door!".to_owned(),
        Happening::TookTreasure { worth } => format!("You take the treasure: {worth} points."),
        Happening::TookBeacon => "You take the beacon. It cannot be covered, and everything wakes. Bring it out by the first stairs!".to_owned(),
        Happening::CameOut => "You come out into the fog, and the fog gives way.".to_owned(),
        Happening::TookStairs { depth } => format!("You are on level {depth} now."),
        Happening::Hit { target, damage, .. } => format!("You hit {} for {damage}.", name(target)),
        Happening::Missed { target, .. } => format!("You miss {}.", name(target)),
        Happening::Died { .. } => "You die.".to_owned(),
        Happening::Bumped { into: Some(other) } => format!("You bump into {}!", name(other)),
        Happening::Bumped { into: None }
            if memory.tile(event.at).is_some_and(Tile::is_walkable) =>
        {
            "There is nobody there.".to_owned()
        }
        Happening::Bumped { into: None } => format!("You bump into something: {}.", tile()),
        Happening::Hindered(Obstacle::Actor(other)) => format!("{} is in the way.", name(other)),
        Happening::Hindered(Obstacle::NoDoor) => "There is no open door to close here.".to_owned(),
        Happening::Hindered(Obstacle::NoTarget) => "There is nobody to aim at.".to_owned(),
        Happening::Hindered(Obstacle::NoStairs) => "No stairs lead on from here.".to_owned(),
        Happening::Hindered(Obstacle::NoBeacon) => {
            "The way out. You do not go without the beacon.".to_owned()
        }
        Happening::Hindered(Obstacle::Uncoverable) => "The beacon cannot be covered.".to_owned(),
        Happening::Hindered(Obstacle::NoLantern) => "Your lantern cannot be set so.".to_owned(),
        Happening::Hindered(Obstacle::NoFlame) => {
            "There is no brazier and no torch beside you.".to_owned()
        }
        Happening::Hindered(Obstacle::Terrain) => format!("The {} is in the way.", tile()),
        Happening::Hindered(Obstacle::Own(what)) => deeds.refusal(what),
        Happening::Did { .. }
        | Happening::Stepped { .. }
        | Happening::Waited
        // Of breath the log speaks when it runs out, and not at every step without it.
        | Happening::OutOfBreath
        | Happening::Cried { .. }
        | Happening::StateChanged { .. } => return None,
    })
}

/// What the player sees somebody else do; to `whom`, if it is done to somebody.
pub(super) fn of_other(event: &GameEvent, who: &str, whom: &str) -> Option<String> {
    Some(match event.what {
        Happening::Hit {
            damage,
            shot: false,
            ..
        } => format!("{who} hits {whom} for {damage}."),
        Happening::Hit {
            damage, shot: true, ..
        } => format!("{who} shoots {whom} for {damage}."),
        Happening::Missed { shot: true, .. } => format!("{who} shoots past {whom}."),
        Happening::Missed { shot: false, .. } => format!("{who} misses {whom}."),
        Happening::Bumped { .. } if !whom.is_empty() => format!("{who} bumps into {whom}."),
        Happening::OpenedDoor => format!("{who} opens a door."),
        Happening::ClosedDoor { .. } => format!("{who} closes a door."),
        Happening::FoundSecret => format!("{who} finds a secret door."),
        Happening::Tended { burns: true } => format!("{who} lights a flame."),
        Happening::Tended { burns: false } => format!("{who} puts out a flame."),
        Happening::TookStairs { .. } => format!("{who} has followed you."),
        Happening::Died { .. } => format!("{who} dies."),
        Happening::Cried { .. } => format!("{who} raises the alarm!"),
        Happening::StateChanged { from, to } => match (from, to) {
            (_, State::Hunting) => format!("{who} has noticed you!"),
            (_, State::Noticing) => format!("{who} looks up."),
            (State::Hunting, State::Searching) => format!("{who} has lost you and searches."),
            (State::Asleep, _) => format!("{who} wakes up."),
            (_, State::Searching) => format!("{who} searches for something."),
            (_, State::Unaware) => format!("{who} gives up."),
            (_, State::Asleep) => return None,
        },
        _ => return None,
    })
}

/// What is done to the player by somebody it does not make out.
pub(super) fn of_pain(event: &GameEvent, from: &str) -> Option<String> {
    Some(match event.what {
        Happening::Hit {
            damage,
            shot: false,
            ..
        } => format!("Something hits you from the {from} for {damage}."),
        Happening::Hit {
            damage, shot: true, ..
        } => format!("Something shoots you from the {from} for {damage}."),
        Happening::Missed { shot: true, .. } => {
            format!("Something shoots past you from the {from}.")
        }
        Happening::Missed { shot: false, .. } => {
            format!("Something strikes at you from the {from} and misses.")
        }
        Happening::Bumped { .. } => format!("Something bumps into you from the {from}."),
        _ => return None,
    })
}

/// What the player only hears.
pub(super) fn of_noise(event: &GameEvent, from: &str) -> Option<String> {
    let what = match event.what {
        Happening::Stepped { runs: false, .. } => "steps",
        Happening::Stepped { runs: true, .. } => "running feet",
        Happening::Bumped { .. } | Happening::Tended { .. } => "a bump",
        Happening::OpenedDoor | Happening::ClosedDoor { .. } => "a door",
        Happening::Hit { .. } | Happening::Missed { .. } => "fighting",
        Happening::Cried { .. } => "a cry of alarm",
        _ => return None,
    };
    Some(format!("You hear {what} to the {from}."))
}

/// A direction in words.
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

/// The sentence with its first letter a capital one.
pub fn capitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
