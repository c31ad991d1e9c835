//! Shared by the fuzz targets. What each of them checks is in [`readers`], which a test of the game also includes.

pub mod readers;

/// Passes the files named on the command line to a reader: inputs that the fuzzer found, or its corpus.
///
/// # Errors
///
/// Returns an error if a file cannot be read.
pub fn replay(reader: fn(&[u8])) -> std::io::Result<()> {
    for file in std::env::args_os().skip(1) {
        println!("{}", file.display());
        reader(&std::fs::read(file)?);
    }
    Ok(())
}
