//! One of several names, perhaps with a number in parentheses, such as `cell` or `burst(3)`. Serde knows the variants of an
//! enum from its type, but these names are known only when the file is read.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, VariantAccess, Visitor};

use super::part::Part;

impl<'a> Part<'a> {
    /// Reads one of the names for which `has_number` returns whether a number follows. Returns its name and its number, or
    /// 0. Returns `None` if the text is anything else.
    pub(crate) fn choice(
        self,
        has_number: impl Fn(&str) -> Option<bool>,
    ) -> Option<(&'a str, u32)> {
        self.read_seed(Choice(has_number)).ok()
    }
}

struct Choice<F>(F);

impl<'de, F: Fn(&str) -> Option<bool>> DeserializeSeed<'de> for Choice<F> {
    type Value = (&'de str, u32);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_enum("Choice", &[], self)
    }
}

impl<'de, F: Fn(&str) -> Option<bool>> Visitor<'de> for Choice<F> {
    type Value = (&'de str, u32);

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Self::Value, A::Error> {
        let (name, rest) = data.variant_seed(Name)?;
        match self.0(name) {
            Some(true) => Ok((name, rest.newtype_variant()?)),
            Some(false) => rest.unit_variant().map(|()| (name, 0)),
            None => Err(A::Error::custom("unknown name")),
        }
    }
}

struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = &'de str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = &'de str;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(name)
    }
}

#[cfg(test)]
mod tests {
    use crate::files::data::Source;

    #[test]
    fn a_choice_is_a_name_with_a_number_or_without_one() {
        let read = |text| {
            let source = Source { file: "f", text };
            source.whole().choice(|name| match name {
                "cell" => Some(false),
                "burst" => Some(true),
                _ => None,
            })
        };
        assert_eq!(read("cell"), Some(("cell", 0)));
        assert_eq!(read("// here\n cell /* only */ "), Some(("cell", 0)));
        assert_eq!(read("burst ( /* far */ 0x10, ) "), Some(("burst", 16)));
        for wrong in [
            "",
            "cell(1)",
            "burst",
            "burst()",
            "burst(-1)",
            "burst(1, 2)",
            "ball(3)",
            "\"cell\"",
            "3",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
