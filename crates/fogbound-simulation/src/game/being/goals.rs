//! What a game is about, read from `quest.ron`: what the player must do, and where the game is won then.

use std::sync::{Arc, OnceLock};

use bevy::prelude::*;

use super::things::Things;
use crate::files::data::{Reader, Source, Value, read_list};
use crate::files::{DataError, TextPosition};

/// The name of the file in an assets folder that says what a game is about.
pub const QUEST: &str = "quest.ron";

/// What a game is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goals {
    all: Arc<[Goal]>,
    /// Where the game is won once all goals are met.
    pub end: End,
    /// Whether what lies on the tile that is the goal glows: its light cannot be covered, and taking it wakes everyone.
    pub glows: bool,
    /// Whether hunters come, and no more fog, once all goals are met.
    pub returns: bool,
    words: Arc<Words>,
    /// The text of the custom file, if there is one.
    text: Option<Arc<str>>,
}

/// Something that the player must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// What the player must do with it.
    pub does: Does,
    /// The name of the monster, the thing or the tile. Empty for a level.
    pub what: String,
    /// How many times or, for a level, its number. Level 1 is the topmost.
    pub count: u32,
    /// Where the name stands in the file.
    pub place: Option<TextPosition>,
}

/// What the player must do for a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// Carry this many of a thing at once, or take what lies on a goal tile.
    Take,
    /// Use a thing.
    Use,
    /// Kill a monster, or see it die.
    Kill,
    /// See a monster or a tile by light.
    See,
    /// Come to a level.
    Reach,
}

/// Where the game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the stairs up from level 1.
    Out,
    /// Wherever the player is when all goals are met.
    Here,
    /// On this level. Level 1 is the topmost.
    Level(u32),
}

/// The texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Words {
    title: String,
    story: String,
    begin: String,
    refusal: String,
    done: String,
    taken: String,
    leaves: String,
    won: String,
    outcome: String,
    prize: String,
}

/// The names of what can be done, in data files.
const DOES: [(Does, &str); 5] = [
    (Does::Take, "take"),
    (Does::Use, "use"),
    (Does::Kill, "kill"),
    (Does::See, "see"),
    (Does::Reach, "reach"),
];

/// The most goals of a game.
const MOST: usize = 16;

/// The maximum length of a text, in characters.
const LONGEST: usize = 400;

impl Goals {
    /// Reads the text of a `quest.ron` file. `file` is the file name to use in messages.
    ///
    /// # Errors
    ///
    /// Returns every problem that can be found in one pass over the file.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<DataError>> {
        let goals = read_all(Source { file, text })?;
        let text = Some(text.into());
        Ok(Self { text, ..goals })
    }

    /// Returns the text of the custom file, if there is one.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Returns all goals, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Goal> {
        self.all.iter()
    }

    /// Returns whether this is the game about the beacon, in which nothing has to be counted.
    pub(crate) fn is_plain(&self) -> bool {
        self.text.is_none()
    }

    /// Returns the name of the tile that the last level holds, if there is one.
    pub fn tile(&self, things: &Things) -> Option<&str> {
        let mut all = self.all.iter();
        let goal = all.find(|it| it.does == Does::Take && it.is_tile(things));
        goal.map(|it| it.what.as_str())
    }

    /// Says what the player must do, in a sentence for the title. `last` is the number of the last level.
    pub fn title(&self, last: u32) -> String {
        with_last(&self.words.title, last)
    }

    /// Tells the story, in a paragraph.
    pub fn story(&self, last: u32) -> String {
        with_last(&self.words.story, last)
    }

    /// Says what the player must do, in the sentence with which a game begins.
    pub fn begin(&self, last: u32) -> String {
        with_last(&self.words.begin, last)
    }

    /// Says why the player does not leave yet.
    pub fn refusal(&self) -> &str {
        &self.words.refusal
    }

    /// Says that all goals are met. May be empty.
    pub fn done(&self) -> &str {
        &self.words.done
    }

    /// Says that the player has taken what lies on the goal tile.
    pub fn taken(&self) -> &str {
        &self.words.taken
    }

    /// Says that the player has won, at that moment.
    pub fn leaves(&self) -> &str {
        &self.words.leaves
    }

    pub fn won(&self, turn: u64) -> String {
        self.words.won.replace("{turn}", &turn.to_string())
    }

    /// Names the victory in a list, such as `escaped with the beacon`.
    pub fn outcome(&self) -> &str {
        &self.words.outcome
    }

    /// Names what the points for a victory are for, such as `the beacon`.
    pub fn prize(&self) -> &str {
        &self.words.prize
    }
}

fn with_last(text: &str, last: u32) -> String {
    text.replace("{last}", &last.to_string())
}

impl Goal {
    /// Returns whether it is about a tile rather than a thing.
    pub fn is_tile(&self, things: &Things) -> bool {
        things.named(&self.what).is_none()
    }

    /// Says what must be done, such as `take the crown` or `kill 3 rats`.
    pub fn words(&self, things: &Things) -> String {
        let item = things.named(&self.what).and_then(|kind| things.item(kind));
        let does = DOES.iter().find(|it| it.0 == self.does);
        let does = does.map_or("", |it| it.1);
        match (self.does, self.count) {
            (Does::Reach, level) => format!("reach level {level}"),
            (_, 1) => format!("{does} the {}", self.what),
            (_, count) => {
                let plural = item.map_or_else(|| format!("{}s", self.what), |it| it.plural.clone());
                format!("{does} {count} {plural}")
            }
        }
    }
}

/// The built-in goals.
impl Default for Goals {
    fn default() -> Self {
        static BUILT_IN: OnceLock<Goals> = OnceLock::new();
        let read = || {
            let fogbound_assets::File { path, text, .. } = fogbound_assets::QUEST;
            let goals = read_all(Source { file: path, text });
            goals.expect("a test reads the built-in goals")
        };
        BUILT_IN.get_or_init(read).clone()
    }
}

fn read_all(source: Source) -> Result<Goals, Vec<DataError>> {
    let mut file = Reader::new(source.whole(), "Quest", "")?;
    let expected = "a list of goals, such as [(do: \"take\", what: \"crown\")]";
    let goals = match file.optional("goals") {
        Some(value) => {
            let names = ("Goal", "goals.");
            let read = read_list(&value, names, (MOST, expected), &mut file.faults, read_goal);
            if read.is_empty() && value.part.items().is_some_and(|it| it.is_empty()) {
                file.faults.note(Err(value.wrong(expected)));
            }
            read.into_iter().map(|(_, goal)| goal).collect()
        }
        None => {
            file.required("goals", |_| Ok(()));
            Vec::new()
        }
    };
    let end = file.or("to", End::Out, read_end);
    let usual = Words::of(&goals, end);
    let mut text = |name, usual: String| file.or(name, usual, read_text);
    let words = Words {
        title: text("title", usual.title),
        story: text("story", usual.story),
        begin: text("begin", usual.begin),
        refusal: text("refusal", usual.refusal),
        done: text("done", usual.done),
        taken: text("taken", usual.taken),
        leaves: text("leaves", usual.leaves),
        won: text("won", usual.won),
        outcome: text("outcome", usual.outcome),
        prize: text("prize", usual.prize),
    };
    let goals = Goals {
        all: goals.into(),
        end,
        glows: file.or("glows", false, Value::flag),
        returns: file.or("returns", false, Value::flag),
        words: words.into(),
        text: None,
    };
    file.end().map(|()| goals)
}

fn read_goal(it: &mut Reader) -> Option<Goal> {
    let names = DOES.map(|it| it.1);
    let does = it.required("do", |it| {
        it.named(&names, |name| {
            DOES.iter().find(|it| it.1 == name).map(|it| Some(it.0))
        })
    })?;
    let (what, place) = match does {
        Does::Reach => (String::new(), None),
        _ => it.required("what", |it| {
            let name = it.accept("the name of a monster, a thing or a tile", |it: &String| {
                !it.is_empty()
            })?;
            Ok((name, Some(it.part.place())))
        }),
    };
    let count = match does {
        Does::Reach => it.required("level", |it| it.number(1..=99)),
        Does::See => 1,
        Does::Take | Does::Use | Does::Kill => it.or("count", 1, |it| it.number(1..=99)),
    };
    Some(Goal {
        does,
        what,
        count,
        place,
    })
}

fn read_end(value: &Value) -> Result<End, DataError> {
    if let Ok(level) = value.number(1..=99) {
        return Ok(End::Level(level));
    }
    let end = match value.part.read::<String>().as_deref() {
        Ok("out") => Some(End::Out),
        Ok("here") => Some(End::Here),
        _ => None,
    };
    end.ok_or_else(|| value.wrong("\"out\", \"here\" or the number of a level"))
}

fn read_text(value: &Value) -> Result<String, DataError> {
    value.accept(
        format!("one line of at most {LONGEST} plain characters in double quotes"),
        |text: &String| {
            let is_plain = text.chars().all(|it| (' '..='~').contains(&it));
            text.chars().count() <= LONGEST && is_plain
        },
    )
}

impl Words {
    /// Returns the texts of a game whose file leaves them out.
    fn of(goals: &[Goal], end: End) -> Self {
        let goals: Vec<String> = goals
            .iter()
            .map(|it| it.words(&Things::default()))
            .collect();
        let mut all = goals.join(", ");
        if let Some(first) = all.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let (to, go) = match end {
            End::Out => (
                ", and come out by the stairs up from level 1".to_owned(),
                " Leave by the stairs up from level 1!".to_owned(),
            ),
            End::Here => Default::default(),
            End::Level(level) => (
                format!(", and come to level {level}"),
                format!(" Go to level {level}!"),
            ),
        };
        let title = format!("{all}{to}.");
        Self {
            story: title.clone(),
            begin: title.clone(),
            title,
            refusal: "This is the way out, but you have not done what you came for.".to_owned(),
            done: match end {
                End::Here => String::new(),
                _ => format!("You have done what you came for.{go}"),
            },
            taken: "You take what you came for.".to_owned(),
            leaves: "You have done it.".to_owned(),
            won: "You did what you came for, on turn {turn}.".to_owned(),
            outcome: "did what they came for".to_owned(),
            prize: "the quest".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_is_about_the_beacon() {
        let goals = Goals::default();
        assert!(goals.is_plain() && goals.returns && goals.glows);
        assert_eq!(goals.tile(&Things::default()), Some("beacon"));
        assert!(goals.title(12).contains("level 12"));
    }

    #[test]
    fn what_a_file_leaves_out_follows_from_its_goals() {
        let text = r#"(goals: [(do: "use", what: "book", count: 3), (do: "reach", level: 5)], to: "here")"#;
        let goals = Goals::read("quest.ron", text).unwrap();
        assert_eq!(goals.title(9), "Use 3 books, reach level 5.");
        assert_eq!(
            (goals.end, goals.done(), goals.returns),
            (End::Here, "", false)
        );
    }

    #[test]
    fn mistakes_are_reported_with_their_places() {
        for (text, expected) in [
            (
                "(to: \"out\")",
                "quest.ron:1:1: the field `goals` is missing",
            ),
            (
                "(goals: [])",
                "quest.ron:1:9: goals: found `[]`; expected a list of goals, such as [(do: \"take\", what: \"crown\")]",
            ),
            (
                "(goals: [(do: \"eat\", what: \"pie\")])",
                "quest.ron:1:15: goals.do: found `\"eat\"`; expected one of \"take\", \"use\", \"kill\", \"see\", \"reach\"",
            ),
            (
                "(goals: [(do: \"reach\")])",
                "quest.ron:1:10: the field `goals.level` is missing",
            ),
            (
                "(goals: [(do: \"see\", what: \"sea\", count: 2)])",
                "quest.ron:1:35: unknown field `count`; the fields are do, what",
            ),
            (
                "(goals: [(do: \"see\", what: \"sea\")], to: \"up\")",
                "quest.ron:1:41: to: found `\"up\"`; expected \"out\", \"here\" or the number of a level",
            ),
        ] {
            let errors = Goals::read("quest.ron", text).expect_err(text);
            assert_eq!(errors[0].to_string(), expected);
        }
    }
}
