//! Scripts of keys and mouse clicks in the syntax of the text front end, and the bytes that terminals send for them.
//!
//! Instead of a column and a row, a script may name words on the screen: `<Click "Options">`.

use super::screen::Screen;

/// Splits a script into keys and mouse clicks. A `<` that does not start a name is a key.
pub fn tokens(script: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = script;
    while let Some(first) = rest.chars().next() {
        let inside = rest.strip_prefix('<').unwrap_or_default();
        let end = inside.find(['<', '>']);
        let name = end.filter(|end| *end > 0 && inside[*end..].starts_with('>'));
        let length = name.map_or(first.len_utf8(), |end| end + 2);
        let (token, behind) = rest.split_at(length);
        found.push(token);
        rest = behind;
    }
    found
}

/// Replaces the words named in a mouse action with their column and row on this screen.
///
/// # Panics
///
/// If the words are not on the screen.
pub fn resolve(token: &str, screen: &Screen) -> String {
    let mut parts = token.splitn(3, '"');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(before), Some(words), Some(behind)) if before.starts_with('<') => {
            let (x, y) = screen
                .find(words)
                .unwrap_or_else(|| panic!("{words:?} is not on the screen:\n{screen}"));
            format!("{before}{x},{y}{behind}")
        }
        _ => token.to_owned(),
    }
}

/// A mouse action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mouse<'a> {
    /// `Click`, `Right`, `Hover` or `Wheel`.
    kind: &'a str,
    column: usize,
    row: usize,
    /// The number of lines that the wheel scrolls. Negative numbers scroll up.
    lines: i32,
}

fn mouse(token: &str) -> Option<Mouse<'_>> {
    let (kind, place) = token
        .strip_prefix('<')?
        .strip_suffix('>')?
        .split_once(' ')?;
    let mut numbers = place.split(',');
    Some(Mouse {
        kind,
        column: numbers.next()?.parse().ok()?,
        row: numbers.next()?.parse().ok()?,
        lines: numbers.next().map_or(Some(0), |it| it.parse().ok())?,
    })
}

/// Returns the column and row of a mouse action in script syntax, or `None` for a key.
pub fn place_of_mouse(token: &str) -> Option<String> {
    mouse(token).map(|it| format!("{},{}", it.column, it.row))
}

/// Returns the bytes that a terminal sends for a script, with or without kitty's protocol.
pub fn in_bytes(script: &str, is_kitty: bool) -> Vec<u8> {
    let bytes = |token| bytes_of(token, is_kitty);
    tokens(script).into_iter().flat_map(bytes).collect()
}

fn bytes_of(token: &str, is_kitty: bool) -> Vec<u8> {
    if let Some(mouse) = mouse(token) {
        return bytes_of_mouse(mouse);
    }
    let bytes = match (token, is_kitty) {
        ("<Escape>", true) => "\x1b[27u",
        ("<Ctrl+c>", true) => "\x1b[99;5u",
        ("<Ctrl+l>", true) => "\x1b[108;5u",
        ("<Ctrl+z>", true) => "\x1b[122;5u",
        ("<Escape>", false) => "\x1b",
        ("<Ctrl+c>", false) => "\x03",
        ("<Ctrl+l>", false) => "\x0c",
        ("<Ctrl+z>", false) => "\x1a",
        ("<Enter>", _) => "\r",
        ("<Tab>", _) => "\t",
        ("<Shift+Tab>", _) => "\x1b[Z",
        ("<Backspace>", _) => "\x7f",
        ("<Space>", _) => " ",
        ("<Up>", _) => "\x1b[A",
        ("<Down>", _) => "\x1b[B",
        ("<Right>", _) => "\x1b[C",
        ("<Left>", _) => "\x1b[D",
        ("<Home>", _) => "\x1b[H",
        ("<End>", _) => "\x1b[F",
        ("<PgUp>", _) => "\x1b[5~",
        ("<PgDn>", _) => "\x1b[6~",
        ("<Shift+Left>", _) => "\x1b[1;2D",
        ("<F2>", _) => "\x1bOQ",
        ("<F9>", _) => "\x1b[20~",
        ("<F10>", _) => "\x1b[21~",
        (key, _) => {
            assert_eq!(key.chars().count(), 1, "no terminal is known to send {key}");
            key
        }
    };
    bytes.into()
}

/// Returns the bytes for pressing and releasing a button, turning the wheel, or moving the mouse.
fn bytes_of_mouse(mouse: Mouse) -> Vec<u8> {
    let place = format!("{};{}", mouse.column + 1, mouse.row + 1);
    let press = |button| format!("\x1b[<{button};{place}M\x1b[<{button};{place}m");
    let wheel = if mouse.lines < 0 { 64 } else { 65 };
    let turn = format!("\x1b[<{wheel};{place}M");
    let sent = match mouse.kind {
        "Click" => press(0),
        "Right" => press(2),
        "Hover" => format!("\x1b[<35;{place}M"),
        "Wheel" => turn.repeat(mouse.lines.unsigned_abs() as usize),
        kind => panic!("a mouse cannot {kind}"),
    };
    sent.into()
}
