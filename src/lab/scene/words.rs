//! Reading an instruction word by word.

use std::ops::RangeInclusive;

use bevy::math::IVec2;

use super::text::{Text, Word};
use crate::files::{DataError, brief};
use crate::map::read_cell;

/// The words of a part of an instruction, read from left to right.
pub(super) struct Words<'a> {
    text: &'a Text<'a>,
    all: Vec<Word<'a>>,
    next: usize,
    end: usize,
}

/// Whole numbers from a first to a last one, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lab) struct Amount {
    pub(in crate::lab) first: i64,
    pub(in crate::lab) last: i64,
}

impl Amount {
    pub(super) const AT_LEAST_ONE: Self = Self {
        first: 1,
        last: i64::MAX,
    };

    /// Returns whether the number is one of these.
    pub(in crate::lab) fn contains(self, number: i64) -> bool {
        (self.first..=self.last).contains(&number)
    }
}

impl<'a> Words<'a> {
    /// Splits a part of the file that begins at byte `at`.
    pub(super) fn new(text: &'a Text<'a>, part: &'a str, at: usize) -> Result<Self, DataError> {
        Ok(Self {
            text,
            all: text.words(part, at)?,
            next: 0,
            end: at + part.trim_end().len(),
        })
    }

    /// Returns the next word without reading it, unless the next word is a text in quotes.
    pub(super) fn peek(&self) -> Option<&'a str> {
        let word = self.all.get(self.next).filter(|it| !it.is_quoted);
        word.map(|it| it.text)
    }

    /// Returns the byte at which the next word begins, or the end of the part.
    pub(super) fn at(&self) -> usize {
        self.all.get(self.next).map_or(self.end, |it| it.at)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.next == self.all.len()
    }

    pub(super) fn word(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.next += 1;
        Some(word)
    }

    /// Reads these words if they come next.
    pub(super) fn takes(&mut self, words: &[&str]) -> bool {
        let next = self.all.iter().skip(self.next).take(words.len());
        let is_next = next.clone().count() == words.len()
            && next
                .zip(words)
                .all(|(next, word)| !next.is_quoted && next.text == *word);
        if is_next {
            self.next += words.len();
        }
        is_next
    }

    /// Reads one of these words, if one comes next, and returns its index.
    pub(super) fn takes_any(&mut self, words: &[&str]) -> Option<usize> {
        words.iter().position(|word| self.takes(&[word]))
    }

    pub(super) fn quoted(&mut self, example: &str) -> Result<&'a str, DataError> {
        match self.all.get(self.next) {
            Some(word) if word.is_quoted => {
                self.next += 1;
                Ok(word.text)
            }
            _ => Err(self.unexpected(&format!("a text in double quotes, such as \"{example}\""))),
        }
    }

    /// Returns an error at the next word that says what would be accepted there.
    pub(super) fn unexpected(&self, accepted: &str) -> DataError {
        let found = match self.all.get(self.next) {
            Some(word) => format!("unexpected `{}`", brief(word.text)),
            None => "something is missing here".to_owned(),
        };
        self.text
            .error(self.at(), format!("{found}; accepted: {accepted}"))
    }

    pub(super) fn error(&self, at: usize, message: impl Into<String>) -> DataError {
        self.text.error(at, message)
    }

    /// Checks that no words are left.
    pub(super) fn finish(&self) -> Result<(), DataError> {
        match self.is_at_end() {
            true => Ok(()),
            false => Err(self.unexpected("nothing, `;` and another fact, or a new line")),
        }
    }

    /// Reads the cell `X,Y`, if one comes next.
    pub(super) fn cell(&mut self) -> Option<IVec2> {
        let cell = read_cell(self.peek()?).ok()?;
        self.next += 1;
        Some(cell)
    }

    pub(super) fn number(&mut self, range: RangeInclusive<i64>) -> Result<i64, DataError> {
        let number = self.peek().and_then(|it| it.parse().ok());
        match number.filter(|it| range.contains(it)) {
            Some(number) => {
                self.next += 1;
                Ok(number)
            }
            None => Err(self.unexpected(&format!(
                "a whole number from {} to {}",
                range.start(),
                range.end()
            ))),
        }
    }

    /// Reads a number or several, such as `3`, `2-5`, `at least 3`, `more than 3`, `at most 3` or `less than 3`.
    pub(super) fn amount(&mut self) -> Result<Amount, DataError> {
        const LARGEST: i64 = 1_000_000_000;
        let range = 0..=LARGEST;
        let (first, last) = if self.takes(&["at", "least"]) {
            (self.number(range)?, i64::MAX)
        } else if self.takes(&["at", "most"]) {
            (0, self.number(range)?)
        } else if self.takes(&["more", "than"]) {
            (self.number(range)? + 1, i64::MAX)
        } else if self.takes(&["less", "than"]) {
            (i64::MIN, self.number(range)? - 1)
        } else {
            let accepted = "a number, such as 3, 2-5, `at least 3` or `less than 3`";
            let word = self.peek().ok_or_else(|| self.unexpected(accepted))?;
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            match (first.parse(), last.parse()) {
                (Ok(first), Ok(last)) if first <= last => {
                    self.next += 1;
                    (first, last)
                }
                _ => return Err(self.unexpected(accepted)),
            }
        };
        Ok(Amount { first, last })
    }

    /// Reads the rest as one name, without its place.
    pub(super) fn rest(&mut self) -> String {
        let rest: Vec<&str> = self.all[self.next..].iter().map(|it| it.text).collect();
        self.next = self.all.len();
        rest.join(" ")
    }
}
