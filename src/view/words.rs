//! From events to sentences: what the player notices of what happened.

use bevy::prelude::*;

use super::{MessageLog, Screen};
use crate::game::bestiary::Notice;
use crate::game::{GameEvent, Happening, Obstacle, Player, State, Things};
use crate::map::TileMap;
use crate::vision::Viewshed;

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

/// Writes into the log what the player did, what was done to it, and what it saw others do.
pub(super) fn narrate(
    mut events: MessageReader<GameEvent>,
    mut log: ResMut<MessageLog>,
    map: Option<Res<TileMap>>,
    things: Res<Things>,
    known: Res<KnownNames>,
    players: Query<(Entity, &Viewshed), With<Player>>,
) {
    let (Ok((player, viewshed)), Some(map)) = (players.single(), map) else {
        events.clear();
        return;
    };
    let name = |entity: Entity| known.0.get(&entity).map_or("someone", String::as_str);
    for event in events.read() {
        let concerns = |target: Entity| target == player || viewshed.sees(event.at);
        let sentence = match event.what {
            _ if event.actor == player => of_player(event, &map, &things, name),
            Happening::Hit { target, .. } | Happening::Missed { target, .. }
                if concerns(target) =>
            {
                // Who shoots from out of sight is not known by name.
                Some(of_fight(event, target == player, name))
            }
            _ if viewshed.sees(event.at) => of_other(event, name(event.actor)),
            Happening::Cried => Some("You hear a cry of alarm.".to_owned()),
            _ => None,
        };
        if let Some(sentence) = sentence {
            log.say(sentence);
        }
    }
}

fn of_player<'a>(
    event: &GameEvent,
    map: &TileMap,
    things: &Things,
    name: impl Fn(Entity) -> &'a str,
) -> Option<String> {
    Some(match event.what {
        Happening::Arrived => "You stand in the dark.".to_owned(),
        Happening::NoDungeon => "No way leads to another dungeon.".to_owned(),
        Happening::OpenedDoor => "You open the door.".to_owned(),
        Happening::ClosedDoor => "You close the door.".to_owned(),
        Happening::Found(kind) => {
            let thing = things.get(kind)?;
            format!("You come upon {} {}.", thing.article, thing.name)
        }
        Happening::RadiusChanged(radius) => format!("You see {radius} cells far."),
        Happening::AlgorithmChanged(algorithm) => format!("You see by the rule {algorithm}."),
        Happening::TookStairs { depth } => format!("You are on level {depth} now."),
        Happening::Hit { target, damage, .. } => {
            format!("You hit the {} for {damage}.", name(target))
        }
        Happening::Missed { target, .. } => format!("You miss the {}.", name(target)),
        Happening::Died { .. } => "You die.".to_owned(),
        Happening::Hindered(Obstacle::Actor(other)) => {
            format!("The {} is in the way.", name(other))
        }
        Happening::Hindered(Obstacle::NoDoor) => "There is no open door to close here.".to_owned(),
        Happening::Hindered(Obstacle::NoTarget) => "There is nobody to aim at.".to_owned(),
        Happening::Hindered(Obstacle::NoStairs) => "No stairs lead on from here.".to_owned(),
        Happening::Hindered(Obstacle::Terrain) => {
            format!("The {} is in the way.", map.tile(event.at).name())
        }
        Happening::Stepped { .. }
        | Happening::Waited
        | Happening::Cried
        | Happening::StateChanged { .. } => return None,
    })
}

fn of_fight<'a>(event: &GameEvent, at_player: bool, name: impl Fn(Entity) -> &'a str) -> String {
    let who = name(event.actor);
    let whom = |target| {
        if at_player {
            "you".to_owned()
        } else {
            format!("the {}", name(target))
        }
    };
    match event.what {
        Happening::Hit {
            target,
            damage,
            shot: false,
        } => {
            format!("The {who} hits {} for {damage}.", whom(target))
        }
        Happening::Hit {
            target,
            damage,
            shot: true,
        } => {
            format!("The {who} shoots {} for {damage}.", whom(target))
        }
        Happening::Missed { target, shot: true } => {
            format!("The {who} shoots past {}.", whom(target))
        }
        Happening::Missed { target, .. } => format!("The {who} misses {}.", whom(target)),
        _ => String::new(),
    }
}

fn of_other(event: &GameEvent, name: &str) -> Option<String> {
    Some(match event.what {
        Happening::OpenedDoor => format!("The {name} opens a door."),
        Happening::ClosedDoor => format!("The {name} closes a door."),
        Happening::Died { .. } => format!("The {name} dies."),
        Happening::Cried => format!("The {name} raises the alarm!"),
        Happening::StateChanged {
            to: State::Hunting, ..
        } => format!("The {name} has noticed you!"),
        Happening::StateChanged {
            to: State::Noticing,
            ..
        } => format!("The {name} looks up."),
        Happening::StateChanged {
            from: State::Hunting,
            to: State::Searching,
        } => {
            format!("The {name} has lost you and searches.")
        }
        Happening::StateChanged {
            from: State::Asleep,
            ..
        } => format!("The {name} wakes up."),
        Happening::StateChanged {
            to: State::Searching,
            ..
        } => {
            format!("The {name} searches for something.")
        }
        Happening::StateChanged {
            to: State::Unaware, ..
        } => format!("The {name} gives up."),
        _ => return None,
    })
}

/// Writes notices into the log, each on as many lines as it needs: the log shows no more of a line
/// than the screen is wide.
pub(super) fn pass_on_notices(
    mut notices: MessageReader<Notice>,
    mut log: ResMut<MessageLog>,
    screen: Res<Screen>,
) {
    for Notice(notice) in notices.read() {
        for line in wrapped(notice, screen.size().x as usize) {
            log.say(line);
        }
    }
}

/// The words of a text on lines of at most `width` characters. A word that is longer is cut.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let letters: Vec<char> = word.chars().collect();
        for (part, letters) in letters.chunks(width.max(1)).enumerate() {
            let line = lines.last_mut().filter(|_| part == 0);
            let fits = |line: &String| line.chars().count() + 1 + letters.len() <= width;
            match line {
                Some(line) if line.is_empty() => line.extend(letters),
                Some(line) if fits(line) => {
                    line.push(' ');
                    line.extend(letters);
                }
                _ => lines.push(letters.iter().collect()),
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_wrapped_between_words_where_that_can_be() {
        assert_eq!(wrapped("a rat is no bat", 6), ["a rat", "is no", "bat"]);
        assert_eq!(wrapped("a rat is no bat", 99), ["a rat is no bat"]);
        assert_eq!(
            wrapped("in /a/long/path/ it", 6),
            ["in", "/a/lon", "g/path", "/ it"]
        );
    }
}
