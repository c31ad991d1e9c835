//! `fogbound bots` has bots play games, and prints how the games ended.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use crate::common::cli::{Answer, fogbound, fogbound_reading};
use crate::common::files::{empty_folder, file};

/// Returns the first number of each column in the row with this name.
fn row(table: &str, name: &str) -> Vec<f64> {
    let line = table.lines().find(|line| line.starts_with(name));
    let line = line.unwrap_or_else(|| panic!("no {name}: {table}"));
    let values: Vec<char> = line[26..].chars().collect();
    let columns = values.chunks(28).map(String::from_iter);
    let first = columns.map(|it: String| it.split_whitespace().next().map(str::to_owned));
    first.map(|it| it.unwrap().parse().unwrap()).collect()
}

/// Runs `fogbound bots` with these arguments.
fn bots(args: &str) -> Answer {
    fogbound(format!("bots {args}").split(' '))
}

#[test]
fn bots_play_games_and_a_table_compares_the_results() {
    let args = "--games 3 --seed 40 --turns 150 --temperament blind,rash";
    let table = bots(args).text();
    for jobs in ["1", "3"] {
        let again = bots(&format!("{args} --jobs {jobs}")).text();
        assert_eq!(table, again, "the same seeds gave other games");
    }
    assert!(table.starts_with("3 games from seed 40 for each bot; limit: 150 turns"));
    let ends = [
        "died",
        "won",
        "turn limit",
        "nothing left to explore",
        "standstill",
    ];
    let ends = ends.map(|name| row(&table, name));
    for bot in [0, 1] {
        assert_eq!(ends.iter().map(|it| it[bot]).sum::<f64>(), 3.0, "{table}");
        assert_eq!(ends[4][bot], 0.0, "{table}");
        assert!(row(&table, "median turns")[bot] <= 151.0);
        assert!(row(&table, "median level")[bot] >= 1.0);
    }
    assert_eq!(row(&table, "reached level 1"), [3.0, 3.0]);
    assert!(table.contains("100.0 %  43.9-100.0"), "{table}");
}

/// Rats behind a window keep hunting a player that they cannot reach.
const WINDOW: &str = "
####################
#@................>#
#####=====##########
#r..r...r..........#
####################
";

#[test]
fn no_bot_comes_to_a_standstill() {
    let map = file("window.txt", WINDOW.trim_start());
    let window = format!(
        "--turns 400 --temperament careful,bright --map {}",
        map.display()
    );
    for args in [
        // In these games, bots that do not notice that they go in circles come to a standstill.
        "--seed 157 --turns 700 --temperament blind",
        "--seed 159 --turns 900 --temperament bright",
        &window,
    ] {
        let table = bots(&format!("--games 1 {args}")).text();
        assert!(
            row(&table, "standstill").iter().all(|it| *it == 0.0),
            "{args}: {table}"
        );
    }
}

#[test]
fn a_bot_plays_a_map_to_the_end() {
    let map = file("hall.txt", "#####\n#@..#\n#####\n");
    let args = ["bots", "--games", "1", "--map"].map(OsString::from);
    let table = fogbound(args.into_iter().chain([map.into()])).text();
    assert_eq!(row(&table, "nothing left to explore"), [1.0]);
}

#[test]
fn what_would_stop_an_explorer_is_counted() {
    let stops = |name: &str, map: &str| {
        let map = file(name, map);
        let args = [
            "bots", "--games", "1", "--seed", "1", "--turns", "40", "--json", "--map",
        ];
        let args = args.map(OsString::from).into_iter();
        let lines = fogbound(args.chain([map.into()])).text();
        let (_, stops) = lines.split_once("\"level_stops\":[").unwrap();
        let (stops, _) = stops.split_once(']').unwrap();
        stops.parse::<u32>().unwrap()
    };
    // Treasure is a find, and nothing else is there.
    assert_eq!(
        stops("calm.txt", "#########\n#@..#...#\n#...'..$#\n#########\n"),
        0
    );
    // A rat stops an explorer when it comes into view, and the fight with it counts once.
    let rat = "#########\n#@..#...#\n#...'..r#\n#########\n";
    assert!((1..=4).contains(&stops("rat.txt", rat)));
}

/// The games that the tests split into shards.
const GAMES: &str = "--games 11 --seed 18446744073709551610 --turns 120 --temperament rash,careful";

/// Writes the lines of eight shards of [`GAMES`] into a new folder.
fn shards(folder: &str) -> Vec<PathBuf> {
    let folder = empty_folder(folder);
    let shards = (1..=8).map(|number| {
        let file = folder.join(format!("{number}.jsonl"));
        let lines = bots(&format!("{GAMES} --json --shard {number}/8")).text();
        fs::write(&file, lines).unwrap();
        file
    });
    shards.collect()
}

fn merge(files: &[PathBuf]) -> Answer {
    let args = ["bots", "--merge"].map(OsString::from);
    fogbound(args.into_iter().chain(files.iter().map(OsString::from)))
}

#[test]
fn eight_shards_merged_in_any_order_give_the_table_of_a_single_run() {
    let mut files = shards("bots-shards");
    let table = bots(GAMES).text();
    assert_eq!(merge(&files).text(), table);
    files.reverse();
    assert_eq!(merge(&files).text(), table);
    let all: String = files
        .iter()
        .map(|it| fs::read_to_string(it).unwrap())
        .collect();
    assert_eq!(
        fogbound_reading(["bots", "--merge", "-"], all).text(),
        table
    );
    let whole = bots(&format!("{GAMES} --json")).text();
    assert_eq!(whole.lines().count(), 1 + 22);
    assert_eq!(
        fogbound_reading(["bots", "--merge", "-"], whole).text(),
        table
    );
}

#[test]
fn shards_that_do_not_fit_together_are_refused() {
    let files = shards("bots-mistakes");
    let text = |number: usize| fs::read_to_string(&files[number]).unwrap();
    let refused = |files: &[PathBuf], parts: &[&str]| {
        let line = merge(files).mistake();
        assert!(parts.iter().all(|part| line.contains(part)), "{line}");
    };
    refused(&files[..7], &["2 of 22 games are missing", "seeds 1;"]);
    refused(
        &files[1..],
        &[
            "4 of 22 games are missing",
            "seeds 18446744073709551610, 2;",
        ],
    );
    let twice: Vec<PathBuf> = files.iter().chain(&files[..1]).cloned().collect();
    refused(
        &twice,
        &[
            "1.jsonl:2: ",
            "seed 18446744073709551610 is already in ",
            "1.jsonl:2;",
        ],
    );
    for (name, was, is, why) in [
        (
            "turns.jsonl",
            "\"turns\":120,\"bots\"",
            "\"turns\":99,\"bots\"",
            "the turn limit is 99 instead of 120",
        ),
        (
            "seed.jsonl",
            "610,\"games\":11",
            "611,\"games\":11",
            "the first seed is",
        ),
        (
            "version.jsonl",
            "{\"fogbound\":\"0",
            "{\"fogbound\":\"9",
            "the version is 9.",
        ),
        (
            "setup.jsonl",
            "\"setup\":\"",
            "\"setup\":\"x",
            "the hash of the setup is x",
        ),
        (
            "bots.jsonl",
            "[\"rash\",\"careful\"]",
            "[\"careful\"]",
            "the list of bots is careful",
        ),
        (
            "end.jsonl",
            "\"end\":\"",
            "\"end\":\"not ",
            "unknown variant `not ",
        ),
        (
            "levels.jsonl",
            "\"level_turns\":[",
            "\"level_turns\":[1,",
            " levels",
        ),
        ("field.jsonl", ",\"kills\":", ",\"kill\":", "kill"),
        ("cut.jsonl", ",\"lantern_open\"", "", "not a line of JSON"),
        (
            "other.jsonl",
            "{\"seed\":3,",
            "{\"seed\":33,",
            "is not one of the 11 seeds",
        ),
    ] {
        let path = files[0].with_file_name(name);
        let broken = text(1).replace(was, is);
        assert_ne!(broken, text(1), "{name}");
        fs::write(&path, broken).unwrap();
        refused(&[files[0].clone(), path], &[name, ":", why]);
    }
    let headless = files[0].with_file_name("headless.jsonl");
    fs::write(&headless, text(0).split_once('\n').unwrap().1).unwrap();
    refused(&[headless], &["headless.jsonl:1: ", "before the header"]);
}

#[test]
fn shards_of_games_with_other_files_are_refused() {
    let folder = empty_folder("bots-assets");
    fs::create_dir(folder.join("monsters")).unwrap();
    let rat = fs::read_to_string("assets/monsters/rat.ron").unwrap();
    fs::write(folder.join("monsters/rat.ron"), format!("// Mine.\n{rat}")).unwrap();
    let args = "--games 2 --seed 1 --turns 5 --json --shard";
    let ours = file("bots-ours.jsonl", bots(&format!("{args} 1/2")).text());
    let args = format!("{args} 2/2 --assets {}", folder.display());
    let theirs = file("bots-theirs.jsonl", bots(&args).text());
    let line = merge(&[ours, theirs]).mistake();
    assert!(line.contains("the hash of the setup is "), "{line}");
}

#[test]
fn the_table_counts_deaths_where_they_happened() {
    let lines = r#"{"fogbound":"1","setup":"0","seed":1,"games":4,"turns":99,"bots":["careful"]}
{"seed":4,"bot":"careful","end":"won","depth":3,"level":1,"turns":40,"kills":9,"treasure":8,"lantern_open":40,"level_turns":[20,8,12],"level_stops":[1,0,2],"boons":[],"things":["knife"],"fogged":2}
{"seed":1,"bot":"careful","end":"died","killer":"rat","depth":2,"level":1,"turns":20,"kills":1,"treasure":0,"lantern_open":5,"level_turns":[15,5],"level_stops":[1,0],"boons":[],"things":[],"fogged":0}
{"seed":3,"bot":"careful","end":"turn limit","depth":3,"level":3,"turns":99,"kills":3,"treasure":0,"lantern_open":0,"level_turns":[50,40,9],"level_stops":[1,0,2],"boons":[33],"things":[],"fogged":1}
{"seed":2,"bot":"careful","end":"died","depth":2,"level":2,"turns":41,"kills":2,"treasure":0,"lantern_open":55,"level_turns":[40,1],"level_stops":[1,0],"boons":[],"things":[],"fogged":0}
"#;
    let table = fogbound_reading(["bots", "--merge", "-"], lines).text();
    let rows = [
        ("died", 2.0),
        ("  by rat", 1.0),
        ("  by something unseen", 1.0),
        ("won", 1.0),
        ("turn limit", 1.0),
        ("reached level 1", 4.0),
        ("reached level 2", 4.0),
        ("reached level 3", 2.0),
        ("median turns", 40.0),
        ("mean kills", 3.8),
        ("mean treasure", 2.0),
        ("turns with lantern open", 50.0),
        ("levels with fog", 3.0),
    ];
    for (name, value) in rows {
        assert_eq!(row(&table, name), [value], "{name}: {table}");
    }
    let died = table
        .lines()
        .filter(|line| line.starts_with("  died there"));
    let died: Vec<&str> = died.map(|line| line[26..44].trim()).collect();
    assert_eq!(died, ["1  25.0 %", "1  25.0 %", "0   0.0 %"], "{table}");
    let turns = table
        .lines()
        .filter(|line| line.starts_with("  turns there"));
    let turns: Vec<&str> = turns
        .filter_map(|line| line.split_whitespace().nth(2))
        .collect();
    assert_eq!(turns, ["31.2", "13.5", "10.5"], "{table}");
}

#[test]
fn the_levels_with_fog_are_counted() {
    let folder = empty_folder("bots-fog");
    let depths = fs::read_to_string("assets/depths.ron").unwrap();
    // On the first level.
    let (first, rest) = depths.split_once("fog: (after: ").unwrap();
    let (_, rest) = rest.split_once(')').unwrap();
    let foggy = format!("{first}fog: (after: 5, rate: 30){rest}");
    fs::write(folder.join("depths.ron"), foggy).unwrap();
    let args = "--games 1 --seed 1 --turns 40 --json --temperament blind";
    let clear = bots(args).text();
    assert!(clear.contains("\"fogged\":0}"), "{clear}");
    let fogged = bots(&format!("{args} --assets {}", folder.display())).text();
    assert!(fogged.contains("\"fogged\":1}"), "{fogged}");
}

#[test]
fn the_turns_with_an_open_lantern_are_counted() {
    let lines = bots("--games 1 --seed 1 --turns 50 --json --temperament blind,bright").text();
    let open = |bot: &str| {
        let line = lines
            .lines()
            .find(|line| line.contains(&format!("\"bot\":\"{bot}\"")));
        let (_, open) = line.unwrap().split_once("\"lantern_open\":").unwrap();
        let (open, levels) = open.split_once(',').unwrap();
        let levels = levels.trim_start_matches("\"level_turns\":[");
        let (levels, _) = levels.split_once(']').unwrap();
        let levels = levels.split(',');
        let sum: u32 = levels.map(|it| it.parse::<u32>().unwrap()).sum();
        // A slow step may end after the last turn.
        assert!(
            line.unwrap().contains(&format!("\"turns\":{sum},")),
            "{lines}"
        );
        open.parse::<u32>().unwrap()
    };
    assert!(open("blind") <= 2, "{lines}");
    assert_eq!(open("bright"), 50, "{lines}");
}
