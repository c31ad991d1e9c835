//! `fogbound watch --games` has bots play games and prints how each game ended.

use std::ffi::OsString;

use crate::common::cli::fogbound;
use crate::common::files::file;

/// Returns the numbers in the row with this name, one for each bot.
fn row(table: &str, name: &str) -> Vec<f64> {
    let line = table.lines().find(|line| line.starts_with(name));
    let values = line.map(|line| line[name.len()..].split_whitespace());
    let values = values.unwrap_or_else(|| panic!("no {name}: {table}"));
    values.map(|it| it.parse().unwrap()).collect()
}

#[test]
fn bots_play_games_and_a_table_compares_the_results() {
    let args = "watch --games 3 --seed 40 --turns 150 --bot blind,rash";
    let args = || args.split(' ');
    let table = fogbound(args()).text();
    assert_eq!(
        table,
        fogbound(args()).text(),
        "the same seeds gave other games"
    );
    let lines: Vec<&str> = table.lines().collect();
    assert!(
        lines[0].contains("3 games from seed 40; limit: 150 turns"),
        "{table}"
    );
    let games = ["blind", "rash"].map(|bot| ["40", "41", "42"].map(|seed| [bot, seed]));
    for (line, game) in lines[3..9].iter().zip(games.as_flattened()) {
        assert!(line.split_whitespace().take(2).eq(*game), "{table}");
    }
    assert_ne!(lines[3], lines[6].replace("rash ", "blind"), "{table}");
    let ends = [
        "deaths",
        "escaped with the beacon",
        "turn limit",
        "nothing left to explore",
        "standstill",
    ];
    let ends = ends.map(|name| row(&table, name));
    for bot in [0, 1] {
        assert_eq!(ends.iter().map(|it| it[bot]).sum::<f64>(), 3.0, "{table}");
        assert_eq!(ends[4][bot], 0.0, "{table}");
        assert_eq!(ends[0][bot] + row(&table, "alive")[bot], 3.0, "{table}");
        assert!(row(&table, "median turns")[bot] <= 151.0);
        assert!(row(&table, "median level")[bot] >= 1.0);
    }
    assert_eq!(row(&table, "reached level 1"), [3.0, 3.0]);
}

#[test]
fn no_bot_comes_to_a_standstill() {
    for args in [
        "watch --games 3 --seed 200 --turns 600 --bot careful,blind",
        // In this game, rats behind a window keep hunting a player that they cannot reach.
        "watch --games 1 --seed 15 --turns 1000 --bot bright",
    ] {
        let table = fogbound(args.split(' ')).text();
        assert!(
            row(&table, "standstill").iter().all(|it| *it == 0.0),
            "{table}"
        );
    }
}

#[test]
fn a_bot_plays_a_map_to_the_end() {
    let map = file("hall.txt", "#####\n#@..#\n#####\n");
    let args = ["watch", "--games", "1", "--map"].map(OsString::from);
    let table = fogbound(args.into_iter().chain([map.into()])).text();
    assert_eq!(row(&table, "nothing left to explore"), [1.0]);
}
