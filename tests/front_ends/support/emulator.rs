//! A terminal emulator without a window. It keeps track of the screen and of the modes that a program has switched on,
//! and answers the program's queries.
//!
//! The `vt100` crate maintains the screen. This file adds queries, kitty's keyboard protocol, and a list of the
//! sequences that the game may write because every terminal supports them.

use std::collections::BTreeSet;
use std::num::NonZeroU16;

use super::screen::Screen;

/// A terminal size in columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub columns: u16,
    pub rows: u16,
}

impl Size {
    pub const fn new(columns: u16, rows: u16) -> Self {
        Self { columns, rows }
    }

    fn sides(self) -> (NonZeroU16, NonZeroU16) {
        let side = |cells| NonZeroU16::new(cells).expect("a terminal has cells");
        (side(self.rows), side(self.columns))
    }
}

/// The kind of terminal to emulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Like xterm.
    Plain,
    /// Like kitty, whose keyboard protocol sends Escape as a sequence.
    Kitty,
    /// A terminal that answers no queries.
    Silent,
}

/// The terminal modes that a program may switch on and must switch off again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modes {
    /// The private modes that are on. Initially, only mode 25, the cursor, is on.
    pub on: BTreeSet<u16>,
    /// The stack of kitty's keyboard flags for the main screen. The last entry applies.
    pub main_flags: Vec<u16>,
    /// The stack of kitty's keyboard flags for the alternate screen.
    pub alternate_flags: Vec<u16>,
    /// Whether colours or attributes are set for the text that follows.
    pub is_styled: bool,
}

impl Default for Modes {
    fn default() -> Self {
        Self {
            on: BTreeSet::from([25]),
            main_flags: Vec::new(),
            alternate_flags: Vec::new(),
            is_styled: false,
        }
    }
}

impl Modes {
    /// Returns whether the alternate screen is shown.
    pub fn is_alternate(&self) -> bool {
        self.on.contains(&1049)
    }

    /// Returns the current flags of kitty's keyboard protocol.
    pub fn flags(&self) -> u16 {
        let flags = match self.is_alternate() {
            true => &self.alternate_flags,
            false => &self.main_flags,
        };
        flags.last().copied().unwrap_or_default()
    }
}

/// The modes that the game may use: the cursor, mouse reports, the alternate screen, bracketed paste, and synchronized
/// output.
const MODES: [u16; 9] = [25, 1000, 1002, 1003, 1006, 1015, 1049, 2004, 2026];

/// A terminal emulator.
pub struct Emulator {
    parser: vt100::Parser,
    size: Size,
    /// The largest size so far. A program may still draw at this size before it learns that its terminal has shrunk.
    largest: Size,
    protocol: Protocol,
    modes: Modes,
    problems: Vec<String>,
    /// The beginning of a sequence or character whose end has not arrived.
    rest: Vec<u8>,
}

impl Emulator {
    pub fn new(size: Size, protocol: Protocol) -> Self {
        let (rows, columns) = size.sides();
        Self {
            parser: vt100::Parser::new(rows, columns, 0),
            size,
            largest: size,
            protocol,
            modes: Modes::default(),
            problems: Vec::new(),
            rest: Vec::new(),
        }
    }

    /// Processes the bytes that a program writes, and returns the answers to the program's queries.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut written = std::mem::take(&mut self.rest);
        written.extend_from_slice(bytes);
        let mut answers = String::new();
        let mut rest = &written[..];
        while !rest.is_empty() {
            let Some(length) = piece(rest) else {
                self.rest = rest.to_vec();
                break;
            };
            let (piece, behind) = rest.split_at(length);
            self.parser.process(piece);
            match piece.strip_prefix(b"\x1b[") {
                Some(sequence) => answers += &self.obey(&String::from_utf8_lossy(sequence)),
                None => self.look_at_text(piece),
            }
            rest = behind;
        }
        match self.protocol {
            Protocol::Silent => Vec::new(),
            Protocol::Plain | Protocol::Kitty => answers.into(),
        }
    }

    /// Changes the size. Cells that still fit keep their content.
    pub fn resize(&mut self, size: Size) {
        let (rows, columns) = size.sides();
        self.size = size;
        self.largest.columns = self.largest.columns.max(size.columns);
        self.largest.rows = self.largest.rows.max(size.rows);
        self.parser.set_size(rows, columns);
    }

    /// Returns the current screen.
    pub fn screen(&self) -> Screen {
        Screen::of(self.parser.screen())
    }

    /// Returns the state of all modes.
    pub fn modes(&self) -> &Modes {
        &self.modes
    }

    /// Returns a report for each sequence that was written even though the game is not allowed to write it.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    fn problem(&mut self, text: String) {
        self.problems.push(text);
    }

    fn look_at_text(&mut self, piece: &[u8]) {
        let is_known =
            |byte: &u8| matches!(byte, b'\r' | b'\n' | 8 | 7) || (*byte >= b' ' && *byte != 0x7f);
        if !piece.iter().all(is_known) {
            self.problem(format!("{:?} is written", String::from_utf8_lossy(piece)));
        }
    }

    /// Carries out a sequence and returns the answer. The sequence is passed without its first two bytes.
    fn obey(&mut self, sequence: &str) -> String {
        let end = sequence.chars().last().unwrap_or_default();
        let body = &sequence[..sequence.len() - end.len_utf8()];
        let mark = body.chars().next().filter(|it| "<=>?".contains(*it));
        let numbers = body.trim_start_matches(['<', '=', '>', '?']);
        let values: Vec<u16> = numbers
            .split(';')
            .map(|it| it.parse().unwrap_or_default())
            .collect();
        match (mark, end) {
            (None, 'm') if is_look(&values) => {
                self.modes.is_styled = values != [0];
            }
            (None, 'H') => self.look_at_place(&values),
            (None, 'A'..='D') => {}
            (None, 'J') if values == [2] => {
                if self.modes.is_styled {
                    self.problem("the screen is cleared with a colour".to_owned());
                }
            }
            (None, 'n') if values == [6] => {
                let (row, column) = self.parser.screen().cursor_position();
                let column = column.min(self.size.columns - 1);
                return format!("\x1b[{};{}R", row + 1, column + 1);
            }
            (None, 'c') if values == [0] => return "\x1b[?62c".to_owned(),
            (Some('?'), 'h' | 'l') if values.iter().all(|it| MODES.contains(it)) => {
                for mode in values {
                    match end {
                        'h' => self.modes.on.insert(mode),
                        _ => self.modes.on.remove(&mode),
                    };
                }
            }
            (Some(mark), 'u') => return self.obey_kitty(mark, values[0]),
            _ => self.problem(format!("the sequence {sequence:?} is written")),
        }
        String::new()
    }

    fn look_at_place(&mut self, values: &[u16]) {
        let [row, column] = [0, 1].map(|it| values.get(it).copied().unwrap_or_default());
        if row > self.largest.rows || column > self.largest.columns {
            self.problem(format!(
                "the cursor is sent to column {column}, row {row} of {:?}",
                self.size
            ));
        }
    }

    /// Handles a sequence of kitty's protocol: `?` queries the flags, `>` pushes flags, `<` pops flags, and `=`
    /// replaces the top entry.
    fn obey_kitty(&mut self, mark: char, number: u16) -> String {
        if self.protocol != Protocol::Kitty {
            if mark != '?' {
                self.problem("kitty's protocol is used on a terminal without it".to_owned());
            }
            return String::new();
        }
        let flags = match self.modes.is_alternate() {
            true => &mut self.modes.alternate_flags,
            false => &mut self.modes.main_flags,
        };
        match mark {
            '?' => return format!("\x1b[?{}u", flags.last().copied().unwrap_or_default()),
            '>' => flags.push(number),
            '<' => {
                let left = flags.len().checked_sub(usize::from(number.max(1)));
                flags.truncate(left.unwrap_or_default());
                if left.is_none() {
                    self.problem("kitty's flags are taken off that were never put on".to_owned());
                }
            }
            _ => {
                flags.pop();
                flags.push(number);
            }
        }
        String::new()
    }
}

/// Returns the length of the text or sequence at the start of `bytes`, or `None` if the end of the sequence or character
/// has not arrived.
fn piece(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [0x1b, b'[', rest @ ..] => {
            let end = rest.iter().position(|it| (0x40..0x7f).contains(it))?;
            Some(2 + end + 1)
        }
        [0x1b] => None,
        // No other sequences are allowed. They are reported as text that contains an Escape.
        [0x1b, ..] => Some(2),
        _ => {
            let end = bytes.iter().position(|it| *it == 0x1b);
            let text = &bytes[..end.unwrap_or(bytes.len())];
            // vte 0.15 loses characters if it is given the first part of a character alone.
            match str::from_utf8(text) {
                Err(cut) if end.is_none() && cut.error_len().is_none() => {
                    Some(cut.valid_up_to()).filter(|length| *length > 0)
                }
                _ => Some(text.len()),
            }
        }
    }
}

/// Returns whether these numbers set only colours and the attributes that every terminal supports.
fn is_look(values: &[u16]) -> bool {
    match values {
        [] => true,
        [38 | 48, 5, index, rest @ ..] => *index < 256 && is_look(rest),
        [38 | 48, 2, red, green, blue, rest @ ..] => {
            [red, green, blue].into_iter().all(|it| *it < 256) && is_look(rest)
        }
        [
            0 | 1 | 2 | 4 | 7 | 30..=37 | 39 | 40..=47 | 49 | 90..=97 | 100..=107,
            rest @ ..,
        ] => is_look(rest),
        _ => false,
    }
}
