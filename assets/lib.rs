//! The files that come with [Fogbound](https://docs.rs/fogbound): tiles, monsters, vaults, the plan of the depths and
//! palettes.
//!
//! They are built into the program, so it runs without any other file. A new file in `monsters` or `vaults` is built in
//! too.

include!(concat!(env!("OUT_DIR"), "/lists.rs"));

/// A built-in file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// The file name, such as `bat.ron`.
    pub name: &'static str,
    /// The path to show in messages, such as `assets/monsters/bat.ron`.
    pub path: &'static str,
    /// The file's text.
    pub text: &'static str,
}

/// `tiles.ron`.
pub const TILES: File = File {
    name: "tiles.ron",
    path: "assets/tiles.ron",
    text: include_str!("tiles.ron"),
};

/// `depths.ron`.
pub const DEPTHS: File = File {
    name: "depths.ron",
    path: "assets/depths.ron",
    text: include_str!("depths.ron"),
};

/// The name and the file text of each palette, the default one first.
pub const PALETTES: [(&str, &str); 3] = [
    ("default", include_str!("palettes/default.ron")),
    ("high-contrast", include_str!("palettes/high-contrast.ron")),
    ("colour-blind", include_str!("palettes/colour-blind.ron")),
];
