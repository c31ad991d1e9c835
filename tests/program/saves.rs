//! Tests of saved games with the built program.

use std::fs;
use std::path::PathBuf;

use crate::common::cli::fogbound;
use crate::common::files;
use crate::saved::{bent, file as journal_in};

/// Returns the path of a folder that does not exist. Each test needs its own `name`.
fn folder(name: &str) -> PathBuf {
    let folder = files::path(&format!("saves-{name}"));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn play(arguments: &[&str]) -> String {
    fogbound(["--frontend", "text"].iter().chain(arguments)).text()
}

#[test]
fn the_title_lists_games_of_other_versions() {
    let folder = folder("told");
    let data = folder.to_str().unwrap();
    play(&["--data-dir", data, "--seed", "5", "--keys", "oo"]);
    let file = journal_in(&folder);
    let text = fs::read_to_string(&file).unwrap();
    let other = text.replacen("version 0", "version 9", 1);
    fs::write(&file, other.replacen("rules 2", "rules 99", 1)).unwrap();
    let title = play(&["--data-dir", data, "--keys", ""]);
    assert!(
        !title.contains("Continue") && title.contains("Watch a replay"),
        "{title}"
    );
    let list = play(&["--data-dir", data, "--keys", "<Down><Down><Enter>"]);
    // The text in the box, without the map beside it.
    let inside = list
        .lines()
        .filter_map(|it| it.split('│').max_by_key(|it| it.chars().count()));
    let words = inside.flat_map(str::split_whitespace);
    let list = words.collect::<Vec<_>>().join(" ");
    assert!(
        list.contains(
            "saved by Fogbound 9.1.0 (rules 99), which can still play it; this is Fogbound"
        ),
        "{list}"
    );
}

#[test]
fn a_damaged_game_is_reported_in_one_line_and_not_changed() {
    let folder = folder("broken");
    let data = folder.to_str().unwrap();
    play(&["--data-dir", data, "--seed", "5", "--keys", "oo"]);
    let file = journal_in(&folder);
    let text = fs::read_to_string(&file).unwrap();
    let broken = text.replacen("seed 5", "seed 6", 1);
    fs::write(&file, &broken).unwrap();
    let error = fogbound(["--frontend", "text", "--continue", "--data-dir", data]).mistake();
    assert!(
        error.contains(".journal: line 5, after turn 0, is damaged")
            && error.contains("the file was not changed"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), broken);
}

#[test]
fn a_journal_is_checked_and_replayed() {
    let folder = folder("replay");
    let data = folder.to_str().unwrap();
    let last = play(&["--data-dir", data, "--seed", "7", "--keys", "oo.l"]);
    let file = journal_in(&folder);
    let name = file.to_str().unwrap();
    let before = fs::read(&file).unwrap();
    let result = fogbound(["replay", name, "--check"]).text();
    assert!(
        result.contains("as it was played") && result.contains("per command"),
        "{result}"
    );
    let shown = fogbound(["replay", name, "--frontend", "text", "--keys", "<End>"]).text();
    assert!(shown.contains("(end), level 1"), "{shown}");
    // The map is the same. A replay has less room below it, so it is not in the same rows.
    let map = |screen: &str| {
        let row = |line: &str| line.chars().take(64).collect::<String>();
        let rows = screen
            .lines()
            .map(row)
            .skip_while(|it| it.trim().is_empty());
        rows.take_while(|it| !it.trim().is_empty())
            .collect::<Vec<_>>()
    };
    assert!(map(&last).len() > 10, "{last}");
    assert_eq!(map(&shown), map(&last));
    assert_eq!(fs::read(&file).unwrap(), before);
    // A diverging replay fails and names the command.
    let text = String::from_utf8(before).unwrap();
    fs::write(&file, bent(&text).0).unwrap();
    let answer = fogbound(["replay", name, "--check"]);
    assert_eq!(answer.status, 1, "{answer:?}");
    assert!(
        answer.err.contains("the replay diverges in turn"),
        "{}",
        answer.err
    );
    assert_eq!(answer.err.lines().count(), 1);
}

/// A file that may not grow acts like a full disk. Both the screen and the exit status report the problem.
#[cfg(target_os = "linux")]
#[test]
fn quitting_an_unsaved_game_reports_what_is_lost() {
    let folder = folder("limited");
    let data = folder.to_str().unwrap();
    play(&["--data-dir", data, "--seed", "5", "--keys", "."]);
    let file = journal_in(&folder);
    let limit = fs::metadata(&file).unwrap().len() + 300;
    fs::remove_file(&file).unwrap();
    let keys = ".".repeat(30);
    let limited = |arguments: &[&str]| {
        let output = std::process::Command::new("prlimit")
            .arg(format!("--fsize={limit}"))
            .arg(env!("CARGO_BIN_EXE_fogbound"))
            .args(["--frontend", "text", "--data-dir", data])
            .args(arguments)
            .env_remove("FOGBOUND_ASSETS")
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let (status, screen, error) = limited(&["--seed", "5", "--keys", &keys]);
    assert_eq!((status, error.lines().count()), (Some(1), 1), "{error}");
    let count: usize = error
        .strip_prefix("fogbound: The last ")
        .and_then(|it| it.split(' ').next()?.parse().ok())
        .unwrap();
    let expected = "commands are not saved: the file has reached its size limit; the file is ";
    assert!(error.contains(expected), "{error}");
    let last = screen.trim_end().lines().next_back().unwrap();
    assert!(
        last.starts_with(&format!("The last {count} commands are not saved: ")),
        "{screen}"
    );
    // All other commands are saved.
    let file = journal_in(&folder);
    let check = fogbound(["replay", file.to_str().unwrap(), "--check"]);
    assert!(
        check.out.contains(&format!(": {} commands", 30 - count)),
        "{check:?}"
    );
    let whole = play(&["--seed", "5", "--keys", &keys[count..]]);
    let rest = play(&["--data-dir", data, "--continue", "--keys", ""]);
    assert_eq!(
        rest.lines().take(36).collect::<Vec<_>>(),
        whole.lines().take(36).collect::<Vec<_>>()
    );
    // The question before quitting reports the unsaved commands, too.
    let (status, screen, _) = limited(&["--continue", "--keys", "..........<Escape><Up><Enter>"]);
    assert_eq!(status, Some(1));
    assert!(screen.contains("Quit? The last 10"), "{screen}");
}
