//! The table of `fogbound arena`.

use super::fight::{Arena, FightEnd, Fought};
use crate::cli::makers::interval::{SHARE, mean, share};

/// Returns the results of the fights, one row for each way in which a fight can end. `light` describes the light.
pub(super) fn table(arena: &Arena, seed: u64, light: &str, fights: &[Fought]) -> String {
    let [first, second] = arena.sides.each_ref().map(|it| it.name());
    let mut rows = vec![
        (format!("won by {first}"), FightEnd::WonBy(0), Some(0)),
        (format!("won by {second}"), FightEnd::WonBy(1), Some(1)),
    ];
    let bot = arena.bot().map(|(side, _)| side);
    if let Some((side, bot)) = arena.bot() {
        rows.push((format!("{} left", bot.name()), FightEnd::Left, Some(side)));
    }
    rows.push(("undecided".to_owned(), FightEnd::Undecided, bot));
    let width = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    let count = match fights.len() {
        1 => "1 fight".to_owned(),
        count => format!("{count} fights"),
    };
    let mut text = format!(
        "{first} against {second}: {count} from seed {seed}; {}, {light}; limit: {} turns\n\
         Shares and mean turns have their 95 % intervals; health is the mean percentage that is left\n\n\
         {:width$}  {:>SHARE$}  {:>13}  {:>6}\n",
        arena.ground.name(),
        arena.turns,
        "",
        "fights",
        "turns",
        "health"
    );
    for (name, end, side) in rows {
        let these: Vec<&Fought> = fights.iter().filter(|it| it.end == end).collect();
        let health = side.filter(|_| !these.is_empty()).map(|side| {
            let sum: u64 = these.iter().map(|it| it.health[side]).sum();
            format!("{:.0} %", sum as f64 / these.len() as f64)
        });
        let row = format!(
            "{name:width$}  {}  {:>13}  {:>6}",
            share(these.len() as u64, fights.len() as u64),
            mean(these.iter().map(|it| it.turns)),
            health.unwrap_or_default(),
        );
        text += row.trim_end();
        text.push('\n');
    }
    text
}
