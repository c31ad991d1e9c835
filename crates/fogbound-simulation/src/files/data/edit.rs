//! Changes single values in a RON file that a player has written, and leaves the rest of the file alone.
//!
//! Comments, order and whitespace stay as they were typed. The parser here understands just enough of the syntax to
//! find where entries begin and end. Callers parse the result again before writing it, to check that it has the
//! intended meaning.

use std::ops::Range;

/// Returns the text with a new value for a field. A missing field is added. Returns `None` if the text cannot be
/// parsed.
pub fn set_field(text: &str, field: &str, value: &str) -> Option<String> {
    Some(Block::whole(text, '(')?.set(field, value))
}

/// Returns the byte at which the value of a field begins.
pub(super) fn field_start(text: &str, field: &str) -> Option<usize> {
    Some(Block::whole(text, '(')?.find(field)?.value.start)
}

/// Returns the text of a map with a new value for a key. A missing key is added. `key` must be written as in the file,
/// including its quotes. Returns `None` if the text cannot be parsed.
pub fn set_key(text: &str, key: &str, value: &str) -> Option<String> {
    Some(Block::whole(text, '{')?.set(key, value))
}

/// Returns the text with a new value for a key in the map that `field` contains. A missing field or key is added. If
/// the value is `None`, the key is removed. `key` must be written as in the file, including its quotes.
pub fn set_in_map(text: &str, field: &str, key: &str, value: Option<&str>) -> Option<String> {
    let whole = Block::whole(text, '(')?;
    let Some(map) = whole.find(field) else {
        return Some(match value {
            Some(value) => whole.set(field, &format!("{{ {key}: {value} }}")),
            None => text.to_owned(),
        });
    };
    let map = Block::of(text, map.value.start, '{')?;
    Some(match value {
        Some(value) => map.set(key, value),
        None => map.remove(key),
    })
}

/// The contents of a pair of brackets.
struct Block<'a> {
    text: &'a str,
    entries: Vec<Entry>,
    /// The range from just after the opening bracket to the closing bracket.
    inside: Range<usize>,
}

/// The positions of a key and its value.
struct Entry {
    key: Range<usize>,
    value: Range<usize>,
    /// The position of the comma after the entry, if there is one.
    comma: Option<usize>,
}

impl<'a> Block<'a> {
    /// Parses the entries of the whole file, which opens with the given bracket.
    fn whole(text: &'a str, bracket: char) -> Option<Self> {
        let start = text.len() - text.trim_start_matches('\u{feff}').len();
        Self::of(text, start, bracket)
    }

    /// Parses the entries of the value at `start`, which opens with the given bracket. A type name or extensions may
    /// come before the bracket.
    fn of(text: &'a str, start: usize, bracket: char) -> Option<Self> {
        let mut tokens = tokens(text, start).filter(|it| it.kind != Kind::Blank);
        let open = loop {
            let token = tokens.next()?;
            match token.kind {
                Kind::Open if text[token.at.clone()].starts_with(bracket) => break token.at.end,
                Kind::Other if text[token.at].starts_with("#!") => {
                    // An extension contains a list of names: `#![enable(...)]`.
                    tokens
                        .by_ref()
                        .find(|it| text[it.at.clone()].starts_with(']'))?;
                }
                Kind::Other => {}
                _ => return None,
            }
        };
        let (mut entries, mut depth) = (Vec::new(), 0);
        let (mut key, mut value): (Option<Range<usize>>, Option<Range<usize>>) = (None, None);
        let mut is_value = false;
        loop {
            let Token { kind, at } = tokens.next()?;
            match (kind, depth) {
                (Kind::Comma | Kind::Close, 0) => {
                    let comma = (kind == Kind::Comma).then_some(at.start);
                    match (key.take(), value.take()) {
                        (Some(key), Some(value)) => entries.push(Entry { key, value, comma }),
                        (None, None) => {}
                        _ => return None,
                    }
                    is_value = false;
                    if kind == Kind::Close {
                        let inside = open..at.start;
                        return Some(Self {
                            text,
                            entries,
                            inside,
                        });
                    }
                    continue;
                }
                (Kind::Colon, 0) if !is_value => {
                    is_value = true;
                    continue;
                }
                (Kind::Open, _) => depth += 1,
                (Kind::Close, _) => depth -= 1,
                _ => {}
            }
            let part = if is_value { &mut value } else { &mut key };
            part.get_or_insert(at.clone()).end = at.end;
        }
    }

    fn find(&self, key: &str) -> Option<&Entry> {
        // If a key appears twice, the last one counts.
        self.entries
            .iter()
            .rev()
            .find(|it| &self.text[it.key.clone()] == key)
    }

    fn set(&self, key: &str, value: &str) -> String {
        let text = self.text;
        if let Some(Entry { value: old, .. }) = self.find(key) {
            return format!("{}{value}{}", &text[..old.start], &text[old.end..]);
        }
        let Range { start, end } = self.inside;
        // There might be no comma after the last entry.
        let (last, comma) = match self.entries.last() {
            Some(it) if it.comma.is_none() => (it.value.end, ","),
            _ => (start, ""),
        };
        let line = line_start(text, end);
        if line > start && text[line..end].trim().is_empty() {
            // The closing bracket is on its own line, so the new entry gets its own line too.
            let indent = match self.entries.last() {
                Some(it) => indent(text, it.key.start).to_owned(),
                None => format!("{}    ", indent(text, end)),
            };
            let newline = if text[..line].ends_with("\r\n") {
                "\r\n"
            } else {
                "\n"
            };
            return format!(
                "{}{comma}{}{indent}{key}: {value},{newline}{}",
                &text[..last],
                &text[last..line],
                &text[line..]
            );
        }
        let behind = &text[last..end];
        let is_open = behind.is_empty() || behind.ends_with(char::is_whitespace);
        let gap = if is_open && comma.is_empty() { "" } else { " " };
        format!(
            "{}{comma}{behind}{gap}{key}: {value}{}",
            &text[..last],
            &text[end..]
        )
    }

    fn remove(&self, key: &str) -> String {
        let text = self.text;
        let Some(entry) = self.find(key) else {
            return text.to_owned();
        };
        let (start, end) = (entry.key.start, entry.value.end);
        // A comment between the value and its comma is kept.
        let (kept, end) = match entry.comma {
            Some(comma) => (text[end..comma].trim(), comma + 1),
            None => ("", end),
        };
        let line = line_start(text, start);
        let next = text[end..].find('\n').map(|at| end + at + 1);
        match next {
            // A line that contains nothing else is removed.
            Some(next)
                if kept.is_empty()
                    && text[line..start].trim().is_empty()
                    && text[end..next].trim().is_empty() =>
            {
                format!("{}{}", &text[..line], &text[next..])
            }
            _ => format!("{}{kept}{}", &text[..start], &text[end..]),
        }
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |it| it + 1)
}

/// Returns the whitespace at the start of the line that contains this position.
fn indent(text: &str, at: usize) -> &str {
    let line = &text[line_start(text, at)..at];
    &line[..line.len() - line.trim_start().len()]
}

struct Token {
    kind: Kind,
    at: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Whitespace and comments.
    Blank,
    Open,
    Close,
    Comma,
    Colon,
    /// A name, a number, a string or a character.
    Other,
}

/// Iterates over the tokens in `text`, beginning at `start`. Stops early at an unterminated string or comment.
fn tokens(text: &str, start: usize) -> impl Iterator<Item = Token> {
    let mut at = start;
    std::iter::from_fn(move || {
        let (kind, length) = token(&text[at..])?;
        at += length;
        Some(Token {
            kind,
            at: at - length..at,
        })
    })
}

/// Returns where a text opens a bracket that the wrong one closes, and where it does so.
pub(super) fn crossed_brackets(text: &str) -> Option<(usize, usize)> {
    let mut open = Vec::new();
    for Token { kind, at } in tokens(text, 0) {
        match kind {
            Kind::Open => open.push(at.start),
            Kind::Close => {
                let opened = open.pop()?;
                if closing(&text[opened..]) != text[at.start..].chars().next() {
                    return Some((opened, at.start));
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the bracket that closes the one at the start of `text`.
pub(super) fn closing(text: &str) -> Option<char> {
    Some(match text.chars().next()? {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        _ => return None,
    })
}

/// Returns the kind and length of the token at the start of `text`.
fn token(text: &str) -> Option<(Kind, usize)> {
    let first = text.chars().next()?;
    let length = match first {
        '(' | '[' | '{' => return Some((Kind::Open, 1)),
        ')' | ']' | '}' => return Some((Kind::Close, 1)),
        ',' => return Some((Kind::Comma, 1)),
        ':' => return Some((Kind::Colon, 1)),
        _ if first.is_whitespace() => return Some((Kind::Blank, first.len_utf8())),
        '/' if text.starts_with("//") => {
            return Some((Kind::Blank, text.find('\n').unwrap_or(text.len())));
        }
        '/' if text.starts_with("/*") => return Some((Kind::Blank, comment(text)?)),
        _ => match quoted(text) {
            Some(length) => length?,
            None => {
                let ends = |it: char| it.is_whitespace() || "()[]{},:\"'/".contains(it);
                let rest = &text[first.len_utf8()..];
                first.len_utf8() + rest.find(ends).unwrap_or(rest.len())
            }
        },
    };
    Some((Kind::Other, length))
}

/// Returns the length of the block comment at the start of `text`. Comments can nest.
pub(super) fn comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    loop {
        // Both characters are skipped together, so `/*/` does not close a comment.
        at += match text.as_bytes().get(at..at + 2)? {
            b"/*" => {
                depth += 1;
                2
            }
            b"*/" => {
                depth -= 1;
                2
            }
            _ => 1,
        };
        if depth == 0 {
            return Some(at);
        }
    }
}

/// Returns the length of the quoted text at the start of `text`. Returns `None` if `text` does not start with quoted
/// text, and `Some(None)` if the quoted text is unterminated.
fn quoted(text: &str) -> Option<Option<usize>> {
    let body = text.strip_prefix('b').unwrap_or(text);
    let skipped = text.len() - body.len();
    if let Some(raw) = body.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if let Some(inside) = raw[hashes..].strip_prefix('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let before = text.len() - inside.len();
            return Some(inside.find(&end).map(|at| before + at + end.len()));
        }
    }
    let quote = body.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let mut is_escaped = false;
    for (at, character) in body.char_indices().skip(1) {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            // `'''` is also a valid character.
            it if it == quote && !(quote == '\'' && at == 1) => {
                return Some(Some(skipped + at + 1));
            }
            _ => {}
        }
    }
    Some(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changing_a_field_keeps_the_rest_of_the_text() {
        for (text, expected) in [
            ("(a: 1)", "(a: 7)"),
            ("Settings(a: 1, b: \"x\")", "Settings(a: 7, b: \"x\")"),
            (
                "#![enable(implicit_some)]\n(\n  a:\n   1 // a: 2\n)",
                "#![enable(implicit_some)]\n(\n  a:\n   7 // a: 2\n)",
            ),
            (
                "/* (a: 3) /* , */ */ (b: \"a: 1, (\", a: Some(1) /* so */,)",
                "/* (a: 3) /* , */ */ (b: \"a: 1, (\", a: 7 /* so */,)",
            ),
            (
                "(b: r#\"\"a: 1)\"#, c: ')', d: '\\'', e: b\"\\\")\", a: [1, (2)])",
                "(b: r#\"\"a: 1)\"#, c: ')', d: '\\'', e: b\"\\\")\", a: 7)",
            ),
            // Added fields.
            ("()", "(a: 7)"),
            ("(b: 1)", "(b: 1, a: 7)"),
            ("(b: 1, )", "(b: 1, a: 7)"),
            ("(b: 1,)", "(b: 1, a: 7)"),
            ("(\n)", "(\n    a: 7,\n)"),
            ("(\n\tb: 1 // one\n)\n", "(\n\tb: 1, // one\n\ta: 7,\n)\n"),
            (
                "(\r\n  b: 1, // one\r\n)",
                "(\r\n  b: 1, // one\r\n  a: 7,\r\n)",
            ),
            (
                "\u{feff}(b: 1 // one\n, c: 2)",
                "\u{feff}(b: 1 // one\n, c: 2, a: 7)",
            ),
        ] {
            assert_eq!(
                set_field(text, "a", "7").as_deref(),
                Some(expected),
                "{text}"
            );
        }
        for text in [
            "", "(", "(a", "(a: \"", "(a: /*", "[a: 1]", "(a)", ")", "(a: 'b", "(1, 2)",
        ] {
            assert_eq!(set_field(text, "a", "7"), None, "{text}");
        }
    }

    #[test]
    fn keys_in_a_map_are_added_changed_and_removed() {
        let set = |text: &str, value| set_in_map(text, "keys", "\"look\"", value).unwrap();
        assert_eq!(
            set_key("// {\n{}", "1", "()").as_deref(),
            Some("// {\n{1: ()}")
        );
        assert_eq!(set_key("()", "1", "()"), None);
        assert_eq!(set("(keys: {})", Some("1")), "(keys: {\"look\": 1})");
        assert_eq!(
            set("(set: 1)", Some("1")),
            "(set: 1, keys: { \"look\": 1 })"
        );
        assert_eq!(set("(set: 1)", None), "(set: 1)");
        let text = "(\n  keys: {\n    // Mine.\n    \"look\": [\"}\"], // look\n    \"rest\": [],\n  },\n)";
        assert_eq!(set(text, Some("1")), text.replace("[\"}\"]", "1"));
        assert_eq!(set(text, None), text.replace("\"look\": [\"}\"],", ""));
        let alone = text.replace(" // look", "");
        assert_eq!(
            set(&alone, None),
            alone.replace("    \"look\": [\"}\"],\n", "")
        );
        assert_eq!(
            set("(keys: {\"a\": 1, \"look\": 2})", None),
            "(keys: {\"a\": 1, })"
        );
    }
}
