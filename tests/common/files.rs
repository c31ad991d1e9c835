//! Files and folders that tests write.
//!
//! All test programs share one folder for these files, and tests run in parallel, so every test must choose unique
//! names.

use std::fs;
use std::path::PathBuf;

/// Returns a path in the folder for tests, without creating anything.
pub fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Creates an empty folder.
pub fn empty_folder(name: &str) -> PathBuf {
    let folder = path(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a file.
pub fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = path(name);
    fs::write(&path, content).expect("the file can be written");
    path
}
