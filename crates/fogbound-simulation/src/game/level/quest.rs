//! The quest for the beacon: its statistics, and what changes when the player takes the beacon.

use bevy::prelude::*;

use crate::game::being::{Depth, GameEvent, Happening, Player, Quest, State};
use crate::map::TileMap;
use crate::vision::Ambient;

/// Counts how many times creatures begin to hunt, and records the deepest level reached.
pub(crate) fn keep_count(
    mut quest: ResMut<Quest>,
    depth: Res<Depth>,
    mut events: MessageReader<GameEvent>,
    players: Query<(), With<Player>>,
) {
    if quest.deepest < depth.0 {
        quest.deepest = depth.0;
    }
    for event in events.read() {
        let begins = matches!(
            event.what,
            Happening::StateChanged {
                to: State::Hunting,
                ..
            }
        );
        if begins && !players.contains(event.actor) {
            quest.hunted += 1;
        }
    }
}

/// Puts out all flames and removes the ambient light of a level.
pub(super) fn darken(map: &mut TileMap, ambient: &mut Option<Ambient>) {
    let burns = map.iter().filter_map(|(cell, tile)| {
        let cold = tile.put_out()?;
        tile.flame().map(|_| (cell, cold))
    });
    for (cell, cold) in burns.collect::<Vec<_>>() {
        map.set(cell, cold);
    }
    if ambient.is_some() {
        *ambient = Some(Ambient::dark());
    }
}
