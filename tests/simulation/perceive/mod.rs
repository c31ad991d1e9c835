//! Tests of which events the player and creatures perceive, and of what the log says about them.

mod heard;
mod nothing_else;
mod refusals;
mod seen;
mod viewers;

use bevy::prelude::*;
use fogbound::game::GameSetup;
use fogbound::view::MessageLog;

use crate::common::arena;
use crate::common::puppets;
use crate::common::{AppExt, drawn, undrawn_game};

/// Returns the whole game with puppets, recorded events, an empty log and a player who cannot die.
fn stage_of(setup: GameSetup) -> App {
    let mut app = puppets::with_puppets(undrawn_game(setup));
    arena::record(&mut app);
    app.make_player_tough();
    said(&mut app);
    app
}

/// Returns the game from [`stage_of`] on a drawn map.
fn stage(drawing: &str) -> App {
    stage_of(drawn(drawing))
}

/// Takes the lines added to the log since the last call. Repeated lines are combined into one line with a count.
fn said(app: &mut App) -> Vec<String> {
    let log = std::mem::take(&mut *app.world_mut().resource_mut::<MessageLog>());
    log.last(usize::MAX).collect()
}
