//! The options of `fogbound bots`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::error::CliError;
use crate::cli::game_args::{AssetsArg, GameArgs, TURNS};
use crate::cli::values::{self, Shard, whole};
use crate::explorer::Temperament;

/// The options of `fogbound bots`.
#[derive(Args)]
pub(in crate::cli) struct BotsArgs {
    /// Number of games that each bot plays, with consecutive seeds starting at --seed
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole("number of games", "", 1..=u32::MAX))]
    pub(in crate::cli) games: u32,
    /// The bots, such as careful,rash: careful uses light and darkness, blind shuts its lantern at once, bright never
    /// shuts it, rash fights everything; all of them play the same games
    #[arg(
        long, alias = "bot", value_name = "NAMES", value_delimiter = ',',
        default_value = Temperament::default().name(), value_parser = values::temperaments(),
    )]
    pub(in crate::cli) temperament: Vec<Temperament>,
    /// Stop each game after N turns
    #[arg(long, value_name = "N", default_value_t = TURNS, value_parser = whole("number of turns", "", 1..=u64::MAX))]
    pub(in crate::cli) turns: u64,
    /// Print one line of JSON per game instead of a table, after a line that describes all games
    #[arg(long)]
    pub(in crate::cli) json: bool,
    /// Play only every Nth game, starting with game K, so that N machines can share the games; needs --json and --seed
    #[arg(long, value_name = "K/N", value_parser = values::shard)]
    pub(in crate::cli) shard: Option<Shard>,
    /// Play nothing; read the lines that --json has printed for all shards, and print the table for all games (- for
    /// standard input)
    #[arg(
        long, value_name = "FILES", num_args = 1..,
        conflicts_with_all = [
            "games", "temperament", "turns", "json", "shard", "jobs", "map", "builder", "size", "seed", "radius",
            "algorithm", "light", "ambient", "assets",
        ]
    )]
    pub(in crate::cli) merge: Vec<PathBuf>,
    /// Number of games to play at the same time; does not change the results [default: number of cores]
    #[arg(long, value_name = "N", value_parser = whole("number of jobs", "", 1..=1024_u32))]
    pub(in crate::cli) jobs: Option<u32>,
    #[command(flatten)]
    pub(in crate::cli) game: GameArgs,
    #[command(flatten)]
    pub(in crate::cli) assets: AssetsArg,
}

impl BotsArgs {
    pub(in crate::cli) fn check(&self) -> Result<(), CliError> {
        let bots = &self.temperament;
        self.game.check_lantern("--temperament", bots)?;
        if let Some(bot) = repeated(bots) {
            return Err(CliError::bad_input(format!(
                "--temperament: {} is given twice; accepted: each name once",
                bot.name()
            )));
        }
        if self.shard.is_some() && !self.json {
            return Err(CliError::bad_input(
                "--shard needs --json; the table is printed by `fogbound bots --merge FILES` when all shards are there",
            ));
        }
        if self.shard.is_some() && self.game.level.seed.is_none() {
            return Err(CliError::bad_input(
                "--shard needs --seed N, the same number for all shards",
            ));
        }
        Ok(())
    }
}

/// Returns the first bot that is named again.
pub(in crate::cli) fn repeated(bots: &[Temperament]) -> Option<Temperament> {
    let mut all = bots.iter().enumerate();
    let again = all.find(|(place, bot)| bots[..*place].contains(bot));
    again.map(|(_, bot)| *bot)
}
