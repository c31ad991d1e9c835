//! The numbers of the game: how likely, how much, how far and how long.
//!
//! Creatures are put together from components on maps drawn for the purpose. Where dice decide, thousands of
//! throws are counted; the dice are fixed by the seed, so a test always counts the same.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../common/arena.rs"]
mod arena;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/puppets.rs"]
mod puppets;

mod again;
mod blows;
mod corpses;
mod hearing;
mod noticing;
mod running;
mod wounds;

use bevy::prelude::*;
use fogbound::game::Clock;

/// The game's time, in ticks: a turn has a hundred.
fn tick(app: &App) -> u64 {
    app.world().resource::<Clock>().tick
}

/// Checks a share that was counted, in percent.
#[track_caller]
fn assert_about(counted: f64, expected: f64, what: &str) {
    let off = (counted - expected).abs();
    assert!(off <= 4.0, "{what}: {counted:.1} %, expected {expected} %");
}
