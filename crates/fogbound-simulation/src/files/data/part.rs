//! Parts of a file that know their line and column.
//!
//! Serde does not record where a value came from, but an error message without a line and column is of little help to a
//! person who is editing a file. So a file is split first: ron returns the text of each field, borrowed from the file
//! ([`RawValue`]), and the start of that text gives the field's place. Then each part is parsed on its own.

use std::collections::HashMap;
use std::fmt::Display;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};

use super::DataError;
use super::edit::{closing, comment, crossed_brackets};
use super::hint::{MINDS, explain};
use crate::files::{TextPosition, brief};

/// The name and the text of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<'a> {
    /// The name for messages.
    pub file: &'a str,
    /// The whole text.
    pub text: &'a str,
}

/// A part of a file's text.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    source: Source<'a>,
    text: &'a str,
}

impl<'a> Source<'a> {
    /// Returns the whole text without leading whitespace or comments.
    pub fn whole(self) -> Part<'a> {
        self.part(self.text.strip_prefix('\u{feff}').unwrap_or(self.text))
    }

    /// Creates an error at the value of the given field.
    pub(crate) fn fault_of(self, field: &str, message: impl Display) -> DataError {
        self.whole().value_of(field).error(message)
    }

    /// Returns the part `text`, which must be borrowed from this file.
    fn part(self, text: &'a str) -> Part<'a> {
        let text = without_blanks(text);
        Part { source: self, text }
    }
}

impl<'a> Part<'a> {
    pub(crate) fn file(self) -> &'a str {
        self.source.file
    }

    /// Returns whether the text is `None`.
    pub(super) fn is_none(self) -> bool {
        self.text.trim_end() == "None"
    }

    pub fn text(self) -> &'a str {
        self.text
    }

    /// Returns the place where the part begins.
    pub(crate) fn place(self) -> TextPosition {
        self.place_of(0)
    }

    /// Returns the place `offset` bytes after the start of the part.
    fn place_of(self, offset: usize) -> TextPosition {
        let (file, part) = (self.source.text, self.text);
        // Both slices point into the same text. If they did not, the result would merely be the end of the file.
        let start = (part.as_ptr() as usize).saturating_sub(file.as_ptr() as usize);
        let before = file.get(..start + offset).unwrap_or(file);
        let line = before.rsplit('\n').next().unwrap_or_default();
        TextPosition {
            line: before.matches('\n').count() + 1,
            column: line.trim_start_matches('\u{feff}').chars().count() + 1,
        }
    }

    /// Creates an error at the start of this part.
    pub fn error(self, message: impl Display) -> DataError {
        self.error_at(self.place(), message)
    }

    fn error_at(self, place: TextPosition, message: impl Display) -> DataError {
        DataError {
            file: self.source.file.to_owned(),
            place: Some(place),
            message: message.to_string(),
        }
    }

    /// Returns the part as messages quote it: on one line, and shortened if it is long.
    pub(crate) fn quoted(self) -> String {
        const LONGEST: usize = 32;
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let line = words.join(" ");
        match line.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("`{}...`", &line[..end]),
            None => format!("`{line}`"),
        }
    }

    /// Parses the whole part with `seed`.
    pub(crate) fn read_seed<T, S>(self, seed: S) -> Result<T, ron::error::SpannedError>
    where
        S: DeserializeSeed<'a, Value = T>,
    {
        // Optional values are written without `Some(...)`.
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        options.from_str_seed(self.text, seed)
    }

    /// Parses the whole part as a `T`.
    ///
    /// # Errors
    ///
    /// If the part is not a `T`.
    pub fn read<T: Deserialize<'a>>(self) -> Result<T, ron::error::SpannedError> {
        self.read_seed(std::marker::PhantomData)
    }

    /// Splits `(name: value, ...)` into its entries. A type name may come before the parenthesis.
    pub(crate) fn fields(self, type_name: &'static str) -> Result<Vec<Pair<'a>>, DataError> {
        self.entries(Outline::Fields(type_name))
    }

    /// Returns the value of a field of `(name: value, ...)`, or the whole part if it has no such field.
    pub(crate) fn value_of(self, field: &str) -> Self {
        // A type name may come before the parenthesis.
        let start = self.text.find('(').unwrap_or_default();
        let inside = self.source.part(&self.text[start..]);
        let fields = inside.fields("").unwrap_or_default();
        let entry = fields.iter().find(|it| it.key.text() == field);
        entry.map_or(self, |it| it.value)
    }

    /// Splits `{ key: value, ... }` into its entries.
    ///
    /// # Errors
    ///
    /// If the part is not of this form.
    pub fn pairs(self) -> Result<Vec<Pair<'a>>, DataError> {
        self.entries(Outline::Pairs)
    }

    /// Splits `[value, ...]` into its values. Returns `None` if the part is not a list.
    pub(crate) fn items(self) -> Option<Vec<Part<'a>>> {
        let items: Vec<&RawValue> = self.read().ok()?;
        let item = |it: &'a RawValue| self.source.part(it.get_ron());
        Some(items.into_iter().map(item).collect())
    }

    fn entries(self, outline: Outline) -> Result<Vec<Pair<'a>>, DataError> {
        let entries = match known_entries(self.text, outline) {
            Some(known) => known,
            None => note_entries(self.text, outline, self.split(outline)?),
        };
        let part = |at: &Range<usize>| self.source.part(&self.text[at.clone()]);
        let pair = |[key, value]: &[Range<usize>; 2]| Pair {
            key: part(key),
            value: part(value),
        };
        Ok(entries.iter().map(pair).collect())
    }

    fn split(self, outline: Outline) -> Result<Vec<(&'a str, &'a str)>, DataError> {
        self.read_seed(outline).map_err(|error| {
            let offset = offset_of(self.text, error.span.end);
            if let Some((start, what)) = explain(self.text, offset) {
                return self.error_at(self.place_of(start), what);
            }
            if let Some((opened, closed)) = crossed_brackets(self.text)
                && opened < offset
            {
                let bracket = |at: usize| self.text[at..].chars().next().unwrap_or_default();
                let expected = closing(&self.text[opened..]).unwrap_or_default();
                return self.error_at(
                    self.place_of(closed),
                    format_args!(
                        "found `{}`, but the `{}` at {} is still open; expected `{expected}`",
                        bracket(closed),
                        bracket(opened),
                        self.place_of(opened)
                    ),
                );
            }
            let place = self.place_of(offset);
            let what = match error.code {
                ron::Error::ExpectedComma => "expected a comma before this".to_owned(),
                ron::Error::ExpectedMapColon => {
                    "expected a colon after the name, as in `name: value`".to_owned()
                }
                _ => brief(&lower_first(&error.code.to_string())),
            };
            // Only minds are written in braces, and a mind without a value is a common mistake.
            let opened = self.text[..offset].rfind(['(', '[', '{']);
            let in_braces = opened.is_some_and(|at| self.text[at..].starts_with('{'));
            if error.code == ron::Error::ExpectedMapColon && in_braces {
                let all = format_args!("{what}; in braces every name needs a value, {MINDS}");
                return self.error_at(place, all);
            }
            self.error_at(place, what)
        })
    }
}

/// Where the entries of a text are: of each, its name or key and its value.
type Entries = Arc<[[Range<usize>; 2]]>;

/// The entries of texts that have been split. Every new game reads the same files, some of them more than once.
#[derive(Default)]
struct Split {
    known: HashMap<Outline, HashMap<String, Entries>>,
    /// The length of all texts.
    bytes: usize,
}

static SPLIT: LazyLock<Mutex<Split>> = LazyLock::new(Mutex::default);

/// The largest number of bytes to remember. The files of a game without mods take a fortieth of it.
const MOST_SPLIT: usize = 4 << 20;

fn known_entries(text: &str, outline: Outline) -> Option<Entries> {
    let split = SPLIT.lock().unwrap_or_else(PoisonError::into_inner);
    split.known.get(&outline)?.get(text).cloned()
}

fn note_entries(text: &str, outline: Outline, entries: Vec<(&str, &str)>) -> Entries {
    let range = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        start..start + part.len()
    };
    let ranges = entries.into_iter();
    let ranges: Entries = ranges
        .map(|(key, value)| [range(key), range(value)])
        .collect();
    let mut split = SPLIT.lock().unwrap_or_else(PoisonError::into_inner);
    split.bytes += text.len();
    if split.bytes > MOST_SPLIT {
        *split = Split::default();
    } else {
        let known = split.known.entry(outline).or_default();
        known.insert(text.to_owned(), ranges.clone());
    }
    ranges
}

/// The name and value of a field, or the key and value of a map entry.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The name or key.
    pub key: Part<'a>,
    /// The value.
    pub value: Part<'a>,
}

/// Splits fields or map entries into the text of their names and values.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Outline {
    Fields(&'static str),
    Pairs,
}

impl<'de> DeserializeSeed<'de> for Outline {
    type Value = Vec<(&'de str, &'de str)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        match self {
            Self::Fields(name) => deserializer.deserialize_struct(name, &[], self),
            Self::Pairs => deserializer.deserialize_map(self),
        }
    }
}

impl<'de> Visitor<'de> for Outline {
    type Value = Vec<(&'de str, &'de str)>;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("fields or pairs")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        loop {
            let key = match self {
                Self::Fields(_) => map.next_key::<&str>()?,
                Self::Pairs => map.next_key::<&RawValue>()?.map(RawValue::get_ron),
            };
            let Some(key) = key else { return Ok(entries) };
            entries.push((key, map.next_value::<&RawValue>()?.get_ron()));
        }
    }
}

/// Returns how many bytes of `text` come before a position that ron gives as a line and a character.
fn offset_of(text: &str, position: ron::error::Position) -> usize {
    let lines = text.split_inclusive('\n').take(position.line - 1);
    let start: usize = lines.map(str::len).sum();
    let line = text[start..].char_indices().nth(position.col - 1);
    line.map_or(text.len(), |(offset, _)| start + offset)
}

/// Returns the text without leading whitespace or comments.
fn without_blanks(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        text = match text.get(..2) {
            Some("//") => text.find('\n').map_or("", |end| &text[end..]),
            Some("/*") => &text[comment(text).unwrap_or(text.len())..],
            _ => return text,
        };
    }
}

/// Converts the first letter to lower case. ron's messages begin with a capital letter, but here they follow a colon.
fn lower_first(message: &str) -> String {
    let mut chars = message.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(chars).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_knows_its_line_and_column() {
        let text = "// A rat.\n(\n  name: \"rat\", /* how /* very */ big */ health:\n    // Not much.\n    3,\n)";
        let source = Source {
            file: "rat.ron",
            text,
        };
        let fields = source.whole().fields("Monster").unwrap();
        let places: Vec<String> = fields
            .iter()
            .flat_map(|it| [it.key, it.value])
            .map(|part| format!("{} {}", part.place(), part.text()))
            .collect();
        assert_eq!(places, ["3:3 name", "3:9 \"rat\"", "3:41 health", "5:5 3"]);
    }

    /// The entries of a text are remembered, but not where the text was.
    #[test]
    fn equal_texts_keep_their_own_places() {
        for (before, line) in [("", 1), ("\n\n", 3), ("// A rat.\n", 2)] {
            let text = &format!("{before}(name: \"rat\", traits: (name: 7))");
            let source = Source { file: "f", text };
            let fields = source.whole().fields("Monster").unwrap();
            let inner = fields[1].value.fields("Traits").unwrap();
            let places = [fields[0].key, fields[1].value, inner[0].value];
            let places = places.map(|it| format!("{} {}", it.place(), it.text()));
            let expected = [(2, "name"), (23, "(name: 7)"), (30, "7")];
            assert_eq!(
                places,
                expected.map(|(column, text)| format!("{line}:{column} {text}"))
            );
        }
    }

    #[test]
    fn a_fault_is_at_the_value_of_its_field_whatever_the_type_is_called() {
        for before in ["", "Thing", "Monster ", "// (\n"] {
            let text = &format!("{before}(\n  sign: '!',\n  name: \"salt\",\n)");
            let source = Source { file: "f", text };
            let line = before.matches('\n').count() + 3;
            let expected = format!("f:{line}:9: taken");
            assert_eq!(source.fault_of("name", "taken").to_string(), expected);
        }
        let text = "(sign: '!')";
        let source = Source { file: "f", text };
        assert_eq!(source.fault_of("name", "none").to_string(), "f:1:1: none");
    }

    #[test]
    fn a_syntax_error_is_reported_where_parsing_stops() {
        let mistake = |text| {
            let source = Source { file: "f", text };
            source.whole().fields("Monster").unwrap_err().to_string()
        };
        assert_eq!(
            mistake("(\n a: 1\n b: 2)"),
            "f:3:2: expected a comma before this"
        );
        assert_eq!(
            mistake("// \u{e9}\n(a 1)"),
            "f:2:4: expected a colon after the name, as in `name: value`"
        );
        assert_eq!(
            mistake("(a: \"\u{e9}\", b: @)"),
            "f:1:13: unexpected char '@'"
        );
        assert_eq!(
            mistake("(\n a: [(b: 1],\n)"),
            "f:2:11: found `]`, but the `(` at 2:6 is still open; expected `)`"
        );
        assert_eq!(
            mistake("(a: {\n \"b)\": 2, // (\n)"),
            "f:3:1: found `)`, but the `{` at 1:5 is still open; expected `}`"
        );
        assert_eq!(
            mistake(""),
            "f:1:1: expected opening `(` for struct `Monster`"
        );
    }
}
