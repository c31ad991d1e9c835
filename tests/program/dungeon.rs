//! `fogbound dungeon` shows levels.

use std::ffi::OsStr;
use std::fs;

use bevy::math::UVec2;
use fogbound::dungeon::{Builder, Dungeon};
use fogbound::map::AsciiMap;

use crate::common::cli::{fogbound, fogbound_reading};
use crate::common::files::{empty_folder, file};

#[test]
fn the_same_seed_prints_the_same_level_every_time() {
    for builder in Builder::ALL {
        let of = |seed| fogbound(["dungeon", "--builder", builder.name(), "--seed", seed]).text();
        assert_eq!(of("5"), of("5"));
        assert_ne!(of("5"), of("6"));
    }
}

#[test]
fn what_is_printed_is_what_the_library_builds() {
    let printed = fogbound([
        "dungeon",
        "--seed",
        "12",
        "--size",
        "41x23",
        "--builder",
        "rooms",
    ]);
    let dungeon = Dungeon {
        builder: Some(Builder::ROOMS),
        size: Some(UVec2::new(41, 23)),
        ..Dungeon::default()
    };
    let level = dungeon.level(12, 0).expect("it can be built");
    assert_eq!(printed.text(), level.to_ascii());
    // Of which nothing is said, it is the usual.
    let usual = Dungeon::default().level(0, 0).expect("it can be built");
    assert_eq!(
        fogbound(["dungeon", "--seed", "0"]).text(),
        usual.to_ascii()
    );
}

#[test]
fn every_row_is_as_wide_as_was_asked() {
    let level = fogbound(["dungeon", "--seed", "3", "--size", "80x25"]).text();
    assert_eq!(level.lines().count(), 25);
    assert!(
        level.lines().all(|row| row.chars().count() == 80),
        "{level}"
    );
}

#[test]
fn without_a_seed_the_seed_is_told_and_gives_the_level_again() {
    let first = fogbound(["dungeon"]);
    assert_eq!(first.status, 0);
    let seed = first
        .err
        .trim_end()
        .rsplit(' ')
        .next()
        .expect("the line has words");
    assert_eq!(fogbound(["dungeon", "--seed", seed]).text(), first.out);
}

#[test]
fn sight_reads_a_level_back_as_it_was_printed() {
    let level = fogbound(["dungeon", "--seed", "9"]).text();
    let drawn = AsciiMap::parse("level", &level).expect("it is a map");
    assert_eq!(drawn.to_ascii(), level);
    // The eye sees nothing that is not there.
    let picture = fogbound_reading(["sight", "-"], &level).text();
    assert!(picture.contains('@'));
    for (seen, real) in picture.chars().zip(level.chars()) {
        let is_eye = seen == '@' && real == '<';
        assert!(seen == real || seen == ' ' || is_eye, "{picture}");
    }
}

#[test]
fn a_game_on_a_printed_level_is_a_game_on_that_level() {
    let level = fogbound(["dungeon", "--seed", "31"]).text();
    let path = file("cli_dungeon_level.txt", &level);
    let folder = empty_folder("cli-dungeon-level");
    let arguments = ["--frontend", "text", "--keys", ".", "--map"].map(OsStr::new);
    let more = [path.as_os_str(), "--data-dir".as_ref(), folder.as_ref()];
    fogbound(arguments.into_iter().chain(more)).text();
    let games = fs::read_dir(folder.join("games")).unwrap();
    let journal = fs::read_to_string(games.last().unwrap().unwrap().path()).unwrap();
    assert!(
        journal.contains(&format!("\ndrawn {level:?} #")),
        "{journal}"
    );
}
