//! Whatever is wrong on the command line gives one clear line and exit status
//! 2: what, where, and what would be accepted.

use crate::common::cli::{self, fogbound, fogbound_reading};
use crate::common::files::file;

const MAP: &str = "#####\n#.@.#\n#####\n";

/// Runs a line of words on a small map and checks that the message has all the
/// parts.
#[track_caller]
fn assert_mistake(line: &str, parts: &[&str]) {
    let message = fogbound_reading(line.split(' '), MAP).mistake();
    for part in parts {
        assert!(
            message.contains(part),
            "{line}: {part:?} is not in: {message}"
        );
    }
}

#[test]
fn an_unknown_command_is_told_with_the_known_ones() {
    assert_mistake("dance", &["`dance`", "play", "sight", "dungeon"]);
    assert_mistake("Sight -", &["`Sight`", "sight"]);
    assert_mistake("", &["``", "play"]);
}

#[test]
fn an_unknown_option_is_told_with_those_of_the_command() {
    assert_mistake("--speed 3", &["`--speed`", "--seed", "--map", "--frontend"]);
    assert_mistake("play --speed", &["`--speed`", "`fogbound play`", "--seed"]);
    assert_mistake(
        "sight - --far",
        &["`--far`", "`fogbound sight`", "--radius", "--output"],
    );
    assert_mistake(
        "dungeon --radius 4",
        &["`--radius`", "`fogbound dungeon`", "--builder"],
    );
    assert_mistake("-x", &["`-x`", "--seed", "--help"]);
    assert_mistake("sight - more", &["`more`", "`fogbound sight`"]);
}

#[test]
fn a_seed_is_a_number_of_64_bits() {
    for seed in ["-1", "x", "1.5", "18446744073709551616", "+1", "0x1"] {
        let accepted = ["--seed", seed, "from 0 to 18446744073709551615"];
        assert_mistake(&format!("dungeon --seed {seed}"), &accepted);
        assert_mistake(&format!("--seed {seed}"), &accepted);
    }
    assert_mistake("dungeon --seed", &["--seed", "needs a value"]);
}

#[test]
fn a_radius_is_a_number_of_cells() {
    for radius in ["-1", "far", "4294967296", "2.5"] {
        let accepted = ["--radius", radius, "from 0 to 4294967295"];
        assert_mistake(&format!("sight - --radius {radius}"), &accepted);
        assert_mistake(&format!("play --radius {radius}"), &accepted);
    }
}

#[test]
fn a_size_is_two_numbers_in_range() {
    let accepted = ["--size", "5x5", "4096x4096"];
    for size in [
        "0x5", "5x0", "4x9", "axb", "64x", "x36", "64", "-5x9", "64x36x2", "5000x9",
    ] {
        assert_mistake(
            &format!("dungeon --size {size}"),
            &[&accepted[..], &[size]].concat(),
        );
        assert_mistake(&format!("play --size {size}"), &accepted);
    }
    assert_mistake("dungeon --size 99999999999x9", &accepted);
    assert_mistake("dungeon --size 4x9 --builder rooms", &["rooms", "5x5"]);
}

#[test]
fn a_name_is_one_of_some_names() {
    let algorithms = ["--algorithm", "`sonar`", "symmetric", "recursive"];
    assert_mistake("sight - --algorithm sonar", &algorithms);
    assert_mistake("play --algorithm sonar", &algorithms);
    let limit = ["--algorithm", "bresenham:20000", "at most 10000"];
    assert_mistake("sight - --algorithm bresenham:20000", &limit);
    assert_mistake(
        "dungeon --builder cave",
        &["--builder", "`cave`", "bsp", "rooms"],
    );
    assert_mistake(
        "sight - --shape blob",
        &["--shape", "`blob`", "circle", "square", "diamond"],
    );
    assert_mistake(
        "sight - --output film",
        &["--output", "`film`", "picture", "mask"],
    );
    assert_mistake("sight - --output", &["--output", "picture", "mask"]);
    assert_mistake("--frontend tv", &["--frontend", "`tv`", "auto", "text"]);
}

#[cfg(not(feature = "window"))]
#[test]
fn a_build_without_a_window_says_so() {
    assert_mistake(
        "--frontend window",
        &["--frontend", "not in this build", "auto, text"],
    );
}

#[test]
fn an_eye_is_on_the_map() {
    let accepted = ["--from", "X from 0 to 4", "Y from 0 to 2"];
    for from in ["5,0", "0,3", "-1,0", "99,99"] {
        assert_mistake(
            &format!("sight - --from {from}"),
            &[&accepted[..], &[from]].concat(),
        );
    }
    for from in ["1", "1,", ",", "a,b", "1,2,3", "1x2", "99999999999,0"] {
        assert_mistake(&format!("sight - --from {from}"), &["--from", from, "X,Y"]);
    }
}

#[test]
fn without_an_eye_nothing_is_seen() {
    let message = fogbound_reading(["sight", "-"], "...\n").mistake();
    for part in ["standard input", "@", "--from X,Y"] {
        assert!(message.contains(part), "{message}");
    }
    assert_mistake("sight", &["`fogbound sight`", "FILE"]);
}

#[test]
fn what_excludes_each_other_is_told() {
    assert_mistake("--builder bsp --map -", &["--builder", "--map"]);
    assert_mistake("--map - --size 9x9", &["--map", "--size"]);
    assert_mistake("--seed 1 --seed 2", &["--seed", "twice"]);
    assert_mistake("--seed 1 dungeon", &["--seed", "before the command"]);
}

#[test]
fn a_wrong_map_is_told_with_file_line_and_column() {
    let path = file("cli_mistakes_map.txt", "####\n#.`#\n");
    for command in ["sight", "--map"] {
        let message = fogbound([command.as_ref(), path.as_os_str()]).mistake();
        let place = format!("{}:2:3: unknown character '`'", path.display());
        assert!(message.starts_with(&place), "{message}");
        assert!(message.contains("# wall"), "{message}");
    }
    let message = fogbound_reading(["sight", "-"], b"#\xff\n").mistake();
    assert!(message.starts_with("standard input:1:2: "), "{message}");
    let message = fogbound_reading(["play", "--map", "-"], "...").mistake();
    assert!(message.contains("no @"), "{message}");
    let message = fogbound_reading(["play", "--map", "-"], ".@\n.Z\n").mistake();
    assert!(
        message.starts_with("standard input:2:2: 'Z' names no creature"),
        "{message}"
    );
}

#[test]
fn a_file_that_cannot_be_read_is_told() {
    assert_mistake("sight no/such/file", &["no/such/file", "no such file"]);
    assert_mistake("--map no/such/file", &["no/such/file", "no such file"]);
    let folder = env!("CARGO_TARGET_TMPDIR");
    let message = fogbound(["sight", folder]).mistake();
    assert!(message.contains("directory"), "{message}");
    let message = fogbound(["sight", ""]).mistake();
    assert!(message.contains("FILE"), "{message}");
}

#[test]
fn what_the_user_typed_cannot_break_the_line() {
    for typed in ["two\nlines", "\x1b[31mred", "tab\there\r"] {
        for args in [
            vec![typed],
            vec!["sight", typed],
            vec!["--seed", typed],
            vec!["dungeon", "--builder", typed],
            vec!["sight", "-", "--from", typed],
        ] {
            fogbound_reading(args, MAP).mistake();
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let strange = OsStr::from_bytes(b"\xff");
    fogbound([strange]).mistake();
    fogbound(["dungeon".as_ref(), "--seed".as_ref(), strange]).mistake();
    let message = fogbound(["sight".as_ref(), strange]).mistake();
    assert!(message.contains("no such file"), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_is_not_the_users_mistake() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let output = cli::command()
        .args(["dungeon", "--seed", "1"])
        .stdout(full.expect("Linux has it"))
        .output()
        .expect("the program starts");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("cannot write to standard output"), "{err}");
    assert_eq!((err.lines().count(), output.status.code()), (1, Some(1)));
}

#[test]
fn help_and_version_are_no_mistakes() {
    let version = fogbound(["--version"]).text();
    assert_eq!(
        version,
        concat!("fogbound ", env!("CARGO_PKG_VERSION"), "\n")
    );
    for (command, options) in [
        (
            "play",
            &[
                "--seed",
                "--builder",
                "--map",
                "--size",
                "--frontend",
                "--keys",
            ][..],
        ),
        (
            "sight",
            &[
                "FILE",
                "--from",
                "--radius",
                "--shape",
                "--algorithm",
                "--output",
            ],
        ),
        ("dungeon", &["--builder", "--size", "--seed"]),
    ] {
        let help = fogbound([command, "--help"]).text();
        assert_eq!(fogbound(["help", command]).text(), help);
        for option in options {
            assert!(
                help.contains(option),
                "{option} is not in the help of {command}"
            );
        }
        assert!(fogbound(["--help"]).text().contains(command));
    }
}
