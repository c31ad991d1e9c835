//! `fogbound watch` plays games by itself and prints how they ended.

use std::ffi::OsString;

use crate::common::cli::fogbound;
use crate::common::files::file;

#[test]
fn games_are_played_and_a_table_tells_how_they_ended() {
    let args = ["watch", "--games", "3", "--seed", "40", "--turns", "150"];
    let table = fogbound(args).text();
    assert_eq!(table, fogbound(args).text(), "the same seeds, other games");
    let lines: Vec<&str> = table.lines().collect();
    assert!(
        lines[0].contains("3 games from seed 40; limit: 150 turns"),
        "{table}"
    );
    for (line, seed) in lines[3..6].iter().zip(["40", "41", "42"]) {
        assert_eq!(line.split(' ').next(), Some(seed), "{table}");
    }
    let count = |name: &str| -> u32 {
        let line = lines.iter().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.split_whitespace().last());
        number
            .and_then(|it| it.parse().ok())
            .unwrap_or_else(|| panic!("{name}: {table}"))
    };
    let ends = [
        "deaths",
        "turn limit",
        "nothing left to explore",
        "standstill",
    ];
    assert_eq!(ends.map(count).iter().sum::<u32>(), 3, "{table}");
    assert_eq!(count("standstill"), 0, "{table}");
    assert!(count("median turns") <= 151 && count("median level") >= 1);
}

#[test]
fn games_are_played_in_the_dark_and_none_comes_to_a_standstill() {
    let args = ["watch", "--games", "3", "--seed", "200", "--turns", "600"];
    let open = fogbound(args).text();
    let shut = fogbound(args.into_iter().chain(["--lantern-shut"])).text();
    assert!(shut.contains("; lantern shut\n"), "{shut}");
    assert_ne!(open.lines().nth(3), shut.lines().nth(3));
    // In this game rats behind a window hunt the player and cannot come.
    let window = ["watch", "--games", "1", "--seed", "15", "--turns", "1000"];
    for table in [open, shut, fogbound(window).text()] {
        let line = table.lines().find(|it| it.starts_with("standstill"));
        assert!(line.is_some_and(|it| it.ends_with(" 0")), "{table}");
    }
}

#[test]
fn a_map_is_played_to_its_end() {
    let map = file("hall.txt", "#####\n#@..#\n#####\n");
    let args = ["watch", "--games", "1", "--map"].map(OsString::from);
    let table = fogbound(args.into_iter().chain([map.into()])).text();
    assert!(
        table.contains("nothing left to explore          1"),
        "{table}"
    );
}

#[test]
fn what_cannot_be_played_is_one_line() {
    for (args, why) in [
        (
            vec!["watch", "--games", "0"],
            "--games: `0` is no number of games",
        ),
        (
            vec!["watch", "--games", "1", "--turns", "x"],
            "--turns: `x` is no number of turns",
        ),
        (
            vec!["watch", "--games", "1", "--lantern-shut", "--light", "off"],
            "--lantern-shut: with --light off there is no lantern",
        ),
        (
            vec!["watch", "--games", "1", "--builder", "x"],
            "--builder: unknown value `x`",
        ),
    ] {
        let mistake = fogbound(args.clone()).mistake();
        assert!(mistake.contains(why), "{args:?}: {mistake}");
    }
}
