//! Boons: changes for good that the player chooses, read from `boons.ron`.

use std::sync::{Arc, OnceLock};

use bevy::prelude::*;

use super::number::{Change, Number};
use crate::files::DataError;
use crate::files::data::{Faults, Part, Reader, Source, Value, read_list};

/// The name of the file of boons in an assets folder.
pub const BOONS: &str = "boons.ron";

/// All boons that the player can be offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boons {
    all: Arc<[Boon]>,
    /// The text of the custom file, if there is one.
    text: Option<Arc<str>>,
}

/// A change for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boon {
    /// The boon's unique name.
    pub name: String,
    /// A sentence that says what the boon does.
    pub words: String,
    /// The numbers that the boon changes.
    pub changes: Vec<Change>,
}

/// The names of the boons that the player has chosen, in that order.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chosen(pub Vec<String>);

/// The maximum number of boons in a file.
const MOST: usize = 99;

/// The maximum length of a boon's name and sentence, in characters. The menu fits on the smallest screen.
const LONGEST: (usize, usize) = (14, 38);

impl Boons {
    /// Reads the text of a `boons.ron` file. `file` is the file name to use in messages.
    ///
    /// # Errors
    ///
    /// Returns every problem that can be found in one pass over the file.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<DataError>> {
        let all = read_all(Source { file, text })?;
        let text = Some(text.into());
        Ok(Self { all, text })
    }

    /// Returns the text of the custom file, if there is one.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Returns all boons, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Boon> {
        self.all.iter()
    }

    pub fn named(&self, name: &str) -> Option<&Boon> {
        self.iter().find(|it| it.name == name)
    }
}

/// The built-in boons.
impl Default for Boons {
    fn default() -> Self {
        static BUILT_IN: OnceLock<Boons> = OnceLock::new();
        let read = || {
            let fogbound_assets::File { path, text, .. } = fogbound_assets::BOONS;
            let all = read_all(Source { file: path, text });
            let all = all.expect("a test reads the built-in boons");
            Boons { all, text: None }
        };
        BUILT_IN.get_or_init(read).clone()
    }
}

fn read_all(source: Source) -> Result<Arc<[Boon]>, Vec<DataError>> {
    let whole = source.whole();
    let mut faults = Faults::default();
    let parts = whole.items().ok_or_else(|| {
        let expected = "a list of boons, such as [(name: \"...\", words: \"...\", changes: [...])]";
        vec![whole.error(format_args!(
            "found {}; expected {expected}",
            whole.quoted()
        ))]
    })?;
    if parts.len() > MOST {
        let found = parts.len();
        let error = format_args!("found {found} boons; expected at most {MOST}");
        return Err(vec![whole.error(error)]);
    }
    let mut all: Vec<Boon> = Vec::new();
    for part in parts {
        match read_boon(part) {
            Ok(boon) if all.iter().any(|it| it.name == boon.name) => {
                let name = boon.name;
                faults.note(Err(
                    part.error(format_args!("the boon \"{name}\" is listed twice"))
                ));
            }
            Ok(boon) => all.push(boon),
            Err(errors) => errors.into_iter().for_each(|it| faults.note(Err(it))),
        }
    }
    faults.none()?;
    Ok(all.into())
}

fn read_boon(part: Part) -> Result<Boon, Vec<DataError>> {
    let mut file = Reader::new(part, "Boon", "")?;
    let boon = Boon {
        name: file.required("name", |it| read_text(it, LONGEST.0)),
        words: file.required("words", |it| read_text(it, LONGEST.1)),
        changes: match file.optional("changes") {
            Some(value) => read_changes(&value, &mut file.faults),
            None => Vec::new(),
        },
    };
    file.end().map(|()| boon)
}

/// Reads a list of changes, such as `[(number: "health", by: 5)]`.
pub(crate) fn read_changes(value: &Value, faults: &mut Faults) -> Vec<Change> {
    let expected = "a list of changes, such as [(number: \"health\", by: 5)]";
    let names = ("Change", "changes.");
    let changes = read_list(value, names, (usize::MAX, expected), faults, |it| {
        let number = it.required("number", |it| {
            it.named(&Number::names(), Number::named).map(Some)
        });
        let by = it.required("by", |it| it.number(-1_000..=1_000));
        number.map(|number| Change { number, by })
    });
    changes.into_iter().map(|(_, change)| change).collect()
}

fn read_text(value: &Value, longest: usize) -> Result<String, DataError> {
    value.accept(
        format!("one line of 1 to {longest} plain characters in double quotes"),
        |text: &String| {
            let is_plain = text.chars().all(|it| (' '..='~').contains(&it));
            (1..=longest).contains(&text.chars().count()) && is_plain
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_a_dozen_boons_and_each_changes_something() {
        let boons = Boons::default();
        assert_eq!(boons.iter().count(), 12);
        assert!(boons.iter().all(|it| !it.changes.is_empty()));
    }

    #[test]
    fn a_file_replaces_the_boons() {
        let text =
            r#"[(name: "owl", words: "You see far.", changes: [(number: "dark sight", by: 3)])]"#;
        let boons = Boons::read("boons.ron", text).unwrap();
        assert_eq!(boons.iter().count(), 1);
        let change = Change {
            number: Number::DarkSight,
            by: 3,
        };
        assert_eq!(boons.named("owl").unwrap().changes, [change]);
        assert_eq!(boons.text(), Some(text));
    }

    #[test]
    fn each_mistake_is_one_line_with_its_place() {
        let read = |text: &str| {
            let errors = Boons::read("boons.ron", text).expect_err(text);
            let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
            lines.join("\n")
        };
        let owl = r#"(name: "owl", words: "You see far.", changes: [])"#;
        let lines = [
            read("7"),
            read(r#"[(name: "owl", word: "You see far.")]"#),
            read(r#"[(name: "", words: "You see far.")]"#),
            read(r#"[(name: "owl", words: "See.", changes: [(number: "dark site", by: 1)])]"#),
            read(r#"[(name: "owl", words: "See.", changes: [(number: "health", by: "5")])]"#),
            read(r#"[(name: "owl", words: "See.", changes: [(number: "health")])]"#),
            read(r#"[(name: "owl", words: "See.", changes: 5)]"#),
            read(&format!("[{owl},\n{owl}]")),
        ];
        let expected = [
            "boons.ron:1:1: found `7`; expected a list of boons, such as",
            "boons.ron:1:16: unknown field `word` (did you mean `words`?); the fields are name, words, changes",
            "boons.ron:1:9: name: found `\"\"`; expected one line of 1 to 14 plain characters in double quotes",
            "boons.ron:1:50: changes.number: found `\"dark site\"`; expected one of \"dark sight\", \"health\",",
            "boons.ron:1:64: changes.by: found `\"5\"`; expected a whole number from -1000 to 1000",
            "boons.ron:1:41: the field `changes.by` is missing",
            "boons.ron:1:40: changes: found `5`; expected a list of changes, such as",
            "boons.ron:2:1: the boon \"owl\" is listed twice",
        ];
        for (line, expected) in lines.iter().zip(expected) {
            assert!(line.starts_with(expected), "{line}");
            assert!(!line.contains('\n'), "{line}");
        }
    }
}
