//! Maps drawn in characters, one per cell.
//!
//! Each character is the glyph of a [`Tile`], except that `@` marks the start and a letter marks a creature, both on
//! floor. Above the drawing, lines such as `g: goblin` and a line of hyphens can say which monsters letters stand for. A
//! space is solid rock, and short lines are padded with spaces. Lines may end in LF or CRLF, the final line
//! ending is optional, and a byte order mark at the beginning is skipped.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use bevy::math::{IVec2, UVec2};

use super::error::{MapError, MapErrorKind};
use super::glyphs::is_letter;
use super::limits::{MAX_CREATURES, MAX_SIDE, START_GLYPH};
use super::{Tile, TileMap, TileSet};
use crate::files::{FileError, TextPosition, read_at_most, read_bytes};
use crate::grid::Grid;

/// The name used in messages for a map read from standard input.
pub const STDIN: &str = "standard input";

/// The maximum number of bytes to read. A longer file has more than [`MAX_SIDE`] lines, a line that is too long, or
/// more multi-byte characters than a map needs. With this limit, reading ends even if the source is an endless device.
const MAX_BYTES: u64 = (MAX_SIDE as u64 + 2) * (MAX_SIDE as u64 + 1);

/// The contents of an ASCII map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsciiMap {
    /// The name of the file or other source, for messages.
    pub source_name: String,
    /// The tiles.
    pub map: TileMap,
    /// The position of `@`, if the map has one.
    pub start: Option<IVec2>,
    /// The letters on the map and their positions, row by row.
    pub creatures: Vec<(IVec2, char)>,
    /// The names of the monsters that letters stand for. Other letters stand for the monster that has them.
    pub legend: BTreeMap<char, String>,
}

impl AsciiMap {
    /// Reads the map drawn in `text`. `source_name` is used only in messages.
    pub fn parse(source_name: &str, text: &str) -> Result<Self, MapError> {
        Self::parse_with(source_name, text, TileSet::default())
    }

    /// Reads a map that uses the glyphs of `tiles`. The result consists of tiles from that set.
    pub fn parse_with(source_name: &str, text: &str, tiles: TileSet) -> Result<Self, MapError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Drawing::read(text, tiles)
            .map_err(|(place, kind)| MapError {
                source_name: source_name.to_owned(),
                place,
                kind,
            })
            .map(|drawing| drawing.finish(source_name))
    }

    /// Reads a map from a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the path does not lead to a file, or if the file cannot be read, is longer than any valid
    /// map, or is not a valid map.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, MapError> {
        Self::read_with(path, TileSet::default())
    }

    /// Reads a map that uses the glyphs of `tiles` from a file.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read`](Self::read).
    pub fn read_with(path: impl AsRef<Path>, tiles: TileSet) -> Result<Self, MapError> {
        let path = path.as_ref();
        let bytes = read_bytes(path, MAX_BYTES);
        Self::of_bytes(&path.display().to_string(), bytes, tiles)
    }

    /// Reads a map from `source`. Reading stops at the end of the source or at the maximum length of a map.
    /// `source_name` is used only in messages.
    pub fn read_from(source_name: &str, source: impl Read) -> Result<Self, MapError> {
        Self::read_from_with(source_name, source, TileSet::default())
    }

    /// Reads a map that uses the glyphs of `tiles` from `source`.
    pub fn read_from_with(
        source_name: &str,
        source: impl Read,
        tiles: TileSet,
    ) -> Result<Self, MapError> {
        Self::of_bytes(source_name, read_at_most(source, MAX_BYTES), tiles)
    }

    fn of_bytes(
        source_name: &str,
        bytes: Result<Vec<u8>, FileError>,
        tiles: TileSet,
    ) -> Result<Self, MapError> {
        let fail = |place, kind| MapError {
            source_name: source_name.to_owned(),
            place,
            kind,
        };
        let bytes = bytes.map_err(|error| fail(None, kind_of(&error)))?;
        match std::str::from_utf8(&bytes) {
            Ok(text) => Self::parse_with(source_name, text, tiles),
            Err(error) => {
                let (text, rest) = bytes.split_at(error.valid_up_to());
                let place = TextPosition::after(&String::from_utf8_lossy(text));
                let kind = MapErrorKind::NotUtf8(rest.first().copied().unwrap_or_default());
                Err(fail(Some(place), kind))
            }
        }
    }

    /// Draws the map. [`AsciiMap::parse_with`] reads the result back as the same map.
    pub fn to_ascii(&self) -> String {
        write_legend(&self.legend) + &write_ascii(&self.map, self.start, &self.creatures)
    }
}

/// Writes the lines above a drawing that say what letters stand for, or nothing if there are none.
pub fn write_legend(legend: &BTreeMap<char, String>) -> String {
    let lines: String = legend
        .iter()
        .map(|(letter, name)| format!("{letter}: {name}\n"))
        .collect();
    if lines.is_empty() {
        lines
    } else {
        lines + "----\n"
    }
}

/// Returns the number of lines above a drawing with this legend.
pub fn legend_lines(legend: &BTreeMap<char, String>) -> usize {
    if legend.is_empty() {
        0
    } else {
        legend.len() + 1
    }
}

/// Draws a map. Rows keep their trailing spaces, so the size is preserved. The start and the creatures hide the tiles
/// under them.
pub fn write_ascii(map: &TileMap, start: Option<IVec2>, creatures: &[(IVec2, char)]) -> String {
    let mut glyphs = Grid::from_fn(map.size(), |position| map.tile(position).glyph());
    for &(position, letter) in creatures {
        glyphs.set(position, letter);
    }
    if let Some(start) = start {
        glyphs.set(start, START_GLYPH);
    }
    let mut text = String::with_capacity(glyphs.positions().count() + map.size().y as usize);
    for y in 0..map.size().as_ivec2().y {
        text.extend(glyphs.row(y));
        text.push('\n');
    }
    text
}

/// A map whose text is being read.
#[derive(Default)]
struct Drawing {
    tiles: TileSet,
    rows: Vec<Vec<Tile>>,
    start: Option<IVec2>,
    creatures: Vec<(IVec2, char)>,
    legend: BTreeMap<char, String>,
}

/// The kind and place of an error, before the file's name is added.
type Complaint = (Option<TextPosition>, MapErrorKind);

impl Drawing {
    fn read(text: &str, tiles: TileSet) -> Result<Self, Complaint> {
        let mut drawing = Self {
            tiles,
            ..Self::default()
        };
        // `lines` accepts LF and CRLF, and does not yield an empty line after the last LF.
        let head = legend_of(text)?;
        drawing.legend = head;
        let above = legend_lines(&drawing.legend);
        let below = |place: TextPosition| TextPosition {
            line: place.line + above,
            ..place
        };
        for line in text.lines().skip(above) {
            drawing.read_line(line).map_err(|(place, kind)| {
                let kind = match kind {
                    MapErrorKind::SecondStart(first) => MapErrorKind::SecondStart(below(first)),
                    kind => kind,
                };
                (place.map(below), kind)
            })?;
        }
        if drawing.rows.iter().all(Vec::is_empty) {
            return Err((None, MapErrorKind::Empty));
        }
        Ok(drawing)
    }

    fn read_line(&mut self, line: &str) -> Result<(), Complaint> {
        let y = self.rows.len();
        let mut row = Vec::with_capacity(line.len().min(MAX_SIDE as usize));
        if y >= MAX_SIDE as usize {
            let place = TextPosition {
                line: y + 1,
                column: 1,
            };
            return Err((Some(place), MapErrorKind::TooLarge));
        }
        for (x, character) in line.chars().enumerate() {
            let place = TextPosition {
                line: y + 1,
                column: x + 1,
            };
            if x >= MAX_SIDE as usize {
                return Err((Some(place), MapErrorKind::TooLarge));
            }
            // Both coordinates are below `MAX_SIDE`, so the conversion is exact.
            let position = IVec2::new(x as i32, y as i32);
            let tile = self.read_cell(position, character);
            row.push(tile.map_err(|kind| (Some(place), kind))?);
        }
        self.rows.push(row);
        Ok(())
    }

    fn read_cell(&mut self, position: IVec2, character: char) -> Result<Tile, MapErrorKind> {
        if let Some(tile) = self.tiles.from_glyph(character) {
            return Ok(tile);
        }
        if character == START_GLYPH {
            if let Some(first) = self.start.replace(position) {
                return Err(MapErrorKind::SecondStart(TextPosition {
                    line: first.y as usize + 1,
                    column: first.x as usize + 1,
                }));
            }
        } else if is_letter(character) {
            if self.creatures.len() == MAX_CREATURES {
                return Err(MapErrorKind::TooManyCreatures);
            }
            self.creatures.push((position, character));
        } else {
            return Err(MapErrorKind::UnknownCharacter(character));
        }
        Ok(self.tiles.own(Tile::FLOOR))
    }

    /// Pads the short rows and builds the map.
    fn finish(self, source_name: &str) -> AsciiMap {
        let width = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let size = UVec2::new(width as u32, self.rows.len() as u32);
        let tiles = Grid::from_fn(size, |position| {
            let row = self.rows.get(position.y as usize);
            let tile = row.and_then(|row| row.get(position.x as usize));
            tile.copied().unwrap_or(self.tiles.own(Tile::ROCK))
        });
        AsciiMap {
            source_name: source_name.to_owned(),
            map: TileMap::from_tiles(tiles),
            start: self.start,
            creatures: self.creatures,
            legend: self.legend,
        }
    }
}

/// Reads the legend above a drawing: lines such as `g: goblin`, and a line of hyphens.
fn legend_of(text: &str) -> Result<BTreeMap<char, String>, Complaint> {
    let mut legend = BTreeMap::new();
    for (line, number) in text.lines().zip(1..) {
        if line.starts_with("----") && !legend.is_empty() {
            return Ok(legend);
        }
        let entry = line.split_once(": ");
        let entry = entry.and_then(|(letter, name)| {
            let mut letters = letter.chars();
            let letter = letters.next().filter(|it| is_letter(*it))?;
            (letters.next().is_none() && !name.trim().is_empty()).then_some((letter, name.trim()))
        });
        let Some((letter, name)) = entry else {
            break;
        };
        if legend.insert(letter, name.to_owned()).is_some() {
            let place = TextPosition {
                line: number,
                column: 1,
            };
            return Err((Some(place), MapErrorKind::LegendTwice(letter)));
        }
    }
    // Without a line of hyphens, this is a drawing.
    Ok(BTreeMap::new())
}

/// Converts an error that occurred while reading the file.
fn kind_of(error: &FileError) -> MapErrorKind {
    match error {
        FileError::TooLong(_) => MapErrorKind::TooLarge,
        FileError::Folder => MapErrorKind::Unreadable("this is a directory".to_owned()),
        FileError::NoFile => MapErrorKind::Unreadable(format!("{error} (`-` is standard input)")),
        _ => MapErrorKind::Unreadable(error.to_string()),
    }
}
