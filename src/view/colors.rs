//! The contents of a palette file.

use std::collections::BTreeMap;

use ratatui::style::Color;

use crate::files::{DataError, Pair, Reader, Source, Value, brief};
use crate::map::{Tile, TileColors};

/// The colours of a tile's glyph and background, both when the tile is visible and when it is remembered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tint {
    pub(super) lit: Color,
    pub(super) ground: Color,
    pub(super) remembered: Color,
    pub(super) remembered_ground: Color,
}

impl Tint {
    pub(super) fn of(own: TileColors) -> Self {
        let color = |[red, green, blue]: [u8; 3]| Color::Rgb(red, green, blue);
        Self {
            lit: color(own.lit),
            ground: color(own.ground),
            remembered: color(own.remembered),
            remembered_ground: color(own.remembered_ground),
        }
    }

    /// Returns the glyph and background colours of the tile when it is beside the eye.
    pub fn lit(self) -> (Color, Color) {
        (self.lit, self.ground)
    }

    /// Returns the glyph and background colours of the tile when it is remembered.
    pub fn remembered(self) -> (Color, Color) {
        (self.remembered, self.remembered_ground)
    }
}

/// The glyph colours of things. A thing is drawn on the background of the tile beneath it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ThingTint {
    pub(super) lit: Color,
    pub(super) remembered: Color,
}

/// The colours of a health bar: three for the remaining part, depending on how much health is left, and one for the
/// missing part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bar {
    pub(super) full: Color,
    pub(super) hurt: Color,
    pub(super) low: Color,
    pub(super) empty: Color,
}

/// The colours in a palette file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Colors {
    pub(super) background: Color,
    pub(super) text: Color,
    pub(super) faint_text: Color,
    pub(super) accent: Color,
    pub(super) warning: Color,
    pub(super) selection: Color,
    pub(super) player: Color,
    pub(super) far: u8,
    pub(super) tiles: BTreeMap<String, Tint>,
    pub(super) thing: ThingTint,
    pub(super) creature: Color,
    pub(super) colors: BTreeMap<String, Color>,
    pub(super) moods: Moods,
    pub(super) overlay: Color,
    pub(super) watched: Color,
    pub(super) way: Color,
    pub(super) cursor: Color,
    pub(super) bar: Bar,
}

/// The backgrounds of creatures. The background of each creature depends on what it knows about its enemies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moods {
    pub(super) asleep: Color,
    pub(super) noticing: Color,
    pub(super) hunting: Color,
    pub(super) searching: Color,
}

impl Colors {
    /// Reads the text of a palette file.
    ///
    /// # Errors
    ///
    /// Returns the first problem.
    pub(super) fn read(source: Source) -> Result<Self, DataError> {
        let whole = Value::new("palette", source.whole());
        Reader::read(&whole, ("Palette", ""), |file| Self {
            background: file.required("background", rgb),
            text: file.required("text", rgb),
            faint_text: file.required("faint_text", rgb),
            accent: file.required("accent", rgb),
            warning: file.required("warning", rgb),
            selection: file.required("selection", rgb),
            player: file.required("player", rgb),
            far: file.required("far", |it| it.number(50..=100)),
            tiles: file.required("tiles", |it| read_all(it, tile_name, read_tint)),
            thing: file.required("thing", |it| {
                Reader::read(it, ("Thing", "thing."), |file| ThingTint {
                    lit: file.required("lit", rgb),
                    remembered: file.required("remembered", rgb),
                })
            }),
            creature: file.required("creature", rgb),
            colors: file.required("colors", |it| read_all(it, any_name, rgb)),
            moods: file.required("moods", |it| {
                Reader::read(it, ("Moods", "moods."), |file| Moods {
                    asleep: file.required("asleep", rgb),
                    noticing: file.required("noticing", rgb),
                    hunting: file.required("hunting", rgb),
                    searching: file.required("searching", rgb),
                })
            }),
            overlay: file.required("overlay", rgb),
            watched: file.required("watched", rgb),
            way: file.required("way", rgb),
            cursor: file.required("cursor", rgb),
            bar: file.required("bar", |it| {
                Reader::read(it, ("Bar", "bar."), |file| Bar {
                    full: file.required("full", rgb),
                    hurt: file.required("hurt", rgb),
                    low: file.required("low", rgb),
                    empty: file.required("empty", rgb),
                })
            }),
        })
    }
}

fn rgb(value: &Value) -> Result<Color, DataError> {
    let [red, green, blue] = value.color()?;
    Ok(Color::Rgb(red, green, blue))
}

fn read_tint(value: &Value) -> Result<Tint, DataError> {
    Reader::read(value, ("Tint", "tiles."), |file| Tint {
        lit: file.required("lit", rgb),
        ground: file.required("ground", rgb),
        remembered: file.required("remembered", rgb),
        remembered_ground: file.required("remembered_ground", rgb),
    })
}

/// Reads `{ "name": value, ... }`.
fn read_all<T>(
    value: &Value,
    name: fn(&Value) -> Result<String, DataError>,
    read: fn(&Value) -> Result<T, DataError>,
) -> Result<BTreeMap<String, T>, DataError> {
    let entry = |Pair { key, value: part }| {
        let field = &value.name;
        let key = Value::new(field.clone(), key);
        let name = name(&key)?;
        let value = Value::new(format!("{field}.{}", brief(&name)), part);
        Ok((name, read(&value)?))
    };
    value.part.pairs()?.into_iter().map(entry).collect()
}

fn any_name(value: &Value) -> Result<String, DataError> {
    value.accept("a name in double quotes", |_: &String| true)
}

fn tile_name(value: &Value) -> Result<String, DataError> {
    let name = any_name(value)?;
    if Tile::ALL.iter().any(|tile| tile.name() == name) {
        return Ok(name);
    }
    let (name, known) = (brief(&name), Tile::NAMES.join(", "));
    let why = format!("`tiles` names an unknown tile \"{name}\"; the tiles are {known}");
    Err(value.part.error(why))
}
