//! `fogbound bots --merge`: puts the shards of a series together.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::lines::Line;
use super::series::{Played, Series};
use crate::cli::error::CliError;
use crate::cli::streams::lines;
use crate::explorer::Temperament;
use crate::files::read_text;
use crate::map::STDIN;

/// The maximum size of a file, in bytes.
const MOST: u64 = 1 << 30;

/// The end of errors about lines.
const ACCEPTED: &str = "accepted: lines of `fogbound bots --json`";

/// The number of missing seeds that an error lists.
const LISTED: usize = 8;

/// Reads the shards of a series from files, and returns the series and its games in the order in which a single run
/// plays them. The files may be in any order, and each may contain several shards, such as the output of `cat`. The
/// file `-` is standard input.
///
/// # Errors
///
/// If a file is broken, if the shards are not from the same series, or if a game is missing or is there twice.
pub(super) fn merge(files: &[PathBuf]) -> Result<(Series, Vec<Played>), CliError> {
    let mut merging = Merging::default();
    for file in files {
        let mut is_empty = true;
        let name = name_of(file);
        for (line, number) in lines_of(file)?.zip(1..) {
            is_empty = false;
            let place = format!("{name}:{number}");
            line.and_then(|line| Line::read(&line))
                .and_then(|line| merging.add(line, &place))
                .map_err(|why| CliError::bad_input(format!("{place}: {why}; {ACCEPTED}")))?;
        }
        if is_empty {
            return Err(CliError::bad_input(format!("{name}: empty; {ACCEPTED}")));
        }
    }
    merging.finish()
}

fn name_of(file: &Path) -> String {
    match file.to_str() {
        Some("-") => STDIN.to_owned(),
        _ => file.display().to_string(),
    }
}

/// Returns the lines of a file, or of standard input if the file is `-`.
fn lines_of(file: &Path) -> Result<Box<dyn Iterator<Item = Result<String, String>>>, CliError> {
    if file == Path::new("-") {
        return Ok(Box::new(lines()));
    }
    let text = read_text(file, MOST)
        .map_err(|error| CliError::bad_input(format!("{}: {error}", file.display())))?;
    let lines: Vec<_> = text.lines().map(|it| Ok(it.to_owned())).collect();
    Ok(Box::new(lines.into_iter()))
}

/// The shards that have been read so far.
#[derive(Default)]
struct Merging {
    /// The series, and where its header was.
    series: Option<(Series, String)>,
    /// The games by number and bot, and where each of them was.
    games: HashMap<(u32, Temperament), (Played, String)>,
}

impl Merging {
    /// Adds a line. The error says why it does not fit the other lines.
    fn add(&mut self, line: Line, place: &str) -> Result<(), String> {
        match (line, &self.series) {
            (Line::Header(series), None) => {
                self.series = Some((series, place.to_owned()));
                Ok(())
            }
            (Line::Header(series), Some((first, at))) => match difference(&series, first) {
                Some(difference) => Err(format!(
                    "not a shard of the same games as {at}: {difference}"
                )),
                None => Ok(()),
            },
            (Line::Game(_), None) => Err("a game before the header of its shard".to_owned()),
            (Line::Game(game), Some((series, _))) => {
                let Some(number) = series.number_of(game.seed) else {
                    let (seed, games) = (series.seed, series.games);
                    return Err(format!(
                        "seed {} is not one of the {games} seeds from {seed}",
                        game.seed
                    ));
                };
                if !series.bots.contains(&game.bot) {
                    return Err(format!(
                        "the header does not name the bot {}",
                        game.bot.name()
                    ));
                }
                let (seed, bot) = (game.seed, game.bot);
                match self.games.insert((number, bot), (game, place.to_owned())) {
                    Some((_, before)) => Err(format!(
                        "the {} bot's game with seed {seed} is already in {before}",
                        bot.name()
                    )),
                    None => Ok(()),
                }
            }
        }
    }

    /// Returns the series and all its games in order, if none is missing.
    fn finish(mut self) -> Result<(Series, Vec<Played>), CliError> {
        let Some((series, _)) = self.series else {
            return Err(CliError::bad_input("--merge needs a value: FILES"));
        };
        let whole = u64::from(series.games) * series.bots.len() as u64;
        let missing = whole - self.games.len() as u64;
        let keys =
            (0..series.games).flat_map(|number| series.bots.iter().map(move |it| (number, *it)));
        if missing > 0 {
            let gaps = keys.filter(|key| !self.games.contains_key(key));
            let mut seeds: Vec<u64> = gaps
                .take(LISTED * series.bots.len() + 1)
                .map(|it| series.seed_of(it.0))
                .collect();
            seeds.dedup();
            // So many gaps belong to more than `LISTED` seeds, if there are that many.
            let more = if seeds.len() > LISTED { ", ..." } else { "" };
            let seeds = seeds.iter().take(LISTED).map(u64::to_string);
            let seeds = seeds.collect::<Vec<_>>().join(", ");
            return Err(CliError::bad_input(format!(
                "--merge: {missing} of {whole} games are missing, with the seeds {seeds}{more}; \
                 accepted: all shards of a series"
            )));
        }
        let games = keys
            .filter_map(|key| Some(self.games.remove(&key)?.0))
            .collect();
        Ok((series, games))
    }
}

/// Describes the first difference between two series.
fn difference(found: &Series, first: &Series) -> Option<String> {
    let bots = |it: &Series| {
        it.bots
            .iter()
            .map(|it| it.name())
            .collect::<Vec<_>>()
            .join(",")
    };
    let fields = |it: &Series| {
        [
            ("version", it.version.clone()),
            ("first seed", it.seed.to_string()),
            ("number of games", it.games.to_string()),
            ("turn limit", it.turns.to_string()),
            ("list of bots", bots(it)),
            ("hash of the setup", it.setup.clone()),
        ]
    };
    let mut pairs = fields(found).into_iter().zip(fields(first));
    let ((name, found), (_, first)) = pairs.find(|(found, first)| found != first)?;
    Some(format!("the {name} is {found} instead of {first}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the error for a series with this many games of each bot when no game has been read.
    fn missing(games: u32, seed: u64) -> String {
        let series = Series {
            version: String::new(),
            setup: String::new(),
            seed,
            games,
            turns: 1,
            bots: Temperament::ALL.to_vec(),
        };
        let merging = Merging {
            series: Some((series, String::new())),
            games: HashMap::new(),
        };
        merging.finish().unwrap_err().to_string()
    }

    #[test]
    fn eight_missing_seeds_are_listed_with_any_number_of_bots() {
        let listed = |games: u32| -> Vec<String> {
            let all = missing(games, 5);
            let (_, seeds) = all.split_once("with the seeds ").unwrap();
            let (seeds, _) = seeds.split_once(';').unwrap();
            seeds.split(", ").map(str::to_owned).collect()
        };
        assert_eq!(listed(1), ["5"]);
        assert_eq!(listed(8), ["5", "6", "7", "8", "9", "10", "11", "12"]);
        let many = listed(9);
        assert_eq!((many.len(), many[8].as_str()), (9, "..."), "{many:?}");
        assert_eq!(many[..8], listed(8));
    }
}
