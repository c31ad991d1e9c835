//! A custom game: Fogbound with a new mind, level builder, thing, action, set of colours, and new words for
//! effects.
//!
//! ```text
//! cargo run --example 06_own_game -- --builder caves
//! cargo run --example 06_own_game -- --builder caves --frontend text --keys "llz"
//! ```
//!
//! `docs/own-game.md` explains the game file by file.

use std::process::ExitCode;

use bevy::prelude::*;

mod caves;
mod cracked;
mod dusk;
pub mod leap;
mod ring;
mod shade;
mod statue;
mod tally;
mod thud;

fn main() -> ExitCode {
    fogbound::cli::run(std::env::args_os(), plugin)
}

/// Adds everything that is new in this game.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        caves::plugin,
        cracked::plugin,
        dusk::plugin,
        leap::plugin,
        ring::plugin,
        shade::plugin,
        statue::plugin,
        tally::plugin,
        thud::plugin,
    ));
}
