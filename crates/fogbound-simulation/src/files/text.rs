//! What messages say of texts: places, and quotations that cannot do harm.

use std::fmt;

/// A place in a text, both numbers counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, 1 for the first.
    pub line: usize,
    /// The character within the line, 1 for the first.
    pub column: usize,
}

impl Place {
    /// The place of the character that would follow `text`. A byte order mark is no column.
    pub(crate) fn after(text: &str) -> Self {
        let last_line = text.rsplit('\n').next().unwrap_or_default();
        Self {
            line: text.matches('\n').count() + 1,
            column: last_line.trim_start_matches('\u{feff}').chars().count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The text with its control characters escaped, so that a message that quotes
/// what a user typed stays one line and cannot steer a terminal.
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

/// What a message quotes of a text that may be of any length: as [`printable`], and cut where it is long.
pub fn brief(text: &str) -> String {
    const LONGEST: usize = 320;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", printable(&text[..end])),
        None => printable(text),
    }
}

/// What a message adds that nobody has this name: ` (did you mean "rat"?)`, or nothing if no known name is similar.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map_or_else(String::new, |it| format!(" (did you mean {it:?}?)"))
}

/// Returns the known name that is most similar to `name`, for "did you mean"; none if no name is similar enough.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const ALIKE: f64 = 0.6;
    // Comparing long names is slow, and a name this long is no typing mistake.
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
