//! What was said.

use std::collections::VecDeque;

use bevy::prelude::*;

/// How many messages are kept.
const KEPT: usize = 1000;

/// What happened, in words, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct MessageLog {
    messages: VecDeque<Message>,
    /// How often something was said so far.
    said: u64,
    /// What has come since [`take_new`](Self::take_new) was called last.
    new: Vec<Saying>,
    /// A warning that is shown below all messages.
    standing: Option<String>,
}

/// Something that has come to the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saying {
    /// This was said.
    Said(String),
    /// This was said of a danger.
    Warned(String),
    /// What was said before is no longer new.
    Batch,
}

#[derive(Clone, Debug)]
struct Message {
    text: String,
    times: u32,
    is_warning: bool,
    /// When it was said last: the number of what was said.
    number: u64,
    /// What was said in one turn belongs together.
    batch: u64,
}

/// A message as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its words, and how often it was said in a row.
    pub text: String,
    /// Whether it is about danger.
    pub is_warning: bool,
    /// Whether nothing else has happened since.
    pub is_new: bool,
}

impl MessageLog {
    /// Adds a message. One that repeats the last is counted instead.
    pub fn say(&mut self, message: impl Into<String>) {
        self.add(message.into(), false);
    }

    /// Adds a message about danger.
    pub fn warn(&mut self, message: impl Into<String>) {
        self.add(message.into(), true);
    }

    /// From now on what was said is no longer new.
    pub fn begin_batch(&mut self) {
        self.said += 1;
        // Nothing changes if nothing was said in between.
        if self.new.last() != Some(&Saying::Batch) {
            self.remember(Saying::Batch);
        }
    }

    /// All that has come since this was called last, as far as it is kept.
    pub fn take_new(&mut self) -> Vec<Saying> {
        std::mem::take(&mut self.new)
    }

    fn remember(&mut self, saying: Saying) {
        if self.new.len() >= KEPT {
            self.new.remove(0);
        }
        self.new.push(saying);
    }

    /// Adds a message about danger, if there is one.
    pub fn warn_if(&mut self, message: Option<String>) {
        if let Some(message) = message {
            self.warn(message);
        }
    }

    /// The warning that is shown below all messages.
    pub fn standing(&self) -> Option<&str> {
        self.standing.as_deref()
    }

    /// Shows a warning below all messages until another one is set. It is no message itself, and outlasts them.
    pub fn set_standing(&mut self, warning: Option<String>) {
        self.standing = warning;
    }

    /// Forgets all messages.
    pub fn clear(&mut self) {
        self.messages.clear();
        self.new.clear();
    }

    fn add(&mut self, text: String, is_warning: bool) {
        let batch = self.said;
        self.remember(match is_warning {
            true => Saying::Warned(text.clone()),
            false => Saying::Said(text.clone()),
        });
        if let Some(last) = self.messages.back_mut()
            && last.text == text
        {
            last.times += 1;
            last.batch = batch;
            last.number += 1;
            return;
        }
        let number = self.messages.back().map_or(0, |last| last.number + 1);
        self.messages.push_back(Message {
            text,
            times: 1,
            is_warning,
            number,
            batch,
        });
        if self.messages.len() > KEPT {
            self.messages.pop_front();
        }
    }

    /// A number that grows with everything that is said.
    pub fn count(&self) -> u64 {
        self.messages.back().map_or(0, |last| last.number + 1)
    }

    /// What was said since this was the [`count`](Self::count).
    pub fn since(&self, count: u64) -> impl Iterator<Item = &str> {
        let new = self.messages.iter().filter(move |it| it.number >= count);
        new.map(|it| it.text.as_str())
    }

    /// All messages, the last one first.
    pub fn latest(&self) -> impl Iterator<Item = Told> {
        self.messages.iter().rev().map(|it| Told {
            text: match it.times {
                1 => it.text.clone(),
                times => format!("{} (x{times})", it.text),
            },
            is_warning: it.is_warning,
            is_new: it.batch == self.said,
        })
    }

    /// The last `count` messages, oldest first.
    pub fn last(&self, count: usize) -> impl Iterator<Item = String> {
        let mut last: Vec<String> = self.latest().take(count).map(|it| it.text).collect();
        last.reverse();
        last.into_iter()
    }

    /// The messages in lines of at most so many columns, the last line last; as many as fit into so many rows, with
    /// `skip` lines below left out.
    pub fn lines(&self, columns: usize, rows: usize, skip: usize) -> Vec<Told> {
        let mut lines: Vec<Told> = Vec::new();
        for told in self.latest() {
            if lines.len() >= rows.saturating_add(skip) {
                break;
            }
            let wrapped = textwrap::wrap(&told.text, columns.max(1));
            lines.extend(wrapped.into_iter().rev().map(|line| Told {
                text: line.into_owned(),
                ..told
            }));
        }
        let mut shown: Vec<Told> = lines.into_iter().skip(skip).take(rows).collect();
        shown.reverse();
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_message_is_counted() {
        let mut log = MessageLog::default();
        for message in ["a", "b", "b", "a"] {
            log.say(message);
        }
        assert_eq!(log.last(2).collect::<Vec<_>>(), ["b (x2)", "a"]);
        assert_eq!(log.since(2).collect::<Vec<_>>(), ["b", "a"]);
        let count = log.count();
        assert_eq!(log.since(count).count(), 0);
        log.say("a");
        assert_eq!(log.since(count).collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn lines_are_wrapped_and_never_cut() {
        let mut log = MessageLog::default();
        log.say("The first.");
        log.begin_batch();
        log.warn("One that is too long.");
        let lines = |rows, skip| -> Vec<String> {
            let lines = log.lines(9, rows, skip);
            lines.into_iter().map(|it| it.text).collect()
        };
        assert_eq!(
            lines(9, 0),
            ["The", "first.", "One that", "is too", "long."]
        );
        assert_eq!(lines(2, 0), ["is too", "long."]);
        assert_eq!(lines(2, 2), ["first.", "One that"]);
        let new: Vec<bool> = log.lines(9, 9, 0).iter().map(|it| it.is_new).collect();
        assert_eq!(new, [false, false, true, true, true]);
    }
}
