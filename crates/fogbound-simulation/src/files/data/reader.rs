//! Reads the fields of a file one by one and collects all the errors.

use bevy::reflect::TypeRegistry;
use bevy::reflect::structs::Struct;

use super::DataError;
use super::part::{Pair, Part};
use super::reflected::set_fields;
use super::value::{Faults, Value, check_names};

/// The field that names what a file is based on.
pub(crate) const BASE: &str = "base";

/// The fields in a pair of parentheses. Errors are recorded, and reading continues.
pub struct Reader<'a> {
    whole: Part<'a>,
    /// The prefix that messages put before field names: an empty string, or a string such as `sight.`.
    prefix: &'a str,
    entries: Vec<Pair<'a>>,
    /// The fields of the files that this one is based on, nearest first.
    below: Vec<Vec<Pair<'a>>>,
    /// The names of all valid fields, which are the fields that have been requested.
    known: Vec<&'static str>,
    missing: Vec<&'static str>,
    pub(crate) faults: Faults,
}

impl<'a> Reader<'a> {
    /// Parses `(name: value, ...)`. Messages put `prefix`, which can be an empty string or a string such as `sight.`,
    /// before field names.
    ///
    /// # Errors
    ///
    /// If the text is not of this form.
    pub fn new(
        whole: Part<'a>,
        type_name: &'static str,
        prefix: &'a str,
    ) -> Result<Self, DataError> {
        Ok(Self {
            whole,
            prefix,
            entries: whole.fields(type_name)?,
            below: Vec::new(),
            known: Vec::new(),
            missing: Vec::new(),
            faults: Faults::default(),
        })
    }

    /// Parses a field's value of the form `(name: value, ...)` with `read`.
    ///
    /// # Errors
    ///
    /// Returns the first of its errors.
    pub fn read<T>(
        value: &Value<'a>,
        (type_name, prefix): (&'static str, &'a str),
        read: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, DataError> {
        let mut file = Self::new(value.part, type_name, prefix)?;
        let found = read(&mut file);
        // A wrong name comes first, then a wrong value, then a missing one.
        check_names(&file.entries, &file.known)?;
        std::mem::take(&mut file.faults).first()?;
        file.end().map_err(Faults).or_else(Faults::first)?;
        Ok(found)
    }

    /// Bases this text on another, whose fields count where this one has none. The pairs of maps in braces count one by
    /// one. A value of `None` takes away what the other text says.
    pub(crate) fn based_on(&mut self, other: Part<'a>) {
        self.below.extend(other.fields("").ok());
    }

    /// Returns the text with what it is [based on](Self::based_on), as a file that stands alone.
    pub(crate) fn merged(&self) -> String {
        let mut names: Vec<&str> = Vec::new();
        for entry in self.entries.iter().chain(self.below.iter().flatten()) {
            let name = entry.key.text();
            if name != BASE && !names.contains(&name) {
                names.push(name);
            }
        }
        let field = |name: &str| {
            let value = self.find(name).map(|it| it.merged());
            format!("    {name}: {},\n", value.as_deref().unwrap_or("None"))
        };
        let fields: String = names.into_iter().map(field).collect();
        format!("(\n{fields})\n")
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Returns whether the field has the value `None`.
    pub(crate) fn takes_away(&self, name: &str) -> bool {
        self.values(name).next().is_some_and(Part::is_none)
    }

    pub fn optional(&mut self, name: &'static str) -> Option<Value<'a>> {
        self.known.push(name);
        self.find(name)
    }

    fn find(&self, name: &str) -> Option<Value<'a>> {
        let mut values = self.values(name);
        let part = values.next().filter(|it| !it.is_none())?;
        let below = values.take_while(|it| !it.is_none()).collect();
        Some(Value::over(format!("{}{name}", self.prefix), part, below))
    }

    /// Returns the values of a field in this text and in those that it is based on.
    fn values(&self, name: &str) -> impl Iterator<Item = Part<'a>> {
        let layers = [&self.entries].into_iter().chain(&self.below);
        let entries = layers.filter_map(move |it| it.iter().find(|it| it.key.text() == name));
        entries.map(|it| it.value)
    }

    /// Sets `usual` to the value of a field, if the text has that field and it is valid.
    pub(crate) fn set<T>(
        &mut self,
        name: &'static str,
        usual: &mut T,
        read: impl FnOnce(&Value<'a>) -> Result<T, DataError>,
    ) {
        if let Some(value) = self.optional(name) {
            match read(&value) {
                Ok(value) => *usual = value,
                Err(error) => self.faults.note(Err(error)),
            }
        }
    }

    /// Reads a field of the form `(name: value, ...)` into a struct, through its reflection. Fields that the text leaves
    /// out stay as they are.
    pub(crate) fn group(
        &mut self,
        name: &'static str,
        group: &mut dyn Struct,
        registry: &TypeRegistry,
    ) {
        if let Some(value) = self.optional(name) {
            set_fields(group, &value, registry, &mut self.faults);
        }
    }

    /// Calls `read` to read a field. Returns `usual` if the field is missing or invalid.
    pub(crate) fn or<T>(
        &mut self,
        name: &'static str,
        usual: T,
        read: impl FnOnce(&Value<'a>) -> Result<T, DataError>,
    ) -> T {
        match self.optional(name) {
            Some(value) => self.faults.or(read(&value), usual),
            None => usual,
        }
    }

    /// Calls `read` to read a required field.
    pub fn required<T: Default>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&Value<'a>) -> Result<T, DataError>,
    ) -> T {
        if !self.has(name) {
            self.missing.push(name);
        }
        self.or(name, T::default(), read)
    }

    /// Calls `read` to read a field whose value is itself of the form `(name: value, ...)`. Returns `usual` if the
    /// field is missing or invalid.
    pub(crate) fn within<T>(
        &mut self,
        name: &'static str,
        (type_name, prefix): (&'static str, &'static str),
        usual: T,
        read: impl FnOnce(&mut Reader) -> T,
    ) -> T {
        let Some(value) = self.optional(name) else {
            return usual;
        };
        match Reader::new(value.part, type_name, prefix) {
            Ok(mut inner) => {
                let found = read(&mut inner);
                self.faults.0.extend(inner.end().err().unwrap_or_default());
                found
            }
            Err(error) => self.faults.or(Err(error), usual),
        }
    }

    /// Returns all the errors found, ordered by place. Fields that were never requested are errors too.
    ///
    /// # Errors
    ///
    /// If there are any.
    pub fn end(mut self) -> Result<(), Vec<DataError>> {
        match check_names(&self.entries, &self.known) {
            Ok(()) => {
                for name in self.missing {
                    let missing = format_args!("the field `{}{name}` is missing", self.prefix);
                    self.faults.note(Err(self.whole.error(missing)));
                }
            }
            // A field may be missing because its name is misspelled.
            wrong => self.faults.note(wrong),
        }
        for below in &self.below {
            self.faults.note(check_names(below, &self.known));
        }
        self.faults.none()
    }
}

/// Calls `read` for each part of a list such as `[(name: value, ...), ...]` and returns the results. A part with errors is
/// left out, and its errors are recorded. `expected` describes a correct list of at most `most` parts.
pub(crate) fn read_list<'a, T>(
    value: &Value<'a>,
    (type_name, prefix): (&'static str, &'static str),
    (most, expected): (usize, &str),
    faults: &mut Faults,
    mut read: impl FnMut(&mut Reader<'a>) -> Option<T>,
) -> Vec<(Part<'a>, T)> {
    let parts = value.part.items().filter(|it| it.len() <= most);
    let parts = faults.or(parts.ok_or_else(|| value.wrong(expected)), Vec::new());
    let mut found = Vec::new();
    for part in parts {
        let item = Reader::new(part, type_name, prefix).map_err(|it| vec![it]);
        let item = item.and_then(|mut item| {
            let it = read(&mut item);
            item.end().map(|()| it)
        });
        match item {
            Ok(it) => found.extend(it.map(|it| (part, it))),
            Err(errors) => faults.0.extend(errors),
        }
    }
    found
}
