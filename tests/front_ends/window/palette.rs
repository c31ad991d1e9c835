//! The colours of the built-in palette that the tests need.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::screen::Color;

const PALETTE: &str = include_str!("../../../assets/palettes/default.ron");
const TILES: &str = include_str!("../../../assets/tiles.ron");

static DARK: LazyLock<HashSet<Color>> = LazyLock::new(|| {
    let grounds = [PALETTE, TILES]
        .into_iter()
        .flat_map(|file| colors(file, "remembered_ground"));
    grounds.chain([background()]).collect()
});

/// Returns the background of unknown cells and of the margin.
pub fn background() -> Color {
    background_in(PALETTE)
}

/// Returns the background of unknown cells in the palette with this text.
pub fn background_in(palette: &str) -> Color {
    let mut found = colors(palette, "background");
    found.next().expect("the palette has a background")
}

/// Returns whether a map cell with this background is out of view.
pub fn is_dark(ground: Color) -> bool {
    DARK.contains(&ground)
}

/// Returns the colours that a file gives to `name`.
fn colors<'a>(file: &'a str, name: &str) -> impl Iterator<Item = Color> + use<'a> {
    let label = format!("{name}: \"#");
    let behind: Vec<&str> = file
        .match_indices(&label)
        .map(|(at, label)| &file[at + label.len()..])
        .collect();
    behind.into_iter().map(|digits| {
        Color(u32::from_str_radix(&digits[..6], 16).expect("colours have six digits"))
    })
}
