//! Tests of the options for screens, settings and keys with the built program.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::cli::{self, played, with_settings};
use crate::common::files::empty_folder;

/// Creates an empty folder for settings.
fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("settings-{name}"))
}

/// Returns a screen without its colours.
fn glyphs(ansi: &str) -> String {
    let codes = ansi.split('\u{1b}').skip(1);
    codes.map(|it| it.split_once('m').unwrap().1).collect()
}

#[test]
fn a_screen_has_the_size_given_by_the_option() {
    for (option, columns, rows) in [("60x22", 60, 22), ("160x45", 160, 45)] {
        let text = played(&["--screen", option, "--ansi"]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), rows);
        for line in lines {
            assert!(
                line.starts_with("\u{1b}[38;2;") && line.ends_with("\u{1b}[0m"),
                "{line:?}"
            );
            assert_eq!(glyphs(line).chars().count(), columns, "{line:?}");
        }
    }
}

#[test]
fn a_palette_changes_colours_but_no_glyphs() {
    let ansi = |palette: &str| played(&["--ansi", "--palette", palette]);
    let all = ["default", "high-contrast", "colour-blind"].map(ansi);
    assert!(all[0] != all[1] && all[1] != all[2] && all[0] != all[2]);
    assert!(all.iter().all(|it| glyphs(it) == glyphs(&all[0])));
}

#[test]
fn a_picture_as_text_is_the_printed_screen() {
    let file = folder("picture").join("shown.txt");
    let name = file.to_str().unwrap();
    assert_eq!(played(&["--keys", "lll", "--screenshot", name]), "");
    let shown = played(&["--keys", "lll", "--ansi"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), shown);
}

#[test]
fn missing_settings_files_are_written_and_can_be_edited() {
    let folder = folder("written");
    with_settings(&folder, "").text();
    let keys = fs::read_to_string(folder.join("keys.ron")).unwrap();
    assert!(keys.contains("set: \"vi\""), "{keys}");
    fs::write(
        folder.join("keys.ron"),
        keys.replace("set: \"vi\"", "set: \"wasd\""),
    )
    .unwrap();
    let moved = with_settings(&folder, "d").text();
    assert_eq!(moved, played(&["--keys", "l"]));
}

/// The keys that open the options.
const OPTIONS: &str = "<Escape><Up><Up><Up><Up><Up><Enter>";

/// In the player's files, the game changes only the values that it has to change.
#[test]
fn edits_and_comments_in_settings_files_are_kept() {
    let folder = folder("typed");
    let (settings, keys) = (folder.join("settings.ron"), folder.join("keys.ron"));
    let text =
        "// My settings.\n(wide_map: false, // for ssh\n\n   memory_brightness: 90, /* dim */)\n";
    let my_keys = "// My keys.\n(\n  keys: {\n    // Look, then walk.\n    \"look\": [ \"e\" ],\n    \"explore\": [\"E\"], // far\n  },\n)\n";
    fs::write(&settings, text).unwrap();
    fs::write(&keys, my_keys).unwrap();
    let read = |file: &Path| fs::read_to_string(file).unwrap();
    let about = |file: &Path| fs::metadata(file).unwrap().modified().unwrap();
    let before = about(&keys);
    with_settings(&folder, &format!("{OPTIONS}<Right>")).text();
    let expected = text.replace("/* dim */)", "/* dim */ palette: \"high-contrast\")");
    assert_eq!(read(&settings), expected);
    assert_eq!((read(&keys).as_str(), about(&keys)), (my_keys, before));
    with_settings(&folder, &format!("{OPTIONS}<Down><Right>")).text();
    assert_eq!(read(&settings), expected.replace("90", "100"));
    // Select another key set, then change the keys for individual commands.
    let before = about(&settings);
    with_settings(&folder, &format!("{OPTIONS}<Down><Down><Right>")).text();
    let with_set = my_keys.replace("  },\n)", "  },\n  set: \"wasd\",\n)");
    assert_eq!((read(&keys), about(&settings)), (with_set.clone(), before));
    let controls: Vec<String> = fogbound::acts::game_bindings()
        .controls()
        .into_iter()
        .map(|it| it.name())
        .collect();
    let entry = |name: &str| {
        let place = controls.iter().position(|it| *it == name).unwrap();
        format!(
            "<Escape><Up><Up><Up><Up><Enter>{}<Enter>",
            "<Down>".repeat(place)
        )
    };
    with_settings(&folder, &format!("{}<Backspace>", entry("explore"))).text();
    let without = with_set.replace("\"explore\": [\"E\"],", "");
    assert_eq!(read(&keys), without);
    with_settings(&folder, &format!("{}X", entry("search"))).text();
    let changed = read(&keys);
    assert!(
        changed.contains("    // Look, then walk.\n    \"look\": [ \"e\" ],"),
        "{changed}"
    );
    assert!(changed.contains("    \"search\": [\"X\""), "{changed}");
}

/// The game does not overwrite edits that were made while it runs.
#[test]
fn settings_files_are_read_again_before_they_are_changed() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;

    let folder = folder("outside");
    let mut game = cli::command()
        .args([
            "--frontend",
            "text",
            "--screen",
            "60x22",
            "--seed",
            "7",
            "--keys",
            "-",
        ])
        .arg("--config-dir")
        .arg(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(game.stdout.take().unwrap()).lines();
    for _ in 0..22 {
        out.next().unwrap().unwrap();
    }
    fs::write(
        folder.join("settings.ron"),
        "(memory_brightness: 120 /* mine */)",
    )
    .unwrap();
    let mut keys = game.stdin.take().unwrap();
    keys.write_all(format!("{OPTIONS}<Right>\n").as_bytes())
        .unwrap();
    drop(keys);
    assert!(game.wait().unwrap().success());
    assert_eq!(
        fs::read_to_string(folder.join("settings.ron")).unwrap(),
        "(memory_brightness: 120, /* mine */ palette: \"high-contrast\")"
    );
}

#[cfg(unix)]
#[test]
fn linked_settings_files_stay_links() {
    let folder = folder("linked");
    let real = folder.join("dotfiles");
    fs::create_dir(&real).unwrap();
    for name in ["settings.ron", "keys.ron"] {
        fs::write(real.join(name), "() // mine").unwrap();
        std::os::unix::fs::symlink(real.join(name), folder.join(name)).unwrap();
    }
    with_settings(&folder, &format!("{OPTIONS}<Right><Down><Down><Right>")).text();
    for (name, text) in [
        ("settings.ron", "(palette: \"high-contrast\") // mine"),
        ("keys.ron", "(set: \"wasd\") // mine"),
    ] {
        let about = fs::symlink_metadata(folder.join(name)).unwrap();
        assert!(about.is_symlink(), "{name}");
        assert_eq!(fs::read_to_string(real.join(name)).unwrap(), text);
    }
}

#[test]
fn options_chosen_in_the_menu_are_saved() {
    let folder = folder("options");
    // Change the palette, the brightness of memory and the key set.
    let options = "<Escape><Up><Up><Up><Up><Up><Enter><Right><Down><Left><Down><Right>";
    with_settings(&folder, options).text();
    let settings = fs::read_to_string(folder.join("settings.ron")).unwrap();
    for kept in ["palette: \"high-contrast\"", "memory_brightness: 90"] {
        assert!(settings.contains(kept), "{kept}: {settings}");
    }
    let keys = fs::read_to_string(folder.join("keys.ron")).unwrap();
    assert!(keys.contains("set: \"wasd\""), "{keys}");
}

/// Each invalid file produces one line on standard error, and the game starts with the defaults.
#[test]
fn the_game_starts_with_any_content_in_settings_files() {
    let usual = played(&["--keys", "ll"]);
    let folder = folder("broken");
    let cases = [
        ("keys.ron", "", "keys.ron:1:1: "),
        ("keys.ron", "(", "keys.ron:1:"),
        ("keys.ron", "(set: \"emacs\")", "unknown key set `emacs`"),
        ("keys.ron", "(set: vi)", "keys.ron:1:"),
        ("keys.ron", "(key: {})", "keys.ron:1:"),
        (
            "keys.ron",
            "(keys: {\"loook\": [\"x\"]})",
            "did you mean \"look\"?",
        ),
        (
            "keys.ron",
            "(keys: {\"look\": [\"<F99>\"]})",
            "unknown key \"<F99>\"",
        ),
        (
            "keys.ron",
            "(keys: {\"look\": [\"xx\"]})",
            "unknown key \"xx\"",
        ),
        (
            "keys.ron",
            "(keys: {\"look\": [\"e\"], \"rest\": [\"e\"]})",
            "the key e is bound to",
        ),
        (
            "keys.ron",
            "(keys: {\"close\": []})",
            "\"close\" needs at least one key",
        ),
        ("settings.ron", "(palette: 3)", "settings.ron:1:"),
        (
            "settings.ron",
            "(zoom: Some(99))",
            "settings.ron:1:8: zoom: 99; accepted: None, or Some of 16, 20",
        ),
        (
            "settings.ron",
            "(memory_brightness: 3)",
            "accepted: 70 to 150",
        ),
        (
            "settings.ron",
            "(palette: \"pink\")",
            "\"pink\"; accepted: ",
        ),
    ];
    for (name, text, expected) in cases {
        fs::write(folder.join(name), text).unwrap();
        let answer = with_settings(&folder, "ll");
        assert_eq!(answer.status, 0, "{text}");
        assert!(answer.err.contains(expected), "{text}: {}", answer.err);
        assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
        // The message log below the map reports the problem, too. The map is unchanged.
        let map = |screen: &str| -> Vec<String> {
            let rows = screen.lines().take(36);
            rows.map(str::to_owned).collect()
        };
        assert_eq!(map(&answer.out), map(&usual), "{text}");
        // The player's file is not changed.
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), text);
        fs::remove_file(folder.join(name)).unwrap();
    }
    // Selecting another key set does not lose anything: each broken file is kept under a new name.
    for (key, name) in [("norht", "keys.ron.broken"), ("suoth", "keys.ron.broken.2")] {
        let broken = format!("(keys: {{\"{key}\": [\"q\"]}})");
        fs::write(folder.join("keys.ron"), &broken).unwrap();
        // Selecting another palette does not touch the keys.
        with_settings(&folder, &format!("{OPTIONS}<Right>"));
        assert_eq!(fs::read_to_string(folder.join("keys.ron")).unwrap(), broken);
        let screen = with_settings(&folder, &format!("{OPTIONS}<Down><Down><Right><Escape>"));
        assert!(screen.out.contains(name), "{}", screen.out);
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), broken);
        assert!(with_settings(&folder, "ll").err.is_empty());
    }
    // Try invalid UTF-8, and a folder in place of the file.
    fs::write(folder.join("keys.ron"), b"\xff\xfe").unwrap();
    let answer = with_settings(&folder, "ll");
    let expected = "keys.ron:1:1: found the byte 0xFF; expected UTF-8 text";
    assert!(answer.err.contains(expected), "{}", answer.err);
    fs::remove_file(folder.join("keys.ron")).unwrap();
    fs::create_dir(folder.join("keys.ron")).unwrap();
    let answer = with_settings(&folder, "ll");
    assert!(
        answer.status == 0 && answer.err.contains("keys.ron: "),
        "{}",
        answer.err
    );
}
