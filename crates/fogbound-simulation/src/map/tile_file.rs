//! Reading a file of tiles.

use std::collections::BTreeMap;

use super::glyphs::is_shown;
use super::limits::START_GLYPH;
use super::tile_check::check;
use super::tile_kind::{Flame, InTime, Kinds, Stairs, Taken, Tile, TileColors, TileKind};
use crate::files::data::{Entry, Faults, Fields, Part, Source, Value};
use crate::files::{DataError, did_you_mean};

/// The most names of tiles in a process.
const MOST_NAMES: usize = 60_000;

/// The most kinds in a set.
const MOST_KINDS: usize = 1024;

/// The names of all tiles of the process, by slot.
pub(super) struct Names {
    pub(super) names: Vec<String>,
    /// How many sets there are.
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

const FIELDS: [&str; 20] = [
    "description",
    "glyph",
    "drawn",
    "mass",
    "colors",
    "opaque",
    "walkable",
    "percent",
    "opens_to",
    "closes_to",
    "put_out",
    "kindled",
    "trampled",
    "in_time",
    "spreads",
    "taken",
    "seems",
    "flame",
    "stairs",
    "like",
];

/// Reads a file over the tiles that there are, for the set of this number.
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
            "there have been too many names of tiles; start the program anew to have more than {MOST_NAMES}"
        ))]);
    }
    // Those of the game have their slots in the order of its file.
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
    let reader = Reader {
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

/// What is written of each tile, by its name.
fn by_name<'a>(entries: &[Entry<'a>], faults: &mut Faults) -> BTreeMap<String, Part<'a>> {
    let mut written: BTreeMap<String, Part> = BTreeMap::new();
    for entry in entries {
        let value = Value {
            name: "tile".to_owned(),
            part: entry.key,
        };
        let name = faults.or(read_name(&value), String::new());
        if let Some(first) = written.get(&name).filter(|_| !name.is_empty()) {
            let place = first.place();
            faults.note(Err(entry.key.error(format_args!(
                "the tile {name:?} is here a second time; the first is at {place}"
            ))));
        } else {
            written.insert(name, entry.value);
        }
    }
    written
}

/// The colours of the tile that this one is like. That may be like a third.
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

struct Reader<'a> {
    known: &'a BTreeMap<String, Tile>,
    number: u16,
}

impl Reader<'_> {
    /// Reads one kind. What its entry leaves out is as before, if the tile is one of the game's own.
    fn kind(
        &self,
        name: &str,
        part: Part,
        before: Option<TileKind>,
        likes: &mut BTreeMap<String, Tile>,
        faults: &mut Faults,
    ) -> Option<TileKind> {
        let fields = Fields::outline(part, "Tile", "");
        let fields = faults.or(fields.map(Some), None)?;
        faults.note(fields.check_names(&FIELDS));
        let is_new = before.is_none();
        let mut kind = before.unwrap_or_else(|| TileKind::new(name));
        let field = |name| fields.optional(name);
        if is_new && let Some(like) = field("like") {
            let like = faults.or(self.tile(&like), Tile::FLOOR);
            if field("colors").is_none() {
                likes.insert(name.to_owned(), like);
            }
        }
        if is_new && field("glyph").is_none() {
            let known = self.known.keys().map(String::as_str);
            let hint = did_you_mean(name, known.filter(|it| *it != name), ['"'; 2]);
            faults.note(Err(part.error(format_args!(
                "the field `glyph` is missing, which the new tile {name:?} needs{hint}"
            ))));
        }
        self.read_fields(&mut kind, &fields, faults);
        Some(kind.in_set(self.number))
    }

    fn read_fields(&self, kind: &mut TileKind, fields: &Fields, faults: &mut Faults) {
        let field = |name| fields.optional(name);
        if let Some(value) = field("description") {
            kind.description = faults.or(read_description(&value), String::new());
        }
        if let Some(value) = field("glyph") {
            kind.glyph = faults.or(read_glyph(&value, true), ' ');
            kind.drawn = kind.glyph;
        }
        if let Some(value) = field("drawn") {
            kind.drawn = faults.or(read_glyph(&value, false), ' ');
        }
        if let Some(value) = field("colors") {
            kind.colors = faults.or(read_colors(value), kind.colors);
        }
        for (name, flag) in [
            ("mass", &mut kind.is_mass),
            ("opaque", &mut kind.is_opaque),
            ("walkable", &mut kind.is_walkable),
            ("spreads", &mut kind.spreads),
        ] {
            if let Some(value) = field(name) {
                *flag = faults.or(value.accept("true or false", |_: &bool| true), false);
            }
        }
        if let Some(value) = field("percent") {
            kind.percent = faults.or(value.number(50..=1_000), 100);
        }
        for (name, tile) in [
            ("opens_to", &mut kind.opens_to),
            ("closes_to", &mut kind.closes_to),
            ("put_out", &mut kind.put_out),
            ("kindled", &mut kind.kindled),
            ("trampled", &mut kind.trampled),
            ("seems", &mut kind.seems),
        ] {
            if let Some(value) = field(name) {
                *tile = faults.or(self.tile(&value).map(Some), None);
            }
        }
        if let Some(value) = field("in_time") {
            kind.in_time = faults.or(self.in_time(value).map(Some), None);
        }
        if let Some(value) = field("taken") {
            kind.taken = faults.or(self.taken(value).map(Some), None);
        }
        if let Some(value) = field("flame") {
            kind.flame = faults.or(read_flame(value).map(Some), None);
        }
        if let Some(value) = field("stairs") {
            let stairs = value.named(&["up", "down"], |name| match name {
                "up" => Some(Stairs::Up),
                "down" => Some(Stairs::Down),
                _ => None,
            });
            kind.stairs = faults.or(stairs.map(Some), None);
        }
    }

    fn tile(&self, value: &Value) -> Result<Tile, DataError> {
        let name: String = value.accept("the name of a tile in double quotes", |_| true)?;
        self.known.get(&name).copied().ok_or_else(|| {
            let hint = did_you_mean(&name, self.known.keys().map(String::as_str), ['"'; 2]);
            value.wrong(format_args!(
                "the name of a tile of this file or of the game{hint}"
            ))
        })
    }

    fn in_time(&self, value: Value) -> Result<InTime, DataError> {
        let fields = Fields::read(value.part, "InTime", "in_time.", &["turns", "becomes"])?;
        Ok(InTime {
            turns: fields.required("turns")?.number(1..=100_000)?,
            becomes: self.tile(&fields.required("becomes")?)?,
        })
    }

    fn taken(&self, value: Value) -> Result<Taken, DataError> {
        let known = ["worth", "goal", "leaves"];
        let fields = Fields::read(value.part, "Taken", "taken.", &known)?;
        let is_goal = fields
            .optional("goal")
            .map_or(Ok(false), |it| it.accept("true or false", |_: &bool| true))?;
        Ok(Taken {
            worth: fields
                .optional("worth")
                .map_or(Ok(0), |it| it.number(0..=1_000_000))?,
            is_goal,
            leaves: self.tile(&fields.required("leaves")?)?,
        })
    }
}

fn read_name(value: &Value) -> Result<String, DataError> {
    const LONGEST: usize = 24;
    let expected = format!(
        "a name in lower case and double quotes, of 1 to {LONGEST} Latin letters, such as \"moss\""
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
        format!("a text in double quotes, of at most {LONGEST} signs that every screen can show");
    value.accept(expected, |text: &String| {
        text.chars().count() <= LONGEST && text.chars().all(is_shown)
    })
}

fn read_glyph(value: &Value, is_for_maps: bool) -> Result<char, DataError> {
    let expected = if is_for_maps {
        "a character in single quotes that every screen can show, no letter, no digit and no @, such as ','"
    } else {
        "a character in single quotes that every screen can show, such as '.'"
    };
    value.accept(expected, |&glyph: &char| {
        let is_taken = glyph.is_alphanumeric() || glyph == START_GLYPH;
        is_shown(glyph) && (!is_for_maps || !is_taken)
    })
}

/// `"#rrggbb"`.
fn read_color(value: &Value) -> Result<[u8; 3], DataError> {
    let expected = "a colour as \"#rrggbb\", two hexadecimal digits each for red, green and blue";
    let text: String = value.accept(expected, |_| true)?;
    let digits = text.strip_prefix('#').filter(|it| it.len() == 6);
    let digits = digits.filter(|it| it.bytes().all(|digit| digit.is_ascii_hexdigit()));
    let number = digits.and_then(|it| u32::from_str_radix(it, 16).ok());
    let [_, red, green, blue] = number.ok_or_else(|| value.wrong(expected))?.to_be_bytes();
    Ok([red, green, blue])
}

fn read_colors(value: Value) -> Result<TileColors, DataError> {
    let known = ["lit", "ground", "remembered", "remembered_ground"];
    let fields = Fields::read(value.part, "Colors", "colors.", &known)?;
    let color = |name| fields.required(name).and_then(|it| read_color(&it));
    Ok(TileColors {
        lit: color("lit")?,
        ground: color("ground")?,
        remembered: color("remembered")?,
        remembered_ground: color("remembered_ground")?,
    })
}

fn read_flame(value: Value) -> Result<Flame, DataError> {
    let fields = Fields::read(
        value.part,
        "Flame",
        "flame.",
        &["radius", "color", "in_wall"],
    )?;
    let is_in_wall = fields
        .optional("in_wall")
        .map_or(Ok(false), |it| it.accept("true or false", |_: &bool| true))?;
    Ok(Flame {
        radius: fields.required("radius")?.number(1..=20)?,
        color: fields
            .optional("color")
            .map_or(Ok([255, 190, 110]), |it| read_color(&it))?,
        is_in_wall,
    })
}
