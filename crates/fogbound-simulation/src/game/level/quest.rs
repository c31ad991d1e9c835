//! The statistics of the quest.

use bevy::prelude::*;

use super::hunters::Stay;
use crate::game::being::{Depth, GameEvent, Happening, Player, Quest, State};

/// Counts how many times creatures begin to hunt, and records the deepest level reached.
pub(crate) fn keep_count(
    (mut quest, mut stay): (ResMut<Quest>, ResMut<Stay>),
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
            stay.hunted = true;
        }
    }
}
