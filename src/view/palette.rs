//! Colours, read from a file that a designer edits.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use bevy::prelude::*;
use ratatui::style::Color;
use serde::{Deserialize, Deserializer, de};
use thiserror::Error;

use crate::game::{State, Thing};
use crate::map::{Place, Tile};

/// The colours of what is seen now and of what is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tint {
    #[serde(deserialize_with = "rgb")]
    lit: Color,
    #[serde(deserialize_with = "rgb")]
    remembered: Color,
}

impl Tint {
    /// The colour while it is seen.
    pub fn lit(self) -> Color {
        self.lit
    }

    /// The colour while it is remembered.
    pub fn remembered(self) -> Color {
        self.remembered
    }
}

/// Reads a colour as `"#rrggbb"`. Other names that ratatui knows are those of a terminal's own colours, which differ
/// from one terminal to the next and are not in a window.
fn rgb<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
    const EXPECTED: &str =
        "a colour as \"#rrggbb\", two hexadecimal digits each for red, green and blue";
    match Color::deserialize(deserializer) {
        Ok(color @ Color::Rgb(..)) => Ok(color),
        _ => Err(de::Error::custom(format_args!("expected {EXPECTED}"))),
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
    #[serde(deserialize_with = "rgb")]
    background: Color,
    #[serde(deserialize_with = "rgb")]
    light: Color,
    #[serde(deserialize_with = "rgb")]
    text: Color,
    #[serde(deserialize_with = "rgb")]
    faint_text: Color,
    #[serde(deserialize_with = "rgb")]
    accent: Color,
    #[serde(deserialize_with = "rgb")]
    player: Color,
    tiles: BTreeMap<String, Tint>,
    thing: Tint,
    #[serde(deserialize_with = "rgb")]
    creature: Color,
    moods: Moods,
    #[serde(deserialize_with = "rgb")]
    overlay: Color,
}

/// What is behind a creature that knows of an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Moods {
    #[serde(deserialize_with = "rgb")]
    noticing: Color,
    #[serde(deserialize_with = "rgb")]
    hunting: Color,
    #[serde(deserialize_with = "rgb")]
    searching: Color,
}

/// What is wrong with a palette file. Displayed it is one line.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PaletteError {
    /// It is not a palette in RON.
    #[error("{place}: {why}")]
    Syntax {
        /// Where the reader stumbled.
        place: Place,
        /// What is wrong there.
        why: String,
    },
    /// A tile has no tint.
    #[error("`tiles` has no tint for \"{0}\"")]
    Missing(&'static str),
    /// The file cannot be read; why.
    #[error("{0}; a readable file of UTF-8 text is needed")]
    Unreadable(String),
    /// A tint belongs to no tile.
    #[error("`tiles` has a tint for \"{0}\"; the tiles are {known}", known = tile_names())]
    UnknownTile(String),
}

fn tile_names() -> String {
    Tile::ALL.map(Tile::name).join(", ")
}

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
        let colors: Colors = ron::from_str(text).map_err(|error| PaletteError::Syntax {
            place: Place {
                line: error.span.end.line,
                column: error.span.end.col,
            },
            why: error.code.to_string(),
        })?;
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

    /// Reads the palette in a file; none if there is no such file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is not a palette; without the file's name.
    pub fn read(file: &Path) -> Result<Option<Self>, PaletteError> {
        match fs::read_to_string(file) {
            Ok(text) => Self::from_ron(&text).map(Some),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(PaletteError::Unreadable(error.to_string())),
        }
    }

    /// The colours of a tile.
    pub fn tile(&self, tile: Tile) -> Tint {
        self.tiles[tile as usize]
    }

    /// The colours of things that lie still.
    pub fn thing(&self) -> Tint {
        self.colors.thing
    }

    /// The colour of a thing that is seen: its own, if it has one.
    pub fn lit_thing(&self, thing: &Thing) -> Color {
        let own = thing
            .color
            .map(|(red, green, blue)| Color::Rgb(red, green, blue));
        own.unwrap_or(self.colors.thing.lit)
    }

    /// The colour of creatures. They are never remembered.
    pub fn creature(&self) -> Color {
        self.colors.creature
    }

    /// Behind a creature in this state; nothing of its own for one that knows of no enemy.
    pub fn mood(&self, state: State) -> Option<Color> {
        let moods = self.colors.moods;
        match state {
            State::Asleep | State::Unaware => None,
            State::Noticing => Some(moods.noticing),
            State::Hunting => Some(moods.hunting),
            State::Searching => Some(moods.searching),
        }
    }

    /// Behind the cells that a wizard has asked about.
    pub fn overlay(&self) -> Color {
        self.colors.overlay
    }

    /// The colour of the player.
    pub fn player(&self) -> Color {
        self.colors.player
    }

    /// What is unknown, and behind everything that is not seen now.
    pub fn background(&self) -> Color {
        self.colors.background
    }

    /// Behind what is seen now.
    pub fn light(&self) -> Color {
        self.colors.light
    }

    /// Words.
    pub fn text(&self) -> Color {
        self.colors.text
    }

    /// Words that matter less.
    pub fn faint_text(&self) -> Color {
        self.colors.faint_text
    }

    /// Words that matter more.
    pub fn accent(&self) -> Color {
        self.colors.accent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How bright a colour looks, 0 to 1: the relative luminance of WCAG 2.
    fn luminance(color: Color) -> f64 {
        let Color::Rgb(red, green, blue) = color else {
            panic!("{color:?}")
        };
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
    fn contrast(one: Color, other: Color) -> f64 {
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
        let missing =
            error(good.replace("\"rock\": (lit: \"#464250\", remembered: \"#22202a\"),", ""));
        assert!(missing.contains("no tint for \"rock\""), "{missing}");
        for wrong in ["(12, 12, 16)", "\"red\"", "\"#0c0c1\"", "\"0c0c10\"", "12"] {
            let syntax = error(good.replace("\"#0c0c10\"", wrong));
            assert!(syntax.starts_with("5:"), "{syntax}");
            assert!(syntax.contains("\"#rrggbb\""), "{syntax}");
        }
        let unfinished = error(good.replace("text:", "text"));
        assert!(unfinished.starts_with("8:"), "{unfinished}");
    }
}
