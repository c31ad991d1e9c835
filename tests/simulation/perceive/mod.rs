//! What the player perceives of what happens, and anybody else: what the log says, and what it does not.

mod heard;
mod nothing_else;
mod refusals;
mod seen;
mod viewers;

use bevy::prelude::*;
use fogbound::game::{Fate, GameSetup, Health, Melee};
use fogbound::view::MessageLog;

use crate::common::arena;
use crate::common::puppets;
use crate::common::{AppExt, drawn, on_one_thread, whole_game};

/// The whole game of this setup, with puppets, a record of events, an empty log and a player who does not die.
fn stage_of(setup: GameSetup) -> App {
    let mut app = puppets::with_puppets(on_one_thread(whole_game(setup)));
    arena::record(&mut app);
    let player = app.player().unwrap();
    let tough = Health::new(1_000_000, 0);
    app.world_mut().entity_mut(player).insert(tough);
    said(&mut app);
    app
}

/// The same on the map that `drawing` draws.
fn stage(drawing: &str) -> App {
    stage_of(drawn(drawing))
}

/// What the log has said since this was asked last; several times the same is one line.
fn said(app: &mut App) -> Vec<String> {
    let log = std::mem::take(&mut *app.world_mut().resource_mut::<MessageLog>());
    log.last(usize::MAX).collect()
}

/// The log's words without the count of those that are repeated.
fn said_once(app: &mut App) -> Vec<String> {
    let uncounted = |line: String| line.split(" (x").next().unwrap().to_owned();
    said(app).into_iter().map(uncounted).collect()
}

fn is_alive(app: &App) -> bool {
    app.world().resource::<Fate>().is_alive()
}

/// Arms that hit as often as any can, for so much.
fn arms(damage: i32) -> Melee {
    Melee {
        accuracy: 1000,
        damage: (damage, damage),
    }
}
