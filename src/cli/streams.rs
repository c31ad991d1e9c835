//! Standard input, output and error.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::error::CliError;
use crate::map::{AsciiMap, MapError, STDIN};

/// Writes `text` to standard output. A pipe that is closed at its other end is
/// no failure: its reader has seen enough.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(CliError::failed(format!(
            "cannot write to standard output: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Writes one line to standard error.
pub(super) fn say(line: &str) {
    // If not even standard error takes it, nobody is there to be told.
    let _ = writeln!(io::stderr(), "fogbound: {line}");
}

/// Reads the map in a file, or from standard input if the file is `-`.
pub(super) fn read_map(file: &Path) -> Result<AsciiMap, MapError> {
    if file == Path::new("-") {
        AsciiMap::read_from(STDIN, io::stdin())
    } else {
        AsciiMap::read(file)
    }
}
