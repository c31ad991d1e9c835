//! Reads tile files.

use std::collections::BTreeMap;

use super::glyphs::is_shown;
use super::limits::START_GLYPH;
use super::picture::read_picture;
use super::tile_check::check;
use super::tile_kind::{Flame, InTime, Kinds, Stairs, Taken, Tile, TileColors, TileKind};
use crate::files::data::{Faults, Pair, Part, Reader, Source, Value};
use crate::files::{DataError, did_you_mean};

/// The maximum number of tile names in a process.
const MOST_NAMES: usize = 60_000;

/// The maximum number of tiles in a set.
const MOST_KINDS: usize = 1024;

/// The names of all tiles in the process, by slot.
pub(super) struct Names {
    pub(super) names: Vec<String>,
    /// The number of sets.
    pub(super) sets: u16,
}

impl Names {
    pub(super) fn slot_of(&mut self, name: &str) -> u16 {
        let known = self.names.iter().position(|it| it == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        }) as u16
    }
}

/// Reads a tile file that changes and extends `base`, for the set with the given ID.
pub(super) fn read(
    source: Source,
    number: u16,
    names: &mut Names,
    base: Option<&Kinds>,
) -> Result<Kinds, Vec<DataError>> {
    let mut faults = Faults::default();
    let entries = source.whole().pairs()?;
    if entries.len() > MOST_KINDS {
        return Err(vec![source.whole().error(format_args!(
            "found {} tiles; expected at most {MOST_KINDS}",
            entries.len()
        ))]);
    }
    let written = by_name(&entries, &mut faults);
    if names.names.len() + written.len() > MOST_NAMES {
        return Err(vec![source.whole().error(format_args!(
            "more than {MOST_NAMES} tile names since the program started; restart the program"
        ))]);
    }
    // The built-in tiles get their slots in the order in which they appear in the file.
    if base.is_none() {
        for entry in &entries {
            names.slot_of(&entry.key.read::<String>().unwrap_or_default());
        }
    }
    let inherited = || base.into_iter().flat_map(|it| it.iter().flatten());
    let mut known: BTreeMap<String, Tile> = BTreeMap::new();
    for name in inherited().map(|it| &it.name).chain(written.keys()) {
        known.insert(name.clone(), Tile::new(names.slot_of(name), number));
    }
    let mut kinds = vec![None; names.names.len()];
    let reader = KindReader {
        known: &known,
        number,
    };
    for kind in inherited() {
        let slot = usize::from(names.slot_of(&kind.name));
        kinds[slot] = Some(kind.in_set(number));
    }
    let mut likes = BTreeMap::new();
    for (name, part) in written.iter().filter(|(name, _)| !name.is_empty()) {
        let slot = usize::from(names.slot_of(name));
        let before: Option<TileKind> = kinds[slot].take();
        kinds[slot] = reader.kind(name, *part, before, &mut likes, &mut faults);
    }
    for name in likes.keys() {
        let slot = usize::from(names.slot_of(name));
        let colors = colors_like(name, &likes, &kinds);
        if let (Some(colors), Some(kind)) = (colors, &mut kinds[slot]) {
            kind.colors = colors;
        }
    }
    check(&kinds, &written, &mut faults);
    faults.none()?;
    Ok(kinds)
}

/// Returns the file's entry for each tile, by name.
fn by_name<'a>(entries: &[Pair<'a>], faults: &mut Faults) -> BTreeMap<String, Part<'a>> {
    let mut written: BTreeMap<String, Part> = BTreeMap::new();
    for entry in entries {
        let value = Value::new("tile", entry.key);
        let name = faults.or(read_name(&value), String::new());
        if let Some(first) = written.get(&name).filter(|_| !name.is_empty()) {
            let place = first.place();
            faults.note(Err(entry.key.error(format_args!(
                "duplicate tile {name:?}; the first is at {place}"
            ))));
        } else {
            written.insert(name, entry.value);
        }
    }
    written
}

/// Returns the colours of the tile that the tile `name` refers to in its `like` field. If that tile also has a `like`
/// field, its reference is followed too.
fn colors_like(name: &str, likes: &BTreeMap<String, Tile>, kinds: &Kinds) -> Option<TileColors> {
    let mut like = likes.get(name);
    let mut colors = None;
    for _ in 0..likes.len() {
        let kind = like.and_then(|it| kinds[usize::from(it.slot())].as_ref());
        let Some(kind) = kind else { break };
        colors = Some(kind.colors);
        like = likes.get(&kind.name);
    }
    colors
}

struct KindReader<'a> {
    known: &'a BTreeMap<String, Tile>,
    number: u16,
}

impl KindReader<'_> {
    /// Reads one tile. If the tile is built in, the fields that the file omits keep their values from `before`.
    fn kind(
        &self,
        name: &str,
        part: Part,
        before: Option<TileKind>,
        likes: &mut BTreeMap<String, Tile>,
        faults: &mut Faults,
    ) -> Option<TileKind> {
        let file = Reader::new(part, "Tile", "");
        let mut file = faults.or(file.map(Some), None)?;
        let is_new = before.is_none();
        let mut kind = before.unwrap_or_else(|| TileKind::new(name));
        if is_new && !file.has("glyph") {
            let known = self.known.keys().map(String::as_str);
            let hint = did_you_mean(name, known.filter(|it| *it != name));
            faults.note(Err(part.error(format_args!(
                "the field `glyph` is missing; the new tile {name:?} needs it{hint}"
            ))));
        }
        self.read_fields(&mut kind, &mut file);
        if let Some(like) = file.optional("like").filter(|_| is_new) {
            let like = faults.or(self.tile(&like), Tile::FLOOR);
            if !file.has("colors") {
                likes.insert(name.to_owned(), like);
            }
        }
        faults.all(file.end());
        Some(kind.in_set(self.number))
    }

    fn read_fields(&self, kind: &mut TileKind, file: &mut Reader) {
        let description = &mut kind.description;
        file.set("description", description, read_description);
        let has_glyph = file.has("glyph");
        file.set("glyph", &mut kind.glyph, |it| read_glyph(it, true));
        if has_glyph {
            kind.drawn = kind.glyph;
        }
        file.set("drawn", &mut kind.drawn, |it| read_glyph(it, false));
        if has_glyph || file.has("drawn") {
            // The new character would not be visible under the old picture.
            kind.picture = None;
        }
        file.set("picture", &mut kind.picture, read_picture);
        for (name, flag) in [
            ("mass", &mut kind.is_mass),
            ("plural", &mut kind.is_plural),
            ("opaque", &mut kind.is_opaque),
            ("walkable", &mut kind.is_walkable),
            ("spreads", &mut kind.spreads),
            ("parts", &mut kind.parts),
        ] {
            file.set(name, flag, Value::flag);
        }
        file.set("colors", &mut kind.colors, read_colors);
        file.set("percent", &mut kind.percent, |it| it.number(50..=1_000));
        for (name, tile) in [
            ("opens_to", &mut kind.opens_to),
            ("closes_to", &mut kind.closes_to),
            ("breaks_to", &mut kind.breaks_to),
            ("put_out", &mut kind.put_out),
            ("kindled", &mut kind.kindled),
            ("trampled", &mut kind.trampled),
            ("seems", &mut kind.seems),
        ] {
            file.set(name, tile, |it| self.tile(it).map(Some));
        }
        file.set("opens_with", &mut kind.opens_with, |it| {
            it.accept("the name of a thing in double quotes", |name: &String| {
                !name.is_empty()
            })
            .map(Some)
        });
        file.set("landmark", &mut kind.landmark, |it| read_name(it).map(Some));
        file.set("in_time", &mut kind.in_time, |it| self.in_time(it));
        file.set("stops_light", &mut kind.stops_light, |it| {
            it.flag().map(Some)
        });
        file.set("air", &mut kind.passes_air, |it| it.flag().map(Some));
        file.set("taken", &mut kind.taken, |it| self.taken(it));
        file.set("flame", &mut kind.flame, read_flame);
        file.set("stairs", &mut kind.stairs, |it| {
            it.named(&["up", "down"], |name| match name {
                "up" => Some(Some(Stairs::Up)),
                "down" => Some(Some(Stairs::Down)),
                _ => None,
            })
        });
    }

    fn tile(&self, value: &Value) -> Result<Tile, DataError> {
        let name: String = value.accept("the name of a tile in double quotes", |_| true)?;
        self.known.get(&name).copied().ok_or_else(|| {
            let hint = did_you_mean(&name, self.known.keys().map(String::as_str));
            value.wrong(format_args!(
                "the name of a tile in this file or in the game{hint}"
            ))
        })
    }

    fn in_time(&self, value: &Value) -> Result<Option<InTime>, DataError> {
        Reader::read(value, ("InTime", "in_time."), |file| {
            Some(InTime {
                turns: file.required("turns", |it| it.number(1..=100_000)),
                becomes: file.required("becomes", |it| self.tile(it)),
            })
        })
    }

    fn taken(&self, value: &Value) -> Result<Option<Taken>, DataError> {
        Reader::read(value, ("Taken", "taken."), |file| {
            Some(Taken {
                worth: file.or("worth", 0, |it| it.number(0..=1_000_000)),
                oil: file.or("oil", 0, |it| it.number(0..=100_000)),
                is_goal: file.or("goal", false, Value::flag),
                leaves: file.required("leaves", |it| self.tile(it)),
            })
        })
    }
}

fn read_name(value: &Value) -> Result<String, DataError> {
    const LONGEST: usize = 24;
    let expected = format!(
        "a name of 1 to {LONGEST} lower-case Latin letters in double quotes, such as \"moss\""
    );
    value.accept(expected, |name: &String| {
        let fits = (1..=LONGEST).contains(&name.len()) && name.trim() == name;
        let is_letter = |it: u8| it.is_ascii_lowercase() || [b' ', b'-', b'\''].contains(&it);
        fits && name.bytes().all(is_letter)
    })
}

fn read_description(value: &Value) -> Result<String, DataError> {
    const LONGEST: usize = 240;
    let expected =
        format!("at most {LONGEST} characters that every screen can show, in double quotes");
    value.accept(expected, |text: &String| {
        text.chars().count() <= LONGEST && text.chars().all(is_shown)
    })
}

fn read_glyph(value: &Value, is_for_maps: bool) -> Result<char, DataError> {
    let expected = if is_for_maps {
        "a character in single quotes that every screen can show, except letters, digits and @, such as ','"
    } else {
        "a character in single quotes that every screen can show, such as '.'"
    };
    value.accept(expected, |&glyph: &char| {
        let is_taken = glyph.is_alphanumeric() || glyph == START_GLYPH;
        is_shown(glyph) && (!is_for_maps || !is_taken)
    })
}

fn read_colors(value: &Value) -> Result<TileColors, DataError> {
    Reader::read(value, ("Colors", "colors."), |file| TileColors {
        lit: file.required("lit", Value::color),
        ground: file.required("ground", Value::color),
        remembered: file.required("remembered", Value::color),
        remembered_ground: file.required("remembered_ground", Value::color),
    })
}

fn read_flame(value: &Value) -> Result<Option<Flame>, DataError> {
    Reader::read(value, ("Flame", "flame."), |file| {
        Some(Flame {
            radius: file.required("radius", |it| it.number(1..=20)),
            color: file.or("color", [255, 190, 110], Value::color),
            is_in_wall: file.or("in_wall", false, Value::flag),
        })
    })
}
