//! Saved games, by the built binary.
#![allow(missing_docs, clippy::unwrap_used)]

mod cli_support;

use std::fs;
use std::path::PathBuf;

use cli_support::fogbound;

/// A folder that is not there yet; `name` is to be used by one test only.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("saves-{name}"));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn play(arguments: &[&str]) -> String {
    fogbound(["--frontend", "text"].iter().chain(arguments)).text()
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let folder = folder("left");
    let data = folder.to_str().unwrap();
    let whole = play(&["--seed", "5", "--keys", "oorllo[hh.j"]);
    play(&["--data-dir", data, "--seed", "5", "--keys", "oorll"]);
    play(&["--data-dir", data, "--continue", "--keys", "o["]);
    let rest = play(&["--data-dir", data, "--continue", "--keys", "hh.j"]);
    assert_eq!(rest, whole);
    assert_eq!(fs::read_dir(folder.join("games")).unwrap().count(), 1);
}

#[test]
fn the_title_offers_to_go_on() {
    let folder = folder("title");
    let data = folder.to_str().unwrap();
    let left = play(&["--data-dir", data, "--seed", "5", "--keys", "oo"]);
    assert!(play(&["--data-dir", data, "--keys", ""]).contains("Continue"));
    assert_eq!(
        play(&["--data-dir", data, "--keys", "<Up><Down><Enter>"]),
        left
    );
    // Of two there is a list, and the one that was played last comes first.
    play(&["--data-dir", data, "--seed", "6", "--keys", "."]);
    let list = play(&["--data-dir", data, "--keys", ".<Enter>"]);
    assert!(
        list.contains("Level 1, turn") && list.contains("seed 6"),
        "{list}"
    );
    assert!(!play(&["--keys", ""]).contains("Continue"));
}

#[test]
fn what_cannot_go_on_is_told_in_one_line() {
    let folder = folder("broken");
    let data = folder.to_str().unwrap();
    let mistake =
        |arguments: &[&str]| fogbound(["--frontend", "text"].iter().chain(arguments)).mistake();
    let none = mistake(&["--continue"]);
    assert!(none.contains("--data-dir"), "{none}");
    let empty = mistake(&["--continue", "--data-dir", data]);
    assert!(
        empty.starts_with("--continue: there is no game in"),
        "{empty}"
    );
    let both = mistake(&["--continue", "--data-dir", data, "--seed", "5"]);
    assert!(
        both.contains("--continue") && both.contains("--seed"),
        "{both}"
    );
    play(&["--data-dir", data, "--seed", "5", "--keys", "oo"]);
    let file = fs::read_dir(folder.join("games"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let text = fs::read_to_string(&file).unwrap();
    let broken = text.replacen("seed 5", "seed 6", 1);
    fs::write(&file, &broken).unwrap();
    let told = mistake(&["--continue", "--data-dir", data]);
    assert!(
        told.contains(".journal: line 4 is damaged") && told.contains("nothing was changed"),
        "{told}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), broken);
}
