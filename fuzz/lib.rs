//! What the fuzz targets have in common. What each of them does is in [`readers`], which a test of the game includes, too.

pub mod readers;

/// Has a reader read the files that the command line names: what the fuzzer found, or its corpus.
///
/// # Errors
///
/// If one of them cannot be read.
pub fn replay(reader: fn(&[u8])) -> std::io::Result<()> {
    for file in std::env::args_os().skip(1) {
        println!("{}", file.display());
        reader(&std::fs::read(file)?);
    }
    Ok(())
}
