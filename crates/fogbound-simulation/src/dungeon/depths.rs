//! Plans for the levels in a dungeon, read from a file.

use std::collections::{BTreeMap, BTreeSet};

use bevy::math::{IVec2, UVec2};

use super::builder::{Builder, Builders};
use super::level::Level;
use super::site::Chances;
use crate::files::data::{BASE, Faults, Node, Pair, Part, Reader, Source, Value};
use crate::files::{DataError, Joined, TextPosition, did_you_mean};
use crate::map::{Tile, is_shown};

/// The plans of all levels in a dungeon, from first to last. The last level holds the goal of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Depths(Vec<DepthPlan>);

/// The plan of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct DepthPlan {
    /// The name of the level.
    pub name: String,
    /// The message shown when the player first arrives on the level.
    pub arrival: String,
    /// The builders that can build the level, each with its weight.
    pub builders: Vec<(Builder, u32)>,
    /// The amount of light and treasure, and the number of vaults.
    pub odds: Chances,
    /// The number of oil flasks.
    pub oil: u32,
    /// The number of things that can be carried away.
    pub things: u32,
    /// The number of monsters, as a percentage of the default number.
    pub crowd: u32,
    /// The percentage of monster groups that come from deeper levels.
    pub deeper: u32,
    /// The monsters that are more common on this level. Each monster's name is mapped to the factor by which the
    /// monster's weight is multiplied.
    pub favours: BTreeMap<String, u32>,
    /// The size of the level in columns and rows, or `None` for the usual size.
    pub size: Option<UVec2>,
    /// How fog comes to the level, or `None` if none does.
    pub fog: Option<FogPlan>,
    /// The colour that a window mixes into the level's stone, as red, green and blue.
    pub hue: Option<[u8; 3]>,
    /// What a window draws as bare floor.
    pub floor: Flooring,
    /// The names of all monsters and things that appear on this level, if it is not left to their own files.
    pub only: Option<BTreeSet<String>>,
    /// The names of tiles that other tiles replace outside vaults, each with the name of the one that replaces it.
    pub tiles: BTreeMap<String, String>,
    /// The names of vaults that are on the level, wherever else they may be.
    pub holds: Vec<String>,
    /// Where each name in the lists above appears: the file, which may be that of a theme, and the place.
    pub places: Places,
}

/// What bare floor looks like in a window. It changes nothing in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Flooring {
    /// Cut slabs of stone.
    #[default]
    Flags,
    /// Planks.
    Boards,
    /// Trodden earth.
    Earth,
}

impl Flooring {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Flags, Self::Boards, Self::Earth];

    pub fn name(self) -> &'static str {
        match self {
            Self::Flags => "flags",
            Self::Boards => "boards",
            Self::Earth => "earth",
        }
    }
}

/// The files and places in which names appear.
pub type Places = BTreeMap<String, (String, TextPosition)>;

/// The texts of the theme files, by their names in an assets folder.
pub type Themes = BTreeMap<String, String>;

/// The name of the theme folder in an assets folder.
pub const THEMES: &str = "themes/";

/// How fog comes to a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FogPlan {
    /// The number of idle turns after which fog comes. A turn is idle if the player sees no new ground by light.
    pub after: u32,
    /// How much fog each further idle turn brings.
    pub rate: u32,
}

impl DepthPlan {
    /// Returns the cells of a built level on which the plan's `tiles` replace others, each with its new tile. Vaults stay as
    /// they were drawn. A tile that can be walked on does not replace one that cannot, or the other way round.
    pub fn repainted(&self, level: &Level) -> Vec<(IVec2, Tile)> {
        let set = level.map.tile_set();
        let pairs = self.tiles.iter();
        let pairs = pairs.filter_map(|(old, new)| Some((set.get(old)?, set.get(new)?)));
        let pairs = pairs.filter(|(old, new)| old.is_passable() == new.is_passable());
        let pairs: Vec<(Tile, Tile)> = pairs.collect();
        let in_vault = |cell: IVec2| level.vaults.iter().any(|(_, it)| it.contains(cell));
        let new = |(cell, tile): (IVec2, Tile)| {
            let (_, new) = pairs.iter().find(|(old, _)| *old == tile)?;
            (!in_vault(cell)).then_some((cell, *new))
        };
        match pairs.is_empty() {
            true => Vec::new(),
            false => level.map.iter().filter_map(new).collect(),
        }
    }
}

/// The plan that supplies values for the fields that a file leaves out.
impl Default for DepthPlan {
    fn default() -> Self {
        Self {
            name: String::new(),
            arrival: String::new(),
            builders: Vec::new(),
            odds: Chances {
                lit: 20,
                braziers: 25,
                torches: 20,
                vaults: (1, 3),
                treasure: 2,
            },
            oil: 3,
            things: 3,
            crowd: 100,
            deeper: 0,
            favours: BTreeMap::new(),
            size: None,
            fog: None,
            hue: None,
            floor: Flooring::default(),
            only: None,
            tiles: BTreeMap::new(),
            holds: Vec::new(),
            places: BTreeMap::new(),
        }
    }
}

/// The field that names the theme of a level.
const THEME: &str = "theme";

/// The maximum number of levels in a dungeon.
const MOST: usize = 99;

impl Depths {
    /// Says of each name which file and place it comes from, given how the text was joined.
    pub(super) fn traced(mut self, joined: &Joined) -> Self {
        for (file, place) in self.0.iter_mut().flat_map(|it| it.places.values_mut()) {
            let error = joined.trace(DataError {
                file: std::mem::take(file),
                place: Some(*place),
                message: String::new(),
            });
            (*file, *place) = (error.file, error.place.unwrap_or(*place));
        }
        self
    }

    /// Iterates over the level plans in order.
    pub fn iter(&self) -> impl Iterator<Item = &DepthPlan> {
        self.0.iter()
    }

    /// Returns the plan for a depth, where 0 is the first level. Returns `None` for a depth below the last level.
    pub fn get(&self, depth: u32) -> Option<&DepthPlan> {
        self.0.get(usize::try_from(depth).ok()?)
    }

    pub fn count(&self) -> u32 {
        // There are at most 99 levels, so the conversion is exact.
        self.0.len() as u32
    }

    /// Reads the level plans from the text of a file. `file` is the file name to use in messages, and `builders` lists
    /// the available builders. Bases and themes must have been [laid](lay_depths) already.
    ///
    /// # Errors
    ///
    /// Returns every problem that can be found in one pass over the file.
    pub fn read(file: &str, text: &str, builders: &Builders) -> Result<Self, Vec<DataError>> {
        let whole = Source { file, text }.whole();
        let mut faults = Faults::default();
        let entries = whole.pairs()?;
        if entries.is_empty() || entries.len() > MOST {
            faults.note(Err(whole.error(format_args!(
                "found {} levels; expected from 1 to {MOST}",
                entries.len()
            ))));
        }
        let mut plans = Vec::new();
        for (entry, number) in entries.iter().zip(1_u32..) {
            faults.note(check_number(entry, number));
            plans.extend(read_plan(entry.value, builders, &mut faults));
        }
        faults.none()?;
        Ok(Self(plans))
    }
}

/// Lays the plans in a folder over those in earlier folders, or over the game's own.
///
/// If a level of the file has a `base`, the number of another level below, or is `None`, the levels that the file does not
/// name stay as they are. A level with a `base` is like that one but for what the file and the level's theme say, and at a
/// level that is `None` the dungeon ends. Otherwise, the file is the whole plan. Wherever a level says nothing, its theme
/// counts.
///
/// # Errors
///
/// If there is no level with the number of a `base`, or no such theme.
pub fn lay_depths<'a>(
    own: Node<'a>,
    below: Option<Node<'a>>,
    themes: &'a Themes,
) -> Result<Option<Node<'a>>, DataError> {
    let is_none = |it: &Node| it.value().is_some_and(|it| it.text() == "None");
    let changes = |it: &Node| it.get(BASE).is_some() || is_none(it);
    let any = |is_so: &dyn Fn(&Node) -> bool| own.entries().iter().any(|it| is_so(&it.1));
    let below = below.filter(|_| any(&changes));
    if below.is_none() && !any(&|it| it.get(THEME).is_some()) {
        return Ok(None);
    }
    let below = below.as_ref().map_or(&[][..], Node::entries);
    let mut levels: BTreeMap<u32, (Part, Node)> = BTreeMap::new();
    let number = |key: Part| key.text().parse().unwrap_or(0_u32);
    for (key, plan) in below {
        levels.insert(number(*key), (*key, plan.clone()));
    }
    for (key, plan) in own.entries() {
        if is_none(plan) {
            levels.split_off(&number(*key));
            continue;
        }
        let mut like = None;
        if let Some(part) = plan.get(BASE).and_then(Node::value) {
            let found = below
                .iter()
                .find(|it| it.0.text() == part.text().trim_end());
            let found = found.ok_or_else(|| {
                let last = below.len();
                Value::new(BASE, part).wrong(format_args!(
                    "the number of a level from 1 to {last}, without quotes"
                ))
            })?;
            like = Some(found.1.clone());
        }
        if let Some(part) = plan.get(THEME).and_then(Node::value) {
            let theme = Node::of(find_theme(&Value::new(THEME, part), themes)?)?;
            like = Some(match like {
                Some(like) => theme.over(like),
                None => theme,
            });
        }
        let plan = plan.clone().without(BASE).without(THEME);
        let plan = match like {
            Some(like) => plan.over(like),
            None => plan,
        };
        levels.insert(number(*key), (*key, plan));
    }
    Ok(Some(Node::Group {
        in_braces: true,
        entries: levels.into_values().collect(),
    }))
}

/// Checks that an entry's level number is the expected `number`.
fn check_number(entry: &Pair, number: u32) -> Result<(), DataError> {
    let found = entry.key.text();
    if found == number.to_string() {
        return Ok(());
    }
    Err(entry.key.error(format_args!(
        "found level {}; expected {number}: levels are numbered from 1, unless each has a `base`",
        entry.key.quoted()
    )))
}

fn read_plan(part: Part, builders: &Builders, faults: &mut Faults) -> Option<DepthPlan> {
    let mut file = faults.or(Reader::new(part, "Depth", "").map(Some), None)?;
    let mut plan = DepthPlan {
        name: file.required("name", read_text),
        arrival: file.required("arrival", read_text),
        ..DepthPlan::default()
    };
    let builders_field = file.optional("builders");
    let none_left = builders_field.as_ref().and_then(|it| {
        let is_empty = it.pairs().is_ok_and(|it| it.is_empty());
        is_empty.then(|| it.wrong("at least one builder"))
    });
    faults.note(none_left.map_or(Ok(()), Err));
    for (key, name, weight) in weights(builders_field, faults) {
        match builders.get(&name) {
            Some(builder) => plan.builders.push((builder, weight)),
            None => faults.note(Err(key.error(format_args!(
                "builders: unknown builder {}{}; the builders are {}",
                key.quoted(),
                did_you_mean(&name, builders.iter().map(Builder::name)),
                builders.names()
            )))),
        }
    }
    if plan.builders.is_empty() {
        plan.builders.push((Builder::default(), 1));
    }
    if let Some(value) = file.optional("size") {
        plan.size = faults.or(read_size(&value, &plan.builders).map(Some), None);
    }
    for (name, number, most) in [
        ("lit", &mut plan.odds.lit, 100),
        ("braziers", &mut plan.odds.braziers, 100),
        ("torches", &mut plan.odds.torches, 100),
        ("oil", &mut plan.oil, 20),
        ("things", &mut plan.things, 20),
        ("crowd", &mut plan.crowd, 1_000),
        ("deeper", &mut plan.deeper, 100),
        ("treasure", &mut plan.odds.treasure, 20),
    ] {
        file.set(name, number, |it| it.number(0..=most));
    }
    let vaults = &mut plan.odds.vaults;
    file.set("vaults", vaults, |it| it.span(0..=20));
    file.set("fog", &mut plan.fog, |it| read_fog(it).map(Some));
    file.set("hue", &mut plan.hue, |it| it.color().map(Some));
    file.set("floor", &mut plan.floor, |it| {
        it.named(&Flooring::ALL.map(Flooring::name), |name| {
            Flooring::ALL.into_iter().find(|it| it.name() == name)
        })
    });
    for (key, name, weight) in weights(file.optional("favours"), faults) {
        note(&mut plan.places, [(key, name.clone())]);
        plan.favours.insert(name, weight);
    }
    if let Some(value) = file.optional("only") {
        let names = names(&value, faults);
        plan.only = Some(names.iter().map(|(_, name)| name.clone()).collect());
        note(&mut plan.places, names);
    }
    if let Some(value) = file.optional("holds") {
        let names = names(&value, faults);
        plan.holds = names.iter().map(|(_, name)| name.clone()).collect();
        note(&mut plan.places, names);
    }
    let tiles = file
        .optional("tiles")
        .map_or(Ok(Vec::new()), |it| it.part.pairs());
    for Pair { key, value } in faults.or(tiles, Vec::new()) {
        let pair = [key, value].map(|part| (part, part.read::<String>().unwrap_or_default()));
        let expected = "names of tiles in double quotes, such as { \"floor\": \"rubble\" }";
        match pair.iter().find(|(_, name)| name.is_empty()) {
            Some((part, _)) => faults.note(Err(Value::new("tiles", *part).wrong(expected))),
            None => {
                let [(_, old), (_, new)] = pair.clone();
                plan.tiles.insert(old, new);
                note(&mut plan.places, pair);
            }
        }
    }
    // These have been laid already. They are here to be listed.
    for name in [BASE, THEME] {
        file.optional(name);
    }
    faults.all(file.end());
    Some(plan)
}

/// Returns the text of the theme that a level names.
fn find_theme<'a>(value: &Value, themes: &'a Themes) -> Result<Source<'a>, DataError> {
    let names = || themes.keys().map(|it| theme_name(it));
    let list = match themes.is_empty() {
        true => "there are none".to_owned(),
        false => names().collect::<Vec<_>>().join(", "),
    };
    let expected = "the name of a file in the folder themes, in double quotes";
    let name: String = value.accept(expected, |_| true)?;
    let found = themes.iter().find(|it| theme_name(it.0) == name);
    let (file, text) = found.ok_or_else(|| {
        let hint = did_you_mean(&name, names());
        let found = value.part.quoted();
        value.part.error(format_args!(
            "theme: found {found}{hint}; the themes are: {list}"
        ))
    })?;
    Ok(Source { file, text })
}

fn theme_name(file: &str) -> &str {
    file.trim_start_matches(THEMES).trim_end_matches(".ron")
}

fn note<'a>(places: &mut Places, names: impl IntoIterator<Item = (Part<'a>, String)>) {
    for (part, name) in names {
        places.insert(name, (part.file().to_owned(), part.place()));
    }
}

/// Returns the names in a list, each with its part of the text.
fn names<'a>(value: &Value<'a>, faults: &mut Faults) -> Vec<(Part<'a>, String)> {
    let expected = "a list of names in double quotes, such as [\"rat\", \"salve\"]";
    let parts = value.part.items().unwrap_or_else(|| vec![value.part]);
    let named = parts.into_iter().filter_map(|part| {
        let name = part.read::<String>().ok().filter(|it| !it.is_empty());
        let name = name.ok_or_else(|| Value::new(&*value.name, part).wrong(expected));
        Some((part, faults.or(name.map(Some), None)?))
    });
    named.collect()
}

/// Reads `(columns, rows)`, which all of these builders must be able to build.
fn read_size(value: &Value, builders: &[(Builder, u32)]) -> Result<UVec2, DataError> {
    let expected = "(columns, rows): two whole numbers";
    let size: (u32, u32) = value.accept(expected, |_| true)?;
    let size = UVec2::from(size);
    let fits = builders.iter().map(|(it, _)| it.check_size(size));
    match fits.filter_map(Result::err).next() {
        Some(error) => Err(value.part.error(format_args!("size: {error}"))),
        None => Ok(size),
    }
}

fn read_fog(value: &Value) -> Result<FogPlan, DataError> {
    Reader::read(value, ("Fog", "fog."), |file| FogPlan {
        after: file.required("after", |it| it.number(0..=100_000)),
        rate: file.required("rate", |it| it.number(0..=10_000)),
    })
}

/// Returns the entries of `{ "name": weight, ... }`, each with its part of the text.
fn weights<'a>(value: Option<Value<'a>>, faults: &mut Faults) -> Vec<(Part<'a>, String, u32)> {
    let entries = value.map_or(Ok(Vec::new()), |it| it.part.pairs());
    let mut all = Vec::new();
    for Pair { key, value } in faults.or(entries, Vec::new()) {
        let name = Value::new("name", key);
        let weight = Value::new(key.quoted(), value);
        let read = name.accept("a name in double quotes", |_: &String| true);
        let read = read.and_then(|name| Ok(Some((key, name, weight.number(1..=1_000)?))));
        all.extend(faults.or(read, None));
    }
    all
}

fn read_text(value: &Value) -> Result<String, DataError> {
    const LONGEST: usize = 160;
    let expected =
        format!("1 to {LONGEST} characters that every screen can show, in double quotes");
    value.accept(expected, |text: &String| {
        (1..=LONGEST).contains(&text.chars().count()) && text.chars().all(is_shown)
    })
}
