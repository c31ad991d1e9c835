//! From events to sentences: what the player notices of what happened.

use bevy::prelude::*;

use super::MessageLog;
use crate::game::{GameEvent, Happening, Obstacle, Player, Thing};
use crate::map::TileMap;
use crate::vision::Viewshed;

/// Writes into the log what the player did, and what it saw others do.
pub(super) fn narrate(
    mut events: MessageReader<GameEvent>,
    mut log: ResMut<MessageLog>,
    map: Option<Res<TileMap>>,
    players: Query<(Entity, &Viewshed), With<Player>>,
    names: Query<&Name>,
) {
    let (Ok((player, viewshed)), Some(map)) = (players.single(), map) else {
        events.clear();
        return;
    };
    let name = |entity| names.get(entity).map_or("someone", |name| name.as_str());
    for event in events.read() {
        let sentence = if event.actor == player {
            of_player(event, &map, name)
        } else if viewshed.sees(event.at) {
            of_other(event, name(event.actor))
        } else {
            None
        };
        if let Some(sentence) = sentence {
            log.say(sentence);
        }
    }
}

fn of_player<'a>(
    event: &GameEvent,
    map: &TileMap,
    name: impl Fn(Entity) -> &'a str,
) -> Option<String> {
    Some(match event.what {
        Happening::Arrived => "You stand in the dark.".to_owned(),
        Happening::NoDungeon => "No way leads to another dungeon.".to_owned(),
        Happening::OpenedDoor => "You open the door.".to_owned(),
        Happening::ClosedDoor => "You close the door.".to_owned(),
        Happening::Found(kind) => format!("You come upon {}.", Thing::of(kind)?.name),
        Happening::RadiusChanged(radius) => format!("You see {radius} cells far."),
        Happening::AlgorithmChanged(algorithm) => format!("You see by the rule {algorithm}."),
        Happening::Hindered(Obstacle::Actor(other)) => format!("The {} is in the way.", name(other)),
        Happening::Hindered(Obstacle::NoDoor) => "There is no open door to close here.".to_owned(),
        Happening::Hindered(Obstacle::Terrain) => {
            format!("The {} is in the way.", map.tile(event.at).name())
        }
        Happening::Stepped { .. } | Happening::Waited => return None,
    })
}

fn of_other(event: &GameEvent, name: &str) -> Option<String> {
    match event.what {
        Happening::OpenedDoor => Some(format!("The {name} opens a door.")),
        Happening::ClosedDoor => Some(format!("The {name} closes a door.")),
        _ => None,
    }
}
