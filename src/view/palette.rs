//! Colours, read from a file that a designer edits.

use std::collections::BTreeMap;
use std::fmt;

use bevy::prelude::*;
use ratatui::style::Color;
use serde::Deserialize;

use crate::game::State;
use crate::map::Tile;

/// Red, green and blue, 0 to 255, as sRGB.
type Rgb = (u8, u8, u8);

/// The colours of what is seen now and of what is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tint {
    lit: Rgb,
    remembered: Rgb,
}

impl Tint {
    /// The colour while it is seen.
    pub fn lit(self) -> Color {
        color(self.lit)
    }

    /// The colour while it is remembered.
    pub fn remembered(self) -> Color {
        color(self.remembered)
    }
}

/// Every colour of the game.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    colors: Colors,
    tiles: [Tint; Tile::ALL.len()],
}

/// The file, field by field.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Colors {
    background: Rgb,
    light: Rgb,
    text: Rgb,
    faint_text: Rgb,
    accent: Rgb,
    player: Rgb,
    tiles: BTreeMap<String, Tint>,
    thing: Tint,
    creature: Rgb,
    moods: Moods,
    overlay: Rgb,
}

/// What is behind a creature that knows of an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Moods {
    noticing: Rgb,
    hunting: Rgb,
    searching: Rgb,
}

/// What is wrong with a palette file.
#[derive(Clone, Debug, PartialEq)]
pub enum PaletteError {
    /// It is not a palette in RON.
    Syntax(ron::error::SpannedError),
    /// A tile has no tint.
    Missing(&'static str),
    /// A tint belongs to no tile.
    UnknownTile(String),
}

impl fmt::Display for PaletteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => write!(f, "{error}"),
            Self::Missing(tile) => write!(f, "`tiles` has no tint for \"{tile}\""),
            Self::UnknownTile(name) => {
                let known: Vec<_> = Tile::ALL.iter().map(|tile| tile.name()).collect();
                let known = known.join(", ");
                write!(
                    f,
                    "`tiles` has a tint for \"{name}\"; the tiles are {known}"
                )
            }
        }
    }
}

impl std::error::Error for PaletteError {}

impl Default for Palette {
    fn default() -> Self {
        let text = include_str!("../../assets/palettes/default.ron");
        Self::from_ron(text).expect("the built-in palette is read by a test")
    }
}

impl Palette {
    /// Reads a palette file.
    ///
    /// # Errors
    ///
    /// If the text is not RON of the expected form, or its tiles are not those of the game.
    pub fn from_ron(text: &str) -> Result<Self, PaletteError> {
        let colors: Colors = ron::from_str(text).map_err(PaletteError::Syntax)?;
        let is_tile = |name: &&String| Tile::ALL.iter().any(|tile| tile.name() == *name);
        if let Some(name) = colors.tiles.keys().find(|name| !is_tile(name)) {
            return Err(PaletteError::UnknownTile(name.clone()));
        }
        let mut tiles = [colors.thing; Tile::ALL.len()];
        for (tint, tile) in tiles.iter_mut().zip(Tile::ALL) {
            let found = colors.tiles.get(tile.name());
            *tint = *found.ok_or(PaletteError::Missing(tile.name()))?;
        }
        Ok(Self { colors, tiles })
    }

    /// The colours of a tile.
    pub fn tile(&self, tile: Tile) -> Tint {
        self.tiles[tile as usize]
    }

    /// The colours of things that lie still.
    pub fn thing(&self) -> Tint {
        self.colors.thing
    }

    /// The colour of creatures. They are never remembered.
    pub fn creature(&self) -> Color {
        color(self.colors.creature)
    }

    /// Behind a creature in this state; nothing of its own for one that knows of no enemy.
    pub fn mood(&self, state: State) -> Option<Color> {
        let moods = self.colors.moods;
        match state {
            State::Asleep | State::Unaware => None,
            State::Noticing => Some(color(moods.noticing)),
            State::Hunting => Some(color(moods.hunting)),
            State::Searching => Some(color(moods.searching)),
        }
    }

    /// Behind the cells that a wizard has asked about.
    pub fn overlay(&self) -> Color {
        color(self.colors.overlay)
    }

    /// The colour of the player.
    pub fn player(&self) -> Color {
        color(self.colors.player)
    }

    /// What is unknown, and behind everything that is not seen now.
    pub fn background(&self) -> Color {
        color(self.colors.background)
    }

    /// Behind what is seen now.
    pub fn light(&self) -> Color {
        color(self.colors.light)
    }

    /// Words.
    pub fn text(&self) -> Color {
        color(self.colors.text)
    }

    /// Words that matter less.
    pub fn faint_text(&self) -> Color {
        color(self.colors.faint_text)
    }

    /// Words that matter more.
    pub fn accent(&self) -> Color {
        color(self.colors.accent)
    }
}

fn color((red, green, blue): Rgb) -> Color {
    Color::Rgb(red, green, blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How bright a colour looks, 0 to 1: the relative luminance of WCAG 2.
    fn luminance((red, green, blue): Rgb) -> f64 {
        let linear = |channel: u8| {
            let channel = f64::from(channel) / 255.0;
            if channel <= 0.04045 {
                channel / 12.92
            } else {
                ((channel + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast ratio of WCAG 2, from 1 to 21.
    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        (one / other).max(other / one)
    }

    #[test]
    fn the_three_states_differ_in_brightness_alone() {
        for file in std::fs::read_dir("assets/palettes").unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let palette = Palette::from_ron(&text).unwrap();
            let background = palette.colors.background;
            let tiles = Tile::ALL.map(|tile| (tile.name(), palette.tile(tile)));
            for (name, tint) in tiles.into_iter().chain([("thing", palette.thing())]) {
                // Rock is what nobody can stand beside; it is seen only as the rim of a cave.
                let (dim, bright) = if name == "rock" {
                    (1.1, 1.5)
                } else {
                    (1.2, 2.0)
                };
                let remembered = contrast(tint.remembered, background);
                let lit = contrast(tint.lit, tint.remembered);
                assert!(
                    remembered >= dim,
                    "{path:?}: {name} remembered {remembered:.2}"
                );
                assert!(lit >= bright, "{path:?}: {name} lit {lit:.2}");
            }
        }
    }

    #[test]
    fn words_can_be_read() {
        let palette = Palette::default().colors;
        assert!(contrast(palette.text, palette.background) >= 7.0);
        assert!(contrast(palette.faint_text, palette.background) >= 3.0);
    }

    #[test]
    fn a_broken_palette_says_what_is_wrong() {
        let good = include_str!("../../assets/palettes/default.ron");
        let error = |text: String| Palette::from_ron(&text).unwrap_err().to_string();
        let unknown = error(good.replace("\"wall\"", "\"wal\""));
        assert!(
            unknown.contains("\"wal\"; the tiles are rock, wall"),
            "{unknown}"
        );
        let missing = error(good.replace(
            "\"rock\": (lit: (70, 66, 80), remembered: (34, 32, 42)),",
            "",
        ));
        assert!(missing.contains("no tint for \"rock\""), "{missing}");
        let syntax = error(good.replace("(12, 12, 16)", "(12, 12)"));
        assert!(syntax.starts_with("5:"), "{syntax}");
    }
}
