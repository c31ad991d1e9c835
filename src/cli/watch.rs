//! `fogbound watch --games`: the explorer plays games by itself, and a table tells how they ended.

use std::collections::BTreeMap;
use std::fmt::Write;

use bevy::prelude::*;

use super::args::WatchArgs;
use super::error::CliError;
use super::games::{End, Outcome, STANDSTILL, play_one};
use super::prepare::set_up;
use super::streams::{print, say};
use crate::game::{Game, GameError, GameSetup};

/// Plays the games in an app that has all its plugins, and prints a line after each.
///
/// # Errors
///
/// If the options cannot be played.
pub(super) fn watch(args: WatchArgs, app: &mut App) -> Result<(), CliError> {
    let (games, turns, is_shut) = (args.games.unwrap_or(1), args.turns, args.lantern_shut);
    let options = args.options()?;
    options.assets.warnings().for_each(|warning| say(warning));
    let (setup, _) = set_up(app.world_mut(), &options)?;
    app.finish();
    app.cleanup();
    print(&format!(
        "{games} games from seed {}; limit: {turns} turns; standstill: {STANDSTILL} turns without progress{}\n\n\
         {:<20} {:<28} {:>5} {:>6} {:>5}\n",
        setup.seed,
        if is_shut { "; lantern shut" } else { "" },
        "seed",
        "end",
        "depth",
        "turn",
        "kills"
    ))?;
    let mut table = Vec::new();
    for number in 0..games {
        let seed = setup.seed.wrapping_add(number.into());
        let game = GameSetup {
            seed,
            ..setup.clone()
        };
        let game = Game::new(game)
            .map_err(|error: GameError| CliError::bad_input(format!("--seed {seed}: {error}")))?;
        let outcome = play_one(app.world_mut(), game, turns, is_shut);
        print(&format!(
            "{seed:<20} {:<28} {:>5} {:>6} {:>5}\n",
            outcome.end.to_string(),
            outcome.depth,
            outcome.turn,
            outcome.kills
        ))?;
        table.push(outcome);
    }
    print(&summary(&table))
}

/// How the games ended, by number, and how far they came.
fn summary(table: &[Outcome]) -> String {
    let mut text = String::from("\n");
    let mut line = |name: &str, value: String| {
        // Writing to a string never fails.
        let _ = writeln!(text, "{name:<32} {value:>6}");
    };
    let deaths = table.iter().filter(|it| matches!(it.end, End::Killed(_)));
    line("deaths", deaths.count().to_string());
    for end in [End::Won, End::TurnLimit, End::NothingLeft, End::Standstill] {
        let count = table.iter().filter(|it| it.end == end).count();
        line(&end.to_string(), count.to_string());
    }
    let mut killers: BTreeMap<&End, u32> = BTreeMap::new();
    for outcome in table {
        if matches!(outcome.end, End::Killed(_)) {
            *killers.entry(&outcome.end).or_default() += 1;
        }
    }
    let mut killers: Vec<_> = killers.into_iter().collect();
    killers.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (killer, count) in killers {
        line(&format!("  {killer}"), count.to_string());
    }
    let depths = table.iter().map(|it| u64::from(it.depth));
    line(
        "deepest level",
        depths.clone().max().unwrap_or(0).to_string(),
    );
    line("median level", median(depths).to_string());
    line(
        "median turns",
        median(table.iter().map(|it| it.turn)).to_string(),
    );
    line(
        "median kills",
        median(table.iter().map(|it| it.kills.into())).to_string(),
    );
    text
}

/// The one in the middle; of two, the lower.
fn median(numbers: impl Iterator<Item = u64>) -> u64 {
    let mut numbers: Vec<u64> = numbers.collect();
    numbers.sort_unstable();
    let middle = numbers.len().saturating_sub(1) / 2;
    numbers.get(middle).copied().unwrap_or(0)
}
