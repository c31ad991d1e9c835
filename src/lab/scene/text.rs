//! The text of a scene file: its instructions, its words, and the places of errors.

use std::ops::Range;

use crate::files::DataError;
use crate::files::TextPosition;

/// The text of a scene file. Comments are blanked out, so that every byte keeps its place.
pub(super) struct Text<'a> {
    file: &'a str,
    text: String,
    /// The bytes at which the lines begin.
    lines: Vec<usize>,
}

/// A word of an instruction, or a text in double quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    /// The word, without quotes.
    pub(super) text: &'a str,
    /// The byte at which the word begins in the file.
    pub(super) at: usize,
    /// Whether the word was in quotes.
    pub(super) is_quoted: bool,
}

/// An instruction: what stands before the colon, and what stands after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction<'a> {
    pub(super) head: &'a str,
    pub(super) value: &'a str,
    /// The bytes at which the head and the value begin in the file.
    pub(super) at: usize,
    pub(super) value_at: usize,
}

impl<'a> Text<'a> {
    /// Takes the text of a file. Everything from `//` to the end of a line is a comment, unless it is in quotes.
    pub(super) fn new(file: &'a str, text: &str) -> Self {
        let mut blanked = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            let start = comment_of(line).unwrap_or(line.len());
            blanked += &line[..start];
            let blank = |it: char| {
                if it == '\n' {
                    "\n".into()
                } else {
                    " ".repeat(it.len_utf8())
                }
            };
            blanked.extend(line[start..].chars().map(blank));
        }
        let ends = blanked.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            file,
            lines: std::iter::once(0).chain(ends).collect(),
            text: blanked,
        }
    }

    pub(super) fn error(&self, at: usize, message: impl Into<String>) -> DataError {
        DataError {
            file: self.file.to_owned(),
            place: Some(self.place(at)),
            message: message.into(),
        }
    }

    /// Returns the line and column of a byte of the file.
    pub(super) fn place(&self, at: usize) -> TextPosition {
        let line = self.lines.partition_point(|it| *it <= at);
        let start = self.lines[line.saturating_sub(1)];
        TextPosition {
            line,
            column: self.text[start..at.min(self.text.len())].chars().count() + 1,
        }
    }

    pub(super) fn part(&self, range: Range<usize>) -> &str {
        &self.text[range]
    }

    /// Splits the file into the drawn map, which is empty if there is none, and the instructions. The map consists of
    /// the first lines that are not instructions, and ends at a blank line or at an instruction. An instruction goes
    /// on in the next line if that line is indented, or if a bracket is still open.
    ///
    /// # Errors
    ///
    /// Returns an error for each line below the map that is not part of an instruction.
    pub(super) fn parts(&self) -> (Range<usize>, Vec<Instruction<'_>>, Vec<DataError>) {
        let (mut map, mut ranges, mut errors) = (0..0, Vec::<Range<usize>>::new(), Vec::new());
        let (mut is_in_map, mut continues, mut at) = (false, false, 0);
        // The brackets of the last instruction, if its value begins with one that is still open.
        let mut open: Option<Brackets> = None;
        for line in self.text.split_inclusive('\n') {
            let (from, to) = (at, at + line.len());
            at = to;
            let last = ranges.last_mut();
            let is_open = open.is_some();
            if is_open && open.as_mut().is_some_and(|it| it.read(line).is_some()) {
                open = None;
            }
            let has_map = !map.is_empty()
                || last
                    .as_ref()
                    .is_some_and(|it| self.text[it.start..].starts_with("map"));
            let is_indented = line.starts_with([' ', '\t']) && continues && has_map;
            match last {
                Some(last) if is_open || is_indented && !line.trim().is_empty() => last.end = to,
                _ if line.trim().is_empty() => (is_in_map, continues) = (false, false),
                _ if head_of(line).is_some() => {
                    (is_in_map, continues) = (false, true);
                    ranges.push(from..to);
                    let value = line
                        .split_once(':')
                        .map_or("", |(_, value)| value.trim_start());
                    let mut brackets = Brackets::default();
                    let is_open = value.starts_with('(') && brackets.read(value).is_none();
                    open = is_open.then_some(brackets);
                }
                _ if is_near_miss(line) => errors.push(self.error(from, NO_INSTRUCTION)),
                _ if without_colon(line).is_some() => {
                    let head = without_colon(line).unwrap_or_default();
                    let message = format!("`{head}` needs a colon; accepted: `{head}: ...`");
                    errors.push(self.error(from, message));
                }
                _ if map.is_empty() || is_in_map => {
                    let start = if is_in_map { map.start } else { from };
                    map = start..to;
                    // An indented row is part of the map, also below an instruction.
                    (is_in_map, continues) = (true, false);
                }
                _ => errors.push(self.error(from, NO_INSTRUCTION)),
            }
        }
        let instructions = ranges.into_iter().map(|it| self.instruction(it));
        (map, instructions.collect(), errors)
    }

    fn instruction(&self, range: Range<usize>) -> Instruction<'_> {
        let whole = &self.text[range.clone()];
        let colon = whole.find(':').unwrap_or(whole.len());
        let rest = whole.get(colon + 1..).unwrap_or("");
        let value = rest.trim();
        let skipped = match value.is_empty() {
            true => 0,
            false => rest.len() - rest.trim_start().len(),
        };
        Instruction {
            head: whole[..colon].trim_end(),
            value,
            at: range.start,
            value_at: range.end - rest.len() + skipped,
        }
    }

    /// Splits a part of the file that begins at byte `at` into words.
    ///
    /// # Errors
    ///
    /// If a quotation mark has no partner.
    pub(super) fn words<'b>(&self, part: &'b str, at: usize) -> Result<Vec<Word<'b>>, DataError> {
        let mut words = Vec::new();
        let mut rest = part;
        loop {
            rest = rest.trim_start();
            let here = at + part.len() - rest.len();
            if rest.is_empty() {
                return Ok(words);
            }
            let (text, is_quoted, used) = match rest.strip_prefix('"') {
                Some(quoted) => {
                    let end = quoted.find('"').ok_or_else(|| {
                        self.error(
                            here,
                            "this quotation mark has no partner; accepted: \"text\"",
                        )
                    })?;
                    (&quoted[..end], true, end + 2)
                }
                None => {
                    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                    (&rest[..end], false, end)
                }
            };
            words.push(Word {
                text,
                at: here,
                is_quoted,
            });
            rest = &rest[used..];
        }
    }
}

const NO_INSTRUCTION: &str = "this line is neither part of the map nor an instruction; accepted: an instruction such as \
                              `w: wolf`, `keys: ..` or `after 2: w unaware`";

fn comment_of(line: &str) -> Option<usize> {
    let (mut is_quoted, mut before) = (false, ' ');
    for (at, character) in line.char_indices() {
        match character {
            '"' => is_quoted = !is_quoted,
            '/' if !is_quoted && before.is_whitespace() && line[at..].starts_with("//") => {
                return Some(at);
            }
            _ => {}
        }
        before = character;
    }
    None
}

/// Returns what stands before the colon, if a line looks like the start of an instruction: a letter, `@`, or lower-case
/// words, followed by a colon and a space or the end of the line.
fn head_of(line: &str) -> Option<&str> {
    let (head, rest) = line.split_once(':')?;
    let is_spaced = rest.is_empty() || rest.starts_with(char::is_whitespace);
    let head_end = head.trim_end();
    let mut letters = head_end.chars();
    let is_letter = letters
        .next()
        .is_some_and(|it| it == '@' || it.is_alphabetic())
        && letters.next().is_none();
    let first = head_end.split(' ').next().unwrap_or_default();
    let is_word = first.len() >= 2 && first.bytes().all(|it| it.is_ascii_lowercase());
    (is_spaced && (is_letter || is_word)).then_some(head_end)
}

/// Returns whether a line looks like an instruction with a typing error rather than a row of a map: words and a colon.
fn is_near_miss(line: &str) -> bool {
    let head = line.split_once(':').map_or("", |(head, _)| head.trim());
    let is_word = |it: char| it.is_ascii_alphabetic() || it == ' ';
    head.len() >= 2 && head.contains(char::is_alphabetic) && head.chars().all(is_word)
}

/// Returns the first word of a line that is an instruction without its colon.
fn without_colon(line: &str) -> Option<&str> {
    const HEADS: [&str; 17] = [
        "keys", "do", "set", "now", "after", "at", "by", "never", "always", "light", "seed",
        "seeds", "radius", "assets", "title", "say", "why",
    ];
    let (head, rest) = line.trim_end().split_once(' ')?;
    (HEADS.contains(&head) && !rest.contains('#')).then_some(head)
}

/// The brackets of a text that have not been closed yet. Brackets in quotes do not count.
#[derive(Default)]
struct Brackets {
    depth: u32,
    is_quoted: bool,
    is_escaped: bool,
}

impl Brackets {
    /// Reads more of the text. Returns the byte after the bracket that closes the first one, if it comes here.
    fn read(&mut self, text: &str) -> Option<usize> {
        for (at, character) in text.char_indices() {
            let is_escaped = std::mem::take(&mut self.is_escaped);
            match character {
                '\\' if self.is_quoted => self.is_escaped = !is_escaped,
                '"' if !is_escaped => self.is_quoted = !self.is_quoted,
                '(' | '[' | '{' if !self.is_quoted => self.depth += 1,
                ')' | ']' | '}' if !self.is_quoted => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth == 0 {
                return Some(at + character.len_utf8());
            }
        }
        None
    }
}

/// Returns the byte after the bracket that closes the one at the beginning of `text`, if it is closed.
pub(super) fn end_of_brackets(text: &str) -> Option<usize> {
    Brackets::default().read(text)
}
