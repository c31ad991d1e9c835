//! Splits Rust source into words and punctuation, leaving out comments and literals.

/// A word or a punctuation mark, and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

impl Token {
    pub fn is(&self, text: &str) -> bool {
        self.text == text
    }

    pub fn is_word(&self) -> bool {
        self.text
            .starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

/// Splits source text into tokens. `::` is one token; any other punctuation character is a token by itself.
pub fn tokens(source: &str) -> Vec<Token> {
    let mut reader = Reader {
        rest: source,
        line: 1,
    };
    let mut tokens = Vec::new();
    while let Some(first) = reader.rest.chars().next() {
        let line = reader.line;
        if reader.skip_trivia(first) {
            continue;
        }
        let text = reader.take(token_length(reader.rest));
        let text = text.trim_start_matches("r#").to_owned();
        tokens.push(Token { text, line });
    }
    tokens
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// Skips whitespace, a comment or a literal. Returns whether anything was skipped.
    fn skip_trivia(&mut self, first: char) -> bool {
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if self.rest.starts_with("//") {
            self.rest.find('\n').unwrap_or(self.rest.len())
        } else if self.rest.starts_with("/*") {
            block_comment_length(self.rest)
        } else {
            literal_length(self.rest)
        };
        self.take(length);
        length > 0
    }
}

fn token_length(rest: &str) -> usize {
    let word = rest.strip_prefix("r#").unwrap_or(rest);
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let word_end = word.find(|c| !is_part(c)).unwrap_or(word.len());
    if word_end > 0 {
        rest.len() - word.len() + word_end
    } else if rest.starts_with("::") {
        2
    } else {
        rest.chars().next().map_or(0, char::len_utf8)
    }
}

fn block_comment_length(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        let here = &rest[at..];
        if here.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += here.chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// Returns the length of a string, character or lifetime at the start of `rest`, or 0 if there is none.
fn literal_length(rest: &str) -> usize {
    let prefix = rest.find(|c: char| !"bcr".contains(c)).unwrap_or(0);
    let after = &rest[prefix..];
    let hashes = after.len() - after.trim_start_matches('#').len();
    if rest[..prefix].ends_with('r') && after[hashes..].starts_with('"') {
        let end = format!("\"{}", "#".repeat(hashes));
        let body = prefix + hashes + 1;
        let length = rest[body..].find(&end);
        return length.map_or(rest.len(), |length| body + length + end.len());
    }
    if prefix <= 1 && after.starts_with('"') {
        return prefix + quoted_length(after, '"');
    }
    if prefix <= 1 && after.starts_with('\'') {
        let mut inner = after[1..].chars();
        let (first, second) = (inner.next(), inner.next());
        return match (first, second) {
            (Some('\\'), _) | (_, Some('\'')) => prefix + quoted_length(after, '\''),
            // For a lifetime, skip only the quote, because the name that follows is a word.
            _ => usize::from(prefix == 0),
        };
    }
    0
}

/// Returns the length of the text from the opening quote to the next unescaped quote, including both.
fn quoted_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}
