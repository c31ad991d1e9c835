//! Programs that play through JSON lines.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use fogbound::tell::{VERSION, View};

const GAME: &str = env!("CARGO_BIN_EXE_fogbound");

/// The program of the page on programs explores most of the level: the explore command finds 934 cells of this one.
#[test]
fn the_program_of_the_docs_explores_a_level() {
    let program = Path::new(GAME).parent().unwrap().join("examples/explores");
    let output = Command::new(program).args([GAME, "7"]).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let known = printed.split_once(" cells known").map(|it| it.0);
    let known: u32 = known
        .unwrap_or_else(|| panic!("{printed}"))
        .parse()
        .unwrap();
    assert!(known > 600, "{printed}");
}

#[test]
fn each_line_is_answered_by_one_object() {
    let mut game = Command::new(GAME)
        .args(["--tell", "--json", "--seed", "4"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = [
        "explore", "where", "fly", "", "menu", "<Escape>", "go torch", "pack", "<Escape>", "full",
        "wait",
    ];
    let mut words = game.stdin.take().unwrap();
    words
        .write_all((lines.join("\n") + "\n").as_bytes())
        .unwrap();
    drop(words);
    let output = game.wait_with_output().unwrap();
    assert!(output.status.success());
    let printed = String::from_utf8(output.stdout).unwrap();
    let views: Vec<View> = printed
        .lines()
        .map(|it| serde_json::from_str(it).unwrap_or_else(|why| panic!("{why}: {it}")))
        .collect();
    assert_eq!(views.len(), lines.len() + 1);
    assert!(views.iter().all(|it| it.version == VERSION));
    let modes: Vec<&str> = views.iter().map(|it| it.mode.as_str()).collect();
    assert_eq!(modes[5..7], ["menu", "play"], "{modes:?}");
    let errors: Vec<usize> = (0..views.len())
        .filter(|it| views[*it].error.is_some())
        .collect();
    assert_eq!(errors, [3], "only `fly` is not understood");
    assert!(views[2].answer[0].contains("where you came to this level"));
}
