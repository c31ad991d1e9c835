//! Joins several versions of a data file into one text, field by field, and knows where each part of it comes from.
//!
//! ```text
//! Source -> Node (fields and entries, down to single values) -> over, into -> Merged (a text, and its pieces)
//! ```

use super::DataError;
use super::part::{Pair, Part, Source};
use crate::files::TextPosition;

/// A value of a file, split into fields or entries where it has any.
#[derive(Clone, Debug)]
pub enum Node<'a> {
    /// A value that is replaced as a whole, such as a number, a tuple or a list.
    Value(Part<'a>),
    /// Named fields in parentheses, or entries in braces.
    Group {
        /// Whether they are entries in braces.
        in_braces: bool,
        /// The names and values, in order.
        entries: Vec<(Part<'a>, Node<'a>)>,
    },
}

/// A text that was joined from several files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The whole text.
    pub text: String,
    /// Where pieces of the text begin, and the file and the place that each comes from.
    pieces: Vec<(usize, String, TextPosition)>,
}

impl<'a> Node<'a> {
    /// Splits a whole file.
    ///
    /// # Errors
    ///
    /// If the file consists of fields or entries and has a syntax error.
    pub fn of(source: Source<'a>) -> Result<Self, DataError> {
        let whole = source.whole();
        match whole.text().starts_with('{') {
            true => whole.pairs().map(|it| Self::group(true, it)),
            false if whole.text().starts_with('(') => {
                whole.fields("").map(|it| Self::group(false, it))
            }
            false => Ok(Self::Value(whole)),
        }
    }

    fn group(in_braces: bool, pairs: Vec<Pair<'a>>) -> Self {
        let entries = pairs.into_iter();
        let entries = entries.map(|it| (it.key, Self::of_part(it.value)));
        Self::Group {
            in_braces,
            entries: entries.collect(),
        }
    }

    fn of_part(part: Part<'a>) -> Self {
        let found = match part.text().chars().next() {
            Some('{') => part.pairs().ok().map(|it| (true, it)),
            Some('(') => part.fields("").ok().map(|it| (false, it)),
            _ => None,
        };
        let found = found.filter(|(_, pairs)| !pairs.is_empty());
        found.map_or(Self::Value(part), |(braces, pairs)| {
            Self::group(braces, pairs)
        })
    }

    /// Returns the names and values, or nothing if this is a single value.
    pub fn entries(&self) -> &[(Part<'a>, Node<'a>)] {
        match self {
            Self::Group { entries, .. } => entries,
            Self::Value(_) => &[],
        }
    }

    /// Returns the value of a field or entry.
    pub fn get(&self, name: &str) -> Option<&Self> {
        let mut entries = self.entries().iter();
        entries.find(|it| it.0.text() == name).map(|it| &it.1)
    }

    pub fn value(&self) -> Option<Part<'a>> {
        match self {
            Self::Value(part) => Some(*part),
            Self::Group { .. } => None,
        }
    }

    /// Returns this without a field.
    pub fn without(mut self, name: &str) -> Self {
        if let Self::Group { entries, .. } = &mut self {
            entries.retain(|it| it.0.text() != name);
        }
        self
    }

    /// Lays this version over another one. Fields and entries that both have are joined in the same way. `None` takes one
    /// away.
    pub fn over(self, below: Self) -> Self {
        match (self, below) {
            (
                Self::Group { in_braces, entries },
                Self::Group {
                    in_braces: braces_below,
                    entries: mut all,
                },
            ) if in_braces == braces_below => {
                for (key, value) in entries {
                    let old = all.iter().position(|it| it.0.text() == key.text());
                    let is_gone = value.value().is_some_and(Part::is_none);
                    match old {
                        Some(old) if is_gone => drop(all.remove(old)),
                        Some(old) => {
                            let below = all[old].1.clone();
                            all[old] = (key, value.over(below));
                        }
                        None if is_gone => {}
                        None => all.push((key, value)),
                    }
                }
                Self::Group {
                    in_braces,
                    entries: all,
                }
            }
            (own, _) => own,
        }
    }

    pub fn written(&self) -> Merged {
        let mut merged = Merged::default();
        self.write(&mut merged, 0);
        merged.text.push('\n');
        merged
    }

    fn write(&self, to: &mut Merged, depth: usize) {
        match self {
            Self::Value(part) => to.add(*part),
            Self::Group { in_braces, entries } => {
                let [open, close] = if *in_braces { ["{", "}"] } else { ["(", ")"] };
                to.text += open;
                for (key, value) in entries {
                    to.text += &format!("\n{}", "    ".repeat(depth + 1));
                    to.add(*key);
                    to.text += ": ";
                    value.write(to, depth + 1);
                    to.text.push(',');
                }
                if !entries.is_empty() {
                    to.text += &format!("\n{}", "    ".repeat(depth));
                }
                to.text += close;
            }
        }
    }
}

impl Merged {
    fn add(&mut self, part: Part) {
        let piece = (self.text.len(), part.file().to_owned(), part.place());
        self.pieces.push(piece);
        let text = part.text().trim_end();
        self.text += text;
        // A comment behind a value would hide what follows.
        if text.rsplit('\n').next().is_some_and(|it| it.contains("//")) {
            self.text.push('\n');
        }
    }

    /// Returns an error in this text as an error in the file that the place comes from.
    pub fn trace(&self, error: DataError) -> DataError {
        let Some(place) = error.place else {
            return error;
        };
        let before = self.text.split_inclusive('\n').take(place.line - 1);
        let line: usize = before.map(str::len).sum();
        let in_line = self.text[line..].char_indices().nth(place.column - 1);
        let at = in_line.map_or(self.text.len(), |(at, _)| line + at);
        let next = self.pieces.partition_point(|it| it.0 <= at);
        let Some((start, file, origin)) = next.checked_sub(1).map(|it| &self.pieces[it]) else {
            return match self.pieces.first() {
                Some((_, file, place)) => DataError {
                    file: file.clone(),
                    place: Some(*place),
                    ..error
                },
                None => error,
            };
        };
        let inside = &self.text[*start..at];
        let lines = inside.matches('\n').count();
        let column = match inside.rsplit_once('\n') {
            Some((_, rest)) => rest.chars().count() + 1,
            None => origin.column + inside.chars().count(),
        };
        DataError {
            file: file.clone(),
            place: Some(TextPosition {
                line: origin.line + lines,
                column,
            }),
            ..error
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(layers: &[&str]) -> Merged {
        let names = ["a.ron", "b.ron", "c.ron"];
        let nodes = names.iter().zip(layers).map(|(file, text)| {
            let source = Source { file, text };
            Node::of(source).unwrap()
        });
        let all = nodes.reduce(|below, over| over.over(below)).unwrap();
        all.written()
    }

    #[test]
    fn later_files_win_field_by_field() {
        let all = merged(&[
            "(x: 1, in: (least: 1, most: 2), list: [1, 2], by: { \"a\": 1, \"b\": 2 })",
            "(in: (most: 9), list: [3], by: { \"b\": None, \"c\": (1, 2) })",
            "// Mine.\n(new: true, x: None)",
        ]);
        let expected = "(\n    in: (\n        least: 1,\n        most: 9,\n    ),\n    list: [3],\n    \
                        by: {\n        \"a\": 1,\n        \"c\": (1, 2),\n    },\n    new: true,\n)\n";
        assert_eq!(all.text, expected);
    }

    #[test]
    fn an_error_is_where_the_maker_wrote_it() {
        let all = merged(&["(x: 1,\n  y: [\n    5,\n    6])", "\n\n (z: 7,\n   x: 2)"]);
        for (what, place) in [
            ("x", "b.ron:4:4"),
            ("2", "b.ron:4:7"),
            ("y", "a.ron:2:3"),
            ("6", "a.ron:4:5"),
            ("z", "b.ron:3:3"),
            ("7", "b.ron:3:6"),
        ] {
            let at = all.text.find(what).unwrap();
            let error = DataError {
                file: "all".to_owned(),
                place: Some(TextPosition::after(&all.text[..at])),
                message: "wrong".to_owned(),
            };
            assert_eq!(all.trace(error).to_string(), format!("{place}: wrong"));
        }
    }
}
