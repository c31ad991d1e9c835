//! Code that the fuzz targets share. The checks of all targets are in [`readers`], which one of the game's tests also
//! includes.

pub mod readers;

/// Passes the files named on the command line to a reader. These files can be inputs that the fuzzer found, or files
/// from its corpus.
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
