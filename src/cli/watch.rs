//! `fogbound watch --games`: has bots play games, and compares the results in a table.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::args::WatchArgs;
use super::error::CliError;
use super::games::{GameEnd, Outcome, STANDSTILL, play_one};
use super::prepare::set_up;
use super::streams::{print, say};
use crate::explorer::Temperament;
use crate::game::{Game, GameError, GameSetup};

/// Plays the games in an app that already has all its plugins. Prints a line after each game and a summary at the end.
///
/// # Errors
///
/// If the games cannot be played.
pub(super) fn watch(args: WatchArgs, app: &mut App) -> Result<(), CliError> {
    let (games, turns, bots) = (args.games.unwrap_or(1), args.turns, args.bot.clone());
    let options = args.options()?;
    options.assets.warnings().for_each(|warning| say(warning));
    let (setup, _) = set_up(app.world_mut(), &options)?;
    app.finish();
    app.cleanup();
    let count = match games {
        1 => "1 game".to_owned(),
        _ => format!("{games} games"),
    };
    print(&format!(
        "{count} from seed {}; limit: {turns} turns; standstill: {STANDSTILL} turns without progress\n\n\
         {:<8} {:<20} {:<28} {:>5} {:>6} {:>5}\n",
        setup.seed, "bot", "seed", "end", "depth", "turn", "kills"
    ))?;
    let mut columns = Vec::new();
    for bot in bots {
        let mut column = Vec::new();
        for number in 0..games {
            let seed = setup.seed.wrapping_add(number.into());
            let game = GameSetup {
                seed,
                ..setup.clone()
            };
            let game = Game::new(game).map_err(|error: GameError| {
                CliError::bad_input(format!("--seed {seed}: {error}"))
            })?;
            let outcome = play_one(app.world_mut(), game, turns, bot);
            print(&format!(
                "{:<8} {seed:<20} {:<28} {:>5} {:>6} {:>5}\n",
                bot.name(),
                outcome.end.to_string(),
                outcome.depth,
                outcome.turn,
                outcome.kills
            ))?;
            column.push(outcome);
        }
        columns.push((bot, column));
    }
    print(&summary(&columns))
}

/// Returns a table in which each bot's column shows how that bot's games ended and how far they got.
fn summary(columns: &[(Temperament, Vec<Outcome>)]) -> String {
    let names = columns.iter().map(|(bot, _)| format!(" {:>8}", bot.name()));
    let mut text = format!("\n{:<32}{}\n", "", names.collect::<String>());
    let mut row = |name: &str, value: &dyn Fn(&[Outcome]) -> String| {
        let values = columns
            .iter()
            .map(|(_, games)| format!(" {:>8}", value(games)));
        text += &format!("{name:<32}{}\n", values.collect::<String>());
    };
    let count = |games: &[Outcome], matches: &dyn Fn(&Outcome) -> bool| {
        games.iter().filter(|it| matches(it)).count().to_string()
    };
    let is_death = |it: &Outcome| matches!(it.end, GameEnd::Killed(_));
    row("deaths", &|games| count(games, &is_death));
    row("alive", &|games| count(games, &|it| !is_death(it)));
    let ends = [
        GameEnd::Won,
        GameEnd::TurnLimit,
        GameEnd::NothingLeft,
        GameEnd::Standstill,
    ];
    for end in ends {
        row(&end.to_string(), &|games| count(games, &|it| it.end == end));
    }
    let mut killers: BTreeMap<&GameEnd, u32> = BTreeMap::new();
    let all = columns.iter().flat_map(|(_, games)| games);
    for outcome in all.clone().filter(|it| is_death(it)) {
        *killers.entry(&outcome.end).or_default() += 1;
    }
    let mut killers: Vec<_> = killers.into_iter().collect();
    killers.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (killer, _) in killers {
        row(&format!("  {killer}"), &|games| {
            count(games, &|it| it.end == *killer)
        });
    }
    let mut median_of = |name, number: fn(&Outcome) -> u64| {
        row(name, &|games| median(games.iter().map(number)).to_string());
    };
    median_of("median level", |it| it.depth.into());
    median_of("median turns", |it| it.turn);
    median_of("median kills", |it| it.kills.into());
    row("mean level", &|games| {
        let sum: u32 = games.iter().map(|it| it.depth).sum();
        format!("{:.1}", f64::from(sum) / games.len().max(1) as f64)
    });
    for depth in 1..=all.map(|it| it.depth).max().unwrap_or(0) {
        row(&format!("reached level {depth}"), &|games| {
            count(games, &|it| it.depth >= depth)
        });
    }
    text
}

/// Returns the median. If there is an even number of values, the median is the lower of the two in the middle.
fn median(numbers: impl Iterator<Item = u64>) -> u64 {
    let mut numbers: Vec<u64> = numbers.collect();
    numbers.sort_unstable();
    let middle = numbers.len().saturating_sub(1) / 2;
    numbers.get(middle).copied().unwrap_or(0)
}
