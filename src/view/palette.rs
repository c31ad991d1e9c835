//! The game's colours, read from a palette file.

use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;
use ratatui::style::{Color, Modifier};
use thiserror::Error;

use super::colors::{Bar, Colors, Tint};
use super::depth::ColorDepth;
use super::few_colors::{self, Kind};
use super::shade::{at_brightness, contrast};
use crate::files::{
    DataError, FileError, MAX_RON, Source, TextError, TextPosition, printable, read_text,
};
use crate::game::{Hue, State, Thing};
use crate::map::{Base, Tile};
use crate::mistakes::NoteMistake;

/// The game's colours, reduced to the [colours that the screen can show](ColorDepth).
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The text of the palette file.
    text: Arc<str>,
    /// The colours in the palette file.
    full: Colors,
    depth: ColorDepth,
    /// The colours to show, reduced to the colour depth.
    colors: Colors,
}

/// The contrast of brightly lit and of remembered floor with the unknown in a window.
const LIT: f32 = 2.65;
const REMEMBERED: f32 = 1.69;
/// The brightness at the limit of light in a window, as a percentage, unless the palette has a lower one.
const FAR: u8 = 76;
/// By how much colours are brightened at most, as a percentage.
const BRIGHTEST: u32 = 400;
/// The highest red, green and blue to which colours are brightened: nothing is as bright as the player.
const CAP: u8 = 240;

/// Returns a colour at this percentage of its brightness, with channels that are at most as high as the cap or as before.
fn brightened(color: Color, percent: u32) -> Color {
    match (at_brightness(color, percent), color) {
        (Color::Rgb(red, green, blue), Color::Rgb(r, g, b)) => Color::Rgb(
            red.min(CAP.max(r)),
            green.min(CAP.max(g)),
            blue.min(CAP.max(b)),
        ),
        (other, _) => other,
    }
}

/// An error in a palette file. The error message is a single line.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PaletteError {
    /// The text is not a valid palette in RON.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The file cannot be read; the field gives the reason.
    #[error("{0}; expected a readable UTF-8 text file")]
    Unreadable(String),
}

impl Default for Palette {
    fn default() -> Self {
        Self::built_in("default").expect("`default` is a built-in palette")
    }
}

/// The name of the palette file in an assets folder.
pub const PALETTE: &str = "palettes/default.ron";

/// The name and text of each built-in palette.
const BUILT_IN: [(&str, &str); 3] = fogbound_assets::PALETTES;

impl Palette {
    /// The names of the built-in palettes.
    pub const NAMES: [&'static str; 3] = [BUILT_IN[0].0, BUILT_IN[1].0, BUILT_IN[2].0];

    pub fn built_in(name: &str) -> Option<Self> {
        let (_, text) = BUILT_IN.iter().find(|(it, _)| *it == name)?;
        Some(Self::from_ron(text).expect("a test reads every built-in palette"))
    }

    /// Checks the text of a palette file.
    ///
    /// # Errors
    ///
    /// Returns the first error.
    pub fn check(file: &str, text: &str) -> Result<(), Vec<DataError>> {
        match Colors::read(Source { file, text }) {
            Ok(_) => Ok(()),
            Err(error) => Err(vec![error]),
        }
    }

    /// Parses the text of a palette file.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a valid palette in RON or names an unknown tile.
    pub fn from_ron(text: &str) -> Result<Self, PaletteError> {
        let colors = Colors::read(Source { file: "", text }).map_err(|it| TextError {
            place: it.place.unwrap_or(TextPosition::START),
            why: it.message,
        })?;
        let depth = ColorDepth::default();
        Ok(Self {
            text: text.into(),
            full: colors.clone(),
            depth,
            colors,
        })
    }

    /// Returns this palette, adapted to another colour depth.
    ///
    /// With 256 colours, the palette stays as it is, and [`nearest`](ColorDepth::nearest) replaces its colours when the
    /// frame is complete. With fewer colours, each one is chosen for its purpose: bright for what is visible, dark for
    /// what is remembered. Without colours, [attributes](Self::attributes) distinguish the two.
    pub fn in_depth(&self, depth: ColorDepth) -> Self {
        let colors = few_colors::of(&self.full, depth);
        Self {
            text: self.text.clone(),
            full: self.full.clone(),
            depth,
            colors,
        }
    }

    pub fn text_of_file(&self) -> &str {
        &self.text
    }

    /// Returns the colour depth that this palette has been reduced to.
    pub fn depth(&self) -> ColorDepth {
        self.depth
    }

    /// Returns the attributes that distinguish this kind of cell where colours alone cannot.
    pub fn attributes(&self, kind: Kind) -> Modifier {
        few_colors::attributes(self.depth, kind)
    }

    /// Returns the colour in which to draw a glyph on this background. This is `glyph` itself, unless there are so few
    /// colours that the glyph might be invisible.
    pub fn on(&self, ground: Color, glyph: Color) -> Color {
        few_colors::on(self.depth, ground, glyph)
    }

    /// Reads a palette from a file. Returns `None` if the file does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is larger than a mebibyte, or does not contain a valid palette. The
    /// error does not name the file.
    pub fn read(file: &Path) -> Result<Option<Self>, PaletteError> {
        match read_text(file, MAX_RON) {
            Ok(text) => Self::from_ron(&text).map(Some),
            Err(FileError::Missing) => Ok(None),
            Err(error @ FileError::NotUtf8 { place, .. }) => {
                let why = error.to_string();
                Err(TextError { place, why }.into())
            }
            Err(error) => Err(PaletteError::Unreadable(error.to_string())),
        }
    }

    /// Returns the colours of a tile in a window, where large areas of floor must be easy to tell from the unknown, and
    /// light from memory. Floor is brightened until it stands out, and everything else until it stands out from floor as
    /// much as in a terminal.
    pub fn in_window(&self, tile: Tile) -> Tint {
        let floor = self.tile(Tile::FLOOR);
        let own = self.tile(tile);
        let (lit, ground) = self.brightened(tile, own.lit(), floor.ground, LIT);
        let (remembered, remembered_ground) =
            self.brightened(tile, own.remembered(), floor.remembered_ground, REMEMBERED);
        Tint {
            lit,
            ground,
            remembered,
            remembered_ground,
        }
    }

    /// Brightens the colours of a tile's picture and of its ground, so that floor with this ground gets at least this
    /// contrast with the unknown.
    fn brightened(
        &self,
        tile: Tile,
        (fore, ground): (Color, Color),
        floor: Color,
        least: f32,
    ) -> (Color, Color) {
        let lift = |color: Color, ground: Color, least: f32| {
            let mut brighter = (100..BRIGHTEST).step_by(5).map(|it| brightened(color, it));
            let found = brighter.find(|it| contrast(*it, ground) >= least);
            found.unwrap_or(brightened(color, BRIGHTEST))
        };
        let base = tile.kind().picture.map(|it| it.picture().base);
        let lifted = lift(floor, self.background(), least);
        let new_ground = match base {
            Some(Base::Wall | Base::Rock | Base::Chasm) => ground,
            _ => lift(ground, self.background(), least),
        };
        // A picture in a wall lies beside floor, and all others lie on it.
        let (before, after) = match base {
            Some(Base::Floor) => (ground, new_ground),
            _ => (floor, lifted),
        };
        let is_brighter = contrast(fore, self.background()) > contrast(before, self.background());
        let new_fore = match is_brighter {
            true => lift(fore, after, contrast(fore, before) * 1.03),
            false => fore,
        };
        (new_fore, new_ground)
    }

    /// Returns the palette's colours for a tile, or the tile's own colours if the palette does not mention the tile.
    pub fn tile(&self, tile: Tile) -> Tint {
        let named = self.colors.tiles.get(tile.name()).copied();
        named.unwrap_or_else(|| few_colors::tint(self.depth, Tint::of(tile.kind().colors)))
    }

    /// Returns the brightness of tiles at the limit of sight, as a percentage of their brightness beside the eye.
    pub fn far(&self) -> u8 {
        self.colors.far
    }

    /// Returns the brightness at the limit of light in a window, as a percentage of full brightness. It is lower than in a
    /// terminal, because light falls off in finer steps.
    pub fn far_in_window(&self) -> u8 {
        self.far().min(FAR)
    }

    /// Returns the glyph colour of a visible thing: the thing's own, or the default if it has none.
    pub fn lit_thing(&self, thing: &Thing) -> Color {
        let own = thing
            .color
            .map(|(red, green, blue)| Color::Rgb(red, green, blue));
        own.map_or(self.colors.thing.lit, |own| self.figure(own))
    }

    /// Returns the colour to show in place of a creature's or a thing's own colour.
    fn figure(&self, own: Color) -> Color {
        few_colors::figure(self.depth, own)
    }

    pub fn remembered_thing(&self) -> Color {
        self.colors.thing.remembered
    }

    /// Returns the colour of a creature: its own, or the default if it has none or the palette does not contain the
    /// colour's name. Ghosts have the colour of remembered things instead.
    pub fn creature(&self, own: Option<&Hue>) -> Color {
        match own {
            Some(&Hue::Rgb(red, green, blue)) => self.figure(Color::Rgb(red, green, blue)),
            Some(Hue::Named(name)) => self.named(name).unwrap_or(self.colors.creature),
            None => self.colors.creature,
        }
    }

    pub fn named(&self, name: &str) -> Option<Color> {
        self.colors.colors.get(name).copied()
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.colors.colors.keys().map(String::as_str)
    }

    /// Returns the background of a creature in this state, or `None` if the creature is unaware.
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

    /// Returns the background of the cells that an overlay marks.
    pub fn overlay(&self) -> Color {
        self.colors.overlay
    }

    /// Returns the background of the cells that the creature under the cursor sees.
    pub fn watched(&self) -> Color {
        self.colors.watched
    }

    /// Returns the background of the cells on a path that the player could walk.
    pub fn way(&self) -> Color {
        self.colors.way
    }

    /// Returns the background of the cell under the cursor.
    pub fn cursor(&self) -> Color {
        self.colors.cursor
    }

    /// Returns the colours of the remaining part and the missing part of a bar with `percent` percent left.
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

    pub fn player(&self) -> Color {
        self.colors.player
    }

    /// Returns the background of text and of unknown cells.
    pub fn background(&self) -> Color {
        self.colors.background
    }

    /// Returns the background of the selected menu entry.
    pub fn selection(&self) -> Color {
        self.colors.selection
    }

    pub fn warning(&self) -> Color {
        self.colors.warning
    }

    pub fn alarm(&self) -> Color {
        few_colors::ground(self.colors.warning)
    }

    pub fn text(&self) -> Color {
        self.colors.text
    }

    /// Returns the colour of less important text.
    pub fn faint_text(&self) -> Color {
        self.colors.faint_text
    }

    /// Returns the colour of more important text.
    pub fn accent(&self) -> Color {
        self.colors.accent
    }
}

/// Gives an app a custom palette.
pub trait AddPalette {
    /// Uses the colours of a palette file. `name` is the file's name, which error messages mention, and `text` is the
    /// file's contents, which [`include_str!`] can embed.
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
    /// Returns the error message, preceded by the file's name.
    pub fn in_file(&self, name: &str) -> String {
        let name = printable(name);
        match self {
            Self::Text(_) => format!("{name}:{self}"),
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
    fn an_error_is_one_short_line_however_strange_the_name() {
        let (_, good) = BUILT_IN[1];
        let named = |name: &str| error(&good.replacen("\"rock\":", &format!("{name:?}:"), 1));
        let strange = named("\n\u{1b}[31m");
        assert!(
            strange.contains(": `tiles` names an unknown tile \"\\n\\u{1b}[31m\"; the tiles are"),
            "{strange}"
        );
        let long = named(&"a".repeat(1 << 16));
        assert!(long.contains("aaa...\"; the tiles") && long.len() < 1_000);
    }

    #[test]
    fn unclosed_brackets_are_an_error() {
        for bracket in ["(", "[", "{", "(tiles: {\"rock\": (", "Some("] {
            let deep = error(&bracket.repeat(20_000));
            assert!(deep.starts_with("1:"), "{bracket}: {deep}");
        }
    }

    #[test]
    fn folders_and_oversized_files_are_not_read() {
        let folder = std::env::temp_dir();
        let error = |file: &Path| Palette::read(file).unwrap_err().to_string();
        assert!(error(&folder).starts_with("this is a folder"));
        let file = folder.join(format!("fogbound-{}-palette.ron", std::process::id()));
        std::fs::write(&file, " ".repeat(MAX_RON as usize + 1)).unwrap();
        assert_eq!(
            error(&file),
            "the file is too long; at most 1048576 bytes are read; expected a readable UTF-8 text file"
        );
        std::fs::remove_file(&file).unwrap();
    }
}
