//! Reading the fields of a file one by one, with all that is wrong with them.

use super::DataError;
use super::part::Part;
use super::value::{Faults, Fields, Value};

/// The fields of one pair of parentheses, while they are read. It notes what is wrong and reads on.
pub(crate) struct Reader<'a> {
    fields: Fields<'a>,
    /// The names of all fields that there can be: those that were asked for.
    known: Vec<&'static str>,
    missing: Vec<&'static str>,
    pub(crate) faults: Faults,
}

impl<'a> Reader<'a> {
    /// Takes `(name: value, ...)` apart. `prefix` is what its fields belong to, for messages: empty or `sight.`
    pub(crate) fn new(
        whole: Part<'a>,
        type_name: &'static str,
        prefix: &'a str,
    ) -> Result<Self, DataError> {
        Ok(Self {
            fields: Fields::outline(whole, type_name, prefix)?,
            known: Vec::new(),
            missing: Vec::new(),
            faults: Faults::default(),
        })
    }

    /// The value of a field that may be left out.
    pub(crate) fn optional(&mut self, name: &'static str) -> Option<Value<'a>> {
        self.known.push(name);
        self.fields.optional(name)
    }

    /// What `read` makes of a field; `usual` if it is left out or wrong.
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

    /// What `read` makes of a field that must not be left out.
    pub(crate) fn required<T: Default>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&Value<'a>) -> Result<T, DataError>,
    ) -> T {
        if self.fields.optional(name).is_none() {
            self.missing.push(name);
        }
        self.or(name, T::default(), read)
    }

    /// What `read` makes of the fields of a field that is itself `(name: value, ...)`; `usual` if it is left out or wrong.
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

    /// What is wrong with all that was read, in the order of its places. A field that nobody has asked for is wrong, too.
    pub(crate) fn end(mut self) -> Result<(), Vec<DataError>> {
        match self.fields.check_names(&self.known) {
            Ok(()) => {
                for name in self.missing {
                    self.faults.note(self.fields.required(name).map(drop));
                }
            }
            // A field that is missing may be there under another name.
            wrong => self.faults.note(wrong),
        }
        self.faults.none()
    }
}
