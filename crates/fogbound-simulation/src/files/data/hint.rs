//! Explanations of common syntax errors, which ron reports only as an unexpected character.

/// An example of how minds are written.
pub(crate) const MINDS: &str = "such as { \"Hunts\": (), \"Wanders\": () }";

/// Explains the syntax error at `offset`. Returns where the wrong value begins, and what is wrong with it. Returns
/// `None` if the error is not a common one.
pub(super) fn explain(text: &str, offset: usize) -> Option<(usize, String)> {
    pair(text, offset).or_else(|| minds(text, offset))
}

/// Explains two numbers without parentheses, such as `1-3`.
fn pair(text: &str, offset: usize) -> Option<(usize, String)> {
    let colon = text[..offset].rfind(':')?;
    let mut names = text[..colon]
        .trim_end()
        .rsplit(|it: char| !it.is_alphanumeric() && it != '_');
    let name = names.next()?;
    let value = text[colon + 1..].trim_start();
    let start = text.len() - value.len();
    let opened = value.strip_prefix('(').unwrap_or(value);
    let (least, rest) = number(opened)?;
    let signs = ["-", "..", "to", "d", ","];
    let mut rests = signs.iter().filter_map(|it| rest.strip_prefix(it));
    let (most, rest) = number(rests.next()?.trim_start())?;
    let rest = rest
        .strip_prefix(')')
        .filter(|_| opened != value)
        .unwrap_or(rest);
    let found = value[..value.len() - rest.len()].trim_end();
    let is_here = offset <= start + found.len();
    is_here.then(|| {
        let what = format!("{name}: found `{found}`; two numbers are written as ({least}, {most})");
        (start, what)
    })
}

/// Splits a whole number and the blanks after it from a text.
fn number(text: &str) -> Option<(&str, &str)> {
    let rest = text.trim_start_matches(|it: char| it.is_ascii_digit());
    let number = &text[..text.len() - rest.len()];
    (!number.is_empty()).then(|| (number, rest.trim_start()))
}

/// Explains minds in the wrong kind of brackets.
fn minds(text: &str, offset: usize) -> Option<(usize, String)> {
    let (before, after) = text[..offset].rsplit_once("minds")?;
    let value = after.trim_start().strip_prefix(':')?.trim_start();
    let start = before.len() + "minds".len() + after.len() - value.len();
    let is_open =
        |brackets: [char; 2]| value.starts_with(brackets[0]) && !value[1..].contains(brackets);
    (is_open(['[', ']']) || is_open(['(', ')'])).then(|| {
        let what = format!("minds: found `{}`; expected braces, {MINDS}", &value[..1]);
        (start, what)
    })
}
