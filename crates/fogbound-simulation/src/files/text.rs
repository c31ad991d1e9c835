//! Text for messages: places, and quotations that are safe to print.

use std::fmt;

/// A position in text. Lines and columns are numbered from 1; each character is one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPosition {
    /// The line, starting at 1.
    pub line: usize,
    /// The position of the character in the line, starting at 1.
    pub column: usize,
}

impl TextPosition {
    /// The beginning of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// Returns the position just after `text`. A byte order mark does not count as a column.
    pub(crate) fn after(text: &str) -> Self {
        let last_line = text.rsplit('\n').next().unwrap_or_default();
        Self {
            line: text.matches('\n').count() + 1,
            column: last_line.trim_start_matches('\u{feff}').chars().count() + 1,
        }
    }
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Escapes the control characters in `text`, so that a message that quotes user input stays on one line and cannot
/// control the terminal.
pub fn printable(text: &str) -> String {
    let escape = |character: char| -> String {
        if character.is_control() {
            character.escape_default().collect()
        } else {
            character.to_string()
        }
    };
    text.chars().map(escape).collect()
}

/// Makes `text` safe to quote: escapes it as [`printable`] does, and shortens it if it is long.
pub fn brief(text: &str) -> String {
    const LONGEST: usize = 320;
    // Escaping makes a text up to ten times as long.
    let start = text
        .char_indices()
        .nth(LONGEST + 1)
        .map_or(text.len(), |it| it.0);
    let mut escaped = printable(&text[..start]);
    if let Some((end, _)) = escaped.char_indices().nth(LONGEST) {
        escaped.truncate(end);
        escaped += "...";
    }
    escaped
}

/// Returns a hint for an unknown name, such as ` (did you mean "rat"?)`, or an empty string if no known name is
/// similar.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map_or_else(String::new, |it| format!(" (did you mean {it:?}?)"))
}

/// Returns the known name most similar to `name`, or `None` if none is similar enough.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const ALIKE: f64 = 0.6;
    // Comparing long names is slow, and a name this long is unlikely to be a typing error.
    const LONGEST: usize = 64;
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let likeness = |it: &str| strsim::normalized_damerau_levenshtein(&name, &it.to_lowercase());
    let all = known.into_iter().map(|it| (likeness(it), it));
    let nearest = all.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (nearest.0 >= ALIKE).then_some(nearest.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_short_whatever_it_consists_of() {
        for character in ['a', '\n', '\u{1b}', '\u{85}', 'é', '"'] {
            let short: String = std::iter::repeat_n(character, 20).collect();
            assert_eq!(brief(&short), printable(&short));
            let long: String = std::iter::repeat_n(character, 100_000).collect();
            assert_eq!(brief(&long).chars().count(), 323, "{character:?}");
        }
    }
}
