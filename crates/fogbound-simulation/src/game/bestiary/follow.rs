//! Following changes in the assets folder. A game that waits for a key uses no processor time, yet shows a changed
//! monster at once.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use super::files::{MonsterFiles, is_monster_file};
use super::reload::{Notice, reload_monsters};
use crate::dungeon::TILES;
use crate::files::Changes;

/// A callback that wakes the app when something happens outside it. A front end that sleeps until the next input must
/// insert a waker before [`Startup`]. A front end that never sleeps does not need one.
#[derive(Resource, Clone)]
pub struct Waker(Arc<dyn Fn() + Send + Sync>);

impl Waker {
    /// Creates a waker that calls `wake`, possibly from another thread.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(wake))
    }

    pub fn wake(&self) {
        (self.0)();
    }
}

/// A message saying that something may have changed in the given assets folder.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct FolderChanged(pub PathBuf);

/// The watchers for the assets folders. They stop watching when they are dropped.
#[derive(Resource)]
pub(super) struct FolderWatches(Vec<FolderWatch>);

/// The watcher for an assets folder.
struct FolderWatch {
    changes: Changes,
    assets: PathBuf,
    /// The folders of monsters and of things.
    folders: [PathBuf; 2],
}

pub(super) fn watch_folder(
    mut commands: Commands,
    files: Res<MonsterFiles>,
    waker: Option<Res<Waker>>,
    mut notices: MessageWriter<Notice>,
) {
    let mut watches = Vec::new();
    for folder in files.folders() {
        let waker = waker.as_ref().map(|waker| Waker::clone(waker));
        match FolderWatch::start(folder, waker) {
            Ok(watch) => watches.push(watch),
            Err(error) => {
                let folder = folder.display();
                let why = format!("{folder}: changes will not be noticed ({error})");
                warn!("{why}");
                notices.write(Notice(why));
            }
        }
    }
    commands.insert_resource(FolderWatches(watches));
}

impl FolderWatch {
    fn start(assets: &Path, waker: Option<Waker>) -> io::Result<Self> {
        // macOS reports changes with the folder's real path.
        let assets = assets.canonicalize()?;
        let folders = ["monsters", "things"].map(|it| assets.join(it));
        let watched = folders.clone();
        let wake = move || {
            if let Some(waker) = &waker {
                waker.wake();
            }
        };
        let mut changes = Changes::start(
            move |path| watched.iter().any(|it| concerns(path, it)),
            wake,
        )?;
        // These folders may not exist yet, so the assets folder is watched for its creation. It is not watched
        // recursively, because the user might name a folder as large as the whole disk.
        changes.add(&assets)?;
        let mut watch = Self {
            changes,
            assets,
            folders,
        };
        watch.follow_folders();
        Ok(watch)
    }

    /// Watches the current folders of monsters and things, which may have been replaced.
    fn follow_folders(&mut self) {
        for folder in &self.folders {
            // If the folder cannot be watched, the assets folder still is.
            let _ = self.changes.add(folder);
        }
    }
}

/// Returns whether a changed path is a file in this folder, the folder itself or the tile file beside it.
fn concerns(file: &Path, folder: &Path) -> bool {
    let is_tiles = file.file_name() == Some(OsStr::new(TILES)) && file.parent() == folder.parent();
    file == folder || is_tiles || (file.parent() == Some(folder) && is_monster_file(file))
}

pub(crate) fn reload_when_changed(world: &mut World) {
    let Some(mut watches) = world.get_resource_mut::<FolderWatches>() else {
        return;
    };
    let mut changed = Vec::new();
    for watch in &mut watches.0 {
        if watch.changes.take() {
            // Watching starts before reading, so a change in between is not missed.
            watch.follow_folders();
            changed.push(FolderChanged(watch.assets.clone()));
        }
    }
    if !changed.is_empty() {
        reload_monsters(world);
        for folder in changed {
            world.write_message(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changed_monster_files_count() {
        let concern = |file: &str| concerns(Path::new(file), Path::new("/mine/monsters"));
        assert!(concern("/mine/monsters/rat.ron"));
        assert!(concern("/mine/monsters"));
        assert!(concern("/mine/tiles.ron"));
        for other in [
            "/mine/rat.ron",
            "/mine/monsters/.rat.ron.swp",
            "/mine/monsters/rat.ron~",
        ] {
            assert!(!concern(other), "{other}");
        }
    }
}
