//! The meanings of escape sequences.

use crossterm::event::{
    KeyCode as Code, KeyEvent, KeyEventKind, KeyModifiers, MouseButton as Side, MouseEvent,
    MouseEventKind,
};

/// An answer from the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The position of the cursor. This answer means that the terminal has shown everything sent before the query.
    Cursor,
    /// The state of kitty's keyboard protocol. This answer means that the terminal supports the protocol.
    Keyboard,
    /// The device attributes, which nearly all terminals report.
    Attributes,
}

/// The meaning of a sequence.
pub(super) enum Meaning {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Answer(Answer),
    PasteBegins,
    PasteEnds,
}

/// The parameters of a sequence: fields separated by semicolons, each with parts separated by colons.
struct Numbers<'a>(&'a str);

impl<'a> Numbers<'a> {
    fn new(parameters: &'a [u8]) -> Option<Self> {
        let is_number = |it: &u8| it.is_ascii_digit() || b";:".contains(it);
        let text = str::from_utf8(parameters).ok()?;
        parameters.iter().all(is_number).then_some(Self(text))
    }

    /// Returns one of the numbers, or `None` if that number is missing or too large.
    fn part(&self, field: usize, part: usize) -> Option<u32> {
        let field = self.0.split(';').nth(field)?;
        field.split(':').nth(part)?.parse().ok()
    }

    fn at(&self, field: usize) -> Option<u32> {
        self.part(field, 0)
    }
}

/// Returns the meaning of `ESC [` with these parameters and this final byte.
pub(super) fn meaning(parameters: &[u8], end: u8) -> Option<Meaning> {
    if let Some(rest) = parameters.strip_prefix(b"<") {
        let is_mouse = matches!(end, b'M' | b'm');
        return mouse(&Numbers::new(rest).filter(|_| is_mouse)?, 0, end);
    }
    if let Some(rest) = parameters.strip_prefix(b"?") {
        let numbers = Numbers::new(rest)?;
        return match end {
            b'u' => numbers.at(0).map(|_| Meaning::Answer(Answer::Keyboard)),
            b'c' => Some(Meaning::Answer(Answer::Attributes)),
            _ => None,
        };
    }
    let numbers = Numbers::new(parameters)?;
    match end {
        b'M' => return mouse(&numbers, 32, end),
        b'R' if numbers.at(0).is_some() => return Some(Meaning::Answer(Answer::Cursor)),
        b'~' if numbers.at(0) == Some(200) => return Some(Meaning::PasteBegins),
        b'~' if numbers.at(0) == Some(201) => return Some(Meaning::PasteEnds),
        _ => {}
    }
    key(&numbers, end).map(Meaning::Key)
}

fn key(numbers: &Numbers, end: u8) -> Option<KeyEvent> {
    // xterm's alternative form of a letter: `ESC [ 27 ; modifiers ; letter ~`.
    let is_other = end == b'~' && numbers.at(0) == Some(27) && numbers.at(2).is_some();
    let modifiers = match end {
        b'~' | b'u' => numbers.at(1),
        // Some terminals omit the first number.
        _ => numbers.at(1).or_else(|| numbers.at(0)),
    };
    let modifiers = held(modifiers.unwrap_or(1))?;
    let is_shifted = modifiers.contains(KeyModifiers::SHIFT);
    let code = match end {
        b'~' if is_other => typed(numbers.at(2)?, is_shifted)?,
        b'~' => numbered(numbers.at(0)?)?,
        b'u' => typed(letter(numbers, modifiers)?, is_shifted)?,
        b'Z' => Code::BackTab,
        b'a'..=b'd' if numbers.0.is_empty() => lettered(end.to_ascii_uppercase())?,
        _ => lettered(end)?,
    };
    let modifiers = match end {
        // rxvt sends these when Shift is held.
        b'a'..=b'd' | b'Z' => modifiers | KeyModifiers::SHIFT,
        _ => modifiers,
    };
    let kind = match numbers.part(1, 1) {
        Some(2) => KeyEventKind::Repeat,
        Some(3) => KeyEventKind::Release,
        _ => KeyEventKind::Press,
    };
    Some(KeyEvent::new_with_kind(code, modifiers, kind))
}

/// Returns the letter of a key in kitty's protocol, which reports three letters: the plain letter, the letter with
/// Shift, and the letter at the same position on a US keyboard. The third letter makes Ctrl-C work in every alphabet.
fn letter(numbers: &Numbers, modifiers: KeyModifiers) -> Option<u32> {
    let plain = numbers.at(0)?;
    let is_latin = plain < 0x80;
    let other = if modifiers.contains(KeyModifiers::CONTROL) {
        numbers.part(0, 2).filter(|_| !is_latin)
    } else if modifiers.contains(KeyModifiers::SHIFT) {
        numbers.part(0, 1)
    } else {
        None
    };
    Some(other.unwrap_or(plain))
}

/// Decodes modifiers from a number that is one more than the sum of their bits. The bits for Caps Lock and Num Lock are
/// ignored.
fn held(number: u32) -> Option<KeyModifiers> {
    let bits = u8::try_from(number.saturating_sub(1)).ok()?;
    let all = [
        KeyModifiers::SHIFT,
        KeyModifiers::ALT,
        KeyModifiers::CONTROL,
        KeyModifiers::SUPER,
        KeyModifiers::HYPER,
        KeyModifiers::META,
    ];
    let held = all.into_iter().enumerate();
    Some(
        held.filter(|(bit, _)| bits >> bit & 1 != 0)
            .map(|(_, it)| it)
            .collect(),
    )
}

fn lettered(end: u8) -> Option<Code> {
    Some(match end {
        b'A' => Code::Up,
        b'B' => Code::Down,
        b'C' => Code::Right,
        b'D' => Code::Left,
        b'E' => Code::KeypadBegin,
        b'F' => Code::End,
        b'H' => Code::Home,
        b'P'..=b'S' => Code::F(end - b'P' + 1),
        _ => return None,
    })
}

/// Returns the key for a sequence that ends with `~`.
fn numbered(number: u32) -> Option<Code> {
    let number = u8::try_from(number).ok()?;
    Some(match number {
        1 | 7 => Code::Home,
        2 => Code::Insert,
        3 => Code::Delete,
        4 | 8 => Code::End,
        5 => Code::PageUp,
        6 => Code::PageDown,
        11..=15 => Code::F(number - 10),
        17..=21 => Code::F(number - 11),
        23..=26 => Code::F(number - 12),
        28..=29 => Code::F(number - 13),
        31..=34 => Code::F(number - 14),
        _ => return None,
    })
}

/// Returns the key for a code point or key number in kitty's protocol.
fn typed(number: u32, is_shifted: bool) -> Option<Code> {
    const KEYPAD: [Code; 29] = [
        Code::Char('0'),
        Code::Char('1'),
        Code::Char('2'),
        Code::Char('3'),
        Code::Char('4'),
        Code::Char('5'),
        Code::Char('6'),
        Code::Char('7'),
        Code::Char('8'),
        Code::Char('9'),
        Code::Char('.'),
        Code::Char('/'),
        Code::Char('*'),
        Code::Char('-'),
        Code::Char('+'),
        Code::Enter,
        Code::Char('='),
        Code::Char(','),
        Code::Left,
        Code::Right,
        Code::Up,
        Code::Down,
        Code::PageUp,
        Code::PageDown,
        Code::Home,
        Code::End,
        Code::Insert,
        Code::Delete,
        Code::KeypadBegin,
    ];
    const FIRST: u32 = 57399;
    Some(match number {
        0x09 if is_shifted => Code::BackTab,
        0x09 => Code::Tab,
        0x0d => Code::Enter,
        0x1b => Code::Esc,
        0x08 | 0x7f => Code::Backspace,
        57376..FIRST => Code::F(u8::try_from(number - 57376 + 13).ok()?),
        // Other keys that do not type a character have numbers in a private use area of Unicode.
        0xe000..=0xf8ff => *KEYPAD.get(usize::try_from(number.checked_sub(FIRST)?).ok()?)?,
        _ => Code::Char(char::from_u32(number).filter(|it| !it.is_control())?),
    })
}

/// Returns the key that the Linux console sends as `ESC [ [` and this byte.
pub(super) fn console(end: u8) -> Option<Meaning> {
    let number = end.checked_sub(b'A').filter(|it| *it < 5)?;
    Some(Meaning::Key(Code::F(number + 1).into()))
}

/// Returns the key for `ESC O`, an optional modifier, and this byte.
pub(super) fn function(modifier: Option<u8>, end: u8) -> Option<KeyEvent> {
    let modifier = modifier.map_or(1, |it| u32::from(it - b'0'));
    Some(KeyEvent::new(lettered(end)?, held(modifier)?))
}

/// Decodes a mouse report from an old terminal. All three values have an offset of 32.
pub(super) fn old_mouse(button: u8, column: u8, row: u8) -> Option<Meaning> {
    let plain = |byte: u8| u32::from(byte.saturating_sub(32));
    report(plain(button), plain(column), plain(row), false)
}

/// Decodes a mouse report that consists of three numbers. `offset` is subtracted from the button number.
fn mouse(numbers: &Numbers, offset: u32, end: u8) -> Option<Meaning> {
    let button = numbers.at(0)?.checked_sub(offset)?;
    report(button, numbers.at(1)?, numbers.at(2)?, end == b'm')
}

/// Returns a mouse event, or `None` for a cell outside the screen. Columns and rows start at 1.
fn report(button: u32, column: u32, row: u32, is_up: bool) -> Option<Meaning> {
    let cell = |number: u32| u16::try_from(number.checked_sub(1)?).ok();
    let button = u8::try_from(button).ok()?;
    let moves = button & 0x20 != 0;
    let side = match button & 3 {
        0 => Side::Left,
        1 => Side::Middle,
        _ => Side::Right,
    };
    let kind = match (button & 3 | (button & 0xc0) >> 4, moves) {
        (0..=2, false) if is_up => MouseEventKind::Up(side),
        (0..=2, false) => MouseEventKind::Down(side),
        (0..=2, true) => MouseEventKind::Drag(side),
        (3, false) => MouseEventKind::Up(Side::Left),
        (3..=5, true) => MouseEventKind::Moved,
        (4, false) => MouseEventKind::ScrollUp,
        (5, false) => MouseEventKind::ScrollDown,
        (6, false) => MouseEventKind::ScrollLeft,
        (7, false) => MouseEventKind::ScrollRight,
        _ => return None,
    };
    let bits = [
        (4, KeyModifiers::SHIFT),
        (8, KeyModifiers::ALT),
        (16, KeyModifiers::CONTROL),
    ];
    let held = bits.into_iter().filter(|(bit, _)| button & bit != 0);
    Some(Meaning::Mouse(MouseEvent {
        kind,
        column: cell(column)?,
        row: cell(row)?,
        modifiers: held.map(|(_, it)| it).collect(),
    }))
}
