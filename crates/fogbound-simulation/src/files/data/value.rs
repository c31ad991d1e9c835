//! Reading single values, each with words for what would be accepted.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;

use super::DataError;
use super::part::{Pair, Part};
use crate::files::brief;
use crate::files::text::nearest;

/// The fields of one pair of parentheses, their names checked.
pub(crate) struct Fields<'a> {
    whole: Part<'a>,
    /// What the fields belong to, for messages: empty or `sight.`
    prefix: &'a str,
    entries: Vec<Pair<'a>>,
}

impl<'a> Fields<'a> {
    /// Takes `(name: value, ...)` apart. Only `known` names may stand in it, each once.
    pub(crate) fn read(
        whole: Part<'a>,
        type_name: &'static str,
        prefix: &'a str,
        known: &[&str],
    ) -> Result<Self, DataError> {
        let fields = Self::outline(whole, type_name, prefix)?;
        fields.check_names(known)?;
        Ok(fields)
    }

    /// Takes `(name: value, ...)` apart, whatever the names are.
    pub(crate) fn outline(
        whole: Part<'a>,
        type_name: &'static str,
        prefix: &'a str,
    ) -> Result<Self, DataError> {
        let entries = whole.fields(type_name)?;
        Ok(Self {
            whole,
            prefix,
            entries,
        })
    }

    /// Complains of the first field that is not `known` or that is there twice.
    pub(crate) fn check_names(&self, known: &[&str]) -> Result<(), DataError> {
        check_names(&self.entries, known)
    }

    /// The value of a field that may be left out.
    pub(crate) fn optional(&self, name: &str) -> Option<Value<'a>> {
        let entry = self.entries.iter().find(|it| it.key.text() == name)?;
        Some(Value {
            name: format!("{}{name}", self.prefix),
            part: entry.value,
        })
    }

    /// What a field says, or what is usual if it is left out.
    pub(crate) fn or<T>(
        &self,
        name: &str,
        usual: T,
        read: impl FnOnce(&Value<'a>) -> Result<T, DataError>,
    ) -> Result<T, DataError> {
        self.optional(name).map_or(Ok(usual), |value| read(&value))
    }

    /// Has a field that is written set what is usual. What is wrong with it is noted, and changes nothing.
    pub(crate) fn set<T>(
        &self,
        name: &str,
        usual: &mut T,
        faults: &mut Faults,
        read: impl FnOnce(&Value<'a>) -> Result<T, DataError>,
    ) {
        if let Some(value) = self.optional(name) {
            match read(&value) {
                Ok(value) => *usual = value,
                Err(error) => faults.0.push(error),
            }
        }
    }

    /// The value of a field that must not be left out.
    pub(crate) fn required(&self, name: &str) -> Result<Value<'a>, DataError> {
        let missing = || {
            self.whole
                .error(format_args!("the field `{}{name}` is missing", self.prefix))
        };
        self.optional(name).ok_or_else(missing)
    }
}

/// Complains of the first field that nobody knows or that is there twice.
pub(crate) fn check_names(entries: &[Pair], known: &[&str]) -> Result<(), DataError> {
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

/// A field's value, with the field's name for messages.
pub(crate) struct Value<'a> {
    pub(crate) name: String,
    pub(crate) part: Part<'a>,
}

impl Value<'_> {
    /// The value is not what it should be.
    pub(crate) fn wrong(&self, expected: impl Display) -> DataError {
        let (name, found) = (&self.name, self.part.quoted());
        self.part
            .error(format_args!("{name}: found {found}; expected {expected}"))
    }

    /// Reads a value that passes `accept`.
    pub(crate) fn accept<T: DeserializeOwned>(
        &self,
        expected: impl Display,
        accept: impl FnOnce(&T) -> bool,
    ) -> Result<T, DataError> {
        let value = self.part.read().ok();
        value.filter(accept).ok_or_else(|| self.wrong(expected))
    }

    /// Reads `true` or `false`.
    pub(crate) fn flag(&self) -> Result<bool, DataError> {
        self.accept("true or false", |_| true)
    }

    /// Reads `"#rrggbb"`.
    pub(crate) fn color(&self) -> Result<[u8; 3], DataError> {
        let expected =
            "a colour as \"#rrggbb\", two hexadecimal digits each for red, green and blue";
        let text: String = self.accept(expected, |_| true)?;
        let digits = text.strip_prefix('#').filter(|it| it.len() == 6);
        let digits = digits.filter(|it| it.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let number = digits.and_then(|it| u32::from_str_radix(it, 16).ok());
        let [_, red, green, blue] = number.ok_or_else(|| self.wrong(expected))?.to_be_bytes();
        Ok([red, green, blue])
    }

    /// Reads a whole number within a range.
    pub(crate) fn number<T>(&self, range: RangeInclusive<T>) -> Result<T, DataError>
    where
        T: DeserializeOwned + PartialOrd + Display,
    {
        let (least, most) = (range.start(), range.end());
        let expected = format!("a whole number from {least} to {most}");
        self.accept(expected, |value| range.contains(value))
    }

    /// Reads `(least, most)`, both within a range.
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

    /// Reads a name that `parse` knows.
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

/// What is wrong with a file, while it is read on to find what else is.
#[derive(Debug, Default)]
pub(crate) struct Faults(pub(super) Vec<DataError>);

impl Faults {
    /// The value; `instead` if there is none, and what is wrong with it is noted.
    pub(crate) fn or<T>(&mut self, value: Result<T, DataError>, instead: T) -> T {
        value.unwrap_or_else(|error| {
            self.0.push(error);
            instead
        })
    }

    /// Notes what is wrong, if anything is.
    pub(crate) fn note(&mut self, result: Result<(), DataError>) {
        self.or(result, ());
    }

    /// All that is wrong, in the order of its places, if anything is.
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
