//! Noticing that a file has changed, without looking.
//!
//! The system tells a thread of its own (`notify`); the thread waits until the writer has finished,
//! sets a flag and wakes the app. So a game that waits for a key costs nothing and still shows a
//! monster's change at once.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use bevy::prelude::*;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::{MonsterFiles, Notice, reload_monsters};

/// An editor writes a file in several steps, which are over when nothing has happened for so long.
const QUIET: Duration = Duration::from_millis(60);

/// Wakes the app up when something happens outside of it. A front end that sleeps until its next
/// input puts one into the world before [`Startup`]; one that never sleeps needs none.
#[derive(Resource, Clone)]
pub struct Waker(Arc<dyn Fn() + Send + Sync>);

impl Waker {
    /// Wakes the app by calling `wake`, from any thread.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(wake))
    }
}

/// The watcher of the folder of assets. It watches as long as this lives.
#[derive(Resource)]
pub(super) struct FolderWatch {
    changed: Arc<AtomicBool>,
    _watcher: RecommendedWatcher,
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
    match start(folder, waker) {
        Ok(watch) => commands.insert_resource(watch),
        Err(error) => {
            let why = format!(
                "{}: changes will not be noticed ({error})",
                folder.display()
            );
            warn!("{why}");
            notices.write(Notice(why));
        }
    }
}

fn start(folder: &Path, waker: Option<Waker>) -> notify::Result<FolderWatch> {
    let (sender, receiver) = channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        // Reading a file is no change of it. What went wrong may have been one.
        let is_change = event.is_ok_and(|it| !matches!(it.kind, EventKind::Access(_)));
        if is_change {
            // The receiver lives as long as there is a watcher.
            let _ = sender.send(());
        }
    })?;
    watcher.watch(folder, RecursiveMode::Recursive)?;
    let changed = Arc::new(AtomicBool::new(false));
    let flag = changed.clone();
    thread::Builder::new()
        .name("assets".to_owned())
        .spawn(move || pass_on(&receiver, &flag, waker))
        .map_err(notify::Error::io)?;
    Ok(FolderWatch {
        changed,
        _watcher: watcher,
    })
}

/// Waits for changes until the watcher is gone.
fn pass_on(changes: &Receiver<()>, flag: &AtomicBool, waker: Option<Waker>) {
    while changes.recv().is_ok() {
        while changes.recv_timeout(QUIET).is_ok() {}
        flag.store(true, Ordering::Release);
        if let Some(waker) = &waker {
            (waker.0)();
        }
    }
}

/// Reads the monsters anew if a file has changed.
pub(super) fn reload_when_changed(world: &mut World) {
    let watch = world.get_resource::<FolderWatch>();
    if watch.is_some_and(|watch| watch.changed.swap(false, Ordering::Acquire)) {
        reload_monsters(world);
    }
}
