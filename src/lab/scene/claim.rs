//! When a fact must hold, and with how many seeds.

use super::fact::Statement;
use super::words::{Amount, Words};
use crate::files::{DataError, TextPosition};

/// A fact that must hold at some time, with some share of the seeds.
#[derive(Clone, Debug)]
pub(in crate::lab) struct Claim {
    pub(in crate::lab) when: When,
    /// The percentage of seeds with which the claim must be kept; `None` for all of them.
    pub(in crate::lab) share: Option<Amount>,
    pub(in crate::lab) statement: Statement,
    /// The claim in the words of the file.
    pub(in crate::lab) text: String,
    pub(in crate::lab) place: TextPosition,
    /// What the player of a lesson is told after breaking the claim.
    pub(in crate::lab) why: Option<String>,
}

/// When a fact must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lab) enum When {
    /// After the commands above it.
    Now,
    /// At the end of the scene.
    End,
    /// As soon as this turn is over.
    After(u64),
    /// At some time, no later than the end of this turn.
    By(u64),
    /// At no time from the end of the first turn to the end of the last one.
    Never(u64, u64),
    /// All the time from the end of the first turn to the end of the last one.
    Always(u64, u64),
}

/// The latest turn that a scene can name.
const LAST_TURN: i64 = 10_000_000;

const WHEN: &str = "now, after N, at end, by N, never, never A-B, always or always A-B, each with or without `in 90%`";

/// Reads when a fact must hold, and with which share of the seeds.
pub(super) fn when(words: &mut Words) -> Result<(When, Option<Amount>), DataError> {
    let turn = |words: &mut Words| {
        let _ = words.takes_any(&["turn", "turns"]);
        words.number(0..=LAST_TURN).map(|it| it as u64)
    };
    let when = match words.takes_any(&["now", "after", "at", "by", "never", "always"]) {
        Some(0) => When::Now,
        Some(1 | 2) if words.takes(&["end"]) => When::End,
        Some(1 | 2) => When::After(turn(words)?),
        Some(3) => When::By(turn(words)?),
        Some(4) => {
            let (first, last) = span(words)?;
            When::Never(first, last)
        }
        Some(_) => {
            let (first, last) = span(words)?;
            When::Always(first, last)
        }
        None => return Err(words.unexpected(WHEN)),
    };
    let share = words
        .takes(&["in"])
        .then(|| share(words, when))
        .transpose()?;
    match words.is_at_end() {
        true => Ok((when, share)),
        false => Err(words.unexpected("`in 90%`, or a colon")),
    }
}

/// Reads the turns of `never` and `always`: `A-B`, `until N`, `from N`, or nothing, which stands for the whole scene.
fn span(words: &mut Words) -> Result<(u64, u64), DataError> {
    if words.is_at_end() || words.peek() == Some("in") {
        return Ok((0, u64::MAX));
    }
    let until = words.takes_any(&["until", "before"]).is_some();
    let from = !until && words.takes_any(&["from", "after"]).is_some();
    let _ = words.takes_any(&["turn", "turns"]);
    let range = words.peek().and_then(|it| it.split_once('-'));
    let range = range.and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    match range {
        Some((first, last)) if first <= last && last <= LAST_TURN as u64 && !until && !from => {
            words.word();
            Ok((first, last))
        }
        _ if until => Ok((0, words.number(0..=LAST_TURN)? as u64)),
        _ if from => Ok((words.number(0..=LAST_TURN)? as u64, u64::MAX)),
        _ => Err(words.unexpected("turns such as 3-10, `until 10` or `from 3`")),
    }
}

/// Reads a percentage: `90%` for at least that much, `40-60%`, or `at most 10%`.
fn share(words: &mut Words, when: When) -> Result<Amount, DataError> {
    if matches!(when, When::Never(..)) && words.takes(&["at", "most"]) {
        // Readers disagree on whether this is a share of seeds that keep the claim or break it.
        return Err(words.unexpected("the share of the seeds that keep it, such as `never in 95%`"));
    }
    const ACCEPTED: &str = "a share of the seeds, such as 90%, 40-60% or `at most 10%`";
    let most = words.takes(&["at", "most"]);
    let _ = words.takes(&["at", "least"]);
    let numbers = words.peek().and_then(|it| it.strip_suffix('%'));
    let numbers = numbers.ok_or_else(|| words.unexpected(ACCEPTED))?;
    let (first, last) = numbers
        .split_once('-')
        .map_or((numbers, None), |(first, last)| (first, Some(last)));
    let parse = |it: &str| it.parse::<i64>().ok().filter(|it| (0..=100).contains(it));
    let (first, last) = (parse(first), last.map(parse));
    let share = match (first, last) {
        (Some(last), None) if most => Amount { first: 0, last },
        (Some(first), None) => Amount { first, last: 100 },
        (Some(first), Some(Some(last))) if first <= last && !most => Amount { first, last },
        _ => return Err(words.unexpected(ACCEPTED)),
    };
    words.word();
    Ok(share)
}

/// The words with which a claim can begin.
pub(super) const STARTS: [&str; 6] = ["now", "after", "at", "by", "never", "always"];
