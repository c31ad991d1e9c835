//! Detecting changed files without polling.
//!
//! The operating system notifies a separate thread (through the `notify` crate). The thread waits until the writer has
//! finished, then sets a flag and wakes the app. A game that waits for a key therefore uses no processor time, yet
//! shows a changed monster at once.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::files::is_monster_file;
use super::{MonsterFiles, Notice, reload_monsters};
use crate::dungeon::TILES;

/// The time without events after which a change counts as finished. Editors write files in several steps.
const QUIET: Duration = Duration::from_millis(60);

/// The maximum time to wait for a writer that does not finish.
const LONGEST: Duration = Duration::from_secs(1);

/// A callback that wakes the app when something happens outside it. A front end that sleeps until the next input must
/// insert a waker before [`Startup`]. A front end that never sleeps does not need one.
#[derive(Resource, Clone)]
pub struct Waker(Arc<dyn Fn() + Send + Sync>);

impl Waker {
    /// Creates a waker that calls `wake`, possibly from another thread.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(wake))
    }
}

/// A message saying that something may have changed in the given assets folder.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct FolderChanged(pub PathBuf);

/// The watcher for the assets folder. It stops watching when it is dropped.
#[derive(Resource)]
pub(super) struct FolderWatch {
    changed: Arc<AtomicBool>,
    assets: PathBuf,
    monsters: PathBuf,
    watcher: RecommendedWatcher,
}

/// Starts watching the assets folder, if there is one.
pub(super) fn watch_folder(
    mut commands: Commands,
    files: Res<MonsterFiles>,
    waker: Option<Res<Waker>>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(folder) = files.folder() else { return };
    let waker = waker.map(|waker| waker.clone());
    match FolderWatch::start(folder, waker) {
        Ok(watch) => commands.insert_resource(watch),
        Err(error) => {
            let folder = folder.display();
            let why = format!("{folder}: changes will not be noticed ({error})");
            warn!("{why}");
            notices.write(Notice(why));
        }
    }
}

impl FolderWatch {
    fn start(assets: &Path, waker: Option<Waker>) -> notify::Result<Self> {
        // macOS reports changes with the folder's real path.
        let assets = assets.canonicalize().map_err(notify::Error::io)?;
        let monsters = assets.join("monsters");
        let (sender, receiver) = channel();
        let folder = monsters.clone();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if event.is_ok_and(|event| concerns(&event, &folder)) {
                // The receiver lives as long as the watcher.
                let _ = sender.send(());
            }
        })?;
        // The monster folder may not exist yet, so the assets folder is watched for its creation. It is not watched
        // recursively, because the user might name a folder as large as the whole disk.
        watcher.watch(&assets, RecursiveMode::NonRecursive)?;
        let changed = Arc::new(AtomicBool::new(false));
        let flag = changed.clone();
        thread::Builder::new()
            .name("assets".to_owned())
            .spawn(move || pass_on(&receiver, &flag, waker))
            .map_err(notify::Error::io)?;
        let mut watch = Self {
            changed,
            assets,
            monsters,
            watcher,
        };
        watch.follow_monsters();
        Ok(watch)
    }

    /// Watches the current monster folder, which may have been replaced.
    fn follow_monsters(&mut self) {
        // This fails if the folder does not exist. In that case there is nothing to watch.
        let _ = self
            .watcher
            .watch(&self.monsters, RecursiveMode::NonRecursive);
    }
}

/// Returns whether an event may mean that a monster file or the tile file has changed. Read accesses do not count.
fn concerns(event: &Event, monsters: &Path) -> bool {
    let is_one = |file: &PathBuf| {
        let is_tiles =
            file.file_name() == Some(OsStr::new(TILES)) && file.parent() == monsters.parent();
        file == monsters || is_tiles || (file.parent() == Some(monsters) && is_monster_file(file))
    };
    let is_read = matches!(event.kind, EventKind::Access(_));
    event.need_rescan() || (!is_read && event.paths.iter().any(is_one))
}

/// Waits for changes, sets the flag and wakes the app after each one, and returns when the watcher is dropped.
fn pass_on(changes: &Receiver<()>, flag: &AtomicBool, waker: Option<Waker>) {
    while changes.recv().is_ok() {
        let patience = Instant::now() + LONGEST;
        while Instant::now() < patience && changes.recv_timeout(QUIET).is_ok() {}
        flag.store(true, Ordering::Release);
        if let Some(waker) = &waker {
            (waker.0)();
        }
    }
}

/// Reloads the monsters if a file has changed.
pub(crate) fn reload_when_changed(world: &mut World) {
    let Some(mut watch) = world.get_resource_mut::<FolderWatch>() else {
        return;
    };
    if watch.changed.swap(false, Ordering::Acquire) {
        // Watching starts before reading, so a change in between is not missed.
        watch.follow_monsters();
        let folder = FolderChanged(watch.assets.clone());
        reload_monsters(world);
        world.write_message(folder);
    }
}

#[cfg(test)]
mod tests {
    use notify::event::{AccessKind, Flag, ModifyKind};

    use super::*;

    #[test]
    fn only_changed_monster_files_count() {
        let monsters = Path::new("/mine/monsters");
        let concern =
            |kind, file: &str| concerns(&Event::new(kind).add_path(file.into()), monsters);
        let change = EventKind::Modify(ModifyKind::Any);
        assert!(concern(change, "/mine/monsters/rat.ron"));
        assert!(concern(change, "/mine/monsters"));
        assert!(concern(change, "/mine/tiles.ron"));
        assert!(!concern(
            EventKind::Access(AccessKind::Read),
            "/mine/monsters/rat.ron"
        ));
        for other in [
            "/mine/rat.ron",
            "/mine/monsters/.rat.ron.swp",
            "/mine/monsters/rat.ron~",
        ] {
            assert!(!concern(change, other), "{other}");
        }
        // The operating system uses this event to report that it has lost events.
        let lost = Event::new(EventKind::Other).set_flag(Flag::Rescan);
        assert!(concerns(&lost, monsters));
    }
}
