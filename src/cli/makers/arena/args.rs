//! The options of `fogbound arena`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::game_args::AssetsArg;
use crate::cli::values::{AmbientName, whole};

/// The options of `fogbound arena`.
#[derive(Args)]
pub(in crate::cli) struct ArenaArgs {
    /// One side: monsters, such as "3 goblin, 1 ogre", or a bot, such as careful
    #[arg(value_name = "SIDE")]
    pub(in crate::cli) first: String,
    /// The other side; at most one side can be a bot. A bot explores a level until it has killed the monsters, dies,
    /// leaves the level or has no turns left. The monsters start together, where the level would place a group, and the
    /// level has no other inhabitants
    #[arg(value_name = "RIVAL")]
    pub(in crate::cli) second: String,
    /// Number of fights, with consecutive seeds starting at --seed
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole("number of games", "", 1..=u32::MAX))]
    pub(in crate::cli) games: u32,
    /// Random seed of the first fight [default: random]
    #[arg(long, value_name = "N", value_parser = whole("seed", "", 0..=u64::MAX))]
    pub(in crate::cli) seed: Option<u64>,
    /// ASCII map to fight on; SIDE starts on cells marked A and RIVAL on cells marked B, chosen at
    /// random (- for standard input) [default: a hall with pillars; with a bot, a new level for each fight]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) map: Option<PathBuf>,
    /// Depth of the levels on which a bot meets the monsters, starting at 1 [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "map", value_parser = whole("depth", "", 1..=99_u32))]
    pub(in crate::cli) depth: Option<u32>,
    /// Ambient light [default: day on a map, dark on levels]
    #[arg(long, value_name = "NAME", value_enum)]
    pub(in crate::cli) ambient: Option<AmbientName>,
    /// Stop each fight after N turns [default: 150; 1000 with a bot]
    #[arg(long, value_name = "N", value_parser = whole("number of turns", "", 1..=u64::MAX))]
    pub(in crate::cli) turns: Option<u64>,
    /// Number of fights to run at the same time; does not change the results [default: number of cores]
    #[arg(long, value_name = "N", value_parser = whole("number of jobs", "", 1..=1024_u32))]
    pub(in crate::cli) jobs: Option<u32>,
    #[command(flatten)]
    pub(in crate::cli) assets: AssetsArg,
}
