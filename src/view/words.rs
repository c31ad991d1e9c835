//! From events to sentences: what the player notices of what happened.

use bevy::prelude::*;

use super::MessageLog;
use super::deed_words::{AllDeedWords, Parties};
use super::key_names::key_of;
use super::sentences::{
    article, capitalized, compass, found, no_step, of_noise, of_other, of_pain, of_player, parties,
};
use crate::control::{Asked, Bindings, Control, Mouse};
use crate::dungeon::{DepthPlan, LevelSource};
use crate::explorer::{Alarm, Stopped};
use crate::game::bestiary::Notice;
use crate::game::{
    Clock, Faction, Game, GameEvent, Happening, Perceived, Player, Quest, State, Things, Witnessed,
};
use crate::grid::Direction;
use crate::journal::Tally;
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
        let plan = game
            .as_ref()
            .filter(|_| event.actor == player)
            .and_then(|game| new_plan(event, game, &quest));
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

/// What is to be said of the level that the player has come to for the first time, on its way down.
fn new_plan<'a>(event: &GameEvent, game: &'a Game, quest: &Quest) -> Option<&'a DepthPlan> {
    let depth = match event.what {
        Happening::Arrived => 1,
        Happening::TookStairs { depth } if depth == quest.deepest => depth,
        _ => return None,
    };
    game.plan(depth).filter(|_| !quest.has_beacon)
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
    let LevelSource::Dungeon(dungeon) = &game.setup.source else {
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

/// Writes notices into the log.
pub(super) fn pass_on_notices(mut notices: MessageReader<Notice>, mut log: ResMut<MessageLog>) {
    for Notice(notice) in notices.read() {
        log.say(notice.clone());
    }
}
