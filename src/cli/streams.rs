//! Standard input, output and error.

use std::io::{self, BufRead, ErrorKind, IsTerminal, Read, Write};
use std::iter;
use std::path::Path;

use super::error::CliError;
use crate::map::{AsciiMap, MapError, STDIN, TileSet};

/// Writes `text` to standard output. A closed pipe is not a failure, because the reader simply does not want any more
/// output.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    print_more(text).map(|_| ())
}

/// Writes `text` to standard output as [`print`] does. Returns whether the reader may want more output.
pub(super) fn print_more(text: &str) -> Result<bool, CliError> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(CliError::failed(format!(
            "cannot write to standard output: {error}"
        ))),
    }
}

/// The largest number of characters of a line on standard error. Long names and values are cut where they are quoted; this
/// is for those that come from elsewhere.
const LONGEST_MESSAGE: usize = 1_000;

/// Writes one line to standard error.
pub(super) fn say(line: &str) {
    let line = match line.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => &format!("{}...", &line[..end]),
        None => line,
    };
    // If writing to standard error fails, there is nowhere left to report the failure.
    let _ = writeln!(io::stderr(), "fogbound: {line}");
}

/// Shows how many games are done. Does nothing unless standard error is a terminal. When all are done, the line is
/// cleared.
pub(super) fn show_progress(done: u64, all: u64) {
    let mut err = io::stderr();
    if err.is_terminal() {
        let line = format!("{done} of {all} games");
        let line = if done < all {
            line
        } else {
            " ".repeat(line.len()) + "\r"
        };
        let _ = write!(err, "\r{line}");
    }
}

/// Reads a map from a file, or from standard input if the file is `-`. `tiles` defines the glyphs of the map.
pub(super) fn read_map(file: &Path, tiles: TileSet) -> Result<AsciiMap, MapError> {
    if file == Path::new("-") {
        AsciiMap::read_from_with(STDIN, io::stdin(), tiles)
    } else {
        AsciiMap::read_with(file, tiles)
    }
}

/// The maximum length of a line of standard input, in bytes.
const LONGEST_LINE: usize = 1 << 16;

/// Returns the lines of standard input without their line endings, or an error for a line that cannot be read.
pub(super) fn lines() -> impl Iterator<Item = Result<String, String>> {
    lines_of(io::stdin().lock())
}

/// Returns the lines of `input` as [`lines`] does.
pub(super) fn lines_of(mut input: impl BufRead) -> impl Iterator<Item = Result<String, String>> {
    iter::from_fn(move || next_line(&mut input).transpose())
}

fn next_line(input: &mut impl BufRead) -> Result<Option<String>, String> {
    let accepted = format!("accepted: UTF-8 text of at most {LONGEST_LINE} bytes per line");
    let mut line = Vec::new();
    // Room for the longest line and its line ending.
    let mut input = input.take(LONGEST_LINE as u64 + 2);
    input
        .read_until(b'\n', &mut line)
        .map_err(|error| format!("{error}; {accepted}"))?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.pop_if(|it| *it == b'\n').is_some() {
        line.pop_if(|it| *it == b'\r');
    }
    if line.len() > LONGEST_LINE {
        return Err(format!("too long; {accepted}"));
    }
    match String::from_utf8(line) {
        Ok(line) => Ok(Some(line)),
        Err(_) => Err(format!("invalid UTF-8; {accepted}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_line_endings_are_accepted_and_endless_lines_are_rejected() {
        let mut input = &b"a\r\n\nb\r\r\n\xff\nc"[..];
        let mut next = || next_line(&mut input);
        assert_eq!(next(), Ok(Some("a".to_owned())));
        assert_eq!(next(), Ok(Some(String::new())));
        assert_eq!(next(), Ok(Some("b\r".to_owned())));
        assert!(next().unwrap_err().starts_with("invalid UTF-8; accepted: "));
        assert_eq!(next(), Ok(Some("c".to_owned())));
        assert_eq!(next(), Ok(None));

        let longest = format!("{}\r\n", "l".repeat(LONGEST_LINE));
        let line = next_line(&mut longest.as_bytes());
        assert_eq!(line.map(|it| it.map(|it| it.len())), Ok(Some(LONGEST_LINE)));
        let endless = next_line(&mut io::BufReader::new(io::repeat(b'l')));
        assert!(endless.unwrap_err().starts_with("too long; accepted: "));
    }
}
