//! Parses a terminal's bytes into keys, clicks, pastes and answers.
//!
//! The bytes may come from anywhere: a terminal, a late answer to another program, a paste, or a remote host. Every
//! byte is therefore accepted in every state, and every buffer has a limit. A control character ends any sequence, so
//! Ctrl-C always works. After a pause, [`Parser::give_up`] ends any unfinished input.

use std::time::Duration;

use crossterm::event::{Event, KeyCode as Code, KeyEvent, KeyModifiers, MouseEvent};

use super::sequence::{self, Answer, Meaning};

const ESCAPE: u8 = 0x1b;
/// The maximum length of a sequence, in bytes. Longer ones are skipped.
const LONGEST_SEQUENCE: usize = 256;
/// The maximum number of bytes to keep from a paste. The rest are skipped.
const LONGEST_PASTE: usize = 4096;
/// The longest pause within a sequence whose bytes so far could also be keys that the player typed.
const SHORT: Duration = Duration::from_millis(50);
/// The longest pause within a paste, or within any other sequence.
const LONG: Duration = Duration::from_secs(1);

/// Input from the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A player action.
    Event(Event),
    /// The terminal's answer to a query.
    Answer(Answer),
}

/// The state of the parser: the kind of input that is unfinished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Ground,
    /// A multi-byte character.
    Letter,
    /// `ESC`.
    Escape,
    /// `ESC [`, then parameters.
    Sequence,
    /// `ESC O`, possibly followed by a modifier.
    Function,
    /// `ESC [ M` and up to three bytes, which is a mouse report from an old terminal.
    Mouse,
    /// `ESC ]` or `ESC P`, which is either the start of an answer or two keys.
    Opening(u8),
    /// The text of an answer that the game does not use, such as a colour.
    Text,
    /// `ESC` in the text of an unused answer. If a backslash follows, the text ends.
    TextEnd,
}

/// A parser for bytes, which may arrive in pieces of any size.
#[derive(Clone, Debug, Default)]
pub struct Parser {
    state: State,
    /// The bytes of the current sequence, except for the bytes that the state implies.
    pending: Vec<u8>,
    /// The text of an unfinished paste.
    paste: Option<String>,
}

impl Parser {
    /// Parses bytes and emits every event or answer that these bytes complete.
    pub fn read(&mut self, bytes: &[u8], mut emit: impl FnMut(Received)) {
        for &byte in bytes {
            self.take(byte, &mut emit);
        }
    }

    /// Returns how long to wait for more bytes before calling [`Parser::give_up`], or `None` if no input is unfinished.
    pub fn patience(&self) -> Option<Duration> {
        match self.state {
            State::Ground => self.paste.as_ref().map(|_| LONG),
            State::Escape | State::Function | State::Opening(_) | State::TextEnd => Some(SHORT),
            State::Sequence if self.pending.is_empty() => Some(SHORT),
            State::Sequence | State::Letter | State::Mouse | State::Text => Some(LONG),
        }
    }

    /// Ends an unfinished sequence, or an unfinished paste if there is no such sequence. An unfinished sequence counts
    /// as separate keys if a player could have typed them.
    pub fn give_up(&mut self, mut emit: impl FnMut(Received)) {
        match self.state {
            State::Ground => self.end_paste(&mut emit),
            _ => self.abandon(&mut emit),
        }
    }

    fn take(&mut self, byte: u8, emit: &mut impl FnMut(Received)) {
        match (self.state, byte) {
            (State::Ground, _) => self.begin(byte, emit),
            (State::Mouse, 0x20..) => self.mouse(byte, emit),
            (State::Text, ESCAPE) => self.state = State::TextEnd,
            (State::Text, 0x20..) => {}
            (State::TextEnd, b'\\') => self.state = State::Ground,
            (State::Escape | State::TextEnd, b'[') => self.state = State::Sequence,
            (State::Escape | State::TextEnd, b'O') => self.state = State::Function,
            (State::Escape | State::TextEnd, b']' | b'P') => self.state = State::Opening(byte),
            (State::Letter, 0x80..=0xbf) => self.letter(byte, emit),
            (State::Sequence, 0x20..=0x7e) => self.sequence(byte, emit),
            (State::Function, b'0'..=b'9') if self.pending.is_empty() => self.pending.push(byte),
            (State::Function, 0x20..=0x7e) => self.function(byte, emit),
            (State::Opening(kind), 0x20..=0x7e) => self.opening(kind, byte, emit),
            _ => {
                self.abandon(emit);
                self.begin(byte, emit);
            }
        }
    }

    /// Handles a byte that is not part of a sequence.
    fn begin(&mut self, byte: u8, emit: &mut impl FnMut(Received)) {
        let code = match byte {
            ESCAPE => return self.state = State::Escape,
            b'\t' => Code::Tab,
            // Some terminals send Ctrl-J for Enter and Ctrl-H for Backspace.
            b'\r' | b'\n' => Code::Enter,
            0x08 | 0x7f => Code::Backspace,
            0x00..=0x1f => {
                // Ctrl-Space, Ctrl-A to Ctrl-Z, and Ctrl with the characters that follow Z in ASCII. Each key is named
                // by its label.
                let label = char::from(byte | 0x40).to_ascii_lowercase();
                return self.key(
                    KeyEvent::new(Code::Char(label), KeyModifiers::CONTROL),
                    emit,
                );
            }
            0x20..=0x7e => Code::Char(char::from(byte)),
            0xc2..=0xf4 => {
                self.state = State::Letter;
                self.pending.push(byte);
                return;
            }
            // No character begins with any of these bytes.
            _ => return,
        };
        self.key(code.into(), emit);
    }

    fn letter(&mut self, byte: u8, emit: &mut impl FnMut(Received)) {
        self.pending.push(byte);
        let letter = match str::from_utf8(&self.pending) {
            Ok(text) => text.chars().next(),
            Err(error) if error.error_len().is_none() => return,
            Err(_) => None,
        };
        self.reset();
        if let Some(letter) = letter.filter(|it| !it.is_control()) {
            self.key(Code::Char(letter).into(), emit);
        }
    }

    fn sequence(&mut self, byte: u8, emit: &mut impl FnMut(Received)) {
        let is_first = self.pending.is_empty();
        // The Linux console sends `ESC [ [ A` for F1.
        let is_console = self.pending == b"[";
        match byte {
            b'M' if is_first => self.state = State::Mouse,
            b'[' if is_first => self.pending.push(byte),
            0x20..=0x3f if !is_console => {
                if self.pending.len() < LONGEST_SEQUENCE {
                    self.pending.push(byte);
                }
            }
            _ => {
                let is_whole = self.pending.len() < LONGEST_SEQUENCE;
                let meaning = match is_console {
                    true => sequence::console(byte),
                    false => sequence::meaning(&self.pending, byte).filter(|_| is_whole),
                };
                self.reset();
                self.mean(meaning, emit);
            }
        }
    }

    fn function(&mut self, byte: u8, emit: &mut impl FnMut(Received)) {
        match sequence::function(self.pending.first().copied(), byte) {
            Some(key) => {
                self.reset();
                self.key(key, emit);
            }
            None => {
                self.abandon(emit);
                self.begin(byte, emit);
            }
        }
    }

    fn mouse(&mut self, byte: u8, emit: &mut impl FnMut(Received)) {
        self.pending.push(byte);
        if let &[button, column, row] = self.pending.as_slice() {
            self.reset();
            self.mean(sequence::old_mouse(button, column, row), emit);
        }
    }

    /// Distinguishes answers, such as `ESC ] 11 ;` and `ESC P 1 +`, from Escape followed by other keys.
    fn opening(&mut self, kind: u8, byte: u8, emit: &mut impl FnMut(Received)) {
        let known = self.pending.as_slice();
        let (is_answer, may_be_answer) = match (kind, known) {
            (b']', []) => (false, byte.is_ascii_digit()),
            (b']', _) => (byte == b';', byte.is_ascii_digit() && known.len() < 4),
            (_, []) => (false, b"01>!".contains(&byte)),
            _ => (b"+$|".contains(&byte), false),
        };
        if is_answer {
            self.reset();
            self.state = State::Text;
        } else if may_be_answer {
            self.pending.push(byte);
        } else {
            self.abandon(emit);
            self.begin(byte, emit);
        }
    }

    /// Drops the current sequence, but emits it as separate keys if a player could have typed them.
    fn abandon(&mut self, emit: &mut impl FnMut(Received)) {
        let state = self.state;
        let pending = std::mem::take(&mut self.pending);
        self.state = State::Ground;
        let opener = match state {
            State::Escape | State::TextEnd => None,
            State::Sequence if pending.is_empty() => Some(b'['),
            State::Function => Some(b'O'),
            State::Opening(kind) => Some(kind),
            _ => return,
        };
        self.key(Code::Esc.into(), emit);
        for byte in opener.into_iter().chain(pending) {
            self.key(Code::Char(char::from(byte)).into(), emit);
        }
    }

    fn reset(&mut self) {
        self.state = State::Ground;
        self.pending.clear();
    }

    fn mean(&mut self, meaning: Option<Meaning>, emit: &mut impl FnMut(Received)) {
        match meaning {
            Some(Meaning::Key(key)) => self.key(key, emit),
            Some(Meaning::Mouse(mouse)) => self.click(mouse, emit),
            Some(Meaning::Answer(answer)) => emit(Received::Answer(answer)),
            Some(Meaning::PasteBegins) => {
                self.paste.get_or_insert_default();
            }
            Some(Meaning::PasteEnds) => self.end_paste(emit),
            None => {}
        }
    }

    /// Emits a key, or adds it to the paste. Ctrl-C cancels the paste.
    fn key(&mut self, key: KeyEvent, emit: &mut impl FnMut(Received)) {
        if is_interrupt(&key) {
            self.paste = None;
        }
        let Some(paste) = &mut self.paste else {
            return emit(Received::Event(Event::Key(key)));
        };
        let letter = match key.code {
            Code::Char(letter) if key.modifiers.is_empty() => letter,
            Code::Enter => '\n',
            Code::Tab => '\t',
            _ => return,
        };
        if paste.len() + letter.len_utf8() <= LONGEST_PASTE {
            paste.push(letter);
        }
    }

    fn click(&mut self, mouse: MouseEvent, emit: &mut impl FnMut(Received)) {
        if self.paste.is_none() {
            emit(Received::Event(Event::Mouse(mouse)));
        }
    }

    fn end_paste(&mut self, emit: &mut impl FnMut(Received)) {
        if let Some(text) = self.paste.take() {
            emit(Received::Event(Event::Paste(text)));
        }
    }
}

pub(super) fn is_interrupt(key: &KeyEvent) -> bool {
    key.code == Code::Char('c')
        && key.modifiers.contains(KeyModifiers::CONTROL)
        && !key.is_release()
}

#[cfg(test)]
mod tests;
