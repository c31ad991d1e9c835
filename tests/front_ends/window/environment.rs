//! Tests of environment variables that keep a window from opening, or seem to.

use std::fs;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use super::game::arguments;
use super::program::Program;
use super::routes::SEED;
use super::stage::Stage;
use crate::support::{Folder, at_once, command, game};

/// Variables that name a Wayland server that is not there, and the one that the message names.
const STALE: [(&[(&str, &str)], &str); 3] = [
    (
        &[
            ("WAYLAND_DISPLAY", "wayland-9"),
            ("XDG_RUNTIME_DIR", "/nowhere"),
        ],
        "WAYLAND_DISPLAY: ",
    ),
    (
        &[("WAYLAND_DISPLAY", "wayland-0"), ("XDG_RUNTIME_DIR", "")],
        "XDG_RUNTIME_DIR",
    ),
    (&[("WAYLAND_SOCKET", "99")], "WAYLAND_SOCKET: "),
];

/// Variables of a display that is not there.
const GONE: [(&str, &str); 1] = [("DISPLAY", ":4242")];

#[test]
fn a_window_opens_on_the_x_server_if_the_wayland_server_is_gone() {
    let Some(stage) = Stage::enter() else { return };
    let display = stage.display(400, 300);
    for (variables, named) in STALE {
        let program = Program::start_in(&display, &arguments(SEED), variables, Folder::new());
        let said = program.errors();
        let lines = said.lines().filter(|it| it.starts_with("fogbound: "));
        let lines: Vec<&str> = lines.collect();
        assert!(
            lines.len() == 1 && lines[0].contains(named) && lines[0].ends_with("using X11 instead"),
            "{said}"
        );
    }
    let scale = [("WINIT_X11_SCALE_FACTOR", "abc")];
    let variables = [
        &display.variables()[..1],
        &[(scale[0].0, scale[0].1.as_ref())],
    ]
    .concat();
    let refused = run(&["--frontend", "window"], |it| {
        it.envs(variables.iter().copied())
    });
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert_one_line(&refused, &["WINIT_X11_SCALE_FACTOR", "`abc`", "accepted"]);
    let text = run(SEED, |it| it.envs(variables.iter().copied()));
    assert_eq!(text.status.code(), Some(0), "{text:?}");
    assert_one_line(&text, &["WINIT_X11_SCALE_FACTOR", "showing text instead"]);
}

#[test]
fn every_command_shows_text_and_says_why_if_no_window_can_open() {
    let folder = Folder::new();
    let data = folder.join("saved");
    let keys = ["--frontend", "text", "--data-dir", &data, "--keys", "l"];
    let recorded = run(&[SEED, &keys].concat(), |it| it);
    assert!(recorded.status.success(), "{recorded:?}");
    let games = fs::read_dir(PathBuf::from(&data).join("games")).expect("the game was saved");
    let journals: Vec<String> = games
        .flatten()
        .map(|it| it.path().display().to_string())
        .filter(|it| it.ends_with(".journal"))
        .collect();
    let made = run(
        &["new", "scene", "rat", "--assets", &folder.join("mine")],
        |it| it,
    );
    assert!(made.status.success(), "{made:?}");
    let scene = folder.join("mine/rat.scene");
    let commands: [&[&str]; 4] = [
        SEED,
        &["replay", &journals[0]],
        &["watch", "--seed", "1"],
        &["lab", &scene],
    ];
    at_once(commands, |arguments| {
        let shown = run(arguments, |it| it.envs(GONE));
        assert_eq!(shown.status.code(), Some(0), "{arguments:?}: {shown:?}");
        assert_one_line(
            &shown,
            &["DISPLAY: no X server at :4242", "showing text instead"],
        );
        assert!(!shown.stdout.is_empty(), "{arguments:?}");
    });
}

fn assert_one_line(output: &Output, parts: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    let is_right = said.lines().count() == 1 && parts.iter().all(|it| said.contains(it));
    assert!(is_right, "{said}");
}

/// Runs the game without a terminal.
fn run(
    arguments: &[&str],
    change: impl FnOnce(&mut std::process::Command) -> &mut std::process::Command,
) -> Output {
    let folder = Folder::new();
    let mut command = command(game());
    command
        .args(arguments)
        .env("XDG_DATA_HOME", folder.path().join("data"))
        .env("XDG_CONFIG_HOME", folder.path().join("config"))
        .stdin(Stdio::null());
    change(&mut command).output().expect("the game starts")
}
