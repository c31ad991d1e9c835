//! `fogbound arena` has two sides fight many times, and prints who wins.

use std::ffi::OsString;
use std::fs;

use crate::common::cli::fogbound;
use crate::common::files::{empty_folder, file};

/// Returns the table of fights from seed 1.
fn arena(sides: [&str; 2], args: &str) -> String {
    let args = args.split_whitespace();
    let all = ["arena", "--seed", "1"]
        .into_iter()
        .chain(sides)
        .chain(args);
    fogbound(all).text()
}

/// Returns the number of fights in the row with this name.
fn count(table: &str, name: &str) -> u32 {
    let line = table.lines().find(|line| line.starts_with(name));
    let line = line.unwrap_or_else(|| panic!("no {name}: {table}"));
    let number = line[name.len()..].split_whitespace().next();
    number.unwrap().parse().unwrap()
}

#[test]
fn the_stronger_side_wins_on_either_side() {
    for sides in [["3 goblin", "rat"], ["rat", "3 goblin"]] {
        let table = arena(sides, "--games 20");
        assert!(count(&table, "won by 3 goblin") >= 18, "{table}");
        assert!(table.contains("20 fights from seed 1"), "{table}");
    }
}

#[test]
fn equal_sides_win_about_equally_often() {
    let table = arena(["2 kobold", "2 kobold"], "--games 200");
    let won = count(&table, "won by 2 kobold");
    assert!((75..=125).contains(&won), "{table}");
}

#[test]
fn the_same_seed_gives_the_same_table_with_any_number_of_jobs() {
    for (sides, args) in [
        (["2 goblin, 1 kobold slinger", "ogre"], "--games 9"),
        (["careful", "2 jackal"], "--games 5 --depth 3 --turns 200"),
    ] {
        let tables = ["1", "3"].map(|jobs| arena(sides, &format!("{args} --jobs {jobs}")));
        assert_eq!(tables[0], tables[1]);
    }
}

#[test]
fn a_bot_meets_monsters_on_levels_and_on_a_map() {
    let table = arena(["rash", "rat"], "--games 10 --depth 2");
    assert!(count(&table, "won by rash") >= 5, "{table}");
    assert!(table.contains("levels for depth 2, dark"), "{table}");
    let table = arena(["3 troll", "rash"], "--games 10 --depth 2");
    assert!(count(&table, "won by 3 troll") >= 5, "{table}");
    let all = ["won by 3 troll", "won by rash", "rash left", "undecided"];
    assert_eq!(all.map(|name| count(&table, name)).iter().sum::<u32>(), 10);

    let map = file(
        "arena-door.txt",
        "#######\n#A...>#\n#######\n#B....#\n#######\n",
    );
    let args = ["arena", "careful", "rat", "--games", "3", "--map"].map(OsString::from);
    let table = fogbound(args.into_iter().chain([map.into()])).text();
    assert_eq!(count(&table, "careful left"), 3, "{table}");
}

#[test]
fn archers_find_each_other_in_the_dark_only_by_their_flares() {
    let hall = format!("{0}\n#A{1}B#\n{0}\n", "#".repeat(21), ".".repeat(17));
    let map = file("arena-hall.txt", &hall);
    let folder = empty_folder("arena-flares");
    fs::create_dir(folder.join("monsters")).unwrap();
    let archer = fs::read_to_string("assets/monsters/longbowman.ron").unwrap();
    let bare = archer.lines().filter(|it| !it.contains("carries: "));
    let bare: String = bare.map(|it| format!("{it}\n")).collect();
    fs::write(folder.join("monsters/longbowman.ron"), bare).unwrap();
    let undecided = |light: &str, flares: &str| {
        let args = format!(
            "--games 40 --turns 20 --map {} --ambient {light} {flares}",
            map.display()
        );
        count(&arena(["longbowman", "longbowman"], &args), "undecided")
    };
    let without = format!("--assets {}", folder.display());
    assert_eq!(undecided("day", &without), 0);
    assert!(undecided("dark", &without) > 16);
    assert!(undecided("dark", "") < 16);
}

#[test]
fn the_asset_folder_changes_the_fights() {
    let folder = empty_folder("arena-assets");
    fs::create_dir(folder.join("monsters")).unwrap();
    let rat = fs::read_to_string("assets/monsters/rat.ron").unwrap();
    let line = rat
        .lines()
        .find(|it| it.trim_start().starts_with("health:"));
    let strong = rat.replace(line.unwrap(), "    health: 900,");
    fs::write(folder.join("monsters/rat.ron"), strong).unwrap();
    let args = format!("--games 10 --turns 900 --assets {}", folder.display());
    let table = arena(["rat", "kobold"], &args);
    assert_eq!(count(&table, "won by 1 rat"), 10, "{table}");
}
