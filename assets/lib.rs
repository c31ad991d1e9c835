//! The files that come with [Fogbound](https://docs.rs/fogbound): tiles, monsters, things, vaults, level plans and palettes.
//!
//! The files are compiled into the program, so it runs without any other files. New files in `monsters`, `things` or
//! `vaults` are included automatically.

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

/// The name and file contents of each palette. The default palette comes first.
pub const PALETTES: [(&str, &str); 3] = [
    ("default", include_str!("palettes/default.ron")),
    ("high-contrast", include_str!("palettes/high-contrast.ron")),
    ("colour-blind", include_str!("palettes/colour-blind.ron")),
];

/// The icon of the window, a PNG file.
pub const ICON: &[u8] = include_bytes!("icon.png");
