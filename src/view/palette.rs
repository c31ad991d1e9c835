//! Colours, read from a file that a designer edits.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use bevy::prelude::*;
use ratatui::style::Color;
use serde::{Deserialize, Deserializer, de};
use thiserror::Error;

use crate::game::{Hue, State, Thing};
use crate::map::{Place, Tile, printable};
use crate::mistakes::NoteMistake;

/// The colours of a tile: while it is seen, and while it is remembered; of its glyph, and of the ground behind that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tint {
    #[serde(deserialize_with = "rgb")]
    lit: Color,
    #[serde(deserialize_with = "rgb")]
    ground: Color,
    #[serde(deserialize_with = "rgb")]
    remembered: Color,
    #[serde(deserialize_with = "rgb")]
    remembered_ground: Color,
}

impl Tint {
    /// Glyph and ground beside the eye.
    pub fn lit(self) -> (Color, Color) {
        (self.lit, self.ground)
    }

    /// Glyph and ground as they are remembered.
    pub fn remembered(self) -> (Color, Color) {
        (self.remembered, self.remembered_ground)
    }
}

/// The glyph's colour of things that lie still: they stand on the ground of the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ThingTint {
    #[serde(deserialize_with = "rgb")]
    lit: Color,
    #[serde(deserialize_with = "rgb")]
    remembered: Color,
}

/// A health bar, by how much is left; and what is missing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bar {
    #[serde(deserialize_with = "rgb")]
    full: Color,
    #[serde(deserialize_with = "rgb")]
    hurt: Color,
    #[serde(deserialize_with = "rgb")]
    low: Color,
    #[serde(deserialize_with = "rgb")]
    empty: Color,
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
    tiles: Vec<Tint>,
}

/// The file, field by field.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Colors {
    #[serde(deserialize_with = "rgb")]
    background: Color,
    #[serde(deserialize_with = "rgb")]
    text: Color,
    #[serde(deserialize_with = "rgb")]
    faint_text: Color,
    #[serde(deserialize_with = "rgb")]
    accent: Color,
    #[serde(deserialize_with = "rgb")]
    warning: Color,
    #[serde(deserialize_with = "rgb")]
    selection: Color,
    #[serde(deserialize_with = "rgb")]
    player: Color,
    far: u8,
    tiles: BTreeMap<String, Tint>,
    thing: ThingTint,
    #[serde(deserialize_with = "rgb")]
    creature: Color,
    colors: BTreeMap<String, Named>,
    moods: Moods,
    #[serde(deserialize_with = "rgb")]
    overlay: Color,
    #[serde(deserialize_with = "rgb")]
    watched: Color,
    #[serde(deserialize_with = "rgb")]
    way: Color,
    #[serde(deserialize_with = "rgb")]
    cursor: Color,
    bar: Bar,
}

/// A colour that monsters' files name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
struct Named(#[serde(deserialize_with = "rgb")] Color);

/// What is behind a creature, by what it knows of its enemies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Moods {
    #[serde(deserialize_with = "rgb")]
    asleep: Color,
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
    /// `far` is not what it can be.
    #[error("`far` is {0}; expected a whole number of percent from 50 to 100")]
    Far(u8),
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
        Self::built_in("default").expect("it is among those that come with the game")
    }
}

/// The palettes that come with the game: name and text.
const BUILT_IN: [(&str, &str); 3] = [
    ("default", include_str!("../../assets/palettes/default.ron")),
    (
        "high-contrast",
        include_str!("../../assets/palettes/high-contrast.ron"),
    ),
    (
        "colour-blind",
        include_str!("../../assets/palettes/colour-blind.ron"),
    ),
];

impl Palette {
    /// The names of the palettes that come with the game.
    pub const NAMES: [&'static str; 3] = [BUILT_IN[0].0, BUILT_IN[1].0, BUILT_IN[2].0];

    /// The palette of this name that comes with the game.
    pub fn built_in(name: &str) -> Option<Self> {
        let (_, text) = BUILT_IN.iter().find(|(it, _)| *it == name)?;
        Some(Self::from_ron(text).expect("the built-in palettes are read by a test"))
    }

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
        if !(50..=100).contains(&colors.far) {
            return Err(PaletteError::Far(colors.far));
        }
        let is_tile = |name: &&String| Tile::ALL.iter().any(|tile| tile.name() == *name);
        if let Some(name) = colors.tiles.keys().find(|name| !is_tile(name)) {
            return Err(PaletteError::UnknownTile(name.clone()));
        }
        let tint = |tile: Tile| {
            let found = colors.tiles.get(tile.name()).copied();
            found.ok_or(PaletteError::Missing(tile.name()))
        };
        let tiles: Vec<Tint> = Tile::ALL.into_iter().map(tint).collect::<Result<_, _>>()?;
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

    /// How bright tiles at the limit of sight are, compared with those beside the eye, in percent.
    pub fn far(&self) -> u8 {
        self.colors.far
    }

    /// The glyph's colour of a thing that is seen: its own, if it has one.
    pub fn lit_thing(&self, thing: &Thing) -> Color {
        let own = thing
            .color
            .map(|(red, green, blue)| Color::Rgb(red, green, blue));
        own.unwrap_or(self.colors.thing.lit)
    }

    /// The glyph's colour of things that are remembered.
    pub fn remembered_thing(&self) -> Color {
        self.colors.thing.remembered
    }

    /// The colour of a creature: its own, if it has one that there is. They are never remembered.
    pub fn creature(&self, own: Option<&Hue>) -> Color {
        match own {
            Some(&Hue::Rgb(red, green, blue)) => Color::Rgb(red, green, blue),
            Some(Hue::Named(name)) => self.named(name).unwrap_or(self.colors.creature),
            None => self.colors.creature,
        }
    }

    /// The colour of this name.
    pub fn named(&self, name: &str) -> Option<Color> {
        self.colors.colors.get(name).map(|named| named.0)
    }

    /// The names of colours that there are.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.colors.colors.keys().map(String::as_str)
    }

    /// Behind a creature in this state; nothing of its own for one that knows of no enemy.
    pub fn mood(&self, state: State) -> Option<Color> {
        let moods = self.colors.moods;
        match state {
            State::Unaware => None,
            State::Asleep => Some(moods.asleep),
            State::Noticing => Some(moods.noticing),
            State::Hunting => Some(moods.hunting),
            State::Searching => Some(moods.searching),
        }
    }

    /// Behind the cells that a wizard has asked about.
    pub fn overlay(&self) -> Color {
        self.colors.overlay
    }

    /// Behind the cells that a creature sees which is looked at.
    pub fn watched(&self) -> Color {
        self.colors.watched
    }

    /// Behind the cells of a way that may be walked.
    pub fn way(&self) -> Color {
        self.colors.way
    }

    /// Behind the cell that is looked at.
    pub fn cursor(&self) -> Color {
        self.colors.cursor
    }

    /// A bar of which so many percent are left, and what is missing of it.
    pub fn bar(&self, percent: i32) -> (Color, Color) {
        let Bar {
            full,
            hurt,
            low,
            empty,
        } = self.colors.bar;
        let color = match percent {
            67.. => full,
            34..67 => hurt,
            _ => low,
        };
        (color, empty)
    }

    /// The colour of the player.
    pub fn player(&self) -> Color {
        self.colors.player
    }

    /// What is unknown, and behind all words.
    pub fn background(&self) -> Color {
        self.colors.background
    }

    /// Behind the entry of a menu that is chosen.
    pub fn selection(&self) -> Color {
        self.colors.selection
    }

    /// Words of danger.
    pub fn warning(&self) -> Color {
        self.colors.warning
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

/// Gives an app colours of its own.
pub trait AddPalette {
    /// From now on the screen has the colours of this palette file: its name, for messages, and its text, which
    /// [`include_str!`] can read when the program is built.
    fn add_palette(&mut self, name: &str, text: &str) -> &mut Self;
}

impl AddPalette for App {
    fn add_palette(&mut self, name: &str, text: &str) -> &mut Self {
        match Palette::from_ron(text) {
            Ok(palette) => self.insert_resource(palette),
            Err(error) => self.note_mistake(error.in_file(name)),
        }
    }
}

impl PaletteError {
    /// The error with the name of the file before it.
    pub fn in_file(&self, name: &str) -> String {
        let name = printable(name);
        match self {
            Self::Syntax { .. } => format!("{name}:{self}"),
            _ => format!("{name}: {self}"),
        }
    }
}
