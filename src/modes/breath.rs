//! Running ends when breath does.

use bevy::prelude::*;

use crate::control::Gait;
use crate::game::{Breath, Player};
use crate::view::MessageLog;

/// The player whose breath is watched, and whether the log has said that it is gone.
#[derive(Default)]
pub(super) struct Watched {
    player: Option<Entity>,
    is_told: bool,
}

/// Has the player walk again once breath runs out, and says so, once. After that, breath is news again when a third of
/// it is back.
pub(super) fn end_runs(
    mut watched: Local<Watched>,
    mut gait: ResMut<Gait>,
    mut log: ResMut<MessageLog>,
    players: Query<(Entity, &Breath), With<Player>>,
) {
    let Ok((player, breath)) = players.single() else {
        return;
    };
    let is_gone = breath.now == 0 && breath.max > 0;
    if watched.player != Some(player) {
        // A game goes on in which it was so before.
        *watched = Watched {
            player: Some(player),
            is_told: is_gone,
        };
    }
    let ran = *gait == Gait::Running;
    if is_gone && ran {
        *gait = Gait::Walking;
    }
    if is_gone && !watched.is_told {
        log.warn(match ran {
            true => "You are out of breath: you walk again.",
            false => "You are out of breath.",
        });
        watched.is_told = true;
    } else if breath.now.saturating_mul(3) >= breath.max {
        watched.is_told = false;
    }
}
