//! Games with goals of their own (`quest.ron`): bots meet them, and saved games hold them.

use std::fs;

use crate::common::cli::fogbound;
use crate::common::files::empty_folder;

/// Returns how many of some games a bot wins with this quest, and the table of how the games ended.
fn won(quest: &str, games: usize) -> (usize, String) {
    let folder = empty_folder(&format!("quest-{games}-{}", quest.len()));
    fs::write(folder.join("quest.ron"), quest).unwrap();
    play(folder.to_str().unwrap(), games)
}

fn play(folder: &str, games: usize) -> (usize, String) {
    let games = games.to_string();
    let table = fogbound(["bots", "--assets", folder, "--games", &games, "--seed", "1"]);
    let table = table.text();
    let row = table.lines().find(|it| it.starts_with("won ")).unwrap();
    let won = row.split_whitespace().nth(1).unwrap();
    (won.parse().unwrap(), table)
}

#[test]
fn a_game_is_won_where_its_file_says() {
    let reach = "goals: [(do: \"reach\", level: 2)]";
    let (here, table) = won(&format!("({reach}, to: \"here\")"), 6);
    assert!(here >= 4, "{table}");
    assert!(!table.contains("reached level 3"), "{table}");
    let (there, table) = won(&format!("({reach}, to: 3)"), 6);
    assert!(there >= 3 && there <= here, "{table}");
    assert!(table.contains("reached level 3"), "{table}");
    assert!(!table.contains("reached level 4"), "{table}");
}

#[test]
fn careful_bots_win_the_game_of_the_drowned_bell() {
    let bell = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bell");
    let (won, table) = play(bell, 4);
    assert!((1..=3).contains(&won), "{table}");
    assert!(table.contains("reached level 5"), "{table}");
    assert!(!table.contains("reached level 6"), "{table}");
}

#[test]
fn a_won_game_is_reported_in_a_file() {
    let folder = empty_folder("quest-report");
    fs::write(
        folder.join("quest.ron"),
        "(goals: [(do: \"kill\", what: \"rat\")], to: \"here\", outcome: \"cleaned up\", prize: \"the rat\")",
    )
    .unwrap();
    fs::write(folder.join("map.txt"), "######\n#@r..#\n######\n").unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let args = ["--frontend", "text", "--seed", "1", "--keys", "llllllll"].map(str::to_owned);
    let files = ["--map", "--assets", "--data-dir"].map(str::to_owned);
    let paths = [path("map.txt"), path(""), path("saves")];
    let files = files
        .into_iter()
        .zip(paths)
        .flat_map(|(option, path)| [option, path]);
    let screen = fogbound(args.into_iter().chain(files)).text();
    assert!(screen.contains("You have won"), "{screen}");
    let games = fs::read_dir(folder.join("saves/games")).unwrap().flatten();
    let report = games.map(|it| it.path());
    let report = report.filter(|it| it.extension().is_some_and(|it| it == "txt"));
    let [report] = &report.collect::<Vec<_>>()[..] else {
        panic!("there is not one report");
    };
    let report = fs::read_to_string(report).unwrap();
    assert!(report.contains("Won     cleaned up"), "{report}");
    assert!(!report.contains("Killer"), "{report}");
    assert!(report.contains("Killed: rat"), "{report}");
}

#[test]
fn a_saved_game_holds_its_goals() {
    let folder = empty_folder("quest-saved");
    let (mods, saves) = (folder.join("mine"), folder.join("saves"));
    fs::create_dir(&mods).unwrap();
    let quest = "(goals: [(do: \"reach\", level: 2)], to: \"here\", refusal: \"Down, not out.\")";
    fs::write(mods.join("quest.ron"), quest).unwrap();
    let game = |more: &[&str]| {
        let mut args = vec!["--frontend", "text", "--data-dir", saves.to_str().unwrap()];
        args.extend(more);
        fogbound(args)
    };
    let [mods, keys] = [mods.to_str().unwrap(), "<Less>"];
    let before = game(&["--assets", mods, "--seed", "4", "--keys", keys]).text();
    assert!(before.contains("Down, not out."), "{before}");
    fs::remove_dir_all(mods).unwrap();
    let after = game(&["--continue", "--keys", keys]).out;
    assert!(after.contains("Down, not out."), "{after}");
    // The same without the mod is a game about the beacon.
    let other = game(&["--seed", "4", "--keys", keys]).text();
    assert!(other.contains("without the beacon"), "{other}");
}
