//! Parses single values. Each error says what would be accepted.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;

use super::DataError;
use super::part::{Pair, Part};
use crate::files::brief;
use crate::files::text::nearest;

/// Returns an error for the first entry whose name is not in `known` or appears twice.
pub(crate) fn check_names(entries: &[Pair], known: &[&str]) -> Result<(), DataError> {
    for (index, entry) in entries.iter().enumerate() {
        let name = entry.key.text();
        if !known.contains(&name) {
            let fields = match known {
                [] => "no fields are accepted here".to_owned(),
                [one] => format!("the only field is {one}"),
                _ => format!("the fields are {}", known.join(", ")),
            };
            let name = match nearest(name, known.iter().copied()) {
                Some(near) => format!("`{name}` (did you mean `{near}`?)"),
                None => format!("`{}`", brief(name)),
            };
            return Err(entry
                .key
                .error(format_args!("unknown field {name}; {fields}")));
        }
        if let Some(first) = entries[..index].iter().find(|it| it.key.text() == name) {
            let place = first.key.place();
            return Err(entry.key.error(format_args!(
                "duplicate field `{name}`; the first is at {place}"
            )));
        }
    }
    Ok(())
}

/// The value of a field, with the field's name for messages.
pub struct Value<'a> {
    /// The field's name.
    pub name: String,
    /// The text of the value.
    pub part: Part<'a>,
    /// The values of the same field in the files that this one is [based on](super::Reader::based_on), nearest first.
    below: Vec<Part<'a>>,
}

impl<'a> Value<'a> {
    /// Creates the value of a field that is in one file only.
    pub fn new(name: impl Into<String>, part: Part<'a>) -> Self {
        Self::over(name, part, Vec::new())
    }

    pub(super) fn over(name: impl Into<String>, part: Part<'a>, below: Vec<Part<'a>>) -> Self {
        let name = name.into();
        Self { name, part, below }
    }

    /// Splits `{ key: value, ... }` into its entries, followed by those of the files below whose keys are not in it.
    /// Entries with the value `None` are left out, and hide those below.
    ///
    /// # Errors
    ///
    /// If the value is not of this form.
    pub fn pairs(&self) -> Result<Vec<Pair<'a>>, DataError> {
        let mut all = self.part.pairs()?;
        for below in &self.below {
            let pairs = below.pairs()?.into_iter();
            let is_new = |it: &Pair| all.iter().all(|own| own.key.text() != it.key.text());
            let new: Vec<Pair> = pairs.filter(is_new).collect();
            all.extend(new);
        }
        all.retain(|it| !it.value.is_none());
        Ok(all)
    }

    /// Returns the keys that the value takes away from those below it, by the value `None`.
    pub fn taken_away(&self) -> Vec<Part<'a>> {
        let pairs = self.part.pairs().unwrap_or_default().into_iter();
        pairs
            .filter(|it| it.value.is_none())
            .map(|it| it.key)
            .collect()
    }

    /// Returns the value as one text, with what is below.
    pub(super) fn merged(&self) -> String {
        let own = self.part.text();
        if self.below.is_empty() || !own.starts_with('{') {
            return own.to_owned();
        }
        let pairs = self.pairs().unwrap_or_default().into_iter();
        let pairs = pairs.map(|it| format!("{}: {}", it.key.text(), it.value.text()));
        format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
    }

    /// Creates an error that says what was expected instead of this value.
    pub fn wrong(&self, expected: impl Display) -> DataError {
        let (name, found) = (&self.name, self.part.quoted());
        self.part
            .error(format_args!("{name}: found {found}; expected {expected}"))
    }

    /// Parses a value and checks it with `accept`.
    ///
    /// # Errors
    ///
    /// If the value is of another type or is not accepted.
    pub fn accept<T: DeserializeOwned>(
        &self,
        expected: impl Display,
        accept: impl FnOnce(&T) -> bool,
    ) -> Result<T, DataError> {
        let value = self.part.read().ok();
        value.filter(accept).ok_or_else(|| self.wrong(expected))
    }

    /// Parses `true` or `false`.
    pub(crate) fn flag(&self) -> Result<bool, DataError> {
        self.accept("true or false", |_| true)
    }

    /// Parses a colour as `"#rrggbb"`.
    ///
    /// # Errors
    ///
    /// If the value is not a colour.
    pub fn color(&self) -> Result<[u8; 3], DataError> {
        let expected =
            "a colour as \"#rrggbb\", two hexadecimal digits each for red, green and blue";
        let text: String = self.accept(expected, |_| true)?;
        let digits = text.strip_prefix('#').filter(|it| it.len() == 6);
        let digits = digits.filter(|it| it.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let number = digits.and_then(|it| u32::from_str_radix(it, 16).ok());
        let [_, red, green, blue] = number.ok_or_else(|| self.wrong(expected))?.to_be_bytes();
        Ok([red, green, blue])
    }

    /// Parses a whole number, which must be in `range`.
    ///
    /// # Errors
    ///
    /// If the value is not such a number.
    pub fn number<T>(&self, range: RangeInclusive<T>) -> Result<T, DataError>
    where
        T: DeserializeOwned + PartialOrd + Display,
    {
        let (least, most) = (range.start(), range.end());
        let expected = format!("a whole number from {least} to {most}");
        self.accept(expected, |value| range.contains(value))
    }

    /// Parses `(least, most)`, where both numbers must be in `range`.
    pub(crate) fn span<T>(&self, range: RangeInclusive<T>) -> Result<(T, T), DataError>
    where
        T: DeserializeOwned + PartialOrd + Display,
    {
        let (least, most) = (range.start(), range.end());
        let expected = format!(
            "(least, most): two whole numbers from {least} to {most}, the first not above the second"
        );
        self.accept(expected, |(low, high): &(T, T)| {
            range.contains(low) && range.contains(high) && low <= high
        })
    }

    /// Parses a name with `parse`.
    pub(crate) fn named<T>(
        &self,
        accepted: &[&str],
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, DataError> {
        let name = self.part.read::<String>().ok();
        let value = name.and_then(|name| parse(&name));
        let names: Vec<String> = accepted.iter().map(|name| format!("{name:?}")).collect();
        value.ok_or_else(|| self.wrong(format_args!("one of {}", names.join(", "))))
    }
}

/// The errors in a file, collected while reading continues.
#[derive(Debug, Default)]
pub(crate) struct Faults(pub(super) Vec<DataError>);

impl Faults {
    /// Returns the value of a result. If the result is an error, records the error and returns `instead`.
    pub(crate) fn or<T>(&mut self, value: Result<T, DataError>, instead: T) -> T {
        value.unwrap_or_else(|error| {
            self.0.push(error);
            instead
        })
    }

    /// Records the error, if there is one.
    pub(crate) fn note(&mut self, result: Result<(), DataError>) {
        self.or(result, ());
    }

    /// Records all errors of a part of the file.
    pub(crate) fn all(&mut self, result: Result<(), Vec<DataError>>) {
        self.0.extend(result.err().unwrap_or_default());
    }

    /// Returns the error that was recorded first, or `Ok` if there is none.
    pub(super) fn first(self) -> Result<(), DataError> {
        self.0.into_iter().next().map_or(Ok(()), Err)
    }

    /// Returns the recorded errors, ordered by place, or `Ok` if there are none.
    pub(crate) fn none(mut self) -> Result<(), Vec<DataError>> {
        let place = |error: &DataError| error.place.map(|place| (place.line, place.column));
        self.0.sort_by_key(place);
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(self.0)
        }
    }
}

impl From<DataError> for Vec<DataError> {
    fn from(error: DataError) -> Self {
        vec![error]
    }
}
