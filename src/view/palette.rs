//! Colours, read from a file that a designer edits.

use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;
use ratatui::style::{Color, Modifier};
use thiserror::Error;

use super::colors::{Bar, Colors, Tint};
use super::depth::ColorDepth;
use super::few_colors::{self, Kind};
use crate::files::{FileError, MAX_RON, Place, brief, printable, read_text};
use crate::game::{Hue, State, Thing};
use crate::map::Tile;
use crate::mistakes::NoteMistake;

/// Every colour of the game, as many as [can be shown](ColorDepth).
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The file.
    text: Arc<str>,
    /// As the file has them.
    full: Colors,
    depth: ColorDepth,
    /// As they are shown.
    colors: Colors,
}

/// What is wrong with a palette file. Displayed it is one line.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PaletteError {
    /// It is not a palette in RON.
    #[error("{place}: {}", brief(why))]
    Syntax {
        /// Where the reader stumbled.
        place: Place,
        /// What is wrong there.
        why: String,
    },
    /// `far` is not what it can be.
    #[error("`far` is {0}; expected a whole number of percent from 50 to 100")]
    Far(u8),
    /// The file cannot be read; why.
    #[error("{0}; a readable file of UTF-8 text is needed")]
    Unreadable(String),
    /// A tint belongs to no tile.
    #[error("`tiles` has a tint for \"{}\"; the tiles are {known}", brief(_0), known = tile_names())]
    UnknownTile(String),
}

fn tile_names() -> String {
    Tile::NAMES.join(", ")
}

impl Default for Palette {
    fn default() -> Self {
        Self::built_in("default").expect("it is among those that come with the game")
    }
}

/// The palettes that come with the game: name and text.
const BUILT_IN: [(&str, &str); 3] = fogbound_assets::PALETTES;

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
        let depth = ColorDepth::default();
        let is_tile = |name: &&String| Tile::ALL.iter().any(|tile| tile.name() == *name);
        if let Some(name) = colors.tiles.keys().find(|name| !is_tile(name)) {
            return Err(PaletteError::UnknownTile(name.clone()));
        }
        Ok(Self {
            text: text.into(),
            full: colors.clone(),
            depth,
            colors,
        })
    }

    /// The same palette where so many colours can be shown.
    ///
    /// With 256 colours its own are only replaced by the [nearest](ColorDepth::nearest) when all is drawn. With less,
    /// each has one that fits what it is for: brighter for what is seen, darker for what is remembered. Without any, the
    /// difference is one of [attributes](Self::attributes).
    pub fn in_depth(&self, depth: ColorDepth) -> Self {
        let colors = few_colors::of(&self.full, depth);
        Self {
            text: self.text.clone(),
            full: self.full.clone(),
            depth,
            colors,
        }
    }

    /// The text of its file.
    pub fn text_of_file(&self) -> &str {
        &self.text
    }

    /// How many colours it is for.
    pub fn depth(&self) -> ColorDepth {
        self.depth
    }

    /// What tells a cell of this kind from others where colours are few.
    pub fn attributes(&self, kind: Kind) -> Modifier {
        few_colors::attributes(self.depth, kind)
    }

    /// The colour of a glyph on this ground: its own, unless colours are so few that it might not be seen there.
    pub fn on(&self, ground: Color, glyph: Color) -> Color {
        few_colors::on(self.depth, ground, glyph)
    }

    /// Reads the palette in a file; none if there is no such file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, has more than a mebibyte, or is not a palette; without the file's name.
    pub fn read(file: &Path) -> Result<Option<Self>, PaletteError> {
        match read_text(file, MAX_RON) {
            Ok(text) => Self::from_ron(&text).map(Some),
            Err(FileError::Missing) => Ok(None),
            Err(error) => Err(PaletteError::Unreadable(error.to_string())),
        }
    }

    /// The colours of a tile: those that the palette has for it, else its own.
    pub fn tile(&self, tile: Tile) -> Tint {
        let named = self.colors.tiles.get(tile.name()).copied();
        named.unwrap_or_else(|| few_colors::tint(self.depth, Tint::of(tile.kind().colors)))
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
        own.map_or(self.colors.thing.lit, |own| self.figure(own))
    }

    /// The colour of somebody or something that has one of its own.
    fn figure(&self, own: Color) -> Color {
        few_colors::figure(self.depth, own)
    }

    /// The glyph's colour of things that are remembered.
    pub fn remembered_thing(&self) -> Color {
        self.colors.thing.remembered
    }

    /// The colour of a creature: its own, if it has one that there is. They are never remembered.
    pub fn creature(&self, own: Option<&Hue>) -> Color {
        match own {
            Some(&Hue::Rgb(red, green, blue)) => self.figure(Color::Rgb(red, green, blue)),
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

    /// Behind words of danger that must not be overlooked.
    pub fn alarm(&self) -> Color {
        few_colors::ground(self.colors.warning)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Palette::from_ron(text).unwrap_err().to_string()
    }

    #[test]
    fn an_error_is_one_short_line_whatever_the_file_names() {
        let (_, good) = BUILT_IN[1];
        let named = |name: &str| error(&good.replacen("\"rock\":", &format!("{name:?}:"), 1));
        let told = named("\n\u{1b}[31m");
        assert!(
            told.starts_with("`tiles` has a tint for \"\\n\\u{1b}[31m\"; the tiles are"),
            "{told}"
        );
        let told = named(&"a".repeat(1 << 16));
        assert!(told.contains("aaa...\"; the tiles") && told.len() < 1_000);
    }

    #[test]
    fn brackets_without_an_end_are_an_error() {
        for bracket in ["(", "[", "{", "(tiles: {\"rock\": (", "Some("] {
            let deep = error(&bracket.repeat(20_000));
            assert!(deep.starts_with("1:"), "{bracket}: {deep}");
        }
    }

    #[test]
    fn what_is_no_file_or_too_long_is_not_read() {
        let folder = std::env::temp_dir();
        let told = |file: &Path| Palette::read(file).unwrap_err().to_string();
        assert!(told(&folder).starts_with("this is a folder"));
        let file = folder.join(format!("fogbound-{}-palette.ron", std::process::id()));
        std::fs::write(&file, " ".repeat(MAX_RON as usize + 1)).unwrap();
        assert_eq!(
            told(&file),
            "the file is too long; at most 1048576 bytes are read; a readable file of UTF-8 text is needed"
        );
        std::fs::remove_file(&file).unwrap();
    }
}
