//! What happens in a scene and what must hold, line by line.

use super::change::{Change, role_change};
use super::claim::{Claim, STARTS, When, when};
use super::fact::{Fact, Statement};
use super::legend::Entry;
use super::model::{Say, Step};
use super::settings::NAMES;
use super::statement::Known;
use super::text::{Instruction, Text};
use super::words::Words;
use crate::acts::game_bindings;
use crate::control::{KeyScript, ScriptError, script_of_words};
use crate::files::{DataError, brief, did_you_mean};
use crate::game::bestiary::can_be_shown;
use crate::map::is_shown;

/// How often a command can be repeated.
const MOST_KEYS: u64 = 10_000;

/// The length of the longest text for the player, in letters and signs.
const LONGEST: usize = 400;

/// How many turns the player can wait at once.
const MOST_TURNS: u64 = 1_000_000;

/// What happens in a scene, and what must hold, while they are being read.
pub(super) struct Script<'a> {
    text: &'a Text<'a>,
    known: Known<'a>,
    pub(super) steps: Vec<Step>,
    pub(super) claims: Vec<Claim>,
    pub(super) says: Vec<Say>,
    /// The first claim of the line above, if it states facts.
    above: Option<usize>,
    pub(super) errors: Vec<DataError>,
}

impl<'a> Script<'a> {
    pub(super) fn new(text: &'a Text<'a>, known: Known<'a>) -> Self {
        Self {
            text,
            known,
            steps: Vec::new(),
            claims: Vec::new(),
            says: Vec::new(),
            above: None,
            errors: Vec::new(),
        }
    }

    /// Keeps the error, if there is one.
    fn keep<T>(&mut self, result: Result<T, DataError>) -> Option<T> {
        result.map_err(|error| self.errors.push(error)).ok()
    }

    /// Adds the changes with which a creature of the legend begins.
    pub(super) fn traits(&mut self, entry: &Entry) {
        let of_entry = |it: &usize| self.known.cast.0[*it].letter == entry.letter;
        let roles: Vec<usize> = (0..self.known.cast.0.len()).filter(of_entry).collect();
        for &(part, at) in &entry.traits {
            let change = Words::new(self.text, part, at).and_then(|mut words| {
                let change = role_change(self.known.cast, &roles, &mut words)?;
                words.finish()?;
                Ok(Change::Roles(roles.clone(), change))
            });
            if let Some(change) = self.keep(change) {
                self.steps
                    .push(Step::Change(change, self.text.error(at, part)));
            }
        }
    }

    /// Reads an instruction that is neither a setting nor a line of the legend.
    pub(super) fn instruction(&mut self, line: &Instruction) {
        let above = self.above.take();
        let result = match line.head {
            "say" => self.words(line).map(|text| {
                self.says.push(Say {
                    text,
                    claims: self.claims.len(),
                })
            }),
            "why" => self.why(line, above),
            "keys" => self.keys(line).map(|keys| {
                self.steps
                    .push(Step::Keys(keys, self.left(line.value_at), None))
            }),
            "do" => self.commands(line).map(|steps| self.steps.extend(steps)),
            "set" => return self.read_changes(line),
            _ => return self.read_claims(line),
        };
        self.keep(result);
    }

    /// Reads a text for the player, with names of controls in braces.
    fn words(&self, line: &Instruction) -> Result<String, DataError> {
        let text = line.value.split_whitespace().collect::<Vec<_>>().join(" ");
        let fits = (1..=LONGEST).contains(&text.chars().count());
        if !fits || !text.chars().all(|it| can_be_shown(it) || is_shown(it)) {
            let message = format!(
                "unexpected `{}`; accepted: a text of 1 to {LONGEST} letters and signs",
                brief(&text)
            );
            return Err(self.text.error(line.value_at, message));
        }
        let bindings = game_bindings();
        for (at, _) in line.value.match_indices('{') {
            let name = line.value[at + 1..].split_once('}').map(|it| it.0);
            if name.and_then(|it| bindings.named(it)).is_none() {
                let name = name.unwrap_or_default();
                let controls = bindings.controls();
                let names: Vec<_> = controls.iter().map(|it| it.name()).collect();
                let meant = did_you_mean(name, names.iter().map(|it| &**it));
                let message = format!(
                    "no command is called `{}`{meant}; accepted: a command in braces, such as {{explore}}",
                    brief(name)
                );
                return Err(self.text.error(line.value_at + at, message));
            }
        }
        Ok(text)
    }

    /// Reads what the player is told after breaking a claim of the line `above`.
    fn why(&mut self, line: &Instruction, above: Option<usize>) -> Result<(), DataError> {
        let words = self.words(line)?;
        let first = above.ok_or_else(|| {
            let message = "`why` explains the facts in the line above; accepted: `why` below facts";
            self.text.error(line.at, message)
        })?;
        for claim in &mut self.claims[first..] {
            claim.why = Some(words.clone());
        }
        Ok(())
    }

    /// Returns the error for keys that end the scene's game.
    fn left(&self, at: usize) -> DataError {
        let message = "these keys leave the scene's game; accepted: keys that play it";
        self.text.error(at, message)
    }

    fn keys(&self, line: &Instruction) -> Result<KeyScript, DataError> {
        let quoted = line
            .value
            .strip_prefix('"')
            .and_then(|it| it.strip_suffix('"'));
        let keys = quoted.unwrap_or(line.value);
        keys.parse()
            .map_err(|error: ScriptError| self.text.error(line.value_at, error.to_string()))
    }

    /// Adds the claim that a command is not refused.
    fn obeyed(&mut self, command: &str, at: usize) -> usize {
        self.claims.push(Claim {
            when: When::Now,
            share: None,
            statement: Statement {
                fact: Fact::Obeyed,
                is_negated: false,
            },
            text: format!("do: {command}"),
            place: self.text.place(at),
            why: None,
        });
        self.claims.len() - 1
    }

    /// Reads commands in words. A number repeats the command before it. A command with a question mark may be refused.
    fn commands(&mut self, line: &Instruction) -> Result<Vec<Step>, DataError> {
        let bindings = game_bindings();
        let mut steps: Vec<Step> = Vec::new();
        let mut before = "";
        for word in self.text.words(line.value, line.value_at)? {
            let is_number = word.text.bytes().all(|it| it.is_ascii_digit());
            // What is too large to be a number is too many times.
            let times = is_number.then(|| word.text.parse().unwrap_or(u64::MAX));
            match (times, steps.last_mut()) {
                // In the menu of boons, a digit chooses.
                (Some(number), Some(Step::Keys(..))) if before == "boon" => {
                    let keys = script_of_words(&bindings, &number.to_string());
                    let keys = keys.map_err(|why| self.text.error(word.at, why))?;
                    steps.push(Step::Keys(keys, self.left(word.at), None));
                }
                (Some(times), Some(Step::Wait(turns))) if (1..=MOST_TURNS).contains(&times) => {
                    *turns = times
                }
                (Some(times), Some(step @ Step::Keys(..))) if (1..=MOST_KEYS).contains(&times) => {
                    let step = step.clone();
                    steps.extend((1..times).map(|_| step.clone()));
                }
                (Some(_), _) => {
                    return Err(self.text.error(
                        word.at,
                        format!(
                            "unexpected number `{}`; accepted: a command and then how often, such as `wait 3`, up to \
                             {MOST_KEYS} times, or {MOST_TURNS} turns of waiting",
                            brief(word.text)
                        ),
                    ));
                }
                (None, _) if word.text == "wait" => steps.push(Step::Wait(1)),
                (None, _) => {
                    let (command, may_fail) = match word.text.strip_suffix('?') {
                        Some(command) if !command.is_empty() => (command, true),
                        _ => (word.text, false),
                    };
                    let keys = script_of_words(&bindings, command);
                    let keys = keys.map_err(|why| self.text.error(word.at, why))?;
                    let obeyed = (!may_fail).then(|| self.obeyed(command, word.at));
                    steps.push(Step::Keys(keys, self.left(word.at), obeyed));
                }
            }
            before = word.text;
        }
        match steps.is_empty() {
            true => Err(self.text.error(
                line.value_at,
                "commands are missing here; accepted: command names, such as `east` or `wait 3`",
            )),
            false => Ok(steps),
        }
    }

    fn read_changes(&mut self, line: &Instruction) {
        for (part, at) in split(line.value, line.value_at) {
            let change =
                Words::new(self.text, part, at).and_then(|mut words| self.known.change(&mut words));
            if let Some(change) = self.keep(change) {
                self.steps
                    .push(Step::Change(change, self.text.error(at, part)));
            }
        }
    }

    /// Reads facts that must hold.
    fn read_claims(&mut self, line: &Instruction) {
        let first = line.head.split(' ').next().unwrap_or_default();
        if !STARTS.contains(&first) {
            self.errors.push(self.text.error(line.at, unknown(first)));
            return;
        }
        let words = Words::new(self.text, line.head, line.at);
        let Some((when, share)) = self.keep(words.and_then(|mut words| when(&mut words))) else {
            return;
        };
        let first = self.claims.len();
        self.above = Some(first);
        for (part, at) in split(line.value, line.value_at) {
            let statement = Words::new(self.text, part, at)
                .and_then(|mut words| self.known.statement(&mut words));
            if let Some(statement) = self.keep(statement) {
                self.claims.push(Claim {
                    when,
                    share,
                    statement,
                    text: format!(
                        "{}: {}",
                        line.head,
                        part.split_whitespace().collect::<Vec<_>>().join(" ")
                    ),
                    place: self.text.place(at),
                    why: None,
                });
            }
        }
        match when {
            When::Now => self
                .steps
                .push(Step::Now((first..self.claims.len()).collect())),
            When::After(turn) => self.steps.push(Step::Until(turn)),
            _ => {}
        }
    }
}

/// Returns the message for an instruction with an unknown first word.
fn unknown(word: &str) -> String {
    let first = ["keys", "do", "set", "say", "why"];
    let all: Vec<&str> = first.into_iter().chain(STARTS).chain(NAMES).collect();
    let meant = did_you_mean(word, all.iter().copied());
    format!(
        "no instruction is called `{word}`{meant}; accepted: {}, or a letter of the map",
        all.join(", ")
    )
}

/// Splits a value at semicolons outside quotes, with the byte at which each part begins. An empty value has one part.
fn split(value: &str, at: usize) -> Vec<(&str, usize)> {
    let (mut parts, mut start, mut is_quoted) = (Vec::new(), 0, false);
    let mut add = |from: usize, to: usize| {
        let part = &value[from..to];
        let skipped = part.len() - part.trim_start().len();
        parts.push((part.trim(), at + from + skipped));
    };
    for (index, character) in value.char_indices() {
        match character {
            '"' => is_quoted = !is_quoted,
            ';' if !is_quoted => {
                add(start, index);
                start = index + 1;
            }
            _ => {}
        }
    }
    let has_more = !value[start..].trim().is_empty();
    if start == 0 || has_more {
        add(start, value.len());
    }
    parts
}
