//! The table of `fogbound bots`: one column per bot.

use std::collections::BTreeMap;

use super::play::STANDSTILL;
use super::series::{GameEnd, Played, Series};
use crate::cli::makers::interval::{SHARE, mean, share};

/// The width of the names of the rows.
const NAME: usize = 26;

/// Returns the table of a series. `played` holds all games of the series. Their order does not matter.
pub(super) fn table(series: &Series, played: &[Played]) -> String {
    let of_bot = |bot| played.iter().filter(move |it| it.bot == bot);
    let mut table = Table {
        columns: series.bots.iter().map(|it| of_bot(*it).collect()).collect(),
        text: format!(
            "{} from seed {} for each bot; limit: {} turns; standstill: {STANDSTILL} turns without progress\n\
             Shares are percentages of all games, with their 95 % intervals; \"died there\" is a share of the games \
             that reached the level\n\n",
            games_of(series.games),
            series.seed,
            series.turns
        ),
    };
    let mut names = series.bots.iter().map(|it| it.name());
    table.row("", |_| names.next().unwrap_or_default().to_owned());
    table.ends();
    table.levels();
    table.averages();
    table.text
}

fn games_of(count: u32) -> String {
    match count {
        1 => "1 game".to_owned(),
        _ => format!("{count} games"),
    }
}

/// A table to which rows are added.
struct Table<'a> {
    /// The games of each bot.
    columns: Vec<Vec<&'a Played>>,
    text: String,
}

impl<'a> Table<'a> {
    fn row(&mut self, name: &str, mut value: impl FnMut(&[&'a Played]) -> String) {
        let values = self.columns.iter().map(|games| value(games));
        let values: String = values.map(|it| format!("  {it:>SHARE$}")).collect();
        self.text += &format!("{name:<NAME$}{values}\n");
    }

    /// Adds a row with the share of all games that `counts`.
    fn share(&mut self, name: &str, counts: impl Fn(&Played) -> bool) {
        self.row(name, |games| {
            share(count(games, &counts), games.len() as u64)
        });
    }

    /// Adds a row for each end of a game, and for each killer, the most frequent first.
    fn ends(&mut self) {
        let died = |it: &Played| it.end == GameEnd::Died;
        self.share("died", died);
        let mut killers: BTreeMap<&str, u32> = BTreeMap::new();
        for game in self.columns.iter().flatten().filter(|it| died(it)) {
            *killers.entry(name_of(&game.killer)).or_default() += 1;
        }
        let mut killers: Vec<_> = killers.into_iter().collect();
        killers.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (killer, _) in killers {
            self.share(&format!("  by {killer}"), |it| {
                died(it) && name_of(&it.killer) == killer
            });
        }
        for end in GameEnd::ALIVE {
            self.share(&end.to_string(), |it| it.end == end);
        }
    }

    /// Adds three rows for each level: how many games reached it, how many of those ended with a death there, and how
    /// many turns those spent there on average.
    fn levels(&mut self) {
        self.text.push('\n');
        let all = self.columns.iter().flatten();
        for level in 1..=all.map(|it| it.depth).max().unwrap_or(0) {
            self.share(&format!("reached level {level}"), |it| it.depth >= level);
            self.row("  died there", |games| {
                let died = |it: &Played| it.level == level && it.end == GameEnd::Died;
                share(count(games, &died), count(games, &|it| it.depth >= level))
            });
            self.row("  turns there", |games| {
                let turns = |it: &&&Played| it.level_turns.get(level as usize - 1).copied();
                mean(games.iter().filter_map(|it| turns(&it)))
            });
            self.row("  turns between stops", |games| {
                let between = games.iter().filter_map(|it| {
                    let level = level as usize - 1;
                    let (turns, stops) = (it.level_turns.get(level)?, it.level_stops.get(level)?);
                    Some(turns / u64::from(*stops + 1))
                });
                median(between.collect()).to_string()
            });
        }
    }

    /// Adds the medians and means.
    fn averages(&mut self) {
        self.text.push('\n');
        let numbers: [(&str, Number); 4] = [
            ("level", |it| it.depth.into()),
            ("turns", |it| it.turns),
            ("kills", |it| it.kills.into()),
            ("treasure", |it| it.treasure.into()),
        ];
        for (name, number) in numbers {
            let of = |games: &[&Played]| games.iter().map(|it| number(it)).collect::<Vec<u64>>();
            self.row(&format!("median {name}"), |games| {
                median(of(games)).to_string()
            });
            self.row(&format!("mean {name}"), |games| mean(of(games).into_iter()));
        }
        self.row("median first boon", |games| {
            let first = games.iter().filter_map(|it| it.boons.first().copied());
            median(first.collect()).to_string()
        });
        self.row("levels with fog", |games| {
            let sum = |number: Number| games.iter().map(|it| number(it)).sum();
            share(sum(|it| it.fogged.into()), sum(|it| it.depth.into()))
        });
        self.row("turns with lantern open", |games| {
            let sum =
                |number: fn(&Played) -> u64| games.iter().map(|it| number(it) as f64).sum::<f64>();
            let all = sum(|it| it.turns).max(1.0);
            format!("{:.1} %", sum(|it| it.lantern_open) * 100.0 / all)
        });
    }
}

fn name_of(killer: &Option<String>) -> &str {
    killer.as_deref().unwrap_or("something unseen")
}

/// Returns a number from the result of a game.
type Number = fn(&Played) -> u64;

fn count(games: &[&Played], counts: &dyn Fn(&Played) -> bool) -> u64 {
    games.iter().filter(|it| counts(it)).count() as u64
}

/// Returns the median. If there is an even number of values, the median is the lower of the two in the middle.
fn median(mut numbers: Vec<u64>) -> u64 {
    numbers.sort_unstable();
    let middle = numbers.len().saturating_sub(1) / 2;
    numbers.get(middle).copied().unwrap_or(0)
}
