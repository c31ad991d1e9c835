//! The legend of a scene: which creature each letter of the map stands for, and what the creature begins with.

use std::collections::BTreeMap;

use super::model::Props;
use super::text::{Instruction, Text, end_of_brackets};
use crate::files::{DataError, brief, did_you_mean};
use crate::game::bestiary::Bestiary;

/// A line of the legend.
pub(super) struct Entry<'a> {
    pub(super) letter: char,
    /// The byte at which the line begins.
    pub(super) at: usize,
    kind: Kind<'a>,
    /// What the creature begins with, each with the byte at which it begins.
    pub(super) traits: Vec<(&'a str, usize)>,
}

/// What a letter stands for.
enum Kind<'a> {
    /// The player.
    Player,
    /// The monster with this name, given at this byte.
    Named(&'a str, usize),
    /// A monster of the scene's own: the text of its file without name and letter, which begins at this byte.
    Own(&'a str, usize),
}

/// The monsters of a scene: the text of each file by name, and which monster each letter stands for.
pub(super) struct Monsters {
    pub(super) files: BTreeMap<String, String>,
    /// The name and the letter in the game of the monster that each letter of the scene stands for.
    pub(super) kinds: BTreeMap<char, String>,
}

/// Returns the name of the monster file for a scene's own monster.
pub(super) fn own_file(letter: char) -> String {
    format!("scene-{letter}.ron")
}

impl<'a> Entry<'a> {
    pub(super) fn read(
        text: &Text,
        line: &Instruction<'a>,
        letter: char,
    ) -> Result<Self, DataError> {
        let (value, at) = (line.value, line.value_at);
        let (kind, rest, rest_at) = if letter == '@' {
            (Kind::Player, value, at)
        } else if value.starts_with('(') {
            let end = end_of_brackets(value).ok_or_else(|| {
                text.error(
                    at,
                    "this bracket has no partner; accepted: (FIELD: VALUE, ...)",
                )
            })?;
            if let Some(glyph) = field(&value[..end], "glyph") {
                let message = format!(
                    "a scene chooses the letter, here `{letter}`; accepted: no field `glyph`"
                );
                return Err(text.error(at + glyph, message));
            }
            let rest = value[end..].trim_start();
            let skipped = value.len() - rest.len();
            if !rest.is_empty() && !rest.starts_with(',') {
                return Err(text.error(
                    at + skipped,
                    "unexpected text after a monster; accepted: a comma and what it begins with",
                ));
            }
            let rest = rest.trim_start_matches(',');
            (
                Kind::Own(&value[..end], at),
                rest,
                at + value.len() - rest.len(),
            )
        } else {
            let (name, rest) = value.split_once(',').unwrap_or((value, ""));
            if name.trim().is_empty() {
                return Err(text.error(at, "a monster is missing here; accepted: the name of a monster, or (FIELD: VALUE, ...)"));
            }
            (
                Kind::Named(name.trim(), at),
                rest,
                at + value.len() - rest.len(),
            )
        };
        Ok(Self {
            letter,
            at: line.at,
            kind,
            traits: traits(rest, rest_at),
        })
    }
}

/// Splits what follows a kind at commas before spaces, since a cell also has a comma.
fn traits(text: &str, at: usize) -> Vec<(&str, usize)> {
    let mut parts = Vec::new();
    let mut start = 0;
    let commas = text.match_indices(',').map(|(at, _)| at);
    let ends = commas.filter(|at| text[at + 1..].starts_with(char::is_whitespace));
    for end in ends.chain([text.len()]) {
        let part = &text[start..end];
        let skipped = part.len() - part.trim_start().len();
        if !part.trim().is_empty() {
            parts.push((part.trim(), at + start + skipped));
        }
        start = (end + 1).min(text.len());
    }
    parts
}

impl Monsters {
    /// Collects the monsters that a scene can use: those in `files`, and the scene's own ones.
    pub(super) fn new(
        text: &Text,
        legend: &[Entry],
        props: &Props,
        errors: &mut Vec<DataError>,
    ) -> Self {
        let bestiary = props.bestiary();
        let mut monsters = Self {
            files: props.texts().clone(),
            kinds: BTreeMap::new(),
        };
        for entry in legend {
            if let Kind::Named(name, at) = entry.kind {
                match bestiary.get(name) {
                    Some(monster) => {
                        monsters.kinds.insert(entry.letter, monster.name.clone());
                    }
                    // The monster may be the one whose file is broken, which has been noted.
                    None if !bestiary.errors().is_empty() => {}
                    None => {
                        let names: Vec<&str> = bestiary.iter().map(|it| &*it.name).collect();
                        let meant = did_you_mean(name, names.iter().copied());
                        let names = names.join(", ");
                        errors.push(text.error(
                            at,
                            format!(
                                "no monster is called `{}`{meant}; accepted: {names}",
                                brief(name)
                            ),
                        ));
                    }
                }
            }
        }
        for entry in legend {
            if let Kind::Own(fields, at) = entry.kind {
                monsters.add(text, entry.letter, fields, at, bestiary);
            }
        }
        monsters
    }

    /// Adds a monster of the scene's own. A monster with the same name is replaced.
    fn add(&mut self, text: &Text, letter: char, fields: &str, at: usize, bestiary: &Bestiary) {
        let name = match named(fields) {
            Some(name) => name.to_owned(),
            None if letter.is_ascii_uppercase() => format!("big {}", letter.to_ascii_lowercase()),
            None => letter.to_string(),
        };
        let files = bestiary.texts().zip(bestiary.by_file());
        let replaced = files.filter(|(_, (_, it))| it.name == name);
        for ((file, _), _) in replaced {
            self.files.remove(file);
        }
        // The text stays where it is in the scene, so that errors name the right place.
        let place = text.place(at);
        let mut whole = "\n".repeat(place.line - 1) + &" ".repeat(place.column - 1);
        let inner = fields[..fields.len() - 1].trim_end();
        whole += inner;
        if !inner.ends_with([',', '(']) {
            whole.push(',');
        }
        if named(fields).is_none() {
            whole += &format!(" name: \"{name}\",");
        }
        whole += &format!(" glyph: '{letter}')");
        self.files.insert(own_file(letter), whole);
        self.kinds.insert(letter, name);
    }
}

/// Returns the byte at which a field begins in the text of a monster, if it has that field.
fn field(fields: &str, name: &str) -> Option<usize> {
    let mut found = fields.match_indices(name).map(|(at, _)| at);
    found.find(|at| {
        let (before, after) = (&fields[..*at], &fields[at + name.len()..]);
        let is_outside = before.matches('"').count().is_multiple_of(2);
        is_outside && before.trim_end().ends_with(['(', ',']) && after.trim_start().starts_with(':')
    })
}

/// Returns the name that a monster of the scene's own is given in its text.
fn named(fields: &str) -> Option<&str> {
    value_of(fields, "name")
}

/// Returns the text that a field of a monster of the scene's own has in quotes.
fn value_of<'a>(fields: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = fields[field(fields, name)?..].split_once(':')?;
    let (_, quoted) = value.split_once('"')?;
    quoted.split_once('"').map(|(name, _)| name)
}
