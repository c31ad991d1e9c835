//! The lines of `fogbound bots --json`: JSON Lines, with the header of the series before the results of the games.
//!
//! Every line is also a value in RON, so the reader of the game's other files reads the lines as well. That holds
//! because the texts in them contain only letters, digits, spaces, hyphens and dots.

use ron::Value;
use serde::{Deserialize, Deserializer};

use super::series::{GameEnd, Played, Series};
use crate::cli::bots_args::repeated;
use crate::explorer::Temperament;

/// A line: the header of a series, or the result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Header(Series),
    Game(Played),
}

/// The fields of a header in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeaderLine {
    fogbound: String,
    setup: String,
    seed: u64,
    games: u32,
    turns: u64,
    bots: Vec<String>,
}

/// The fields of a game in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameLine {
    seed: u64,
    bot: String,
    end: String,
    /// Missing if the player is alive or did not see the killer.
    #[serde(default, deserialize_with = "present")]
    killer: Option<String>,
    depth: u32,
    level: u32,
    turns: u64,
    kills: u32,
    treasure: u32,
    lantern_open: u64,
    level_turns: Vec<u64>,
    level_stops: Vec<u32>,
    boons: Vec<u64>,
    things: Vec<String>,
    fogged: u32,
}

fn present<'de, D: Deserializer<'de>>(field: D) -> Result<Option<String>, D::Error> {
    String::deserialize(field).map(Some)
}

impl Series {
    /// Returns the header as a line.
    pub(super) fn line(&self) -> String {
        let bots: Vec<String> = self.bots.iter().map(|it| quoted(it.name())).collect();
        format!(
            "{{\"fogbound\":{},\"setup\":{},\"seed\":{},\"games\":{},\"turns\":{},\"bots\":[{}]}}\n",
            quoted(&self.version),
            quoted(&self.setup),
            self.seed,
            self.games,
            self.turns,
            bots.join(","),
        )
    }
}

impl Played {
    /// Returns the result as a line.
    pub(super) fn line(&self) -> String {
        let killer = match &self.end {
            GameEnd::Killed(Some(killer)) => format!(",\"killer\":{}", quoted(killer)),
            _ => String::new(),
        };
        let things: Vec<String> = self.things.iter().map(|it| quoted(it)).collect();
        format!(
            "{{\"seed\":{},\"bot\":{},\"end\":{}{killer},\"depth\":{},\"level\":{},\"turns\":{},\"kills\":{},\
             \"treasure\":{},\"lantern_open\":{},\"level_turns\":[{}],\"level_stops\":[{}],\"boons\":[{}],\"things\":[{}],\"fogged\":{}}}\n",
            self.seed,
            quoted(self.bot.name()),
            quoted(&self.end.to_string()),
            self.depth,
            self.level,
            self.turns,
            self.kills,
            self.treasure,
            self.lantern_open,
            joined(&self.level_turns),
            joined(&self.level_stops),
            joined(&self.boons),
            things.join(","),
            self.fogged,
        )
    }
}

/// Returns the numbers, separated by commas.
fn joined(numbers: &[impl ToString]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(",")
}

/// Returns a string in JSON.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

impl Line {
    /// Reads a line. The error says what is wrong with it.
    pub(super) fn read(line: &str) -> Result<Self, String> {
        if !line.starts_with('{') {
            return Err("not a line of JSON".to_owned());
        }
        let value: Value =
            ron::from_str(line).map_err(|error| format!("not a line of JSON: {}", error.code))?;
        if line.starts_with("{\"fogbound\"") {
            let header: HeaderLine = value.into_rust().map_err(|error| error.to_string())?;
            header.series().map(Self::Header)
        } else {
            let game: GameLine = value.into_rust().map_err(|error| error.to_string())?;
            game.played().map(Self::Game)
        }
    }
}

impl HeaderLine {
    fn series(self) -> Result<Series, String> {
        let bots = self.bots.iter().map(|it| bot(it));
        let bots = bots.collect::<Result<Vec<_>, _>>()?;
        if let Some(bot) = repeated(&bots) {
            return Err(format!("the bot \"{}\" is named twice", bot.name()));
        }
        Ok(Series {
            version: self.fogbound,
            setup: self.setup,
            seed: self.seed,
            games: self.games,
            turns: self.turns,
            bots,
        })
    }
}

/// The deepest level that a game in a line can have reached.
const DEEPEST: u32 = 10_000;

impl GameLine {
    fn played(self) -> Result<Played, String> {
        let is = |end: &GameEnd| end.to_string() == self.end;
        let mut ends = GameEnd::ALIVE.into_iter().chain([GameEnd::Killed(None)]);
        let end = match ends.find(is) {
            Some(GameEnd::Killed(_)) => GameEnd::Killed(self.killer),
            Some(end) => end,
            None => return Err(format!("unknown end \"{}\"", self.end)),
        };
        let levels = 1..=self.depth.min(DEEPEST);
        if !levels.contains(&self.level) || self.depth > DEEPEST {
            let (level, depth) = (self.level, self.depth);
            return Err(format!("level {level} of {depth} is not possible"));
        }
        if self.level_turns.len() != self.depth as usize {
            let (turns, depth) = (self.level_turns.len(), self.depth);
            return Err(format!("turns on {turns} of {depth} levels"));
        }
        if self.level_stops.len() != self.depth as usize {
            let (stops, depth) = (self.level_stops.len(), self.depth);
            return Err(format!("stops on {stops} of {depth} levels"));
        }
        if self.fogged > self.depth {
            let (fogged, depth) = (self.fogged, self.depth);
            return Err(format!("fog on {fogged} of {depth} levels"));
        }
        Ok(Played {
            seed: self.seed,
            bot: bot(&self.bot)?,
            end,
            depth: self.depth,
            level: self.level,
            turns: self.turns,
            kills: self.kills,
            treasure: self.treasure,
            lantern_open: self.lantern_open,
            level_turns: self.level_turns,
            level_stops: self.level_stops,
            boons: self.boons,
            things: self.things,
            fogged: self.fogged,
        })
    }
}

fn bot(name: &str) -> Result<Temperament, String> {
    let mut all = Temperament::ALL.into_iter();
    let known = all.find(|it| it.name() == name);
    known.ok_or_else(|| format!("unknown bot \"{name}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            Line::read(series.line().trim_end()),
            Ok(Line::Header(series))
        );
        let killers = [None, Some("stone mourner".to_owned())];
        let deaths = killers.map(GameEnd::Killed).into_iter();
        for end in deaths.chain(GameEnd::ALIVE) {
            let played = Played {
                seed: u64::MAX,
                bot: Temperament::Blind,
                end,
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
            assert_eq!(Line::read(played.line().trim_end()), Ok(Line::Game(played)));
        }
    }
}
