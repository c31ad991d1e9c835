//! The clock's loop, the player's commands, and the plugin that puts everything together.

mod command;
mod fingerprint;
mod heal;
mod obey;
mod plugin;
mod run;

pub use command::{MAX_RADIUS, PlayerCommand};
pub use fingerprint::fingerprint;
pub use plugin::{BeginGame, SimulationPlugin};
pub use run::begin_game;
