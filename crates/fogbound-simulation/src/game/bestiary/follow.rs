//! Detecting changed files without polling.
//!
//! The operating system notifies a separate thread (`notify`). The thread waits until the writer has finished, then
//! sets a flag and wakes the app. So a game waiting for a key costs nothing, yet shows a changed monster at once.

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

/// An editor writes a file in several steps. They count as finished after this long without events.
const QUIET: Duration = Duration::from_millis(60);

/// The longest wait for a writer that never stops.
const LONGEST: Duration = Duration::from_secs(1);

/// Wakes the app when something happens outside it. A front end that sleeps until its next input inserts one before
/// [`Startup`]; one that never sleeps needs none.
#[derive(Resource, Clone)]
pub struct Waker(Arc<dyn Fn() + Send + Sync>);

impl Waker {
    /// Wakes the app by calling `wake`, from any thread.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(wake))
    }
}

/// Something may have changed in this folder of assets.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct FolderChanged(pub PathBuf);

/// The watcher of the folder of assets. It watches until it is dropped.
#[derive(Resource)]
pub(super) struct FolderWatch {
    changed: Arc<AtomicBool>,
    assets: PathBuf,
    monsters: PathBuf,
    watcher: RecommendedWatcher,
}

/// Watches the folder of assets, if there is one.
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
        // macOS reports changes by the folder's real path.
        let assets = assets.canonicalize().map_err(notify::Error::io)?;
        let monsters = assets.join("monsters");
        let (sender, receiver) = channel();
        let folder = monsters.clone();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if event.is_ok_and(|event| concerns(&event, &folder)) {
                // The receiver lives as long as there is a watcher.
                let _ = sender.send(());
            }
        })?;
        // The folder of monsters may not exist yet; its creation shows in the folder around it. Not watched
        // recursively: the user might name the whole disk.
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

    /// Watches the current folder of monsters, which may have been replaced.
    fn follow_monsters(&mut self) {
        // Fails if there is no such folder; then there is nothing to watch.
        let _ = self
            .watcher
            .watch(&self.monsters, RecursiveMode::NonRecursive);
    }
}

/// Whether an event may mean that a monster file or the file of tiles has changed. Read accesses do not count.
fn concerns(event: &Event, monsters: &Path) -> bool {
    let is_one = |file: &PathBuf| {
        let is_tiles =
            file.file_name() == Some(OsStr::new(TILES)) && file.parent() == monsters.parent();
        file == monsters || is_tiles || (file.parent() == Some(monsters) && is_monster_file(file))
    };
    let is_read = matches!(event.kind, EventKind::Access(_));
    event.need_rescan() || (!is_read && event.paths.iter().any(is_one))
}

/// Waits for changes until the watcher is gone.
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

/// Reads the monsters again if a file has changed.
pub(crate) fn reload_when_changed(world: &mut World) {
    let Some(mut watch) = world.get_resource_mut::<FolderWatch>() else {
        return;
    };
    if watch.changed.swap(false, Ordering::Acquire) {
        // Watch first, then read: a change in between is not missed.
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
        // The system reports that it lost events.
        let lost = Event::new(EventKind::Other).set_flag(Flag::Rescan);
        assert!(concerns(&lost, monsters));
    }
}
