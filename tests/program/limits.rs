//! Reading a file of any kind or length always ends, takes little memory, and reports at most one error, in one clear
//! line.
#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::cli::{Answer, command, fogbound, monsters, with_settings};
use crate::common::files::empty_folder;

/// Creates an empty folder. Each test needs its own `name`.
fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("cli-limits-{name}"))
}

/// Creates a pipe without a writer.
fn pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}

/// Creates a sparse file of this size.
fn blanks(path: &Path, bytes: u64) {
    File::create(path).unwrap().set_len(bytes).unwrap();
}

fn on_a_map(map: &Path) -> Answer {
    fogbound(["sight".as_ref(), map.as_os_str()])
}

#[test]
fn a_map_must_be_a_file_of_limited_size() {
    let folder = folder("map");
    let waits = folder.join("pipe.txt");
    pipe(&waits);
    for path in [&waits, Path::new("/dev/zero")] {
        let line = on_a_map(path).mistake();
        assert!(
            line.contains("a pipe or a device") && line.contains("`-` is standard input"),
            "{line}"
        );
    }
    let long = folder.join("long.txt");
    blanks(&long, 8 << 30);
    let line = on_a_map(&long).mistake();
    assert!(
        line.ends_with("at most 4096 lines of 4096 characters are accepted"),
        "{line}"
    );
    let crowd = folder.join("crowd.txt");
    fs::write(&crowd, format!("{}\n", "r".repeat(101)).repeat(100)).unwrap();
    let line = on_a_map(&crowd).mistake();
    assert!(line.contains("crowd.txt:100:2: "), "{line}");
    assert!(
        line.contains("at most 10000 are accepted in a map"),
        "{line}"
    );
}

#[test]
fn endless_standard_input_is_refused() {
    for (arguments, part) in [
        (&["sight", "-"][..], "at most 4096 lines"),
        (&["--map", "-", "--frontend", "text"], "at most 4096 lines"),
        (
            &["--frontend", "text", "--seed", "7", "--keys", "-"],
            "--keys: line 1: too long",
        ),
        (
            &["--frontend", "text", "--seed", "7", "--tell"],
            "--tell: line 1: too long",
        ),
    ] {
        let output = command()
            .args(arguments)
            .stdin(File::open("/dev/zero").unwrap())
            .stdout(Stdio::null())
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(err.contains(part), "{err}");
    }
}

#[test]
fn asset_files_may_have_at_most_one_mebibyte() {
    let folder = folder("assets");
    fs::create_dir(folder.join("monsters")).unwrap();
    fs::create_dir(folder.join("palettes")).unwrap();
    pipe(&folder.join("monsters/a-pipe.ron"));
    blanks(&folder.join("monsters/b-long.ron"), 8 << 30);
    fs::create_dir(folder.join("monsters/c-folder.ron")).unwrap();
    blanks(&folder.join("palettes/default.ron"), 8 << 30);
    let answer = monsters(&folder);
    assert_eq!(answer.status, 2);
    let lines: Vec<&str> = answer.err.lines().collect();
    let parts = [
        "default.ron: the file is too long; at most 1048576 bytes are read",
        "a-pipe.ron: this is a pipe or a device, not a file",
        "b-long.ron: the file is too long; at most 1048576 bytes are read",
        "c-folder.ron: this is a folder, not a file",
    ];
    assert_eq!(lines.len(), parts.len(), "{lines:?}");
    for (line, part) in lines.iter().zip(parts) {
        assert!(line.contains(part), "{part} is not in: {line}");
    }
    // Try a pipe instead of the palette.
    fs::remove_file(folder.join("palettes/default.ron")).unwrap();
    pipe(&folder.join("palettes/default.ron"));
    let answer = monsters(&folder);
    assert!(
        answer
            .err
            .contains("default.ron: this is a pipe or a device"),
        "{}",
        answer.err
    );
}

#[test]
fn a_monster_folder_has_a_size_limit() {
    let folder = folder("many");
    fs::create_dir(folder.join("monsters")).unwrap();
    let write = |number: u32| {
        let file = folder.join(format!("monsters/{number}.ron"));
        fs::write(file, "(").unwrap();
    };
    (0..256).for_each(write);
    assert_eq!(monsters(&folder).err.lines().count(), 256);
    write(256);
    let line = monsters(&folder).mistake();
    assert!(
        line.contains("it contains more than 256 monster files (monsters/*.ron)"),
        "{line}"
    );
}

#[test]
fn settings_files_may_have_at_most_one_mebibyte() {
    let folder = folder("settings");
    let answer = with_settings(&folder, "ll");
    assert_eq!((answer.status, answer.err.as_str()), (0, ""));
    for name in ["settings.ron", "keys.ron"] {
        let file = folder.join(name);
        let good = fs::read_to_string(&file).unwrap();
        fs::remove_file(&file).unwrap();
        pipe(&file);
        let answer = with_settings(&folder, "ll");
        assert_eq!((answer.status, answer.err.lines().count()), (0, 1));
        assert!(
            answer.err.contains(&format!(
                "{name}: this is a pipe or a device, not a file; the defaults are used instead"
            )),
            "{}",
            answer.err
        );
        fs::remove_file(&file).unwrap();
        blanks(&file, 8 << 30);
        let answer = with_settings(&folder, "ll");
        assert_eq!((answer.status, answer.err.lines().count()), (0, 1));
        assert!(
            answer.err.contains(&format!(
                "{name}: the file is too long; at most 1048576 bytes are read; the defaults"
            )),
            "{}",
            answer.err
        );
        fs::write(&file, good).unwrap();
    }
    assert_eq!(with_settings(&folder, "ll").err, "");
}

/// The keys that select another palette and another key set in the options.
const CHANGE: &str = "<Escape><Up><Up><Up><Up><Up><Enter><Right><Down><Down><Right>";

#[test]
fn settings_that_others_can_change_are_neither_read_nor_written() {
    let folder = folder("shared");
    assert_eq!(with_settings(&folder, "ll").err, "");
    let (settings, keys) = (folder.join("settings.ron"), folder.join("keys.ron"));
    let written = [
        (&settings, "(memory_brightness: 150)"),
        (&keys, "(keys: {\"east\": [\"p\"]})"),
    ];
    for (file, text) in written {
        fs::write(file, text).unwrap();
        fs::set_permissions(file, Permissions::from_mode(0o666)).unwrap();
    }
    let answer = with_settings(&folder, CHANGE);
    assert_eq!(answer.status, 0);
    let lines: Vec<&str> = answer.err.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    for (line, (file, text)) in lines.iter().zip(written) {
        let file = file.display().to_string();
        let expected = format!(
            "{file}: other users can change this file, so it is neither read nor written; run `chmod o-w {file}` to have it read again; \
             the defaults are used instead"
        );
        assert!(line.contains(&expected), "{line}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        assert!(!Path::new(&format!("{file}.broken")).exists());
    }
    // A file that only its owner can change is still written.
    fs::remove_file(&keys).unwrap();
    assert_eq!(with_settings(&folder, CHANGE).err.lines().count(), 1);
    assert!(fs::read_to_string(&keys).unwrap().contains("set: \"wasd\""));
    assert_eq!(fs::read_to_string(&settings).unwrap(), written[0].1);
    // Following the advice in the message solves the problem.
    for (file, _) in written {
        fs::set_permissions(file, Permissions::from_mode(0o644)).unwrap();
    }
    assert_eq!(with_settings(&folder, "ll").err, "");
}

#[test]
fn other_users_cannot_change_what_the_game_writes() {
    let folder = folder("umask");
    for keys in ["ll", CHANGE, "ll"] {
        // With this umask, others could change new files.
        let output = Command::new("sh")
            .args(["-c", "umask 000; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_fogbound"))
            .args(["--frontend", "text", "--seed", "7", "--keys", keys])
            .arg("--config-dir")
            .arg(&folder)
            .env_remove("FOGBOUND_ASSETS")
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.as_str()), (Some(0), ""));
    }
    for name in ["settings.ron", "keys.ron"] {
        let about = fs::metadata(folder.join(name)).unwrap();
        assert_eq!(about.permissions().mode() & 0o777, 0o644, "{name}");
    }
}

#[test]
fn assets_that_others_can_change_are_read() {
    let folder = folder("anybody");
    fs::create_dir(folder.join("monsters")).unwrap();
    let wisp = folder.join("monsters/wisp.ron");
    fs::write(&wisp, "(name: \"wisp\", glyph: 'W', health: 4)").unwrap();
    fs::set_permissions(&wisp, Permissions::from_mode(0o666)).unwrap();
    let answer = monsters(&folder);
    assert_eq!(answer.err, "");
    assert!(answer.out.contains("wisp"), "{}", answer.out);
}
