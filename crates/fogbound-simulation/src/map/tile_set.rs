//! What kinds of tiles there are, read from a file.
//!
//! A [`TileSet`] never changes: reading a file that says something else makes another one. All sets of a process are kept,
//! for maps and memories refer to them by number.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::glyphs::is_shown;
use super::limits::START_GLYPH;
use crate::files::data::{Faults, Fields, Part, Source, Value};
use crate::files::{DataError, nearest};

/// What fills one cell of a level: a kind of tile, of which `assets/tiles.ron` says all that there is to say.
///
/// Sight and movement are separate: a window is seen through and not walked through, foliage is the reverse.
///
/// A tile is a small number, and belongs to the [`TileSet`] that it was taken from. Tiles of one name are equal whatever
/// set they are from, so that [`Tile::FLOOR`] is floor in every game, however a maker has changed it.
#[derive(Clone, Copy)]
pub struct Tile {
    /// By name: no two names of this process share one.
    slot: u16,
    /// The set that says what it is.
    set: u16,
}

/// What burns in a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flame {
    /// How far it shines, in cells.
    pub radius: u32,
    /// Red, green and blue of its light.
    pub color: [u8; 3],
    /// Whether it hangs in a wall, and shines out of its open faces.
    pub is_in_wall: bool,
}

/// Where stairs lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stairs {
    /// To the level above; from the first, out of the dungeon.
    Up,
    /// To the level below.
    Down,
}

impl Tile {
    pub(super) const fn new(slot: u16, set: u16) -> Self {
        Self { slot, set }
    }

    #[inline]
    pub(super) const fn slot(self) -> u16 {
        self.slot
    }

    #[inline]
    pub(super) const fn set_number(self) -> u16 {
        self.set
    }
}

/// Tiles of one name are equal.
impl PartialEq for Tile {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.slot == other.slot
    }
}

impl Eq for Tile {}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&TileSet::numbered(self.set).kind(self.slot).name)
    }
}

/// The tiles that there are: those that come with the game, changed and added to by a maker's files.
#[derive(Clone, Copy, Debug)]
pub struct TileSet(&'static Set);

/// A kind of tile: an entry of `assets/tiles.ron`.
#[derive(Clone, Debug, PartialEq)]
pub struct TileKind {
    /// What it is called, in lower case and without an article. No two kinds share it.
    pub name: String,
    /// A number that stands for the name, the same on every machine.
    pub(super) id: u64,
    /// Whether it is called so without an article, as floor is.
    pub is_mass: bool,
    /// What a player who looks at it should read; empty if the file says nothing.
    pub description: String,
    /// The character that stands for it in ASCII maps. No two kinds share it.
    pub glyph: char,
    /// How it is drawn.
    pub drawn: char,
    /// Its colours, unless a palette has others for it.
    pub colors: TileColors,
    /// Whether it blocks sight.
    pub is_opaque: bool,
    /// Whether a creature can stand on it.
    pub is_walkable: bool,
    /// How long a step onto it takes, in percent of one onto floor.
    pub percent: u32,
    /// What becomes of it when it is opened.
    pub opens_to: Option<Tile>,
    /// When it is closed.
    pub closes_to: Option<Tile>,
    /// When its flame is put out.
    pub put_out: Option<Tile>,
    /// When it is lit, or set on fire.
    pub kindled: Option<Tile>,
    /// When somebody walks onto it.
    pub trampled: Option<Tile>,
    /// What becomes of it by itself after so many turns, unless somebody stands there.
    pub in_time: Option<InTime>,
    /// Whether fire spreads from it to what beside it can be kindled.
    pub spreads: bool,
    /// What the player gets who walks onto it, and what is left.
    pub taken: Option<Taken>,
    /// What it seems to be to whoever was not told of it.
    pub seems: Option<Tile>,
    /// What burns in it.
    pub flame: Option<Flame>,
    /// Where it leads.
    pub stairs: Option<Stairs>,
}

/// What becomes of a tile by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InTime {
    /// After so many turns.
    pub turns: u32,
    /// It is this.
    pub becomes: Tile,
}

/// What lies on a tile for whoever comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// What it counts for in the score.
    pub worth: u32,
    /// Whether it is what the game is about.
    pub is_goal: bool,
    /// What is left.
    pub leaves: Tile,
}

/// The colours of a tile, each red, green and blue: its glyph and its ground while it is seen, and both as they are
/// remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileColors {
    /// The glyph.
    pub lit: [u8; 3],
    /// The ground behind it.
    pub ground: [u8; 3],
    /// The glyph in memory.
    pub remembered: [u8; 3],
    /// The ground in memory.
    pub remembered_ground: [u8; 3],
}

/// A set, whole.
struct Set {
    number: u16,
    /// By slot; a set that was made earlier lacks the names that came later.
    kinds: Vec<Option<TileKind>>,
    /// The texts that it was read from, the later over the earlier ones.
    texts: Vec<(String, String)>,
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tiles {}", self.number)
    }
}

/// The tiles that come with the game.
const BUILT_IN: Source = Source {
    file: fogbound_assets::TILES.path,
    text: fogbound_assets::TILES.text,
};

/// So many sets there can be in a process: a file can be changed so often while the program runs.
const MOST_SETS: usize = 4096;

/// The most names of tiles in a process.
const MOST_NAMES: usize = 60_000;

/// The most kinds in a set.
const MOST_KINDS: usize = 1024;

static SETS: [OnceLock<Set>; MOST_SETS] = [const { OnceLock::new() }; MOST_SETS];

/// The names of all tiles, by slot; and how many sets there are. Whoever holds it may add to both.
static NAMES: Mutex<Names> = Mutex::new(Names {
    names: Vec::new(),
    sets: 1,
});

struct Names {
    names: Vec<String>,
    sets: u16,
}

impl Names {
    fn slot_of(&mut self, name: &str) -> u16 {
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

impl Default for TileSet {
    fn default() -> Self {
        Self::numbered(0)
    }
}

/// Sets are equal if they are the same one.
impl PartialEq for TileSet {
    fn eq(&self, other: &Self) -> bool {
        self.0.number == other.0.number
    }
}

impl Eq for TileSet {}

impl TileSet {
    /// The tiles of the game, changed and added to by this file: its name, for messages, and its text. `{}` changes
    /// nothing.
    ///
    /// # Errors
    ///
    /// All that is wrong with the file, as far as that can be told at once.
    pub fn with(file: &str, text: &str) -> Result<Self, Vec<DataError>> {
        let base = Self::default();
        if text.trim() == "{}" {
            return Ok(base);
        }
        let source = Source { file, text };
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let known = SETS.iter().map_while(OnceLock::get);
        let is_same = |set: &&Set| set.texts.len() == 1 && set.texts[0].1 == text;
        if let Some(same) = known.skip(1).find(is_same) {
            return Ok(Self(same));
        }
        let number = names.sets;
        if usize::from(number) >= MOST_SETS {
            return Err(vec![source.whole().error(format_args!(
                "the tiles have changed too often; start the program anew to have more than {MOST_SETS} changes"
            ))]);
        }
        let mut set = read(source, number, &mut names, Some(base.0))?;
        set.texts.push((file.to_owned(), text.to_owned()));
        names.sets += 1;
        Ok(Self(SETS[usize::from(number)].get_or_init(|| set)))
    }

    #[inline]
    pub(super) fn numbered(number: u16) -> Self {
        let set = SETS.get(usize::from(number)).and_then(OnceLock::get);
        Self(set.unwrap_or_else(built_in))
    }

    #[inline]
    pub(super) fn kind(self, slot: u16) -> &'static TileKind {
        let kind = self.0.kinds.get(usize::from(slot)).and_then(Option::as_ref);
        // A tile is made by a set that has it, and rock is in all of them.
        kind.or_else(|| built_in().kinds.first()?.as_ref())
            .expect("the game's own tiles are read by a test")
    }

    /// The text that it was read from besides the game's own: the file's name and what was in it.
    pub fn text(self) -> Option<(&'static str, &'static str)> {
        let (file, text) = self.0.texts.first()?;
        Some((file, text))
    }

    /// The tile of this name.
    pub fn get(self, name: &str) -> Option<Tile> {
        self.iter().find(|it| it.name() == name)
    }

    /// The tile that a character of an ASCII map stands for.
    pub fn from_glyph(self, glyph: char) -> Option<Tile> {
        self.iter().find(|it| it.glyph() == glyph)
    }

    /// This set's tile of the same name; else the tile itself.
    pub fn own(self, tile: Tile) -> Tile {
        let has_it = matches!(self.0.kinds.get(usize::from(tile.slot())), Some(Some(_)));
        if has_it {
            Tile::new(tile.slot(), self.0.number)
        } else {
            tile
        }
    }

    /// All tiles: those of the game first.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let kinds = self.0.kinds.iter().zip(0..);
        let there = kinds.filter(|(kind, _)| kind.is_some());
        there.map(move |(_, slot)| Tile::new(slot, self.0.number))
    }
}

fn built_in() -> &'static Set {
    SETS[0].get_or_init(|| {
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let read = read(BUILT_IN, 0, &mut names, None);
        read.unwrap_or_else(|errors| panic!("{}", errors[0]))
    })
}

/// Reads a file over the tiles that there are.
fn read(
    source: Source,
    number: u16,
    names: &mut Names,
    base: Option<&Set>,
) -> Result<Set, Vec<DataError>> {
    let entries = source.whole().pairs()?;
    if entries.len() > MOST_KINDS {
        return Err(vec![source.whole().error(format_args!(
            "found {} tiles; expected at most {MOST_KINDS}",
            entries.len()
        ))]);
    }
    let mut faults = Faults::default();
    let mut written: BTreeMap<String, Part> = BTreeMap::new();
    for entry in &entries {
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
    let inherited = base.into_iter().flat_map(|it| it.kinds.iter().flatten());
    let mut known: BTreeMap<String, Tile> = BTreeMap::new();
    for name in inherited.map(|it| &it.name).chain(written.keys()) {
        known.insert(name.clone(), Tile::new(names.slot_of(name), number));
    }
    let mut kinds = vec![None; names.names.len()];
    let reader = Reader {
        known: &known,
        number,
    };
    for kind in base.into_iter().flat_map(|it| it.kinds.iter().flatten()) {
        let slot = usize::from(names.slot_of(&kind.name));
        kinds[slot] = Some(kind.in_set(number));
    }
    let mut likes = BTreeMap::new();
    for (name, part) in written.iter().filter(|(name, _)| !name.is_empty()) {
        let slot = usize::from(names.slot_of(name));
        let before: Option<TileKind> = kinds[slot].take();
        kinds[slot] = reader.kind(name, *part, before, &mut likes, &mut faults);
    }
    // One may be like another that is like a third.
    for name in likes.keys() {
        let mut like = likes.get(name);
        let mut colors = None;
        for _ in 0..likes.len() {
            let kind = like.and_then(|it| kinds[usize::from(it.slot())].as_ref());
            let Some(kind) = kind else { break };
            colors = Some(kind.colors);
            like = likes.get(&kind.name);
        }
        let slot = usize::from(names.slot_of(name));
        if let (Some(colors), Some(kind)) = (colors, &mut kinds[slot]) {
            kind.colors = colors;
        }
    }
    check(&kinds, &written, &mut faults);
    faults.none()?;
    Ok(Set {
        number,
        kinds,
        texts: Vec::new(),
    })
}

/// What several tiles have to agree on.
fn check(kinds: &[Option<TileKind>], written: &BTreeMap<String, Part>, faults: &mut Faults) {
    let fault = |faults: &mut Faults, name: &str, field: &str, message: String| {
        let part = written.get(name).copied();
        // What the file does not name itself has come to be wrong by what it does name.
        let message = match part {
            Some(_) => message,
            None => {
                format!("{message} (this is the tile {name:?}, which the file changes by others)")
            }
        };
        // Of two that share a glyph the one is told of that is written.
        let is_glyph = field == "glyph";
        if let Some(part) = part.or(written.values().next().copied().filter(|_| !is_glyph)) {
            let fields = Fields::outline(part, "Tile", "").ok();
            let value = fields.filter(|_| written.contains_key(name));
            let value = value.and_then(|it| it.optional(field));
            faults.note(Err(value.map_or(part, |it| it.part).error(message)));
        }
    };
    let all = || kinds.iter().flatten();
    let kind_of = |tile: Tile| kinds.get(usize::from(tile.slot())).and_then(Option::as_ref);
    for kind in all() {
        // A new one whose glyph is missing has been told of.
        let is_told = |it: &TileKind| it.glyph == ' ' && it.name != "rock";
        let mut others = all().filter(|it| !is_told(it) && !is_told(kind));
        let other = others.find(|it| it.glyph == kind.glyph && it.name != kind.name);
        if let Some(other) = other {
            let message = format!(
                "glyph: {:?} is that of the tile {:?}; every tile has one of its own",
                kind.glyph, other.name
            );
            fault(faults, &kind.name, "glyph", message);
        }
        if let Some(opened) = kind.opens_to.and_then(kind_of).filter(|it| !it.is_walkable) {
            let message = format!(
                "opens_to: the tile {:?} cannot be walked on; expected one that can",
                opened.name
            );
            fault(faults, &kind.name, "opens_to", message);
        }
        let seems = kind.seems.and_then(kind_of);
        if let Some(seems) = seems
            && (seems.is_opaque, seems.is_walkable) != (kind.is_opaque, kind.is_walkable)
        {
            let message = format!(
                "seems: the tile {:?} differs in what is seen and walked; expected one that is opaque and walkable as this one is",
                seems.name
            );
            fault(faults, &kind.name, "seems", message);
        }
        if kind.put_out.is_some() && kind.flame.is_none() {
            let message = "put_out: nothing burns in it; expected a tile with `flame`".to_owned();
            fault(faults, &kind.name, "put_out", message);
        }
        let left = kind.taken.and_then(|it| kind_of(it.leaves));
        if let Some(left) = left.filter(|it| it.taken.is_some() || !it.is_walkable) {
            let message = format!(
                "taken: {:?} cannot be left; expected a tile that can be walked on and that nothing is taken from",
                left.name
            );
            fault(faults, &kind.name, "taken", message);
        }
        let trampled = kind.trampled.and_then(kind_of);
        if let Some(trampled) = trampled.filter(|it| it.trampled.is_some() || !it.is_walkable) {
            let message = format!(
                "trampled: found {:?}; expected a tile that can be walked on and is not trampled itself",
                trampled.name
            );
            fault(faults, &kind.name, "trampled", message);
        }
    }
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
            let like = nearest(name, known.filter(|it| *it != name));
            let hint = like.map_or_else(String::new, |it| format!(" (did you mean {it:?}?)"));
            faults.note(Err(part.error(format_args!(
                "the field `glyph` is missing, which the new tile {name:?} needs{hint}"
            ))));
        }
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
        Some(kind.in_set(self.number))
    }

    fn tile(&self, value: &Value) -> Result<Tile, DataError> {
        let name: String = value.accept("the name of a tile in double quotes", |_| true)?;
        self.known.get(&name).copied().ok_or_else(|| {
            let like = nearest(&name, self.known.keys().map(String::as_str));
            let hint = like.map_or_else(String::new, |it| format!(" (did you mean {it:?}?)"));
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

impl TileKind {
    /// A kind of which nothing is said: something like floor.
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            id: hash(name),
            is_mass: false,
            description: String::new(),
            glyph: ' ',
            drawn: ' ',
            colors: TileColors {
                lit: [0xe1, 0xc6, 0xa0],
                ground: [0x43, 0x33, 0x1b],
                remembered: [0x3c, 0x42, 0x4e],
                remembered_ground: [0x12, 0x14, 0x1c],
            },
            is_opaque: false,
            is_walkable: false,
            percent: 100,
            opens_to: None,
            closes_to: None,
            put_out: None,
            kindled: None,
            trampled: None,
            in_time: None,
            spreads: false,
            taken: None,
            seems: None,
            flame: None,
            stairs: None,
        }
    }

    /// The same in the set of this number, with all the tiles that it names.
    fn in_set(&self, number: u16) -> Self {
        let mut kind = self.clone();
        let own = |tile: Tile| Tile::new(tile.slot(), number);
        for tile in [
            &mut kind.opens_to,
            &mut kind.closes_to,
            &mut kind.put_out,
            &mut kind.kindled,
            &mut kind.trampled,
            &mut kind.seems,
        ] {
            *tile = tile.map(own);
        }
        if let Some(in_time) = &mut kind.in_time {
            in_time.becomes = own(in_time.becomes);
        }
        if let Some(taken) = &mut kind.taken {
            taken.leaves = own(taken.leaves);
        }
        kind
    }
}

/// A hash of a name, the same on every machine: FNV-1a, 64 bits. Short, well known, and good enough to keep a few names
/// apart.
pub(crate) fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
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
