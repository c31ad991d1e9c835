//! The files that [Fogbound](https://docs.rs/fogbound) comes with: tiles, monsters, vaults, the plan of the depths, and
//! palettes.
//!
//! They are built into the program, so it runs without any other file. A file added to `monsters` or `vaults` is built in
//! as well.

include!(concat!(env!("OUT_DIR"), "/lists.rs"));

/// A file that is built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, such as `bat.ron`.
    pub name: &'static str,
    /// Its path, for messages, such as `assets/monsters/bat.ron`.
    pub path: &'static str,
    /// Its text.
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

/// The palettes, the usual one first: each name, and the text of its file.
pub const PALETTES: [(&str, &str); 3] = [
    ("default", include_str!("palettes/default.ron")),
    ("high-contrast", include_str!("palettes/high-contrast.ron")),
    ("colour-blind", include_str!("palettes/colour-blind.ron")),
];
