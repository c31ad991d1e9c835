//! Plans for the levels in a dungeon, read from a file.

use std::collections::BTreeMap;

use super::builder::{Builder, Builders};
use super::site::Chances;
use crate::files::data::{Faults, Pair, Part, Reader, Source, Value};
use crate::files::{DataError, TextPosition, did_you_mean};
use crate::map::is_shown;

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
    /// How fog comes to the level, or `None` if none does.
    pub fog: Option<FogPlan>,
    /// The colour that a window mixes into the level's stone, as red, green and blue.
    pub hue: Option<[u8; 3]>,
    /// Where each name in `favours` appears in the file.
    pub favours_at: BTreeMap<String, TextPosition>,
}

/// How fog comes to a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FogPlan {
    /// The number of idle turns after which fog comes. A turn is idle if the player sees no new ground by light.
    pub after: u32,
    /// How much fog each further idle turn brings.
    pub rate: u32,
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
            fog: None,
            hue: None,
            favours_at: BTreeMap::new(),
        }
    }
}

/// The maximum number of levels in a dungeon.
const MOST: usize = 99;

impl Depths {
    /// Iterates over the level plans in order.
    pub fn iter(&self) -> impl Iterator<Item = &DepthPlan> {
        self.0.iter()
    }

    /// Returns the plan for a depth, where 0 is the first level. Returns `None` for a depth below the last level.
    pub fn get(&self, depth: u32) -> Option<&DepthPlan> {
        self.0.get(usize::try_from(depth).ok()?)
    }

    /// Returns the number of levels.
    pub fn count(&self) -> u32 {
        // There are at most 99 levels, so the conversion is exact.
        self.0.len() as u32
    }

    /// Reads the level plans from the text of a file. `file` is the file name to use in messages, and `builders` lists
    /// the available builders.
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

/// Checks that an entry's level number is the expected `number`.
fn check_number(entry: &Pair, number: u32) -> Result<(), DataError> {
    let found = entry.key.text();
    if found == number.to_string() {
        return Ok(());
    }
    Err(entry.key.error(format_args!(
        "found level {}; expected {number}: levels are numbered from 1",
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
    for (key, name, weight) in weights(file.optional("builders"), faults) {
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
    for (key, name, weight) in weights(file.optional("favours"), faults) {
        plan.favours_at.insert(name.clone(), key.place());
        plan.favours.insert(name, weight);
    }
    faults.all(file.end());
    Some(plan)
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
