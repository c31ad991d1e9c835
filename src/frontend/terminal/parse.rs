//! From a terminal's bytes to keys, clicks, pastes and answers.
//!
//! The bytes may come from anywhere: a terminal, a program that printed its answers too late, a paste, a remote host. So
//! every byte is accepted in every state, and nothing is kept beyond a limit. A control character ends whatever it
//! comes in, so that Ctrl-C always counts. [`Parser::give_up`] ends what a silence has left unfinished.

use std::time::Duration;

use crossterm::event::{Event, KeyCode as Code, KeyEvent, KeyModifiers, MouseEvent};

use super::sequence::{self, Answer, Meaning};

const ESCAPE: u8 = 0x1b;
/// Longer sequences are skipped.
const LONGEST_SEQUENCE: usize = 256;
/// How many bytes of a paste are kept; the rest of it is skipped.
const LONGEST_PASTE: usize = 4096;
/// How long a sequence may pause where the keys that begin it can be typed.
const SHORT: Duration = Duration::from_millis(50);
/// How long a paste, or the rest of a sequence, may pause.
const LONG: Duration = Duration::from_secs(1);

/// Something that the terminal sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// What the player did.
    Event(Event),
    /// The terminal answers a question of the game.
    Answer(Answer),
}

/// What has begun and is not finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Ground,
    /// A character of several bytes.
    Letter,
    /// `ESC`.
    Escape,
    /// `ESC [`, then parameters.
    Sequence,
    /// `ESC O`, perhaps with a modifier.
    Function,
    /// `ESC [ M` and up to three bytes: the mouse as old terminals report it.
    Mouse,
    /// `ESC ]` or `ESC P`: the answer of a terminal begins so, and two keys do.
    Opening(u8),
    /// Text that nobody asked for, such as a colour.
    Text,
    /// `ESC` in such a text. A backslash ends the text.
    TextEnd,
}

/// Reads bytes, as many or as few at a time as there are.
#[derive(Clone, Debug, Default)]
pub struct Parser {
    state: State,
    /// The bytes of what has begun, without those that the state stands for.
    pending: Vec<u8>,
    /// What was pasted so far.
    paste: Option<String>,
}

impl Parser {
    /// Reads bytes and passes on what they finish.
    pub fn read(&mut self, bytes: &[u8], mut heard: impl FnMut(Heard)) {
        for &byte in bytes {
            self.take(byte, &mut heard);
        }
    }

    /// Returns how long the parser waits for more bytes before [`Parser::give_up`] is due, or `None` if nothing is
    /// unfinished.
    pub fn patience(&self) -> Option<Duration> {
        match self.state {
            State::Ground => self.paste.as_ref().map(|_| LONG),
            State::Escape | State::Function | State::Opening(_) | State::TextEnd => Some(SHORT),
            State::Sequence if self.pending.is_empty() => Some(SHORT),
            State::Sequence | State::Letter | State::Mouse | State::Text => Some(LONG),
        }
    }

    /// Ends what is unfinished, because nothing more comes: first a sequence, then a paste. The beginning of a sequence
    /// that can be typed counts as these keys.
    pub fn give_up(&mut self, mut heard: impl FnMut(Heard)) {
        match self.state {
            State::Ground => self.end_paste(&mut heard),
            _ => self.abandon(&mut heard),
        }
    }

    fn take(&mut self, byte: u8, heard: &mut impl FnMut(Heard)) {
        match (self.state, byte) {
            (State::Ground, _) => self.begin(byte, heard),
            (State::Mouse, 0x20..) => self.mouse(byte, heard),
            (State::Text, ESCAPE) => self.state = State::TextEnd,
            (State::Text, 0x20..) => {}
            (State::TextEnd, b'\\') => self.state = State::Ground,
            (State::Escape | State::TextEnd, b'[') => self.state = State::Sequence,
            (State::Escape | State::TextEnd, b'O') => self.state = State::Function,
            (State::Escape | State::TextEnd, b']' | b'P') => self.state = State::Opening(byte),
            (State::Letter, 0x80..=0xbf) => self.letter(byte, heard),
            (State::Sequence, 0x20..=0x7e) => self.sequence(byte, heard),
            (State::Function, b'0'..=b'9') if self.pending.is_empty() => self.pending.push(byte),
            (State::Function, 0x20..=0x7e) => self.function(byte, heard),
            (State::Opening(kind), 0x20..=0x7e) => self.opening(kind, byte, heard),
            _ => {
                self.abandon(heard);
                self.begin(byte, heard);
            }
        }
    }

    /// Takes the first byte of something.
    fn begin(&mut self, byte: u8, heard: &mut impl FnMut(Heard)) {
        let code = match byte {
            ESCAPE => return self.state = State::Escape,
            b'\t' => Code::Tab,
            // Some terminals send Ctrl-J for Enter and Ctrl-H for Backspace.
            b'\r' | b'\n' => Code::Enter,
            0x08 | 0x7f => Code::Backspace,
            0x00..=0x1f => {
                // As the keys are labelled: Ctrl-Space, Ctrl-A to Ctrl-Z, and what follows these.
                let label = char::from(byte | 0x40).to_ascii_lowercase();
                return self.key(
                    KeyEvent::new(Code::Char(label), KeyModifiers::CONTROL),
                    heard,
                );
            }
            0x20..=0x7e => Code::Char(char::from(byte)),
            0xc2..=0xf4 => {
                self.state = State::Letter;
                self.pending.push(byte);
                return;
            }
            // No character begins so.
            _ => return,
        };
        self.key(code.into(), heard);
    }

    fn letter(&mut self, byte: u8, heard: &mut impl FnMut(Heard)) {
        self.pending.push(byte);
        let letter = match str::from_utf8(&self.pending) {
            Ok(text) => text.chars().next(),
            Err(error) if error.error_len().is_none() => return,
            Err(_) => None,
        };
        self.reset();
        if let Some(letter) = letter.filter(|it| !it.is_control()) {
            self.key(Code::Char(letter).into(), heard);
        }
    }

    fn sequence(&mut self, byte: u8, heard: &mut impl FnMut(Heard)) {
        let is_first = self.pending.is_empty();
        // The console of Linux sends `ESC [ [ A` for F1.
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
                self.mean(meaning, heard);
            }
        }
    }

    fn function(&mut self, byte: u8, heard: &mut impl FnMut(Heard)) {
        match sequence::function(self.pending.first().copied(), byte) {
            Some(key) => {
                self.reset();
                self.key(key, heard);
            }
            None => {
                self.abandon(heard);
                self.begin(byte, heard);
            }
        }
    }

    fn mouse(&mut self, byte: u8, heard: &mut impl FnMut(Heard)) {
        self.pending.push(byte);
        if let &[button, column, row] = self.pending.as_slice() {
            self.reset();
            self.mean(sequence::old_mouse(button, column, row), heard);
        }
    }

    /// Tells answers, such as `ESC ] 11 ;` and `ESC P 1 +`, from Escape and the keys that follow it.
    fn opening(&mut self, kind: u8, byte: u8, heard: &mut impl FnMut(Heard)) {
        let known = self.pending.as_slice();
        let (begins, goes_on) = match (kind, known) {
            (b']', []) => (false, byte.is_ascii_digit()),
            (b']', _) => (byte == b';', byte.is_ascii_digit() && known.len() < 4),
            (_, []) => (false, b"01>!".contains(&byte)),
            _ => (b"+$|".contains(&byte), false),
        };
        if begins {
            self.reset();
            self.state = State::Text;
        } else if goes_on {
            self.pending.push(byte);
        } else {
            self.abandon(heard);
            self.begin(byte, heard);
        }
    }

    /// Forgets what has begun, except for keys that can be typed.
    fn abandon(&mut self, heard: &mut impl FnMut(Heard)) {
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
        self.key(Code::Esc.into(), heard);
        for byte in opener.into_iter().chain(pending) {
            self.key(Code::Char(char::from(byte)).into(), heard);
        }
    }

    fn reset(&mut self) {
        self.state = State::Ground;
        self.pending.clear();
    }

    fn mean(&mut self, meaning: Option<Meaning>, heard: &mut impl FnMut(Heard)) {
        match meaning {
            Some(Meaning::Key(key)) => self.key(key, heard),
            Some(Meaning::Mouse(mouse)) => self.click(mouse, heard),
            Some(Meaning::Answer(answer)) => heard(Heard::Answer(answer)),
            Some(Meaning::PasteBegins) => {
                self.paste.get_or_insert_default();
            }
            Some(Meaning::PasteEnds) => self.end_paste(heard),
            None => {}
        }
    }

    /// Passes on a key, or adds it to what is pasted. Ctrl-C ends a paste.
    fn key(&mut self, key: KeyEvent, heard: &mut impl FnMut(Heard)) {
        if is_interrupt(&key) {
            self.paste = None;
        }
        let Some(paste) = &mut self.paste else {
            return heard(Heard::Event(Event::Key(key)));
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

    fn click(&mut self, mouse: MouseEvent, heard: &mut impl FnMut(Heard)) {
        if self.paste.is_none() {
            heard(Heard::Event(Event::Mouse(mouse)));
        }
    }

    fn end_paste(&mut self, heard: &mut impl FnMut(Heard)) {
        if let Some(text) = self.paste.take() {
            heard(Heard::Event(Event::Paste(text)));
        }
    }
}

/// Returns whether this key is Ctrl-C.
pub(super) fn is_interrupt(key: &KeyEvent) -> bool {
    key.code == Code::Char('c')
        && key.modifiers.contains(KeyModifiers::CONTROL)
        && !key.is_release()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::{KeyEventKind, MouseButton, MouseEventKind};
    use proptest::prelude::*;

    const PLAIN: KeyModifiers = KeyModifiers::NONE;
    const SHIFT: KeyModifiers = KeyModifiers::SHIFT;
    const CONTROL: KeyModifiers = KeyModifiers::CONTROL;
    const ALT: KeyModifiers = KeyModifiers::ALT;
    /// How terminals send Ctrl-C.
    const INTERRUPTS: [&[u8]; 3] = [b"\x03", b"\x1b[99;5u", b"\x1b[27;5;99~"];
    /// Beginnings whose rest never comes.
    const UNFINISHED: [&[u8]; 22] = [
        b"\x1b",
        b"\x1b[",
        b"\x1b[[",
        b"\x1b[1;",
        b"\x1b[<0;",
        b"\x1b[?",
        b"\x1b[?1u",
        b"\x1b[3$",
        b"\x1bO",
        b"\x1bO5",
        b"\x1b[M",
        b"\x1b[M  ",
        b"\x1b]",
        b"\x1b]11",
        b"\x1b]11;rgb:00",
        b"\x1bP1+r",
        b"\x1bP1+r\x1b",
        b"\x1b[200~hello",
        b"\x1b[200~hello\x1b[201",
        b"\x1b[200~\x1b[M",
        b"\xf0\x9f",
        b"\x1b[200~\xf0\x9f",
    ];

    fn parse(parser: &mut Parser, bytes: &[u8]) -> Vec<Heard> {
        let mut all = Vec::new();
        parser.read(bytes, |heard| all.push(heard));
        all
    }

    /// What these bytes and a long silence mean.
    fn heard(bytes: &[u8]) -> Vec<Heard> {
        let mut parser = Parser::default();
        let mut all = parse(&mut parser, bytes);
        while parser.patience().is_some() {
            parser.give_up(|heard| all.push(heard));
        }
        all
    }

    fn key(code: Code, modifiers: KeyModifiers) -> Heard {
        Heard::Event(Event::Key(KeyEvent::new(code, modifiers)))
    }

    fn keys(text: &str) -> Vec<Heard> {
        text.chars().map(|it| key(Code::Char(it), PLAIN)).collect()
    }

    fn mouse(kind: MouseEventKind, column: u16, row: u16, modifiers: KeyModifiers) -> Heard {
        Heard::Event(Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers,
        }))
    }

    fn is_ctrl_c(heard: &Heard) -> bool {
        matches!(heard, Heard::Event(Event::Key(key)) if is_interrupt(key))
    }

    #[test]
    fn keys_are_understood_in_every_form() {
        for (bytes, code, modifiers) in [
            ("l", Code::Char('l'), PLAIN),
            ("L", Code::Char('L'), PLAIN),
            ("ж", Code::Char('ж'), PLAIN),
            ("\u{1f409}", Code::Char('\u{1f409}'), PLAIN),
            ("\r", Code::Enter, PLAIN),
            ("\n", Code::Enter, PLAIN),
            ("\t", Code::Tab, PLAIN),
            ("\x7f", Code::Backspace, PLAIN),
            ("\x08", Code::Backspace, PLAIN),
            ("\x16", Code::Char('v'), CONTROL),
            ("\0", Code::Char('@'), CONTROL),
            ("\x1b[A", Code::Up, PLAIN),
            ("\x1bOA", Code::Up, PLAIN),
            ("\x1b[1;2A", Code::Up, SHIFT),
            ("\x1b[2A", Code::Up, SHIFT),
            ("\x1b[a", Code::Up, SHIFT),
            ("\x1b[1;3B", Code::Down, ALT),
            ("\x1b[1;6C", Code::Right, SHIFT | CONTROL),
            ("\x1b[E", Code::KeypadBegin, PLAIN),
            ("\x1bOE", Code::KeypadBegin, PLAIN),
            ("\x1b[Z", Code::BackTab, SHIFT),
            ("\x1b[1;2Z", Code::BackTab, SHIFT),
            ("\x1b[H", Code::Home, PLAIN),
            ("\x1b[1~", Code::Home, PLAIN),
            ("\x1b[7~", Code::Home, PLAIN),
            ("\x1bOH", Code::Home, PLAIN),
            ("\x1b[F", Code::End, PLAIN),
            ("\x1b[4~", Code::End, PLAIN),
            ("\x1b[2~", Code::Insert, PLAIN),
            ("\x1b[3~", Code::Delete, PLAIN),
            ("\x1b[5;2~", Code::PageUp, SHIFT),
            ("\x1b[6~", Code::PageDown, PLAIN),
            ("\x1bOP", Code::F(1), PLAIN),
            ("\x1bO2P", Code::F(1), SHIFT),
            ("\x1b[P", Code::F(1), PLAIN),
            ("\x1b[1;2P", Code::F(1), SHIFT),
            ("\x1b[[A", Code::F(1), PLAIN),
            ("\x1b[11~", Code::F(1), PLAIN),
            ("\x1b[[E", Code::F(5), PLAIN),
            ("\x1b[15~", Code::F(5), PLAIN),
            ("\x1b[21;5~", Code::F(10), CONTROL),
            ("\x1b[24~", Code::F(12), PLAIN),
            ("\x1b[27u", Code::Esc, PLAIN),
            ("\x1b[13u", Code::Enter, PLAIN),
            ("\x1b[9;2u", Code::BackTab, SHIFT),
            ("\x1b[118;3u", Code::Char('v'), ALT),
            ("\x1b[99;5u", Code::Char('c'), CONTROL),
            ("\x1b[99;69u", Code::Char('c'), CONTROL),
            ("\x1b[99:67;6u", Code::Char('c'), SHIFT | CONTROL),
            // Ctrl-C on a Russian keyboard.
            ("\x1b[1089::99;5u", Code::Char('c'), CONTROL),
            ("\x1b[27;5;99~", Code::Char('c'), CONTROL),
            ("\x1b[49:33;2u", Code::Char('!'), SHIFT),
            ("\x1b[57400u", Code::Char('1'), PLAIN),
            ("\x1b[57414u", Code::Enter, PLAIN),
            ("\x1b[57417u", Code::Left, PLAIN),
            ("\x1b[57427u", Code::KeypadBegin, PLAIN),
            ("\x1b[57376u", Code::F(13), PLAIN),
        ] {
            assert_eq!(heard(bytes.as_bytes()), [key(code, modifiers)], "{bytes:?}");
        }
        let mut up = KeyEvent::new(Code::Up, PLAIN);
        up.kind = KeyEventKind::Release;
        let released = heard(b"\x1b[1;1:3A");
        assert_eq!(released, [Heard::Event(Event::Key(up))]);
    }

    #[test]
    fn the_mouse_is_understood_in_every_form() {
        let left = MouseEventKind::Down(MouseButton::Left);
        for (bytes, kind, column, row, modifiers) in [
            (b"\x1b[<0;5;3M".as_slice(), left, 4, 2, PLAIN),
            (b"\x1b[32;5;3M", left, 4, 2, PLAIN),
            (b"\x1b[M %#", left, 4, 2, PLAIN),
            (b"\x1b[M \x7f\xff", left, 94, 222, PLAIN),
            (b"\x1b[<16;5;3M", left, 4, 2, CONTROL),
            (
                b"\x1b[<0;5;3m",
                MouseEventKind::Up(MouseButton::Left),
                4,
                2,
                PLAIN,
            ),
            (
                b"\x1b[<2;1;1M",
                MouseEventKind::Down(MouseButton::Right),
                0,
                0,
                PLAIN,
            ),
            (b"\x1b[<35;5;3M", MouseEventKind::Moved, 4, 2, PLAIN),
            (b"\x1b[<64;5;3M", MouseEventKind::ScrollUp, 4, 2, PLAIN),
            (b"\x1b[97;5;3M", MouseEventKind::ScrollDown, 4, 2, PLAIN),
            (b"\x1b[<0;65535;1M", left, 65534, 0, PLAIN),
        ] {
            let expected = mouse(kind, column, row, modifiers);
            assert_eq!(heard(bytes), [expected], "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn a_report_of_a_cell_that_is_not_there_is_ignored() {
        for bytes in [
            "\x1b[<0;0;0M",
            "\x1b[<35;5;0M",
            "\x1b[<35;0;5M",
            "\x1b[<0;65537;1M",
            "\x1b[<0;4294967296;1M",
            "\x1b[M   ",
            "\x1b[M !  ",
            "\x1b[32;0;0M",
            "\x1b[0;1;1M",
            "\x1b[<256;1;1M",
        ] {
            let rest = heard(format!("{bytes}l").as_bytes());
            let rest: Vec<_> = rest.into_iter().filter(|it| *it != keys(" ")[0]).collect();
            assert_eq!(rest, keys("l"), "{bytes:?}");
        }
    }

    #[test]
    fn answers_are_no_keys() {
        for (bytes, answer) in [
            ("\x1b[0;0R", Answer::Cursor),
            ("\x1b[12;40R", Answer::Cursor),
            ("\x1b[?1u", Answer::Keyboard),
            ("\x1b[?0u", Answer::Keyboard),
            ("\x1b[?62;1;22c", Answer::Attributes),
        ] {
            assert_eq!(
                heard(bytes.as_bytes()),
                [Heard::Answer(answer)],
                "{bytes:?}"
            );
        }
        for bytes in [
            "\x1b]11;rgb:0000/0000/0000\x1b\\",
            "\x1b]4;1;rgb:ff/ff/ff\x07",
            "\x1bP>|xterm(390)\x1b\\",
            "\x1bP1+r436f=323536\x1b\\",
            "\x1b[>41;390;0c",
            "\x1b[?2026;2$y",
            "\x1b[?997;1n",
        ] {
            let all = heard(format!("{bytes}l").as_bytes());
            // What ends a text is Ctrl-G, which does nothing.
            let all: Vec<_> = all
                .into_iter()
                .filter(|it| *it != key(Code::Char('g'), CONTROL))
                .collect();
            assert_eq!(all, keys("l"), "{bytes:?}");
        }
    }

    #[test]
    fn escape_and_keys_in_quick_succession_are_keys() {
        let escape = || key(Code::Esc, PLAIN);
        for text in [
            "o", "[", "]", "O", "P", "_", "]4", "P0", "Ol", "O5l", "]l", "]1234567",
        ] {
            let expected: Vec<_> = [escape()].into_iter().chain(keys(text)).collect();
            assert_eq!(heard(format!("\x1b{text}").as_bytes()), expected, "{text}");
        }
        assert_eq!(heard(b"\x1b"), [escape()]);
        assert_eq!(heard(b"\x1b\x1b"), [escape(), escape()]);
        assert_eq!(
            heard(b"\x1b[\x1b"),
            [escape(), keys("[").remove(0), escape()]
        );
        assert_eq!(heard(b"\x1b\x1b[A"), [escape(), key(Code::Up, PLAIN)]);
        assert_eq!(heard(b"\x1b\r"), [escape(), key(Code::Enter, PLAIN)]);
    }

    #[test]
    fn a_sequence_may_come_in_pieces() {
        let whole =
            b"\x1b[1;2Ax\x1bOQ\xd0\xb6\x1b[<0;5;3M\x1b[M %#\x1b[200~a\x1b[201~\x1b]1;a\x1b\\l";
        let mut parser = Parser::default();
        let pieces = whole.chunks(1);
        let heard_in_pieces: Vec<_> = pieces.flat_map(|it| parse(&mut parser, it)).collect();
        assert_eq!(heard_in_pieces, heard(whole));
        assert_eq!(parser.patience(), None);
    }

    #[test]
    fn a_paste_is_text_and_ends_after_a_silence() {
        let paste = |text: &str| Heard::Event(Event::Paste(text.to_owned()));
        let whole = "\x1b[200~Qy ж\r\x1b[A\x1b[31m\x1b[<0;5;3M\x1b[201~l";
        assert_eq!(
            heard(whole.as_bytes()),
            [paste("Qy ж\n"), keys("l").remove(0)]
        );
        let mut parser = Parser::default();
        assert_eq!(parse(&mut parser, b"\x1b[200~hello"), []);
        assert_eq!(parser.patience(), Some(LONG));
        let mut all = Vec::new();
        parser.give_up(|heard| all.push(heard));
        assert_eq!(all, [paste("hello")]);
        assert_eq!(parse(&mut parser, b"l"), keys("l"));
        assert_eq!(heard(b"\x1b[201~l"), keys("l"));
        // The terminal's answers come in between.
        let answered = heard(b"\x1b[200~a\x1b[1;1Rb\x1b[201~");
        assert_eq!(answered, [Heard::Answer(Answer::Cursor), paste("ab")]);
    }

    #[test]
    fn nothing_is_kept_without_a_limit() {
        let many = "7;".repeat(100_000);
        for begun in ["\x1b[", "\x1b]1;", "\x1bP1+", "\x1b]", "\x1b[200~", "\x1bO"] {
            let mut parser = Parser::default();
            parse(&mut parser, format!("{begun}{many}").as_bytes());
            let kept = parser.paste.as_deref().unwrap_or_default();
            assert!(kept.len() <= LONGEST_PASTE && parser.pending.len() <= LONGEST_SEQUENCE);
        }
        assert_eq!(heard(format!("\x1b[{many}Al").as_bytes()), keys("l"));
    }

    #[test]
    fn invalid_text_is_skipped() {
        for bytes in [
            b"\xff".as_slice(),
            b"\x80",
            b"\xc0\xaf",
            b"\xe0\x80\x80",
            b"\xed\xa0\x80",
            b"\xf5\x80\x80\x80",
            b"\xf0\x9f",
            b"\xc2\x9b",
            b"\x9b",
        ] {
            let all = heard(&[bytes, b"l"].concat());
            assert_eq!(all, keys("l"), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn ctrl_c_counts_whatever_is_unfinished() {
        for begun in UNFINISHED {
            for interrupt in INTERRUPTS {
                let mut parser = Parser::default();
                parse(&mut parser, begun);
                let all = parse(&mut parser, interrupt);
                assert!(
                    all.last().is_some_and(is_ctrl_c),
                    "{} {}",
                    begun.escape_ascii(),
                    interrupt.escape_ascii()
                );
            }
        }
    }

    #[test]
    fn a_silence_ends_whatever_is_unfinished() {
        for begun in UNFINISHED {
            let mut parser = Parser::default();
            parse(&mut parser, begun);
            for _ in 0..3 {
                parser.give_up(|_| {});
            }
            assert_eq!(parser.patience(), None, "{}", begun.escape_ascii());
            assert_eq!(parse(&mut parser, b"l"), keys("l"));
        }
    }

    #[test]
    fn every_sequence_of_four_parameters_is_survived() {
        const NUMBERS: [&str; 5] = ["", "0", "1", "65535", "4294967296"];
        let mut lists = vec![String::new()];
        for from in 0..4 {
            let longest = lists.clone().into_iter();
            let longer = longest.filter(|it| it.matches(';').count() == from);
            let longer = longer.flat_map(|list| NUMBERS.map(|it| format!("{list}{it};")));
            lists.extend(longer.collect::<Vec<_>>());
        }
        assert_eq!(lists.len(), 1 + 5 + 25 + 125 + 625);
        let mut parser = Parser::default();
        for mark in ["", "<", "=", ">", "?"] {
            for list in &lists {
                let list = list.strip_suffix(';').unwrap_or(list);
                for end in 0x40..=0x7e {
                    let sequence = format!("\x1b[{mark}{list}{}", char::from(end));
                    parse(&mut parser, sequence.as_bytes());
                    let all = parse(&mut parser, b"\x03");
                    assert!(all.last().is_some_and(is_ctrl_c), "{sequence:?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0..200_usize) {
            let mut parser = Parser::default();
            let (front, back) = bytes.split_at(cut.min(bytes.len()));
            let mut all = parse(&mut parser, front);
            all.extend(parse(&mut parser, back));
            prop_assert_eq!(&all, &parse(&mut Parser::default(), &bytes));
            let end = parse(&mut parser, b"\x1b[99;5u");
            prop_assert!(end.last().is_some_and(is_ctrl_c));
            prop_assert_eq!(parser.patience(), None);
        }
    }
}
