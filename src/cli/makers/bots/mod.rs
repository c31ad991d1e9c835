//! `fogbound bots`: has bots play many games, and prints how the games ended.
//!
//! ```text
//! options -> Series, seeds -> play, one game after the other in each thread -> Played -+-> table
//!                                                                                     +-> lines of JSON
//! lines of JSON of all shards -> merge -> Series, Played -> the same table
//! ```

pub(in crate::cli) mod args;
mod lines;
mod merge;
mod play;
mod series;
mod table;

use bevy::app::App;

use crate::cli::args::ShowArgs;
use crate::cli::error::CliError;
use crate::cli::options::{Opens, Options};
use crate::cli::prepare::{set_up, tell_notices};
use crate::cli::streams::{print, print_more, say, show_progress};
use crate::cli::values::Shard;
use crate::explorer::Temperament;
use crate::game::{Game, GameError, GameSetup, begin_game};
use crate::journal::setup_hash;
use crate::lab::jobs::{finish, in_order, usual};
use args::BotsArgs;
use lines::written;
use series::{Played, Series};

pub(crate) use play::Playing;

/// Plays the games that the options describe, or merges the results of games played before, and prints the results.
/// `app` returns an app that has all its plugins.
///
/// # Errors
///
/// If the options are invalid, or if the games cannot be played.
pub(in crate::cli) fn run(
    args: BotsArgs,
    app: &(impl Fn() -> Result<App, CliError> + Sync),
) -> Result<(), CliError> {
    if !args.merge.is_empty() {
        let (series, played) = merge::merge(&args.merge)?;
        return print(&table::table(&series, &played));
    }
    let (games, turns, json, shard) = (args.games, args.turns, args.json, args.shard);
    let (bots, jobs) = (args.temperament.clone(), args.jobs.unwrap_or_else(usual));
    args.check()?;
    let show = ShowArgs {
        assets: args.assets,
        ..ShowArgs::default()
    };
    let options = Options::new(Opens::Game, args.game, show)?;
    options.assets.warnings().for_each(|warning| say(warning));
    let mut first = app()?;
    let (setup, game) = set_up(first.world_mut(), &options)?;
    tell_notices(first.world_mut());
    begin_game(first.world_mut(), game);
    let series = Series {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        setup: format!("{:016x}", setup_hash(first.world()).unwrap_or_default()),
        seed: setup.seed,
        games,
        turns,
        bots,
    };
    drop(first);
    if json {
        print(&written(&series))?;
    }
    let mut all = Vec::new();
    let worker = || Ok(player(app()?, &setup, turns, jobs));
    in_order(of_shard(&series, shard), jobs, worker, |played| {
        if json {
            return print_more(&written(&played));
        }
        all.push(played);
        let whole = u64::from(games) * series.bots.len() as u64;
        show_progress(all.len() as u64, whole);
        Ok(true)
    })?;
    if json {
        return Ok(());
    }
    print(&table::table(&series, &all))
}

/// Returns the seed and the bot of each game in a shard, or in the whole series.
fn of_shard(series: &Series, shard: Option<Shard>) -> impl Iterator<Item = (u64, Temperament)> {
    let (first, step) = shard.map_or((0, 1), |it| (it.number - 1, it.of as usize));
    let numbers = (first..series.games).step_by(step);
    numbers.flat_map(move |number| {
        let seed = series.seed_of(number);
        series.bots.iter().map(move |bot| (seed, *bot))
    })
}

/// Returns a function that plays the game with a seed and a bot in an app. `jobs` is the number of apps that play at the
/// same time.
fn player(
    mut app: App,
    setup: &GameSetup,
    turns: u64,
    jobs: u32,
) -> impl FnMut((u64, Temperament)) -> Result<Played, CliError> {
    finish(&mut app, jobs);
    move |(seed, bot)| {
        let game = GameSetup {
            seed,
            ..setup.clone()
        };
        let game = Game::new(game)
            .map_err(|error: GameError| CliError::bad_input(format!("--seed {seed}: {error}")))?;
        begin_game(app.world_mut(), game);
        Ok(Playing::new(bot, turns).finish(app.world_mut()))
    }
}
