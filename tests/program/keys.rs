//! Keys from standard input: a script a line, and the screen after each.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::common::cli::{Answer, command, fogbound, fogbound_reading};

fn screens(input: &str) -> Answer {
    fogbound_reading(["--frontend", "text", "--seed", "7", "--keys", "-"], input)
}

/// What the game prints when it plays this script at once.
fn played(script: &str) -> String {
    fogbound(["--frontend", "text", "--seed", "7", "--keys", script]).text()
}

#[test]
fn each_line_is_played_and_shown_as_if_it_were_typed_at_once() {
    let text = screens("l\nll<Down>\n\n.\r\nj").text();
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
        assert_eq!(screen.concat(), played(script), "{script}");
    }
}

#[test]
fn a_screen_is_there_before_the_next_line_is_sent() {
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
        // It would wait here for ever if the program kept what it prints to itself.
        assert_eq!(rows.by_ref().take(45).count(), 45);
    }
    drop(keys);
    assert!(child.wait().unwrap().success());
}

#[test]
fn it_ends_where_the_player_leaves() {
    let text = screens("l\n<Escape>\nl\n<Esc>Qy\nl\nl\n").text();
    assert_eq!(text.lines().count(), 5 * 45);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (input, expected) in [
        (
            "l\nl\u{7}\n",
            "--keys: line 2: character 2: no key types '\\u{7}'; accepted: ",
        ),
        (
            "<Up\n",
            "--keys: line 1: character 1: '<' opens the name of a key",
        ),
        (
            "l\n<Upp>\n",
            "--keys: line 2: character 1: no key is named <Upp>",
        ),
    ] {
        let answer = screens(input);
        assert_eq!(answer.status, 2);
        let line = answer.err.strip_prefix("fogbound: ").unwrap();
        assert!(line.starts_with(expected), "{line}");
        assert_eq!(line.lines().count(), 1);
        // What was played before is shown.
        assert_eq!(answer.out.lines().count(), 45 * input.lines().count());
    }
    let arguments = ["--frontend", "text", "--seed", "7", "--keys", "-"];
    let answer = fogbound_reading(arguments, b"l\n\xff\n");
    assert_eq!(answer.status, 2);
    assert!(
        answer.err.starts_with("fogbound: --keys: line 2: "),
        "{}",
        answer.err
    );
}

#[test]
fn a_map_and_keys_cannot_both_come_from_standard_input() {
    let line = fogbound(["--frontend", "text", "--map", "-", "--keys", "-"]).mistake();
    assert!(
        line.contains("--map -") && line.contains("--keys -"),
        "{line}"
    );
}
