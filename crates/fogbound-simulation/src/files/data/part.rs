//! A part of a file's text that knows where it stands.
//!
//! serde forgets where a value came from, and a message without line and column is of little help to
//! someone who edits a file. So a file is taken apart first: ron hands out each field's own text,
//! borrowed from the file ([`RawValue`]), and where that text begins tells its place. Each part is
//! then read on its own.

use std::fmt::Display;

use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};

use super::DataError;
use crate::files::{Place, brief};

/// How minds are written.
pub(crate) const MINDS: &str = "such as { \"Hunts\": (), \"Wanders\": () }";

/// A file's name and its whole text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
}

/// A piece of a file's text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    source: Source<'a>,
    text: &'a str,
}

impl<'a> Source<'a> {
    /// The whole text, without the blanks and comments at its beginning.
    pub(crate) fn whole(self) -> Part<'a> {
        self.part(self.text.strip_prefix('\u{feff}').unwrap_or(self.text))
    }

    /// An error that is the fault of the value of one field.
    pub(crate) fn fault_of(self, field: &str, message: impl Display) -> DataError {
        let fields = self.whole().fields("Monster").unwrap_or_default();
        let entry = fields.iter().find(|it| it.key.text() == field);
        entry.map_or(self.whole(), |it| it.value).error(message)
    }

    /// The piece `text`, which is borrowed from this file.
    fn part(self, text: &'a str) -> Part<'a> {
        let text = without_blanks(text);
        Part { source: self, text }
    }
}

impl<'a> Part<'a> {
    /// The text itself.
    pub(crate) fn text(self) -> &'a str {
        self.text
    }

    /// Where it begins.
    pub(crate) fn place(self) -> Place {
        self.place_of(0)
    }

    /// The place `offset` bytes after the beginning.
    fn place_of(self, offset: usize) -> Place {
        let (file, part) = (self.source.text, self.text);
        // Both point into the same text; were they not, the file's end is named, no more.
        let start = (part.as_ptr() as usize).saturating_sub(file.as_ptr() as usize);
        let before = file.get(..start + offset).unwrap_or(file);
        let line = before.rsplit('\n').next().unwrap_or_default();
        Place {
            line: before.matches('\n').count() + 1,
            column: line.trim_start_matches('\u{feff}').chars().count() + 1,
        }
    }

    /// An error that is this part's fault.
    pub(crate) fn error(self, message: impl Display) -> DataError {
        self.error_at(self.place(), message)
    }

    fn error_at(self, place: Place, message: impl Display) -> DataError {
        DataError {
            file: self.source.file.to_owned(),
            place: Some(place),
            message: message.to_string(),
        }
    }

    /// What to quote of this part in a message: one line, and not too long.
    pub(crate) fn quoted(self) -> String {
        const LONGEST: usize = 32;
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let line = words.join(" ");
        match line.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("`{}...`", &line[..end]),
            None => format!("`{line}`"),
        }
    }

    /// Reads the part as whatever `seed` reads, to its end.
    pub(crate) fn read_seed<T, S>(self, seed: S) -> Result<T, ron::error::SpannedError>
    where
        S: DeserializeSeed<'a, Value = T>,
    {
        // A value that may be left out is written as if it could not: no `Some(...)`.
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        options.from_str_seed(self.text, seed)
    }

    /// Reads the part as a `T`, to its end.
    pub(crate) fn read<T: Deserialize<'a>>(self) -> Result<T, ron::error::SpannedError> {
        self.read_seed(std::marker::PhantomData)
    }

    /// Takes `(name: value, ...)` apart. The type's name may stand before it.
    pub(crate) fn fields(self, type_name: &'static str) -> Result<Vec<Pair<'a>>, DataError> {
        self.entries(Outline::Fields(type_name))
    }

    /// Takes `{ key: value, ... }` apart.
    pub(crate) fn pairs(self) -> Result<Vec<Pair<'a>>, DataError> {
        self.entries(Outline::Pairs)
    }

    fn entries(self, outline: Outline) -> Result<Vec<Pair<'a>>, DataError> {
        let pairs = self.read_seed(outline).map_err(|error| {
            let offset = offset_of(self.text, error.span.end);
            let place = self.place_of(offset);
            let what = brief(&lower_first(&error.code.to_string()));
            // A name without a value in braces, where only minds stand.
            let opened = self.text[..offset].rfind(['(', '[', '{']);
            let in_braces = opened.is_some_and(|at| self.text[at..].starts_with('{'));
            if error.code == ron::Error::ExpectedMapColon && in_braces {
                let all = format_args!("{what}; in braces every name has a value, {MINDS}");
                return self.error_at(place, all);
            }
            self.error_at(place, what)
        })?;
        let entry = |(key, value)| Pair {
            key: self.source.part(key),
            value: self.source.part(value),
        };
        Ok(pairs.into_iter().map(entry).collect())
    }
}

/// A field's name and value, or a map's key and value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'a> {
    pub(crate) key: Part<'a>,
    pub(crate) value: Part<'a>,
}

/// Splits fields or pairs into their texts.
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

/// How many bytes of `text` come before a position that ron counts in lines and characters.
fn offset_of(text: &str, position: ron::error::Position) -> usize {
    let lines = text.split_inclusive('\n').take(position.line - 1);
    let start: usize = lines.map(str::len).sum();
    let line = text[start..].char_indices().nth(position.col - 1);
    line.map_or(text.len(), |(offset, _)| start + offset)
}

/// What follows the blanks and comments that a text begins with.
fn without_blanks(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        text = match text.get(..2) {
            Some("//") => text.find('\n').map_or("", |end| &text[end..]),
            Some("/*") => after_block(text),
            _ => return text,
        };
    }
}

/// What follows the block comment at the beginning of `text`. They nest.
fn after_block(text: &str) -> &str {
    let (mut depth, mut at) = (0, 0);
    while let Some(two) = text.as_bytes().get(at..at + 2) {
        // Both characters of each are read: in `/*/` nothing is closed.
        at += match two {
            b"/*" => {
                depth += 1;
                2
            }
            b"*/" if depth == 1 => return &text[at + 2..],
            b"*/" => {
                depth -= 1;
                2
            }
            _ => 1,
        };
    }
    &text[text.len()..]
}

/// ron begins its messages with a capital; ours follow a colon.
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

    #[test]
    fn a_mistake_in_the_syntax_is_where_the_reader_stumbles() {
        let mistake = |text| {
            let source = Source { file: "f", text };
            source.whole().fields("Monster").unwrap_err().to_string()
        };
        assert_eq!(mistake("(\n a: 1\n b: 2)"), "f:3:2: expected comma");
        assert_eq!(mistake("// \u{e9}\n(a 1)"), "f:2:4: expected colon");
        assert_eq!(
            mistake("(a: \"\u{e9}\", b: @)"),
            "f:1:13: unexpected char '@'"
        );
        assert_eq!(
            mistake(""),
            "f:1:1: expected opening `(` for struct `Monster`"
        );
    }
}
