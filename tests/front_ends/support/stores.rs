//! A dungeon full of things, and keys that pick some up, look at them, throw one and drop one.

use super::Folder;

/// The plan of the first level. The light shows what lies there.
const DEPTHS: &str =
    r#"{ 1: (name: "the stores", arrival: "Shelves.", lit: 100, crowd: 0, things: 20) }"#;

/// Writes an assets folder with such a dungeon. Returns the arguments that begin a game in it.
pub fn arguments(folder: &Folder) -> Vec<String> {
    let file = folder.write("depths.ron", DEPTHS);
    let folder = file.trim_end_matches("depths.ron").to_owned();
    let arguments = ["--seed", "5", "--assets"].map(str::to_owned);
    [&arguments[..], &[folder]].concat()
}

/// The keys. The pack lists the first thing first.
pub const KEYS: &[&str] = &[
    "o", "o", "o", "i", "<Down>", "<Up>", "<Enter>", "<Escape>", "<Escape>", "t", "<Enter>",
    "<Left>", "<Right>", "<Enter>", "p", "<Enter>", "g", "I", "<Escape>", "e",
];

/// What the log says after the throw.
pub const THROWN: &str = "You throw";
