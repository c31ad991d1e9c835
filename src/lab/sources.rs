//! Watching the files that scenes are read from.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::files::Changes;

/// The files and folders that scenes were read from, which are watched.
pub struct Sources {
    changes: Changes,
    watched: Arc<Mutex<Vec<PathBuf>>>,
}

impl Sources {
    /// Starts watching, at first nothing. `wake` is called on another thread after each change.
    ///
    /// # Errors
    ///
    /// If the operating system does not support watching.
    pub fn watch(wake: impl Fn() + Send + 'static) -> io::Result<Self> {
        let watched: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
        let all = watched.clone();
        let concerns = move |path: &Path| {
            let all = all.lock().unwrap_or_else(PoisonError::into_inner);
            // A folder above a file concerns us too: it may have come back.
            let mut all = all.iter();
            all.any(|it| path.starts_with(it) || it.starts_with(path))
        };
        let changes = Changes::start(concerns, wake)?;
        Ok(Self { changes, watched })
    }

    /// Watches these files too, and the files in these folders. To be called before they are read, so that no change
    /// is missed, and again after a change, since a folder may have been replaced.
    ///
    /// # Errors
    ///
    /// If the operating system cannot watch them.
    pub fn follow(&mut self, sources: &[PathBuf]) -> io::Result<()> {
        for source in sources.iter().map(|it| real(it)) {
            // A file is watched through its folder, because editors replace files. If the folder is gone, the nearest
            // folder above it shows when it comes back.
            let above = source.ancestors().skip(1).find(|it| it.is_dir());
            above.map_or(Ok(()), |it| self.changes.add(it))?;
            if source.is_dir() {
                self.changes.add(&source)?;
                for inner in ["monsters", "vaults"] {
                    self.changes.add(&source.join(inner))?;
                }
            }
            let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
            if !watched.contains(&source) {
                watched.push(source);
            }
        }
        Ok(())
    }

    /// Returns whether anything has changed since the last call.
    pub fn take(&self) -> bool {
        self.changes.take()
    }
}

/// Returns the whole path, with the real path of the folder as far as it exists, as some systems report changes.
fn real(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folder = whole.parent().and_then(|it| it.canonicalize().ok());
    match (folder, whole.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => whole,
    }
}
