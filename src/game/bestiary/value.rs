//! Reading single values, each with words for what would be accepted.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;

use super::MonsterError;
use super::part::{Entry, Part};
use crate::map::{brief, is_too_long_for_a_slip};

/// The fields of one pair of parentheses, their names checked.
pub(super) struct Fields<'a> {
    whole: Part<'a>,
    /// What the fields belong to, for messages: empty or `sight.`
    prefix: &'a str,
    entries: Vec<Entry<'a>>,
}

impl<'a> Fields<'a> {
    /// Takes `(name: value, ...)` apart. Only `known` names may stand in it, each once.
    pub(super) fn read(
        whole: Part<'a>,
        type_name: &'static str,
        prefix: &'a str,
        known: &[&str],
    ) -> Result<Self, MonsterError> {
        let fields = Self::outline(whole, type_name, prefix)?;
        fields.check_names(known)?;
        Ok(fields)
    }

    /// Takes `(name: value, ...)` apart, whatever the names are.
    pub(super) fn outline(
        whole: Part<'a>,
        type_name: &'static str,
        prefix: &'a str,
    ) -> Result<Self, MonsterError> {
        let entries = whole.fields(type_name)?;
        Ok(Self {
            whole,
            prefix,
            entries,
        })
    }

    /// Complains of the first field that is not `known` or that is there twice.
    pub(super) fn check_names(&self, known: &[&str]) -> Result<(), MonsterError> {
        check_names(&self.entries, known)
    }

    /// The value of a field that may be left out.
    pub(super) fn optional(&self, name: &str) -> Option<Value<'a>> {
        let entry = self.entries.iter().find(|it| it.key.text() == name)?;
        Some(Value {
            name: format!("{}{name}", self.prefix),
            part: entry.value,
        })
    }

    /// The value of a field that must not be left out.
    pub(super) fn required(&self, name: &str) -> Result<Value<'a>, MonsterError> {
        let missing = || {
            self.whole
                .error(format_args!("the field `{}{name}` is missing", self.prefix))
        };
        self.optional(name).ok_or_else(missing)
    }
}

/// Complains of the first field that nobody knows or that is there twice.
pub(super) fn check_names(entries: &[Entry], known: &[&str]) -> Result<(), MonsterError> {
    for (index, entry) in entries.iter().enumerate() {
        let name = entry.key.text();
        if !known.contains(&name) {
            let fields = match known {
                [] => "there are none here".to_owned(),
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
                "the field `{name}` is here a second time; the first is at {place}"
            )));
        }
    }
    Ok(())
}

/// The name that is most like this one, if one is like it at all.
pub(super) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const ALIKE: f64 = 0.6;
    if is_too_long_for_a_slip(name) {
        return None;
    }
    let name = name.to_lowercase();
    let likeness = |it: &str| strsim::normalized_damerau_levenshtein(&name, &it.to_lowercase());
    let all = known.map(|it| (likeness(it), it));
    let nearest = all.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (nearest.0 >= ALIKE).then_some(nearest.1)
}

/// A field's value, with the field's name for messages.
pub(super) struct Value<'a> {
    pub(super) name: String,
    pub(super) part: Part<'a>,
}

impl Value<'_> {
    /// The value is not what it should be.
    pub(super) fn wrong(&self, expected: impl Display) -> MonsterError {
        let (name, found) = (&self.name, self.part.quoted());
        self.part
            .error(format_args!("{name}: found {found}; expected {expected}"))
    }

    /// Reads a value that passes `accept`.
    pub(super) fn accept<T: DeserializeOwned>(
        &self,
        expected: impl Display,
        accept: impl FnOnce(&T) -> bool,
    ) -> Result<T, MonsterError> {
        let value = self.part.read().ok();
        value.filter(accept).ok_or_else(|| self.wrong(expected))
    }

    /// Reads a whole number within a range.
    pub(super) fn number<T>(&self, range: RangeInclusive<T>) -> Result<T, MonsterError>
    where
        T: DeserializeOwned + PartialOrd + Display,
    {
        let (least, most) = (range.start(), range.end());
        let expected = format!("a whole number from {least} to {most}");
        self.accept(expected, |value| range.contains(value))
    }

    /// Reads `(least, most)`, both within a range.
    pub(super) fn span<T>(&self, range: RangeInclusive<T>) -> Result<(T, T), MonsterError>
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

    /// Reads a name that `parse` knows.
    pub(super) fn named<T>(
        &self,
        accepted: &[&str],
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, MonsterError> {
        let name = self.part.read::<String>().ok();
        let value = name.and_then(|name| parse(&name));
        let names: Vec<String> = accepted.iter().map(|name| format!("{name:?}")).collect();
        value.ok_or_else(|| self.wrong(format_args!("one of {}", names.join(", "))))
    }
}

/// What is wrong with a file, while it is read on to find what else is.
#[derive(Debug, Default)]
pub(super) struct Faults(Vec<MonsterError>);

impl Faults {
    /// The value; `instead` if there is none, and what is wrong with it is noted.
    pub(super) fn or<T>(&mut self, value: Result<T, MonsterError>, instead: T) -> T {
        value.unwrap_or_else(|error| {
            self.0.push(error);
            instead
        })
    }

    /// Notes what is wrong, if anything is.
    pub(super) fn note(&mut self, result: Result<(), MonsterError>) {
        self.or(result, ());
    }

    /// All that is wrong, in the order of its places, if anything is.
    pub(super) fn none(mut self) -> Result<(), Vec<MonsterError>> {
        let place = |error: &MonsterError| error.place.map(|place| (place.line, place.column));
        self.0.sort_by_key(place);
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(self.0)
        }
    }
}

impl From<MonsterError> for Vec<MonsterError> {
    fn from(error: MonsterError) -> Self {
        vec![error]
    }
}
