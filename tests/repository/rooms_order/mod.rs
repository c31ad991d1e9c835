//! Each folder in the `src` folders of the simulation and the game is a room that imports only from the rooms above it.
//! Therefore, no import cycle can include two rooms.

use std::fs;
use std::path::{Path, PathBuf};

mod circles;
mod paths;
mod tokens;

use circles::{Files, module_of};
use paths::{Mention, mentions};

/// The rooms from top to bottom. The first two are re-exported from the field-of-view crate.
const ROOMS: [&str; 19] = [
    "grid", "fov", "mistakes", "files", "map", "path", "dungeon", "vision", "game", "explorer",
    "control", "journal", "view", "modes", "acts", "tell", "frontend", "lab", "cli",
];

/// The rooms within `game`, from top to bottom.
const GAME: [&str; 10] = [
    "saved", "being", "sense", "mind", "deed", "bestiary", "level", "effect", "turn", "plugin",
];

/// The rooms that must not mention keys or screens.
const SIMULATION: [&str; 10] = [
    "grid", "fov", "mistakes", "files", "map", "path", "dungeon", "vision", "game", "explorer",
];

/// The words that the simulation's rooms must not mention.
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

/// The Bevy modules that the simulation's rooms must not mention. The word `Window` is allowed because it is also the
/// name of a tile.
const DEVICE_MODULES: [[&str; 2]; 3] = [["bevy", "input"], ["bevy", "window"], ["bevy", "winit"]];

/// Returns the forbidden imports of a file. `file` is its path relative to `src`.
fn complaints(file: &Path, source: &str) -> Vec<String> {
    let module = module_of(file);
    let Some(place) = ROOMS.iter().position(|room| *room == module[0]) else {
        return vec![format!("{}: {} is not a room", file.display(), module[0])];
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
        None => Some(format!("`{target}` in the crate's root is not a room")),
        Some(other) if other > place => Some(format!("{target} is below {}", ROOMS[place])),
        Some(_) => None,
    }
}

/// Returns what is wrong with a path from a room in `game` to another place in `game`. `game/mod.rs` itself may import
/// from all rooms.
fn foreign_game_room(module: &[String], mention: &Mention) -> Option<String> {
    let own = module.get(1).filter(|_| module[0] == "game")?;
    let target = mention.path.get(1).filter(|_| mention.path[0] == "game")?;
    let place = |name: &String| GAME.iter().position(|room| room == name);
    match (place(own), place(target)) {
        _ if !mention.within => None,
        (None, _) => Some(format!("game::{own} is not a room of the game")),
        (_, None) => Some(format!("game::{target} is a re-export of game/mod.rs")),
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
    let why = "the simulation must not mention keys or screens";
    (known_word || known_path).then(|| why.to_owned())
}

fn starts_with(path: &[String], beginning: &[&str]) -> bool {
    path.len() >= beginning.len() && path.iter().zip(beginning).all(|(a, b)| a == b)
}

/// Returns the relative paths of all Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("the folder exists") {
            let path = entry.expect("the folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let below = path
                    .strip_prefix(folder)
                    .expect("the path is below the folder");
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
        assert!(files.len() > 20, "too few source files: {files:?}");
        for file in files {
            // These two files may import from every room.
            if file == Path::new("lib.rs") || file == Path::new("main.rs") {
                continue;
            }
            let text = fs::read_to_string(source.join(&file)).expect("the file can be read");
            found.extend(complaints(&file, &text));
        }
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

/// Returns the import cycles in a `src` folder.
fn circles_in(source: &Path) -> Vec<String> {
    let files = rust_files(source);
    let texts = files
        .iter()
        .map(|file| fs::read_to_string(source.join(file)));
    let texts: Vec<String> = texts
        .map(|text| text.expect("the file can be read"))
        .collect();
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
    for entry in fs::read_dir(root.join("crates")).expect("the folder exists") {
        sources.push(entry.expect("the folder can be listed").path().join("src"));
    }
    assert_eq!(sources.len(), 1 + DEPENDENCIES.len());
    let found: Vec<String> = sources.iter().flat_map(|it| circles_in(it)).collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn forbidden_imports_are_caught_however_they_are_written() {
    let samples = include_str!("samples.txt");
    let mut count = 0;
    for sample in samples.split("\n== ").skip(1) {
        let (files, lines) = sample.split_once('\n').expect("there are lines");
        let (mut source, mut expected) = (String::new(), Vec::new());
        for (line, number) in lines.lines().zip(1..) {
            let (code, found) = line.split_once(" <- ").unwrap_or((line, ""));
            source += &format!("{code}\n");
            let found = found.split(", ").filter(|it| !it.is_empty());
            expected.extend(found.map(|path| format!("{number}: `{path}`")));
        }
        for file in files.split(' ') {
            let found = complaints(Path::new(file), &source);
            let expected: Vec<String> =
                expected.iter().map(|it| format!("{file}:{it}: ")).collect();
            let is_same = found.len() == expected.len()
                && found
                    .iter()
                    .zip(&expected)
                    .all(|(it, begin)| it.starts_with(begin));
            assert!(is_same, "{found:#?} instead of {expected:#?}");
            count += 1;
        }
    }
    assert_eq!(count, 10);
    for (file, expected) in [
        ("attic/mod.rs", "attic/mod.rs: attic is not a room"),
        (
            "game/attic/mod.rs",
            "game/attic/mod.rs:1: `game::being::Actor`: game::attic is not a room",
        ),
    ] {
        let found = complaints(Path::new(file), "use crate::game::being::Actor;");
        assert!(found[0].starts_with(expected), "{found:?}");
    }
}

#[test]
fn import_circles_are_found_however_they_are_written() {
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
    // This cycle passes through a re-export.
    let index = "mod deep; mod flat; pub use deep::Deep; pub use flat::Flat;";
    let reexport = [
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", index),
        ("a/deep.rs", "use crate::b::B; struct Deep;"),
        ("a/flat.rs", "struct Flat;"),
        ("b.rs", "use crate::a::Deep; struct B;"),
    ];
    assert_eq!(circles(&reexport), ["a/deep.rs b.rs"]);
    // A `mod.rs` with only modules and re-exports leads to the files that define the names, and to no others.
    let flat = "use crate::a::Flat; struct B;";
    let with = |parent: &str, deep: &str, b: &str| {
        let files = [reexport[0], ("a/mod.rs", parent), ("a/deep.rs", deep)];
        circles(&[&files[..], &[reexport[3], ("b.rs", b)]].concat())
    };
    let deep = reexport[2].1;
    assert_eq!(with(index, deep, flat), [""; 0]);
    let sibling = "use super::Flat; use super::flat::Flat; struct Deep;";
    assert_eq!(with(index, sibling, flat), [""; 0]);
    // A `mod.rs` with items of its own is imported together with what it re-exports.
    for item in [
        "pub fn help() {}",
        "struct Own;",
        "impl Deep {}",
        "const A: u8 = 1;",
    ] {
        let parent = format!("{index} {item}");
        let all = with(&parent, deep, flat);
        assert_eq!(all, ["a/deep.rs a/mod.rs b.rs"], "{item}");
        let child = with(&parent, "use super::Flat; struct Deep;", "");
        assert_eq!(child, ["a/deep.rs a/mod.rs"], "{item}");
        let around = with(&format!("{parent} use crate::b::B;"), "struct Deep;", flat);
        assert_eq!(around, ["a/mod.rs b.rs"], "{item}");
        assert_eq!(
            with(&parent, "use super::flat::Flat;", flat),
            [""; 0],
            "{item}"
        );
    }
    // A renamed item or a glob counts as an import of the `mod.rs`, because it may be any of its names.
    for parent in [
        "mod deep; pub use deep::Deep as Other;",
        "mod deep; pub use deep::*;",
    ] {
        let other = "use crate::a::Other; struct B;";
        let all = with(parent, deep, other);
        assert_eq!(all, ["a/deep.rs a/mod.rs b.rs"], "{parent}");
    }
    let parent = [
        reexport[0],
        ("a/mod.rs", "mod deep; pub use deep::Deep; pub fn help() {}"),
        ("a/deep.rs", "use super::help; struct Deep;"),
    ];
    assert_eq!(circles(&parent), ["a/deep.rs a/mod.rs"]);
    // Programs for doc tests are not items that a file could import.
    let readme = (
        "lib.rs",
        "mod a; mod b; pub use a::A; pub use b::B; #[cfg(doctest)] struct Readme;",
    );
    let crate_root = [
        readme,
        ("a.rs", "use crate::B; struct A;"),
        ("b.rs", "struct B;"),
    ];
    assert_eq!(circles(&crate_root), [""; 0]);
    // A module that is only declared does not form a cycle, and neither does a variable with the same name.
    let innocent = [
        ("lib.rs", "mod a;"),
        (
            "a.rs",
            "mod deep; fn f() { let deep = 1; g(deep); } struct A;",
        ),
        ("a/deep.rs", "use super::A;"),
    ];
    assert_eq!(circles(&innocent), [""; 0]);
    // Neither does a path that says who can see an item.
    let visible = [
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod deep; pub use deep::A;"),
        ("a/deep.rs", "pub(in crate::a) struct A;"),
    ];
    assert_eq!(circles(&visible), [""; 0]);
}

/// The dependencies of each crate. Other programs use these crates, so they must not pull in more than they need.
const DEPENDENCIES: [(&str, &[&str]); 3] = [
    ("fogbound-fov", &["bevy_reflect", "glam", "libm", "serde"]),
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

/// Returns the names in the `[dependencies]` table of a manifest.
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
fn the_crates_have_exactly_the_listed_dependencies() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    for (name, allowed) in DEPENDENCIES {
        let manifest = fs::read_to_string(crates.join(name).join("Cargo.toml"));
        let manifest = manifest.expect("the crate exists");
        assert_eq!(dependencies(&manifest), allowed, "{name}");
        let targets = manifest.matches(".dependencies]").count();
        assert_eq!(targets, 0, "{name} has target-specific dependencies");
    }
    let folders = fs::read_dir(crates).expect("the folder exists").count();
    assert_eq!(folders, DEPENDENCIES.len(), "a crate is not in the list");
}
