//! The turn loop, the player's commands, and the plugin that combines all parts of the simulation.

mod arrange;
mod chronicle;
mod command;
mod fingerprint;
mod plugin;
mod run;
mod snapshot;
mod tiles;

pub use chronicle::{Chronicle, Chronicler};
pub use command::{MAX_RADIUS, PlayerCommand};
pub use fingerprint::fingerprint;
pub use plugin::{BeginGame, SimulationPlugin};
pub use run::{OIL_LOW, RADIUS_CHANGED, begin_game, carry_out, run_turns};
pub use snapshot::Snapshot;
pub use tiles::{reload_tiles, replace_tiles};
