//! A game of your own: Fogbound with a mind, a builder, a thing, an action and colours that it does not come with.
//!
//! ```text
//! cargo run --example 06_own_game -- --builder caves
//! cargo run --example 06_own_game -- --builder caves --frontend text --keys "llz"
//! ```
//!
//! `docs/own-game.md` explains it file by file.

use std::process::ExitCode;

use bevy::prelude::*;

mod caves;
mod dusk;
mod leap;
mod shade;
mod statue;

fn main() -> ExitCode {
    fogbound::cli::run(std::env::args_os(), plugin)
}

/// All that this game adds.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        caves::plugin,
        dusk::plugin,
        leap::plugin,
        shade::plugin,
        statue::plugin,
    ));
}
