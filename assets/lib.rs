//! The files that come with [Fogbound](https://docs.rs/fogbound): tiles, monsters, things, vaults, level plans, palettes
//! and the rooms of the lesson.
//!
//! The files are compiled into the program, so it runs without any other files. New files in `monsters`, `things`,
//! `vaults` or `lesson` are included automatically.

include!(concat!(env!("OUT_DIR"), "/lists.rs"));

/// A built-in file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// The file name, such as `bat.ron`.
    pub name: &'static str,
    /// The file path for use in messages, such as `assets/monsters/bat.ron`.
    pub path: &'static str,
    /// The contents of the file.
    pub text: &'static str,
}

/// The built-in `tiles.ron`, which defines the tiles.
pub const TILES: File = File {
    name: "tiles.ron",
    path: "assets/tiles.ron",
    text: include_str!("tiles.ron"),
};

/// The built-in `depths.ron`, which contains the level plans.
pub const DEPTHS: File = File {
    name: "depths.ron",
    path: "assets/depths.ron",
    text: include_str!("depths.ron"),
};

/// The built-in `numbers.ron`, which contains the numbers of the rules.
pub const NUMBERS: File = File {
    name: "numbers.ron",
    path: "assets/numbers.ron",
    text: include_str!("numbers.ron"),
};

/// The built-in `boons.ron`, which contains the boons.
pub const BOONS: File = File {
    name: "boons.ron",
    path: "assets/boons.ron",
    text: include_str!("boons.ron"),
};

/// The built-in `quest.ron`, which says what a game is about.
pub const QUEST: File = File {
    name: "quest.ron",
    path: "assets/quest.ron",
    text: include_str!("quest.ron"),
};

/// The name and file contents of each palette. The default palette comes first.
pub const PALETTES: [(&str, &str); 3] = [
    ("default", include_str!("palettes/default.ron")),
    ("high-contrast", include_str!("palettes/high-contrast.ron")),
    ("colour-blind", include_str!("palettes/colour-blind.ron")),
];

/// The icon of the window, a PNG file.
pub const ICON: &[u8] = include_bytes!("icon.png");

/// The built-in `pictures.ron`, which contains the pictures that a window draws for tiles.
pub const PICTURES: File = File {
    name: "pictures.ron",
    path: "assets/pictures.ron",
    text: include_str!("pictures.ron"),
};

/// The height of each cut of the font in pixels, and its sheet of glyphs as a PNG file. A sheet has 16 columns and 32
/// rows: code page 437 in regular letters, then in bold letters. Glyphs are half as wide as high. `font/LICENSE-OFL.txt`
/// is the font's licence.
pub const FONT: [(u32, &[u8]); 5] = [
    (16, include_bytes!("font/lamplight-16.png")),
    (20, include_bytes!("font/lamplight-20.png")),
    (24, include_bytes!("font/lamplight-24.png")),
    (28, include_bytes!("font/lamplight-28.png")),
    (32, include_bytes!("font/lamplight-32.png")),
];
