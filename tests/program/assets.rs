//! Folders of assets on the command line: what is wrong with them is told to whoever started the program, and stops
//! nothing that need not be stopped.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::cli::{Answer, command, fogbound, monsters};
use crate::common::files;

/// A folder of assets with these files in it.
fn assets(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = files::empty_folder(&format!("cli-assets-{name}"));
    for (file, text) in files {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    folder
}

const WISP: &str = "(name: \"wisp\", glyph: 'W', health: 4, minds: { \"Wanders\": () })";
const HALL: &str = "##########\n#@......W#\n##########\n";

/// Plays on a map with a wisp, as text.
fn play(folder: &Path) -> Answer {
    play_on(folder, HALL)
}

fn play_on(folder: &Path, drawing: &str) -> Answer {
    let map = folder.join("hall.txt");
    fs::write(&map, drawing).unwrap();
    fogbound([
        "--frontend".as_ref(),
        "text".as_ref(),
        "--assets".as_ref(),
        folder.as_os_str(),
        "--map".as_ref(),
        map.as_os_str(),
    ])
}

#[test]
fn monsters_are_listed_with_those_of_the_folder() {
    let built_in = fogbound(["monsters"]).text();
    let files = fs::read_dir("assets/monsters").unwrap().count();
    assert_eq!(built_in.lines().count(), files + 1);
    assert!(
        built_in.lines().any(|line| line.starts_with("r      rat ")),
        "{built_in}"
    );

    let with_wisp = monsters(&assets("listed", &[("monsters/wisp.ron", WISP)])).text();
    assert_eq!(with_wisp.lines().count(), files + 2);
    let wisp = with_wisp
        .lines()
        .find(|line| line.starts_with("W      wisp "))
        .unwrap();
    assert!(
        wisp.contains(" 1-99 ") && wisp.contains(" Wanders "),
        "{wisp}"
    );
    assert!(wisp.ends_with("wisp.ron"), "{wisp}");
}

#[test]
fn every_error_of_every_file_is_told_and_the_status_is_two() {
    let folder = assets(
        "errors",
        &[
            (
                "monsters/wisp.ron",
                &WISP.replace("health: 4", "health: 0, speed: 0"),
            ),
            (
                "monsters/ghost.ron",
                &WISP.replace("Wanders", "Wonders").replace('W', "w"),
            ),
            ("monsters/good.ron", &WISP.replace("wisp", "good")),
            ("monsters/broken.ron", "("),
        ],
    );
    let answer = monsters(&folder);
    assert_eq!(answer.status, 2, "{answer:?}");
    let lines: Vec<&str> = answer.err.lines().collect();
    assert!(
        lines.iter().all(|line| line.starts_with("fogbound: ")),
        "{lines:?}"
    );
    let parts = [
        "broken.ron:1:2: unexpected end of RON",
        "ghost.ron:1:48: unknown mind \"wonders\" (did you mean \"Wanders\"?)",
        "wisp.ron:1:36: health: found `0`",
        "wisp.ron:1:46: speed: found `0`",
    ];
    assert_eq!(lines.len(), parts.len(), "{lines:?}");
    for (line, part) in lines.iter().zip(parts) {
        assert!(line.contains(part), "{part} is not in: {line}");
    }
    // What is good is listed nevertheless.
    assert!(
        answer
            .out
            .lines()
            .any(|line| line.starts_with("W      good ")),
        "{}",
        answer.out
    );
}

#[test]
fn a_map_says_that_the_file_of_its_creature_is_broken() {
    for (name, from, to, fault) in [
        ("value", "health: 4", "health: 0", "1:36: health: found `0`"),
        ("syntax", "health: 4,", "health: 4", "1:38: expected comma"),
        (
            "mind",
            "Wanders",
            "Wonders",
            "unknown mind \"Wonders\" (did you mean \"Wanders\"?)",
        ),
    ] {
        let broken = WISP.replace(from, to);
        assert_ne!(broken, WISP);
        let line = play(&assets(name, &[("monsters/wisp.ron", &broken)])).mistake();
        assert!(
            line.contains("hall.txt:2:9: the file of the creature 'W' is broken: "),
            "{line}"
        );
        assert!(line.contains("wisp.ron:") && line.contains(fault), "{line}");
    }
    // A letter in the wrong quotes is claimed nevertheless.
    let quoted = WISP.replace("'W'", "\"W\"");
    let line = play(&assets("quoted", &[("monsters/wisp.ron", &quoted)])).mistake();
    assert!(
        line.contains("the file of the creature 'W' is broken: "),
        "{line}"
    );
    // A file that lies where nobody looks for it is why the letter is unknown.
    let line = play(&assets("misshapen", &[("monster/wisp.ron", WISP)])).mistake();
    assert!(
        line.contains("'W' names no creature") && line.contains("nothing in this folder is used"),
        "{line}"
    );
    // Where no file claims the letter, none is blamed.
    let other = WISP.replace("'W'", "'Q'").replace("health: 4", "health: 0");
    let line = play(&assets("other", &[("monsters/wisp.ron", &other)])).mistake();
    assert!(
        line.contains("hall.txt:2:9: 'W' names no creature"),
        "{line}"
    );
}

#[test]
fn what_is_wrong_at_the_start_goes_to_standard_error_and_the_game_goes_on() {
    let folder = assets(
        "start",
        &[
            ("monsters/wisp.ron", WISP),
            ("monsters/rat.ron", "(name: \"rat\")"),
            ("palettes/default.ron", "(background: 3)"),
        ],
    );
    let answer = play(&folder);
    assert_eq!(answer.status, 0, "{answer:?}");
    assert!(answer.out.contains("wisp"), "{}", answer.out);
    let lines: Vec<&str> = answer.err.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(
        lines.iter().all(|line| line.starts_with("fogbound: ")),
        "{lines:?}"
    );
    for part in [
        "rat.ron:1:1: the field `glyph`",
        "rat.ron:1:1: the field `health`",
        "default.ron:1:15: expected a colour",
    ] {
        assert!(
            lines.iter().any(|line| line.contains(part)),
            "{part}: {lines:?}"
        );
    }
}

#[test]
fn a_colour_that_no_palette_has_is_told_and_another_one_is_used() {
    let pink = WISP.replacen('(', "(color: \"pink\", ", 1);
    let folder = assets("pink", &[("monsters/wisp.ron", &pink)]);
    let answer = monsters(&folder);
    assert_eq!(answer.status, 2);
    assert!(answer.out.contains("wisp"), "{}", answer.out);
    let line = answer.err.strip_suffix('\n').unwrap();
    assert!(
        line.contains(
            "wisp.ron: color: no palette has a colour called \"pink\"; accepted: amber, ash,"
        ),
        "{line}"
    );
    let answer = fogbound([
        "--frontend".as_ref(),
        "text".as_ref(),
        "--seed".as_ref(),
        "7".as_ref(),
        "--assets".as_ref(),
        folder.as_os_str(),
    ]);
    assert_eq!(answer.status, 0);
    assert!(answer.err.contains("called \"pink\"") && answer.err.lines().count() == 1);
    // One of those that there are.
    let bone = WISP.replacen('(', "(color: \"bone\", ", 1);
    let folder = assets("bone", &[("monsters/wisp.ron", &bone)]);
    assert_eq!(monsters(&folder).err, "");
}

#[test]
fn a_folder_of_which_nothing_is_used_is_a_warning() {
    for (name, files) in [
        ("empty", &[][..]),
        (
            "elsewhere",
            &[
                ("wisp.ron", WISP),
                ("monster/wisp.ron", WISP),
                ("monsters/wisp.txt", WISP),
            ][..],
        ),
    ] {
        let folder = assets(name, files);
        let answer = fogbound([
            "--frontend".as_ref(),
            "text".as_ref(),
            "--assets".as_ref(),
            folder.as_os_str(),
        ]);
        assert_eq!(answer.status, 0, "{answer:?}");
        assert!(answer.out.contains("Fogbound"));
        let line = answer.err.strip_suffix('\n').unwrap();
        assert!(line.starts_with("fogbound: --assets: "), "{line}");
        assert!(
            line.contains("nothing in this folder is used; accepted: monsters/*.ron"),
            "{line}"
        );
        let answer = monsters(&folder);
        assert_eq!(
            (answer.status, answer.err.lines().count()),
            (0, 1),
            "{answer:?}"
        );
    }
    // By the variable it is the variable that is named.
    let folder = assets("variable", &[]);
    let output = command()
        .arg("monsters")
        .env("FOGBOUND_ASSETS", &folder)
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.starts_with("fogbound: FOGBOUND_ASSETS: "), "{err}");
    // Colours that are broken are an error of the files.
    let folder = assets(
        "broken-colours",
        &[("palettes/default.ron", "(background: 3)")],
    );
    let answer = monsters(&folder);
    assert_eq!(
        (answer.status, answer.err.lines().count()),
        (2, 1),
        "{answer:?}"
    );
    // A folder that has only colours is used.
    let palette = fs::read_to_string("assets/palettes/default.ron").unwrap();
    let folder = assets("colours", &[("palettes/default.ron", &palette)]);
    assert_eq!(monsters(&folder).err, "");
}

#[test]
fn there_must_be_such_a_folder() {
    let folder = files::path("no-such-folder");
    let line = monsters(&folder).mistake();
    assert!(
        line.contains("--assets: ") && line.contains("there is no such folder"),
        "{line}"
    );
}

#[test]
fn a_map_is_read_by_the_glyphs_of_the_folders_tiles() {
    let moss = "{\"moss\": (glyph: '`', drawn: '`', walkable: true, mass: true, like: \"floor\")}";
    let play = |name: &str, tiles: &str| {
        let folder = assets(name, &[("tiles.ron", tiles)]);
        play_on(&folder, "#####\n#@``#\n#####\n")
    };
    let screen = play("moss", moss).text();
    assert!(screen.lines().any(|row| row.contains("#@``#")), "{screen}");
    // Without that tile it is no map.
    let mistake = play("no-moss", "{}").mistake();
    assert!(
        mistake.contains("hall.txt:2:3: unknown character '`'"),
        "{mistake}"
    );
}
