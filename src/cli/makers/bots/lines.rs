//! The lines of `fogbound bots --json`: JSON Lines, with the header of the series before the results of the games.

use serde::Serialize;

use super::args::repeated;
use super::series::{Played, Series};

/// A line: the header of a series, or the result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Header(Series),
    Game(Played),
}

/// Writes a header or a game as a line.
pub(super) fn written(line: &impl Serialize) -> String {
    let text = serde_json::to_string(line).expect("every field has a form in JSON");
    text + "\n"
}

impl Line {
    /// Reads a line. The error says what is wrong with it.
    pub(super) fn read(line: &str) -> Result<Self, String> {
        let why = |error: serde_json::Error| match error.is_data() {
            true => error.to_string(),
            false => format!("not a line of JSON: {error}"),
        };
        if line.starts_with("{\"fogbound\"") {
            let series: Series = serde_json::from_str(line).map_err(why)?;
            if let Some(bot) = repeated(&series.bots) {
                return Err(format!("the bot \"{}\" is named twice", bot.name()));
            }
            return Ok(Self::Header(series));
        }
        let game: Played = serde_json::from_str(line).map_err(why)?;
        game.check().map(|()| Self::Game(game))
    }
}

/// The deepest level that a game in a line can have reached.
const DEEPEST: u32 = 10_000;

impl Played {
    /// Checks what its types leave open.
    fn check(&self) -> Result<(), String> {
        let depth = self.depth;
        if !(1..=depth.min(DEEPEST)).contains(&self.level) || depth > DEEPEST {
            return Err(format!("level {} of {depth} is not possible", self.level));
        }
        let per_level = [
            ("turns", self.level_turns.len()),
            ("stops", self.level_stops.len()),
        ];
        if let Some((what, count)) = per_level.into_iter().find(|it| it.1 != depth as usize) {
            return Err(format!("{what} on {count} of {depth} levels"));
        }
        if self.fogged > depth {
            return Err(format!("fog on {} of {depth} levels", self.fogged));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::series::GameEnd;
    use super::*;
    use crate::explorer::Temperament;

    #[test]
    fn every_line_is_read_back_as_it_was() {
        let series = Series {
            version: "0.1.0-beta.2".to_owned(),
            setup: "00ff".to_owned(),
            seed: u64::MAX,
            games: 600,
            turns: 5000,
            bots: Temperament::ALL.to_vec(),
        };
        assert_eq!(
            Line::read(written(&series).trim_end()),
            Ok(Line::Header(series))
        );
        let killers = [None, Some("stone mourner".to_owned())];
        let deaths = killers.map(|it| (GameEnd::Died, it)).into_iter();
        let others = GameEnd::ALIVE.map(|end| (end, None));
        for (end, killer) in deaths.chain(others) {
            let played = Played {
                seed: u64::MAX,
                bot: Temperament::Blind,
                end,
                killer,
                depth: 12,
                level: 3,
                turns: 1 << 40,
                kills: 7,
                treasure: 120,
                lantern_open: 0,
                level_turns: vec![40; 12],
                level_stops: vec![3; 12],
                boons: vec![700, 1200],
                things: vec!["knife".to_owned(), "say \"no\"".to_owned()],
                fogged: 5,
            };
            assert_eq!(
                Line::read(written(&played).trim_end()),
                Ok(Line::Game(played))
            );
        }
    }
}
