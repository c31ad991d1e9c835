//! Command-line tests that the files in `cases` cannot express: invalid UTF-8, pipes, and comparisons with the library
//! or between many outputs.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use bevy::math::{IVec2, UVec2};
use fogbound::dungeon::{Builder, Dungeon};
use fogbound::fov::{Algorithm, FieldOfView, Shape, Sight, VisibleSet};
use fogbound::map::AsciiMap;

use crate::common::cli::{command, fogbound, fogbound_reading, monsters, played};
use crate::common::files::{empty_folder, file};

#[test]
fn control_characters_in_arguments_cannot_break_an_error_line() {
    for typed in ["two\nlines", "\x1b[31mred", "tab\there\r"] {
        for args in [
            vec![typed],
            vec!["sight", typed],
            vec!["--seed", typed],
            vec!["dungeon", "--builder", typed],
            vec!["sight", "-", "--from", typed],
        ] {
            fogbound(args).mistake();
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_refused() {
    use std::os::unix::ffi::OsStrExt;

    let strange = OsStr::from_bytes(b"\xff");
    fogbound([strange]).mistake();
    fogbound(["dungeon".as_ref(), "--seed".as_ref(), strange]).mistake();
    let message = fogbound(["sight".as_ref(), strange]).mistake();
    assert!(message.contains("no such file"), "{message}");
    let message = fogbound_reading(["sight", "-"], b"#\xff\n").mistake();
    assert!(message.starts_with("standard input:1:2: "), "{message}");
    let keys = fogbound_reading(
        ["--frontend", "text", "--seed", "7", "--keys", "-"],
        b"l\n\xff\n",
    );
    assert!(
        keys.err.starts_with("fogbound: --keys: line 2: "),
        "{keys:?}"
    );
    assert_eq!(keys.status, 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_with_status_1() {
    let full = fs::File::options().write(true).open("/dev/full");
    let output = command()
        .args(["dungeon", "--seed", "1"])
        .stdout(full.expect("Linux has `/dev/full`"))
        .output()
        .expect("the program starts");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("cannot write to standard output"), "{err}");
    assert_eq!((err.lines().count(), output.status.code()), (1, Some(1)));
}

#[cfg(not(feature = "window"))]
#[test]
fn a_build_without_a_window_says_so() {
    let message = fogbound(["--frontend", "window"]).mistake();
    let is_reported = message.contains("not in this build") && message.contains("auto, text");
    assert!(is_reported, "{message}");
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("fogbound ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(fogbound(["--version"]).text(), version);
}

#[test]
fn every_monster_is_listed_and_a_folder_may_contain_only_a_palette() {
    let files = fs::read_dir("assets/monsters").unwrap().count();
    assert_eq!(fogbound(["monsters"]).text().lines().count(), files + 1);
    let folder = empty_folder("cli-assets-colours");
    fs::create_dir(folder.join("palettes")).unwrap();
    let palette = "palettes/default.ron";
    fs::copy(format!("assets/{palette}"), folder.join(palette)).unwrap();
    assert_eq!(monsters(&folder).err, "");
}

#[test]
fn the_same_seed_prints_the_same_level_every_time() {
    for builder in Builder::ALL {
        let of = |seed| fogbound(["dungeon", "--builder", builder.name(), "--seed", seed]).text();
        assert_eq!(of("5"), of("5"));
        assert_ne!(of("5"), of("6"));
    }
}

#[test]
fn the_printed_level_is_the_one_that_the_library_builds() {
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
    let level = dungeon.level(12, 0).expect("the level can be built");
    assert_eq!(printed.text(), level.to_ascii());
    // Without options, both the program and the library use the defaults.
    let usual = Dungeon::default()
        .level(0, 0)
        .expect("the level can be built");
    assert_eq!(
        fogbound(["dungeon", "--seed", "0"]).text(),
        usual.to_ascii()
    );
}

#[test]
fn a_random_seed_is_printed_and_gives_the_same_level_again() {
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
fn sight_reads_a_printed_level() {
    let level = fogbound(["dungeon", "--seed", "9"]).text();
    let drawn = AsciiMap::parse("level", &level).expect("the text is a map");
    assert_eq!(drawn.to_ascii(), level);
    // The picture shows nothing that the level does not contain.
    let picture = fogbound_reading(["sight", "-"], &level).text();
    assert!(picture.contains('@'));
    for (seen, real) in picture.chars().zip(level.chars()) {
        let is_eye = seen == '@' && real == '<';
        assert!(seen == real || seen == ' ' || is_eye, "{picture}");
    }
}

#[test]
fn a_printed_level_can_be_played() {
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

#[test]
fn sight_prints_what_the_library_computes() {
    let text = include_str!("../../assets/maps/manor.txt");
    let map = AsciiMap::parse("manor.txt", text)
        .expect("the text is a map")
        .map;
    for &algorithm in Algorithm::ALL {
        for &shape in Shape::ALL {
            for (x, y) in [(22, 7), (1, 1), (0, 0), (44, 20)] {
                let eye = IVec2::new(x, y);
                let sight = Sight::default().with_algorithm(algorithm).with_shape(shape);
                let mut visible = VisibleSet::new();
                FieldOfView::new().compute(map.opacity(), eye, sight.with_radius(9), &mut visible);
                let from = format!("{x},{y}");
                let mask = fogbound_reading(
                    [
                        "sight", "-", "--radius", "9", "--output", "mask", "--from", &from,
                    ]
                    .into_iter()
                    .chain([
                        "--algorithm",
                        algorithm.name(),
                        "--shape",
                        shape.name(),
                    ]),
                    text,
                );
                let cells = map.positions().map(|cell| visible.contains(cell));
                let expected: String = cells.map(|it| if it { '1' } else { '0' }).collect();
                assert_eq!(
                    mask.text().replace('\n', ""),
                    expected,
                    "{algorithm} {shape} {eye}"
                );
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = command()
        .args(["dungeon", "--seed", "1", "--size", "1000x1000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = [0];
    let mut out = child.stdout.take().expect("the program has an output");
    out.read_exact(&mut first)
        .expect("the program writes something");
    drop(out);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn each_line_of_keys_is_played_and_shown() {
    let text = fogbound_reading(
        ["--frontend", "text", "--seed", "7", "--keys", "-"],
        "l\nll<Down>\n\n.\r\nj",
    )
    .text();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 6 * 45);
    let scripts = [
        "",
        "l",
        "lll<Down>",
        "lll<Down>",
        "lll<Down>.",
        "lll<Down>.j",
    ];
    for (screen, script) in lines.chunks(45).zip(scripts) {
        assert_eq!(screen.concat(), played(&["--keys", script]), "{script}");
    }
}

#[test]
fn each_screen_is_printed_before_the_next_line_is_read() {
    let mut child = command()
        .args(["--frontend", "text", "--seed", "7", "--keys", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut keys = child.stdin.take().unwrap();
    let mut rows = BufReader::new(child.stdout.take().unwrap()).lines();
    for script in ["", "l", "j"] {
        if !script.is_empty() {
            writeln!(keys, "{script}").unwrap();
        }
        // This would block if the program buffered its output.
        assert_eq!(rows.by_ref().take(45).count(), 45);
    }
    drop(keys);
    assert!(child.wait().unwrap().success());
}

/// Returns the colour and attribute codes in some text. `38;5;200` is one code.
fn numbers(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for sequence in text.split("\u{1b}[").skip(1) {
        let (numbers, _) = sequence.split_once('m').unwrap();
        let mut numbers = numbers.split(';');
        while let Some(number) = numbers.next() {
            let more = match (number, number.starts_with(['3', '4'])) {
                ("38" | "48", _) => match numbers.next().unwrap() {
                    "5" => format!(";5;{}", numbers.next().unwrap()),
                    _ => format!(
                        ";2;{}",
                        numbers.by_ref().take(3).collect::<Vec<_>>().join(";")
                    ),
                },
                _ => String::new(),
            };
            found.insert(format!("{number}{more}"));
        }
    }
    found
}

#[test]
fn only_colors_of_the_chosen_depth_are_printed() {
    // The end of all attributes, and the bold of the player.
    let is_plain = |it: &String| it == "0" || it == "1";
    let printed = |colors: &[&str]| played(&[&["--keys", "ooo", "--ansi"], colors].concat());
    let all = printed(&[]);
    assert_eq!(printed(&["--colors", "truecolor"]), all);
    assert_eq!(printed(&["--colors", "auto"]), all);
    assert!(
        numbers(&all)
            .iter()
            .all(|it| is_plain(it) || it.contains(";2;"))
    );
    let some = printed(&["--colors", "256"]);
    let in_cube = |it: &String| {
        let index = it.rsplit(';').next().unwrap().parse::<u8>();
        it.contains(";5;") && index.is_ok_and(|it| it >= 16)
    };
    assert!(
        numbers(&some).iter().all(|it| is_plain(it) || in_cube(it)),
        "{:?}",
        numbers(&some)
    );
    assert!(numbers(&some).len() > 8);
    let of = |ranges: &[std::ops::Range<u8>], attributes: &[&str], text: &str| {
        let numbers = numbers(text);
        let few = numbers.iter().all(|it| {
            let number = it.parse::<u8>().unwrap_or(u8::MAX);
            attributes.contains(&it.as_str()) || ranges.iter().any(|range| range.contains(&number))
        });
        assert!(few, "{numbers:?}");
        numbers.len()
    };
    let sixteen = of(
        &[30..38, 90..98, 40..48],
        &["0", "1"],
        &printed(&["--colors", "16"]),
    );
    let eight = of(&[30..38, 40..48], &["0", "1"], &printed(&["--colors", "8"]));
    let none = of(
        &[],
        &["0", "1", "2", "4", "7"],
        &printed(&["--colors", "none"]),
    );
    assert!(
        sixteen > 5 && eight > 4 && none >= 3,
        "{sixteen}, {eight}, {none}"
    );
}

/// If standard output is not a terminal, `auto` prints text, even if `TERM` names a terminal.
#[test]
fn a_pipe_gets_text() {
    let mut command = command();
    command.args(["--seed", "7"]).env("TERM", "xterm-256color");
    let output = command.stdin(Stdio::null()).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(out.contains('@') && !out.contains('\u{1b}'), "{out}");
}
