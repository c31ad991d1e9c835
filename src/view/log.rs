//! The message log.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

use bevy::prelude::*;

/// The maximum number of messages that the log keeps.
const KEPT: usize = 1000;

/// The messages of a game, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct MessageLog {
    messages: VecDeque<Message>,
    /// The number of the first message since the log was last cleared. Numbers go on, so that readers who have read the old
    /// messages miss none of the new ones.
    first: u64,
    /// The number of the current batch of messages.
    batch: u64,
    /// The changes since the last call to [`take_new`](Self::take_new).
    new: Vec<Saying>,
    /// A warning that is shown below all messages.
    standing: Option<String>,
    /// Warnings with numbers below this one were logged before the player last acted.
    answered: u64,
    /// The latest tick that the log knows about.
    tick: u64,
    /// The response to a key that had no effect. It does not report an event, so it is not kept with the messages.
    hint: Option<String>,
    /// The number of hints so far.
    hints: u64,
    /// A message that stays below the others, unless a hint is there.
    task: Option<String>,
    /// Whether the log repeats what a journal says.
    is_replayed: bool,
}

/// A change to the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saying {
    /// A message was added.
    Said(String),
    /// A message about danger was added.
    Warned(String),
    /// A new batch began: earlier messages are no longer new.
    Batch,
    /// The player acted, so the earlier warnings are no longer alarms.
    Answered,
}

#[derive(Clone, Debug)]
struct Message {
    text: String,
    times: u32,
    is_warning: bool,
    /// The number of the message's latest occurrence. Every occurrence of every message has its own number.
    number: u64,
    /// The batch of the message's latest occurrence.
    batch: u64,
}

/// A message, or one of its lines, as the screen shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The text of the message, followed by a count if it was repeated.
    pub text: String,
    /// Whether the message is about danger.
    pub is_warning: bool,
    /// Whether the message belongs to the newest batch.
    pub is_new: bool,
    /// Whether the message is about danger and the player has not acted since it was logged.
    pub is_alarm: bool,
    /// Whether the line says what the player of a lesson is to do.
    pub is_task: bool,
}

/// Returns a message followed by its count, if it was said more than once.
fn counted(text: &str, times: u64) -> String {
    match times {
        1 => text.to_owned(),
        times => format!("{text} (x{times})"),
    }
}

impl MessageLog {
    /// Adds a message. If the message repeats the previous one, only that message's count is increased.
    pub fn say(&mut self, message: impl Into<String>) {
        self.add(message.into(), false);
    }

    /// Adds a message about danger.
    pub fn warn(&mut self, message: impl Into<String>) {
        self.add(message.into(), true);
    }

    /// Shows, below the messages, the response to a key that had no effect. The hint stays until the player does
    /// something else.
    pub fn hint(&mut self, words: impl Into<String>) {
        self.hint = Some(words.into());
        self.hints += 1;
    }

    /// Keeps a message in the last lines of the log, for as long as it is what the player is to do. A hint takes its place
    /// for as long as that stays.
    pub fn set_task(&mut self, message: Option<String>) {
        self.task = message;
    }

    /// Returns whether the log repeats what a journal says. Nothing else about the game is then logged: the journal already
    /// says it, and what an app would say anew depends on what it showed before.
    pub fn is_replayed(&self) -> bool {
        self.is_replayed
    }

    /// Sets whether the log repeats what a journal says.
    pub fn set_replayed(&mut self, is_replayed: bool) {
        self.is_replayed = is_replayed;
    }

    pub fn dismiss_hint(&mut self) {
        self.hint = None;
    }

    pub fn last_hint(&self) -> Option<(u64, &str)> {
        Some((self.hints, self.hint.as_deref()?))
    }

    /// Records that the player has acted on all warnings so far, so they no longer have to stay on the screen.
    pub fn answer_alarms(&mut self) {
        let unanswered = self.messages.iter().rev();
        let mut unanswered = unanswered.take_while(|it| it.number >= self.answered);
        if unanswered.any(|it| it.is_warning) {
            self.answered = self.count();
            self.remember(Saying::Answered);
        }
    }

    /// Records the world's tick. A new tick means that the player has acted, so earlier warnings are no longer alarms.
    pub fn time_passes(&mut self, tick: u64) {
        if self.tick != tick {
            self.tick = tick;
            self.answer_alarms();
        }
    }

    /// Sets the latest tick for the messages of a saved game. Unlike [`time_passes`](Self::time_passes), this does not
    /// mean that the player has acted.
    pub fn resume_at(&mut self, tick: u64) {
        self.tick = tick;
    }

    /// Begins a new batch, so none of the messages so far are new any longer.
    pub fn begin_batch(&mut self) {
        self.batch += 1;
        self.dismiss_hint();
        // Beginning a batch twice in a row has the same effect as doing so once.
        if self.new.last() != Some(&Saying::Batch) {
            self.remember(Saying::Batch);
        }
    }

    /// Removes the changes since the last call and returns them, or the newest thousand if there are more.
    pub fn take_new(&mut self) -> Vec<Saying> {
        std::mem::take(&mut self.new)
    }

    fn remember(&mut self, saying: Saying) {
        if self.new.len() >= KEPT {
            self.new.remove(0);
        }
        self.new.push(saying);
    }

    /// Adds `message` as a message about danger, if it is not `None`.
    pub fn warn_if(&mut self, message: Option<String>) {
        if let Some(message) = message {
            self.warn(message);
        }
    }

    /// Returns the warning that is shown below all messages.
    pub fn standing(&self) -> Option<&str> {
        self.standing.as_deref()
    }

    /// Shows a warning below all messages until it is replaced. The warning is not a message, and
    /// [`clear`](Self::clear) does not remove it.
    pub fn set_standing(&mut self, warning: Option<String>) {
        self.standing = warning;
    }

    pub fn clear(&mut self) {
        self.first = self.count();
        self.messages.clear();
        self.new.clear();
        self.task = None;
        self.dismiss_hint();
        self.answered = 0;
    }

    fn add(&mut self, text: String, is_warning: bool) {
        let batch = self.batch;
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
        let number = self.count();
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

    /// Returns the number of the next message. The number increases with every message and every repetition.
    pub fn count(&self) -> u64 {
        let last = self.messages.back();
        last.map_or(self.first, |last| last.number + 1)
    }

    /// Returns the messages that were added or repeated since [`count`](Self::count) returned `count`, each followed by
    /// a count if that happened more than once.
    pub fn since(&self, count: u64) -> impl Iterator<Item = String> {
        let new = self.messages.iter().filter(move |it| it.number >= count);
        new.map(move |it| counted(&it.text, u64::from(it.times).min(it.number + 1 - count)))
    }

    /// Returns all messages, newest first.
    pub fn latest(&self) -> impl Iterator<Item = LogLine> {
        self.messages.iter().rev().map(|it| LogLine {
            text: counted(&it.text, it.times.into()),
            is_warning: it.is_warning,
            is_new: it.batch == self.batch,
            is_alarm: it.is_warning && it.number >= self.answered,
            is_task: false,
        })
    }

    /// Returns the last `count` messages, oldest first.
    pub fn last(&self, count: usize) -> impl Iterator<Item = String> {
        let mut last: Vec<String> = self.latest().take(count).map(|it| it.text).collect();
        last.reverse();
        last.into_iter()
    }

    /// Returns the lines that the log shows during play, wrapped to `columns` columns: the last messages, and every
    /// [alarm](LogLine::is_alarm) that fits, even if it is older. The hint comes last, or else the [task](Self::set_task). Of an alarm or the
    /// newest message for which there is not enough room, the beginning is shown; other messages are shown as a whole or not
    /// at all. The newest alarm and the newest message get their room first.
    pub fn shown(&self, columns: usize, rows: usize) -> Vec<LogLine> {
        let columns = columns.max(1);
        let hint = self.hint.iter().map(|text| (text, false));
        let task = self.task.iter().map(|text| (text, true));
        let hint = hint.chain(task).take(1).map(|(text, is_task)| LogLine {
            text: text.clone(),
            is_warning: false,
            is_new: true,
            is_alarm: false,
            is_task,
        });
        let mut hint: Vec<LogLine> = hint.flat_map(|it| wrap(&it, columns)).collect();
        let unanswered = self.messages.iter().rev();
        let unanswered = unanswered.take_while(|it| it.number >= self.answered);
        // No older message can be an alarm, and no more messages than rows are shown.
        let within = unanswered.count().max(rows);
        let is_other = |it: &LogLine| self.task.as_ref() != Some(&it.text);
        let latest = self.latest().take(within).filter(is_other);
        let latest: Vec<LogLine> = latest.collect();
        let has_alarm = latest.iter().any(|it| it.is_alarm);
        hint.truncate(if has_alarm { rows.div_ceil(2) } else { rows });
        let mut room = rows - hint.len();
        let mut shown: BTreeMap<usize, Vec<LogLine>> = BTreeMap::new();
        let alarm = latest.iter().position(|it| it.is_alarm);
        for index in alarm.into_iter().chain([0]) {
            if let (Some(message), false) = (latest.get(index), shown.contains_key(&index)) {
                let lines = cut(wrap(message, columns), room, columns);
                room -= lines.len();
                shown.insert(index, lines);
            }
        }
        for wants_alarms in [true, false] {
            let others = latest.iter().enumerate();
            for (index, message) in others.filter(|(_, it)| it.is_alarm == wants_alarms) {
                if shown.contains_key(&index) {
                    continue;
                }
                let lines = wrap(message, columns);
                // A calm message that is not the newest one is shown as a whole or not at all.
                if !wants_alarms && lines.len() > room {
                    break;
                }
                let lines = cut(lines, room, columns);
                room -= lines.len();
                shown.insert(index, lines);
            }
        }
        shown.into_values().rev().flatten().chain(hint).collect()
    }

    /// Wraps the messages to `columns` columns, skips the last `skip` lines, and returns the `rows` lines before them,
    /// in order.
    pub fn lines(&self, columns: usize, rows: usize, skip: usize) -> Vec<LogLine> {
        let mut lines: Vec<LogLine> = Vec::new();
        for message in self.latest() {
            if lines.len() >= rows.saturating_add(skip) {
                break;
            }
            lines.extend(wrap(&message, columns.max(1)).into_iter().rev());
        }
        let mut shown: Vec<LogLine> = lines.into_iter().skip(skip).take(rows).collect();
        shown.reverse();
        shown
    }
}

fn wrap(message: &LogLine, columns: usize) -> Vec<LogLine> {
    let whole = hold_brackets(&message.text);
    let lines = textwrap::wrap(&whole, columns).into_iter();
    let line = |it: Cow<str>| LogLine {
        text: it.replace(NO_BREAK, " "),
        ..*message
    };
    lines.map(line).collect()
}

/// A blank at which no line ends.
const NO_BREAK: char = '\u{a0}';

/// Returns a text in which no line ends between `[` and `]`. A bracket before a blank is the name of a key.
fn hold_brackets(text: &str) -> String {
    let mut depth = 0;
    let mut next = text.chars().skip(1);
    let held = text.chars().map(|it| {
        let is_key = next.next().is_none_or(|it| it == ' ');
        match it {
            '[' if !is_key => depth += 1,
            ']' if depth > 0 => depth -= 1,
            _ => {}
        }
        if it == ' ' && depth > 0 { NO_BREAK } else { it }
    });
    held.collect()
}

/// Returns as many of the lines as there is room for. If that is not all, the last one ends with dots.
fn cut(mut lines: Vec<LogLine>, room: usize, columns: usize) -> Vec<LogLine> {
    let is_cut = lines.len() > room;
    lines.truncate(room);
    if let Some(last) = lines.last_mut().filter(|_| is_cut) {
        let room = columns.saturating_sub(3).max(1);
        let words = textwrap::wrap(&last.text, room).into_iter().next();
        last.text = format!("{}...", words.unwrap_or_default());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_ends_inside_brackets_and_no_calm_message_is_cut() {
        let mut log = MessageLog::default();
        log.say("One two three four five six.");
        log.say("The rat bites [2 of 10 health] you.");
        let shown = |log: &MessageLog, rows| -> Vec<String> {
            let lines = log.shown(18, rows).into_iter();
            lines.map(|it| it.text).collect()
        };
        let bite = ["The rat bites", "[2 of 10 health]", "you."];
        assert_eq!(shown(&log, 3), bite);
        assert_eq!(shown(&log, 4), bite);
        assert_eq!(shown(&log, 5)[..2], ["One two three four", "five six."]);
        // The name of a key is no bracket.
        log.say("Now [ shuts your lantern, ] opens.");
        assert_eq!(shown(&log, 2), ["Now [ shuts your", "lantern, ] opens."]);
    }

    #[test]
    fn only_a_warning_that_the_player_has_not_answered_is_answered() {
        for warnings in 0..8 {
            let mut log = MessageLog::default();
            for number in 0..3 {
                let words = format!("message {number}");
                match warnings >> number & 1 {
                    1 => log.warn(words),
                    _ => log.say(words),
                }
            }
            log.take_new();
            log.time_passes(1);
            let answered = log.take_new().contains(&Saying::Answered);
            assert_eq!(answered, warnings != 0, "{warnings:b}");
            assert!(log.latest().all(|it| !it.is_alarm), "{warnings:b}");
            log.say("another message");
            log.take_new();
            log.time_passes(2);
            assert_eq!(log.take_new(), [], "{warnings:b}");
        }
    }

    #[test]
    fn a_repeated_message_is_counted() {
        let mut log = MessageLog::default();
        for message in ["a", "b", "b", "a"] {
            log.say(message);
        }
        assert_eq!(log.last(2).collect::<Vec<_>>(), ["b (x2)", "a"]);
        assert_eq!(log.since(0).collect::<Vec<_>>(), ["a", "b (x2)", "a"]);
        assert_eq!(log.since(2).collect::<Vec<_>>(), ["b", "a"]);
        let count = log.count();
        assert_eq!(log.since(count).count(), 0);
        log.say("a");
        assert_eq!(log.since(count).collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn who_has_read_the_old_messages_misses_none_of_a_new_game() {
        let mut log = MessageLog::default();
        log.say("a");
        let count = log.count();
        log.clear();
        assert_eq!(log.since(count).count(), 0);
        log.say("b");
        log.say("c");
        assert_eq!(log.since(count).collect::<Vec<_>>(), ["b", "c"]);
    }

    fn shown(log: &MessageLog, rows: usize) -> Vec<String> {
        let lines = log.shown(20, rows).into_iter();
        lines.map(|it| it.text).collect()
    }

    #[test]
    fn an_alarm_stays_on_the_screen_until_the_player_acts() {
        let mut log = MessageLog::default();
        log.warn("The rat hunts you!");
        for door in ["A door.", "Another.", "A third.", "A fourth."] {
            log.say(door);
            log.begin_batch();
        }
        assert_eq!(
            shown(&log, 3),
            ["The rat hunts you!", "A third.", "A fourth."]
        );
        let is_alarm: Vec<bool> = log.shown(20, 3).iter().map(|it| it.is_alarm).collect();
        assert_eq!(is_alarm, [true, false, false]);
        // The alarm stays even when a long message needs more lines than there are.
        log.say("A sentence that is much longer than the log has lines for.");
        assert_eq!(shown(&log, 2)[0], "The rat hunts you!");
        assert_eq!(shown(&log, 1), ["The rat hunts you!"]);
        log.answer_alarms();
        assert_eq!(shown(&log, 1), ["A sentence that..."]);
        assert!(shown(&log, 0).is_empty());
        assert!(log.shown(20, 99).iter().all(|it| !it.is_alarm));
    }

    #[test]
    fn no_message_is_shown_without_its_beginning() {
        let mut log = MessageLog::default();
        let texts = [
            "One.",
            "A rat has noticed you!",
            "A second sentence, and a third one.",
        ];
        for (number, text) in (0..60).zip(texts.into_iter().cycle()) {
            match number % 4 {
                0 => log.warn(text),
                _ => log.say(format!("{number} {text}")),
            }
            if number % 7 == 0 {
                log.answer_alarms();
            }
            for (columns, rows) in (5..40).flat_map(|it| (1..7).map(move |rows| (it, rows))) {
                let lines = log.shown(columns, rows);
                assert!(lines.len() <= rows);
                let shown = lines.iter().map(|it| it.text.as_str()).collect::<Vec<_>>();
                let newest = log.last(1).next().unwrap();
                let start = newest.chars().take(1).collect::<String>();
                let has_alarm = lines.iter().any(|it| it.is_alarm);
                let is_there = shown.iter().any(|it| it.starts_with(&start));
                assert!(is_there || has_alarm, "{newest}: {shown:?}");
                let mut all = log.latest().map(|it| it.text).collect::<Vec<_>>();
                all.reverse();
                let starts = all
                    .iter()
                    .map(|it| textwrap::wrap(it, columns)[0].to_string());
                let first = shown[0].trim_end_matches('.').to_owned();
                assert!(
                    starts.into_iter().any(|it| it.starts_with(&first)),
                    "{first} begins no message"
                );
            }
        }
    }

    #[test]
    fn the_newest_message_is_whole_although_alarms_are_unanswered() {
        let mut log = MessageLog::default();
        for alarm in ["One!", "Two!", "Three!"] {
            log.warn(alarm);
        }
        log.say("A sentence for two lines.");
        let whole = ["Three!", "A sentence for two", "lines."];
        assert_eq!(shown(&log, 4), ["Two!", whole[0], whole[1], whole[2]]);
        assert_eq!(shown(&log, 3), whole);
    }

    #[test]
    fn a_hint_is_not_a_message_and_the_next_replaces_it() {
        let mut log = MessageLog::default();
        log.warn("The rat hunts you!");
        log.say("A door.");
        log.hint("p does nothing here.");
        log.hint("z does nothing here.");
        assert_eq!(
            shown(&log, 9).last().map(String::as_str),
            Some("z does nothing here.")
        );
        assert_eq!(
            shown(&log, 2),
            ["The rat hunts you!", "z does nothing here."]
        );
        assert_eq!(log.last(9).count(), 2);
        log.begin_batch();
        assert_eq!(shown(&log, 2), ["The rat hunts you!", "A door."]);
        assert_eq!(log.last_hint(), None);
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
