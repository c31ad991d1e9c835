//! The house keeps its order: each folder of the simulation's `src` and of the game's is a room, and imports only from the
//! rooms above it. So no circle of imports can lead through two rooms.

use std::fs;
use std::path::{Path, PathBuf};

mod circles;
mod paths;
mod tokens;

use circles::{Files, module_of};
use paths::{Mention, mentions};

/// The rooms from top to bottom. The first two are the field-of-view crate, by the names it has here.
const ROOMS: [&str; 16] = [
    "grid", "fov", "mistakes", "files", "map", "path", "dungeon", "vision", "game", "explorer",
    "control", "journal", "view", "modes", "frontend", "cli",
];

/// The rooms inside of `game`, in the same way.
const GAME: [&str; 7] = [
    "being", "sense", "mind", "deed", "bestiary", "level", "turn",
];

/// The rooms that know no keys and no screen.
const SIMULATION: [&str; 10] = [
    "grid", "fov", "mistakes", "files", "map", "path", "dungeon", "vision", "game", "explorer",
];

/// What those have never heard of.
const DEVICES: [&str; 16] = [
    "KeyCode",
    "ButtonInput",
    "KeyboardInput",
    "ActionState",
    "InputMap",
    "MouseButton",
    "PrimaryWindow",
    "WindowPlugin",
    "RequestRedraw",
    "Terminal",
    "leafwing_input_manager",
    "bevy_ascii_terminal",
    "bevy_ratatui",
    "crossterm",
    "ratatui",
    "winit",
];

/// The same, as paths into Bevy. (`Window` itself is also a tile.)
const DEVICE_MODULES: [[&str; 2]; 3] = [["bevy", "input"], ["bevy", "window"], ["bevy", "winit"]];

/// What is wrong with a file, `file` being its path below a folder `src`.
fn complaints(file: &Path, source: &str) -> Vec<String> {
    let module = module_of(file);
    let Some(place) = ROOMS.iter().position(|room| *room == module[0]) else {
        return vec![format!("{}: {} is no room", file.display(), module[0])];
    };
    let room = ROOMS[place];
    let complain = |mention: &Mention| {
        let why = foreign_room(place, mention)
            .or_else(|| foreign_game_room(&module, mention))
            .or_else(|| SIMULATION.contains(&room).then(|| device(mention))?)?;
        let path = mention.path.join("::");
        Some(format!(
            "{}:{}: `{path}`: {why}",
            file.display(),
            mention.line
        ))
    };
    let mentions = mentions(&module, source);
    mentions.iter().filter_map(complain).collect()
}

fn foreign_room(place: usize, mention: &Mention) -> Option<String> {
    if !mention.within {
        return None;
    }
    let target = mention.path.first().map_or("*", String::as_str);
    match ROOMS.iter().position(|room| *room == target) {
        None => Some(format!("`{target}` of the crate's root is no room")),
        Some(other) if other > place => Some(format!("{target} is below {}", ROOMS[place])),
        Some(_) => None,
    }
}

/// What is wrong with a path from a room of `game` into `game`. The roof of `game` sees all of its rooms.
fn foreign_game_room(module: &[String], mention: &Mention) -> Option<String> {
    let own = module.get(1).filter(|_| module[0] == "game")?;
    let target = mention.path.get(1).filter(|_| mention.path[0] == "game")?;
    let place = |name: &String| GAME.iter().position(|room| room == name);
    match (place(own), place(target)) {
        _ if !mention.within => None,
        (None, _) => Some(format!("game::{own} is no room of the game")),
        (_, None) => Some(format!(
            "game::{target} is reached through the roof of the game"
        )),
        (Some(own), Some(other)) if other > own => {
            Some(format!("game::{target} is below game::{}", GAME[own]))
        }
        _ => None,
    }
}

fn device(mention: &Mention) -> Option<String> {
    let path = &mention.path;
    let known_word = path.iter().any(|word| DEVICES.contains(&word.as_str()));
    let known_path = DEVICE_MODULES
        .iter()
        .any(|module| starts_with(path, module));
    let why = "the simulation knows no keys and no screen";
    (known_word || known_path).then(|| why.to_owned())
}

fn starts_with(path: &[String], beginning: &[&str]) -> bool {
    path.len() >= beginning.len() && path.iter().zip(beginning).all(|(a, b)| a == b)
}

/// All Rust files below a folder, as paths from there.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("the folder is there") {
            let path = entry.expect("the folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let below = path.strip_prefix(folder).expect("it is below");
                files.push(below.to_path_buf());
            }
        }
    }
    files.sort();
    files
}

#[test]
fn every_room_imports_only_from_rooms_above_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for source in [
        root.join("crates/fogbound-simulation/src"),
        root.join("src"),
    ] {
        let files = rust_files(&source);
        assert!(files.len() > 20, "where is the source? {files:?}");
        for file in files {
            // The roof: these two see everything.
            if file == Path::new("lib.rs") || file == Path::new("main.rs") {
                continue;
            }
            let text = fs::read_to_string(source.join(&file)).expect("the file can be read");
            found.extend(complaints(&file, &text));
        }
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

/// The files of a folder `src` that import each other in circles.
fn circles_in(source: &Path) -> Vec<String> {
    let files = rust_files(source);
    let texts = files
        .iter()
        .map(|file| fs::read_to_string(source.join(file)));
    let texts: Vec<String> = texts.map(|text| text.expect("it can be read")).collect();
    let pairs = files.iter().map(PathBuf::as_path);
    let files = Files::new(pairs.zip(texts.iter().map(String::as_str)));
    let circles = files.circles();
    circles
        .into_iter()
        .map(|circle| circle.join(", "))
        .collect()
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = vec![root.join("src")];
    for entry in fs::read_dir(root.join("crates")).expect("the folder is there") {
        sources.push(entry.expect("it can be listed").path().join("src"));
    }
    assert_eq!(sources.len(), 1 + DEPENDENCIES.len());
    let found: Vec<String> = sources.iter().flat_map(|it| circles_in(it)).collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

/// The complaints about a sample, each as its line and its path.
fn about(file: &str, source: &str) -> Vec<String> {
    let short = |complaint: String| {
        let mut parts = complaint.splitn(3, ':');
        let line = parts.nth(1).expect("there is a line").to_owned();
        let path = parts.next().and_then(|rest| rest.split('`').nth(1));
        format!("{line} {}", path.expect("there is a path"))
    };
    complaints(Path::new(file), source)
        .into_iter()
        .map(short)
        .collect()
}

#[test]
fn an_import_from_below_is_caught_however_it_is_written() {
    let source = "
        use crate::grid::Grid; // from above
        use crate::vision::Viewshed;
        use crate::{fov, game::{act, clock as time}, map::{self, Tile}};
        use {
            crate::grid::{
                BitGrid,
                Rectangle,
            },
            ::std::fmt, crate::cli::*,
        };
        fn f(x: crate::view::Screen) -> impl Iterator<Item = i32> + use<> {
            let _ = super::super::frontend::text::run;
            let _ = super::tile::Tile::WALL;
            let _ = super::super::fov::Shape::Circle;
        }
        pub use crate::lost_and_found;
    ";
    let expected = [
        "3 vision::Viewshed",
        "4 game::act",
        "4 game::clock",
        "10 cli::*",
        "12 view::Screen",
        "13 frontend::text::run",
        "17 lost_and_found",
    ];
    assert_eq!(about("map/ascii.rs", source), expected);
}

#[test]
fn a_way_up_is_counted_from_where_it_starts() {
    let source = "
        use super::cli;
        mod tests {
            use super::*;
            use super::super::view;
            mod deeper { fn f() { super::super::super::game::x(); } }
        }
        use super::game;
    ";
    let expected = ["2 cli", "5 view", "6 game::x", "8 game"];
    assert_eq!(about("map/mod.rs", source), expected);
    assert_eq!(about("map.rs", source), expected);
    assert_eq!(
        about("map/deep/mod.rs", "use super::super::view;"),
        ["1 view"]
    );
    assert_eq!(about("map/deep/er.rs", "use super::super::Tile;"), [""; 0]);
}

#[test]
fn the_rooms_of_the_game_keep_their_order_too() {
    let source = "
        use crate::game::being::Actor;
        use super::looking::makes_out;
        use super::super::being::Noise;
        use crate::game::{Action, mind::Urge};
        use super::super::turn;
        pub(crate) fn f() -> crate::game::level::Game {}
    ";
    let expected = [
        "5 game::Action",
        "5 game::mind::Urge",
        "6 game::turn",
        "7 game::level::Game",
    ];
    assert_eq!(about("game/sense/notice.rs", source), expected);
    assert_eq!(
        about("game/mod.rs", "pub use turn::Turn; use self::being::Actor;"),
        [""; 0]
    );
    let found = complaints(
        Path::new("game/attic/mod.rs"),
        "use crate::game::being::Actor;",
    );
    assert!(found[0].contains("game::attic is no room"), "{found:?}");
}

#[test]
fn a_circle_of_files_is_found_however_it_is_imported() {
    let circles = |files: &[(&str, &str)]| {
        let files = files.iter().map(|&(name, text)| (Path::new(name), text));
        let files = Files::new(files);
        let circles = files.circles().into_iter().map(|it| it.join(" "));
        circles.collect::<Vec<String>>()
    };
    let plain = [
        ("lib.rs", "mod a; mod b; pub use a::A;"),
        ("a.rs", "struct A;"),
    ];
    let with = |name, text| circles(&[plain[0], plain[1], (name, text)]);
    assert_eq!(with("b.rs", "use crate::A; use std::fmt;"), [""; 0]);
    let back = |a| circles(&[plain[0], ("a.rs", a), ("b.rs", "use crate::A; struct B;")]);
    for a in [
        "use crate::b::B;",
        "use super::b::{self, B as C};",
        "fn f() { super::b::g(); }",
    ] {
        assert_eq!(back(a), ["a.rs b.rs"], "{a}");
    }
    // Through a name that somebody passes on, and through a folder's own file.
    let passed = [
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", "mod deep; pub use deep::Deep; pub fn help() {}"),
        ("a/deep.rs", "use crate::b::B; struct Deep;"),
        ("b.rs", "use crate::a::Deep; struct B;"),
    ];
    assert_eq!(circles(&passed), ["a/deep.rs b.rs"]);
    let helped = [
        passed[0],
        passed[1],
        ("a/deep.rs", "use super::help; struct Deep;"),
    ];
    assert_eq!(circles(&helped), ["a/deep.rs a/mod.rs"]);
    // A module that is only declared, and a variable that has its name.
    let innocent = [
        ("lib.rs", "mod a;"),
        (
            "a.rs",
            "mod deep; fn f() { let deep = 1; g(deep); } struct A;",
        ),
        ("a/deep.rs", "use super::A;"),
    ];
    assert_eq!(circles(&innocent), [""; 0]);
}

#[test]
fn what_only_looks_like_an_import_is_none() {
    let source = r####"
        // use crate::cli::run;
        /* use crate::cli::run; /* and */ use crate::view::x; */
        //! [`crate::cli::run`]
        const A: &str = "use crate::cli::run; \" use crate::cli::run;";
        const B: &str = r#"use crate::cli::run; " use crate::cli::run;"#;
        const C: (char, char, u8) = ('"', '\'', b'"');
        fn f<'a>(cli: &'a str) -> &'a str { crate(cli) }
        pub(crate) fn g() {}
        use crate::cli::run;
    "####;
    assert_eq!(about("grid/cells.rs", source), ["10 cli::run"]);
}

/// What the crates depend on. Any program can take them, so each crate that is not needed is one too many.
const DEPENDENCIES: [(&str, &[&str]); 3] = [
    ("fogbound-fov", &["glam", "libm", "serde"]),
    (
        "fogbound-simulation",
        &[
            "fogbound-assets",
            "fogbound-fov",
            "fogbound-vision",
            "bevy",
            "notify",
            "rand",
            "ron",
            "strsim",
            "serde",
            "thiserror",
        ],
    ),
    (
        "fogbound-vision",
        &[
            "fogbound-fov",
            "bevy_app",
            "bevy_ecs",
            "bevy_platform",
            "bevy_reflect",
            "bevy_tasks",
            "serde",
        ],
    ),
];

/// The names in the table `[dependencies]` of a manifest.
fn dependencies(manifest: &str) -> Vec<&str> {
    let lines = manifest
        .lines()
        .skip_while(|line| *line != "[dependencies]");
    let lines = lines.skip(1).take_while(|line| !line.starts_with('['));
    let entries = lines.filter(|line| !line.starts_with('#') && line.contains('='));
    let names = entries.filter_map(|line| line.split([' ', '.', '=']).next());
    names.collect()
}

#[test]
fn the_crates_depend_on_what_they_may() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    for (name, allowed) in DEPENDENCIES {
        let manifest = fs::read_to_string(crates.join(name).join("Cargo.toml"));
        let manifest = manifest.expect("the crate is there");
        assert_eq!(dependencies(&manifest), allowed, "{name}");
        let targets = manifest.matches(".dependencies]").count();
        assert_eq!(targets, 0, "{name} has dependencies for some targets only");
    }
    let folders = fs::read_dir(crates).expect("the folder is there").count();
    assert_eq!(folders, DEPENDENCIES.len(), "each crate is in the list");
}

#[test]
fn the_simulation_knows_no_devices() {
    let source = "
        use bevy::prelude::*;
        fn keys(keys: Res<ButtonInput<KeyCode>>, tile: Tile) -> bool { tile == Tile::WINDOW }
        use bevy::{input::mouse, window::Window};
        use ratatui::buffer::Buffer;
    ";
    let expected = [
        "3 ButtonInput",
        "3 KeyCode",
        "4 bevy::input::mouse",
        "4 bevy::window::Window",
        "5 ratatui::buffer::Buffer",
    ];
    assert_eq!(about("game/act.rs", source), expected);
    assert_eq!(about("control/mod.rs", source), [""; 0]);
}

#[test]
fn a_folder_that_is_no_room_is_told() {
    let found = complaints(Path::new("attic/mod.rs"), "");
    assert_eq!(found, ["attic/mod.rs: attic is no room"]);
}
