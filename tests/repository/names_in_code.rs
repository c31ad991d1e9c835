//! Code looks up no thing and no tile by a name that it only hopes to find in a data file. A verb has the name in its
//! parameters, so that the loader checks it. For a tile that the game always has, there is a constant, such as `Tile::FIRE`.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders with the code of the game.
pub(super) const FOLDERS: [&str; 2] = ["crates/fogbound-simulation/src", "src"];

pub(super) fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
}

/// Returns whether a call of `method` in this line has a text or a constant as its only argument.
fn has_fixed_name(line: &str, method: &str) -> bool {
    let mut calls = line.split(method).skip(1);
    calls.any(|rest| {
        let (argument, _) = rest.split_once(')').unwrap_or((rest, ""));
        let is_constant = |it: char| it.is_ascii_uppercase() || it == '_';
        argument.starts_with('"') || argument.len() > 1 && argument.chars().all(is_constant)
    })
}

/// Returns whether a line looks up a thing, a tile or a monster by a fixed name.
fn is_wrong(line: &str) -> bool {
    // No other type with `get` has names as its keys.
    let by_text = line.contains(".get(\"");
    by_text
        || [".named(", "tile_set().get(", "tiles.get(", "bestiary.get("]
            .iter()
            .any(|it| has_fixed_name(line, it))
}

#[test]
fn no_code_looks_up_a_fixed_name_in_data() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in FOLDERS {
        sources(&root.join(folder), &mut files);
    }
    assert!(files.len() > 300);
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("the file can be read");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = (1..).zip(code.lines()).filter(|(_, it)| is_wrong(it));
        wrong.extend(
            lines.map(|(number, it)| format!("{}:{number}: {}", file.display(), it.trim())),
        );
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn fixed_names_are_found() {
    for line in [
        "let fire = map.tile_set().get(\"fire\");",
        "let flask = level.map.tile_set().get(FLASK);",
        "world.resource::<Things>().named(\"light\")",
        "bestiary.get(\"rat\")",
    ] {
        assert!(is_wrong(line), "{line}");
    }
    for line in [
        "things.named(&self.looks)",
        "map.tile_set().get(seems)",
        "value.named(&names, |name| None)",
        "value.named(&ARTICLES, |name| {",
        "bestiary.get(&kind.0)",
    ] {
        assert!(!is_wrong(line), "{line}");
    }
}
