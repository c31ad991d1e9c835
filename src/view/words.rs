//! From events to sentences: what the player notices of what happened.

use bevy::prelude::*;

use super::MessageLog;
use super::deed_words::{AllDeedWords, Parties};
use super::key_names::key_of;
use crate::control::{Asked, Bindings, Control, Mouse};
use crate::dungeon::LevelSource;
use crate::explorer::{Alarm, Goal, NoStep, Stopped};
use crate::game::bestiary::Notice;
use crate::game::{
    Clock, Faction, Game, GameEvent, Happening, Health, Lantern, Obstacle, Perceived, Player,
    Quest, State, Things, Witnessed,
};
use crate::grid::Direction;
use crate::journal::Tally;
use crate::map::Tile;
use crate::vision::{MapMemory, Position};

/// Names by entity, those who died since the last frame included.
#[derive(Resource, Default)]
pub(super) struct KnownNames(bevy::platform::collections::HashMap<Entity, String>);

/// Learns the names of everybody new, so that the dead can still be spoken of.
pub(super) fn learn_names(
    mut known: ResMut<KnownNames>,
    names: Query<(Entity, &Name), Changed<Name>>,
) {
    for (entity, name) in &names {
        known.0.insert(entity, name.to_string());
    }
}

/// Forgets the names of those who are gone, once their end has been told.
pub(super) fn forget_names(mut known: ResMut<KnownNames>, mut gone: RemovedComponents<Name>) {
    for entity in gone.read() {
        known.0.remove(&entity);
    }
}

/// Writes into the log what the player did and what it perceived of the rest.
pub(super) fn narrate(
    mut witnessed: MessageReader<Witnessed>,
    mut log: ResMut<MessageLog>,
    (things, deeds): (Res<Things>, Res<AllDeedWords>),
    (game, quest): (Option<Res<Game>>, Res<Quest>),
    (known, tally, bindings): (Res<KnownNames>, Option<Res<Tally>>, Res<Bindings>),
    players: Query<(Entity, &MapMemory, &Faction), With<Player>>,
    sides: Query<&Faction>,
) {
    let Ok((player, memory, side)) = players.single() else {
        witnessed.clear();
        return;
    };
    // In a game that goes on, the tally knows those who died before anything was drawn.
    let known = |entity| known.0.get(&entity).map(String::as_str);
    let gone = |entity| tally.as_ref().and_then(|it| it.name_of(entity));
    let name = |entity: Entity| match known(entity).or_else(|| gone(entity)) {
        _ if entity == player => "you".to_owned(),
        Some(name) => format!("the {name}"),
        None => "someone".to_owned(),
    };
    for Witnessed { event, how } in witnessed.read() {
        let sentence = match *how {
            _ if matches!(event.what, Happening::Did { .. }) => {
                let (who, whom) = parties(event, *how, name);
                let from = match *how {
                    Perceived::Heard { from } | Perceived::Felt { from } => compass(from),
                    _ => "",
                };
                let parties = Parties {
                    who: &who,
                    whom: &whom,
                    from,
                };
                deeds.sentence(&event.what, *how, event.actor == player, &parties)
            }
            _ if event.actor == player => of_player(event, memory, &things, &deeds, name),
            Perceived::Seen { .. } => {
                let (who, whom) = parties(event, *how, name);
                // One on the player's side has noticed somebody else.
                let is_friend = sides
                    .get(event.actor)
                    .is_ok_and(|other| !other.is_hostile_to(*side));
                match event.what {
                    Happening::StateChanged {
                        to: State::Hunting, ..
                    } if is_friend => Some(format!("{who} has noticed something!")),
                    _ => of_other(event, &who, &whom),
                }
            }
            Perceived::Felt { from } => of_pain(event, compass(from)),
            Perceived::Heard { from } => of_noise(event, compass(from)),
            Perceived::Nothing => None,
        };
        let came_to = match event.what {
            Happening::Arrived => Some(1),
            Happening::TookStairs { depth } if depth == quest.deepest => Some(depth),
            _ => None,
        };
        let plan = came_to.filter(|_| event.actor == player && !quest.has_beacon);
        let plan = plan.and_then(|depth| game.as_ref()?.plan(depth));
        // On the first level that is all that is to be said.
        let is_begun = plan.is_some() && matches!(event.what, Happening::Arrived);
        if let Some(sentence) = sentence.filter(|_| !is_begun) {
            let sentence = capitalized(&sentence);
            match is_danger(event, player) {
                true => log.warn(sentence),
                false => log.say(sentence),
            }
        }
        if let Some(plan) = plan {
            let goal = game.as_ref().filter(|_| is_begun);
            let goal = goal.and_then(|game| goal_of(game, &bindings));
            let words = std::iter::once(plan.arrival.clone()).chain(goal);
            log.say(words.collect::<Vec<_>>().join(" "));
        }
    }
}

/// Whether what happened is dangerous for the player.
fn is_danger(event: &GameEvent, player: Entity) -> bool {
    match event.what {
        Happening::Hit { target, .. } | Happening::Missed { target, .. } => target == player,
        Happening::Died { .. } => event.actor == player,
        Happening::StateChanged {
            to: State::Hunting, ..
        }
        | Happening::Cried { .. } => event.actor != player,
        _ => false,
    }
}

/// Once time passes, the player has acted on whatever was alarming before.
pub(super) fn answer_alarms(clock: Res<Clock>, mut log: ResMut<MessageLog>) {
    if clock.is_changed() {
        log.time_passes(clock.tick);
    }
}

/// Who did something and to whom, by `name` as far as the player makes them out. Nobody is an empty name.
fn parties(event: &GameEvent, how: Perceived, name: impl Fn(Entity) -> String) -> (String, String) {
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

/// Says why the player has stopped who went by itself.
pub(super) fn tell_stops(
    mut stops: MessageReader<Stopped>,
    mut log: ResMut<MessageLog>,
    (known, bindings): (Res<KnownNames>, Res<Bindings>),
    players: Query<(&Position, &MapMemory), With<Player>>,
    places: Query<&Position>,
) {
    let Ok((here, memory)) = players.single() else {
        stops.clear();
        return;
    };
    let way = |at: IVec2| Direction::towards(at - here.0).map(compass);
    let whence = |enemy: Entity| {
        let at = places.get(enemy).ok()?;
        Some((known.0.get(&enemy)?.as_str(), way(at.0)?))
    };
    for stop in stops.read() {
        let sentence = match stop.clone() {
            Stopped::Alarmed(Alarm::CameIntoView(enemy)) => whence(enemy).map(|(name, way)| {
                format!("{} {name} comes into view to the {way}.", article(name))
            }),
            Stopped::Alarmed(Alarm::Hunts(enemy)) => whence(enemy)
                .map(|(name, way)| format!("the {name} to the {way} hunts you: you stop.")),
            Stopped::Alarmed(Alarm::Hurt) => Some("you are hurt, and stop.".to_owned()),
            Stopped::Alarmed(Alarm::Attacked) => Some("you are attacked, and stop.".to_owned()),
            Stopped::Alarmed(Alarm::Found(at)) => found(memory, at).map(|what| match way(at) {
                Some(way) => format!("you see {what} to the {way}."),
                None => format!("you come upon {what}."),
            }),
            Stopped::NoStep {
                goal,
                why,
                has_begun,
                by,
            } => no_step(goal, why, has_begun, by, || {
                key_of(&bindings, Control::Explore)
            }),
        };
        let is_danger = match stop {
            Stopped::Alarmed(Alarm::Found(_)) | Stopped::NoStep { .. } => false,
            Stopped::Alarmed(_) => true,
        };
        match sentence {
            Some(sentence) if is_danger => log.warn(capitalized(&sentence)),
            Some(sentence) => log.say(capitalized(&sentence)),
            None => {}
        }
    }
}

/// What the player has come for, and the keys to start with.
fn goal_of(game: &Game, bindings: &Bindings) -> Option<String> {
    let LevelSource::Dungeon(dungeon) = game.source() else {
        return None;
    };
    let key = |control| key_of(bindings, control);
    Some(format!(
        "Bring the beacon of level {} out by these stairs. {} help, {} explore, {} {} lantern.",
        dungeon.depth(),
        key(Control::Help),
        key(Control::Explore),
        key(Control::ShorterSight),
        key(Control::LongerSight),
    ))
}

/// What the player has found on a cell: stairs, or something worth having.
fn found(memory: &MapMemory, at: IVec2) -> Option<String> {
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
fn no_step(
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

/// How low health is when it is time to worry: this many percent.
pub(super) const LOW: i32 = 34;

/// How badly the player is hurt, as it was last told.
#[derive(Resource, Default)]
pub(super) struct WoundTold(i32);

/// How worrying the health is.
fn worry(health: &Health) -> i32 {
    match health.percent() {
        ..17 => 2,
        17..LOW => 1,
        _ => 0,
    }
}

/// Takes the player's health as it is for told: a game goes on in which it was.
pub fn settle_wounds(world: &mut World) {
    let mut players = world.query_filtered::<&Health, With<Player>>();
    let worry = players.single(world).map_or(0, worry);
    world.insert_resource(WoundTold(worry));
}

/// Takes this health of the player's for told, and no other.
pub fn take_for_told(world: &mut World, health: &Health) {
    world.insert_resource(WoundTold(worry(health)));
}

/// Says when the player's health gets low.
pub(super) fn warn_of_wounds(
    mut told: ResMut<WoundTold>,
    mut log: ResMut<MessageLog>,
    players: Query<&Health, With<Player>>,
) {
    let Ok(health) = players.single() else { return };
    if health.now <= 0 {
        return;
    }
    let worry = worry(health);
    if worry > told.0 {
        let how = if worry == 2 {
            "close to death"
        } else {
            "badly hurt"
        };
        log.warn(format!(
            "You are {how}: {} of {} left.",
            health.now, health.max
        ));
    }
    if worry != told.0 {
        told.0 = worry;
    }
}

/// What was said before the player asked for something is no longer new.
pub(super) fn begin_batch(
    mut asked: MessageReader<Asked>,
    mut mouse: MessageReader<Mouse>,
    mut log: ResMut<MessageLog>,
) {
    let clicks = mouse.read().filter(|it| matches!(it, Mouse::Click(_)));
    if asked.read().count() + clicks.count() > 0 {
        log.begin_batch();
    }
}

/// The indefinite article that goes with a name.
pub fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    }
}

fn of_player(
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
fn of_other(event: &GameEvent, who: &str, whom: &str) -> Option<String> {
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
fn of_pain(event: &GameEvent, from: &str) -> Option<String> {
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
fn of_noise(event: &GameEvent, from: &str) -> Option<String> {
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

/// Writes notices into the log.
pub(super) fn pass_on_notices(mut notices: MessageReader<Notice>, mut log: ResMut<MessageLog>) {
    for Notice(notice) in notices.read() {
        log.say(notice.clone());
    }
}
