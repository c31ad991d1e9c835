//! What each level of the dungeon is like, read from a file.

use std::collections::BTreeMap;

use super::builder::{Builder, Builders};
use super::site::Odds;
use crate::files::data::{Entry, Faults, Fields, Part, Source, Value};
use crate::files::{DataError, Place, did_you_mean};
use crate::map::is_shown;

/// The levels of a dungeon, from the first to the last, on which lies what the player has come for.
#[derive(Clone, Debug, PartialEq)]
pub struct Depths(Vec<DepthPlan>);

/// What a level is like.
#[derive(Clone, Debug, PartialEq)]
pub struct DepthPlan {
    /// What it is called.
    pub name: String,
    /// What the player is told on coming there first.
    pub arrival: String,
    /// The builders that may build it, each with a weight.
    pub builders: Vec<(Builder, u32)>,
    /// How much light it has, and how many vaults.
    pub odds: Odds,
    /// How many monsters there are, in percent of usual.
    pub crowd: u32,
    /// So many of a hundred groups come from deeper down.
    pub deeper: u32,
    /// Monsters that are met here so many times as often as elsewhere, by name.
    pub favours: BTreeMap<String, u32>,
    /// Where the file names them.
    pub favours_at: BTreeMap<String, Place>,
}

const FIELDS: [&str; 10] = [
    "name", "arrival", "builders", "lit", "braziers", "torches", "crowd", "deeper", "favours",
    "vaults",
];

/// The most levels of a dungeon.
const MOST: usize = 99;

impl Depths {
    /// The levels, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &DepthPlan> {
        self.0.iter()
    }

    /// What the level of this depth is like, 0 being the first; none below the last.
    pub fn get(&self, depth: u32) -> Option<&DepthPlan> {
        self.0.get(usize::try_from(depth).ok()?)
    }

    /// How many levels there are.
    pub fn count(&self) -> u32 {
        // There are at most 99.
        self.0.len() as u32
    }

    /// Reads the levels from the text of a file, whose name is for messages, where these builders are known.
    ///
    /// # Errors
    ///
    /// All that is wrong with the file, as far as that can be told at once.
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

/// Levels are numbered from 1, one after the other.
fn check_number(entry: &Entry, number: u32) -> Result<(), DataError> {
    let found = entry.key.text();
    if found == number.to_string() {
        return Ok(());
    }
    Err(entry.key.error(format_args!(
        "found the level {}; expected {number}: levels are numbered from 1 on",
        entry.key.quoted()
    )))
}

fn read_plan(part: Part, builders: &Builders, faults: &mut Faults) -> Option<DepthPlan> {
    let fields = faults.or(Fields::outline(part, "Depth", "").map(Some), None)?;
    let names = fields.check_names(&FIELDS);
    // A field that is missing may be there under another name.
    let may_be_missing = names.is_err();
    faults.note(names);
    let mut text = |name| match fields.required(name) {
        Ok(value) => faults.or(read_text(&value), String::new()),
        Err(_) if may_be_missing => String::new(),
        Err(error) => faults.or(Err(error), String::new()),
    };
    let (name, arrival) = (text("name"), text("arrival"));
    let mut number = |name: &str, usual, most| {
        let value = fields.optional(name);
        faults.or(value.map_or(Ok(usual), |it| it.number(0..=most)), usual)
    };
    let (lit, braziers, torches) = (
        number("lit", 20, 100),
        number("braziers", 25, 100),
        number("torches", 20, 100),
    );
    let (crowd, deeper) = (number("crowd", 100, 1_000), number("deeper", 0, 100));
    let vaults = fields.optional("vaults");
    let vaults = faults.or(vaults.map_or(Ok((1, 3)), |it| it.span(0..=20)), (0, 0));
    let mut chosen = Vec::new();
    for (key, name, weight) in weights(fields.optional("builders"), faults) {
        match builders.get(&name) {
            Some(builder) => chosen.push((builder, weight)),
            None => {
                let hint = did_you_mean(&name, builders.iter().map(Builder::name), ['"'; 2]);
                faults.note(Err(key.error(format_args!(
                    "builders: there is no builder {}{hint}; the builders are {}",
                    key.quoted(),
                    builders.names()
                ))));
            }
        }
    }
    if chosen.is_empty() {
        chosen.push((Builder::default(), 1));
    }
    let (mut favours, mut favours_at) = (BTreeMap::new(), BTreeMap::new());
    for (key, name, weight) in weights(fields.optional("favours"), faults) {
        favours_at.insert(name.clone(), key.place());
        favours.insert(name, weight);
    }
    Some(DepthPlan {
        name,
        arrival,
        builders: chosen,
        odds: Odds {
            lit,
            braziers,
            torches,
            vaults,
        },
        crowd,
        deeper,
        favours,
        favours_at,
    })
}

/// The names of `{ "name": weight, ... }`, with where they stand.
fn weights<'a>(value: Option<Value<'a>>, faults: &mut Faults) -> Vec<(Part<'a>, String, u32)> {
    let entries = value.map_or(Ok(Vec::new()), |it| it.part.pairs());
    let mut all = Vec::new();
    for Entry { key, value } in faults.or(entries, Vec::new()) {
        let name = Value {
            name: "name".to_owned(),
            part: key,
        };
        let weight = Value {
            name: key.quoted(),
            part: value,
        };
        let read = name.accept("a name in double quotes", |_: &String| true);
        let read = read.and_then(|name| Ok(Some((key, name, weight.number(1..=1_000)?))));
        all.extend(faults.or(read, None));
    }
    all
}

fn read_text(value: &Value) -> Result<String, DataError> {
    const LONGEST: usize = 160;
    let expected =
        format!("a text in double quotes, of 1 to {LONGEST} signs that every screen can show");
    value.accept(expected, |text: &String| {
        (1..=LONGEST).contains(&text.chars().count()) && text.chars().all(is_shown)
    })
}
