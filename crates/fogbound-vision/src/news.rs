//! What has changed on a map in recent runs.

use std::collections::VecDeque;

use fogbound_fov::IVec2;

/// The changes in recent runs. With this list, a memory that missed a few runs can catch up without rereading its
/// entire view.
#[derive(Default)]
pub(crate) struct News {
    /// The run after which the list of changes is complete.
    since: u64,
    /// The changed cells, oldest first, each with the run in which it changed.
    changed: VecDeque<(u64, IVec2)>,
}

/// The maximum number of changes kept. A memory that missed more changes rereads its entire view.
const LONGEST: usize = 256;

impl News {
    pub(crate) fn add(&mut self, run: u64, changed: impl IntoIterator<Item = IVec2>) {
        self.changed
            .extend(changed.into_iter().map(|cell| (run, cell)));
        while self.changed.len() > LONGEST
            && let Some((run, _)) = self.changed.pop_front()
        {
            self.since = run;
        }
    }

    /// Discards everything, because the changes in this run are unknown.
    pub(crate) fn forget(&mut self, run: u64) {
        self.changed.clear();
        self.since = run;
    }

    /// Returns the run after which the list of changes is complete.
    pub(crate) fn since(&self) -> u64 {
        self.since
    }

    /// Returns the cells that changed after the given run.
    pub(crate) fn after(&self, run: u64) -> impl Iterator<Item = IVec2> {
        let new = self.changed.iter().rev();
        new.take_while(move |(when, _)| *when > run)
            .map(|&(_, cell)| cell)
    }
}
