//! Makes the player stop running when out of breath.

use bevy::prelude::*;

use crate::control::Gait;
use crate::game::{Breath, Player};
use crate::view::MessageLog;

/// The player, and whether the log has reported that the player is out of breath.
#[derive(Default)]
pub(super) struct Reported {
    player: Option<Entity>,
    is_out: bool,
}

/// Makes the player stop running when out of breath, and logs a message. Does not log the message again until the
/// player has regained at least a third of full breath.
pub(super) fn end_runs(
    mut reported: Local<Reported>,
    mut gait: ResMut<Gait>,
    mut log: ResMut<MessageLog>,
    players: Query<(Entity, &Breath), With<Player>>,
) {
    let player = players.single().ok().filter(|_| !log.is_replayed());
    let Some((player, breath)) = player else {
        return;
    };
    let is_gone = breath.now() == 0 && breath.max() > 0;
    if reported.player != Some(player) {
        // If the game was resumed, this was reported before the game was saved.
        *reported = Reported {
            player: Some(player),
            is_out: breath.is_spent(),
        };
    }
    let ran = *gait == Gait::Running;
    if is_gone && ran {
        *gait = Gait::Walking;
    }
    if is_gone && !reported.is_out {
        log.warn(match ran {
            true => "You are out of breath. You slow to a walk.",
            false => "You are out of breath.",
        });
        reported.is_out = true;
    } else if !breath.is_spent() {
        reported.is_out = false;
    }
}
