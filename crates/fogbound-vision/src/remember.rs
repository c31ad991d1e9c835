//! From sight to memory: every visible cell is promoted to seen.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::prelude::*;
use bevy_platform::collections::HashMap;
use fogbound_fov::grid::{BitGrid, ones};
use fogbound_fov::{IVec2, UVec2};

use crate::memory::RememberRun;
use crate::{
    GridPosition, MapMemory, MapTile, Moment, ObjectKind, Revision, Sharing, Viewshed, VisionMap,
};

/// Below this many memories with something new in view, handing them to other threads costs more than
/// it saves.
const WORTH_SHARING: usize = 64;

/// The last run: what differs from it is news.
#[derive(Default)]
pub(crate) struct Before {
    /// In which app it was. An app goes by the number of its first run, which no other has; 0 before that.
    run: RememberRun,
    news: News,
    revision: Option<Revision>,
    lying: Lying,
}

/// The number of the run that is to come, over all apps of this process: no memory has attended it.
static NEXT_RUN: AtomicU64 = AtomicU64::new(1);

impl Before {
    /// Begins another run in which these things lie on the map, and notes what is new in it.
    fn begin(&mut self, map: &impl VisionMap, lying: HashMap<IVec2, ObjectKind>) {
        let changes = map.changes();
        let since = self.revision.replace(changes.revision());
        let since = since.and_then(|since| changes.since(since));
        let anything_may_have_changed = since.is_none();
        let since = since.unwrap_or_default().iter();
        let mut changed: Vec<IVec2> = since.map(|change| change.cell).collect();
        if anything_may_have_changed || lying != self.lying.kinds {
            changed.extend(differences(&lying, &self.lying.kinds));
            changed.extend(differences(&self.lying.kinds, &lying));
            self.lying.replace(lying, map.opacity().size());
        }
        let number = NEXT_RUN.fetch_add(1, Ordering::Relaxed);
        let app = if self.run.app == 0 {
            number
        } else {
            self.run.app
        };
        self.run = RememberRun { app, number };
        if anything_may_have_changed {
            self.news.forget(number);
        } else {
            self.news.add(number, &changed);
        }
    }

    /// Writes into a memory what has changed in view after a run. Says whether that is news.
    fn note_changes<T: MapTile>(
        &self,
        map: &impl VisionMap<Tile = T>,
        viewshed: &Viewshed,
        memory: &mut MapMemory<T>,
        since: u64,
    ) -> bool {
        let mut is_news = false;
        for cell in self.news.after(since).filter(|&cell| viewshed.sees(cell)) {
            if let Some(tile) = memory.seen(map, cell) {
                let object = self.lying.kinds.get(&cell).copied();
                is_news |= memory.note(cell, tile, object);
            }
        }
        is_news
    }
}

/// What was new in the last runs for whoever went on seeing the same cells: so that whoever did not look for some runs can
/// catch up.
#[derive(Default)]
struct News {
    /// The runs after this one are known.
    since: u64,
    /// By run, the cells that had changed.
    changed: VecDeque<(u64, IVec2)>,
}

/// So many changes are kept. Whoever missed more looks anew at all that is in view.
const LONGEST_NEWS: usize = 256;

impl News {
    fn add(&mut self, run: u64, changed: &[IVec2]) {
        self.changed.extend(changed.iter().map(|&cell| (run, cell)));
        while self.changed.len() > LONGEST_NEWS
            && let Some((run, _)) = self.changed.pop_front()
        {
            self.since = run;
        }
    }

    /// Nobody knows what is new in this run.
    fn forget(&mut self, run: u64) {
        self.changed.clear();
        self.since = run;
    }

    /// The cells that have changed after this run.
    fn after(&self, run: u64) -> impl Iterator<Item = IVec2> {
        let new = self.changed.iter().rev();
        new.take_while(move |(when, _)| *when > run)
            .map(|&(_, cell)| cell)
    }
}

/// What lies on the cells of a map: on each the highest kind.
#[derive(Default)]
struct Lying {
    kinds: HashMap<IVec2, ObjectKind>,
    /// The cells of the map that have something.
    cells: BitGrid,
}

impl Lying {
    fn replace(&mut self, kinds: HashMap<IVec2, ObjectKind>, map: UVec2) {
        self.kinds = kinds;
        self.cells = BitGrid::new(map);
        for &cell in self.kinds.keys() {
            self.cells.set(cell, true);
        }
    }

    /// What lies on the cell `start` and those to its right, counted from it: `count` cells in all and at most 64.
    fn row(&self, start: IVec2, count: usize) -> impl Iterator<Item = (usize, ObjectKind)> + Clone {
        let cells = self.cells.columns(start) & u64::MAX >> (64 - count);
        ones(cells).filter_map(move |x| {
            let kind = self.kinds.get(&(start + IVec2::new(x, 0)));
            Some((x as usize, *kind?))
        })
    }
}

/// Whoever has a memory; it sees only if it stands somewhere.
type Rememberer<M, P> = (
    Option<&'static Viewshed>,
    Has<P>,
    &'static mut MapMemory<<M as VisionMap>::Tile>,
);

/// Writes every visible cell into the memory of whoever sees it: the tile as it looks now, the object
/// that lies there or the fact that none does, and that it was seen now. Nothing out of sight is
/// touched.
///
/// Where several objects share a cell, the highest kind is remembered, so that the answer does not
/// depend on the order of entities.
///
/// Only news is written: cells that come into view, or that change in it. Whoever sees the same cells
/// as before costs no more than to find that out.
pub(crate) fn remember_visible_tiles<M: VisionMap, P: GridPosition>(
    map: Res<M>,
    sharing: Res<Sharing>,
    now: Res<Moment>,
    mut memories: Query<Rememberer<M, P>>,
    objects: Query<(&P, &ObjectKind)>,
    mut before: Local<Before>,
) {
    let map = &*map;
    let mut lying: HashMap<IVec2, ObjectKind> = HashMap::default();
    for (position, &kind) in &objects {
        let highest = lying.entry(position.cell()).or_insert(kind);
        *highest = kind.max(*highest);
    }
    before.begin(map, lying);
    let before = &*before;
    let with_news = memories
        .iter_mut()
        .filter_map(|(viewshed, is_here, mut it)| {
            let memory = it.bypass_change_detection();
            let mut has_changed = memory.be_about(map.changes().map());
            let mut looks = None;
            if let Some(viewshed) = viewshed.filter(|it| is_here && !it.is_of_old()) {
                let since = memory.attend(before.run, before.news.since);
                if memory.keep_looking(viewshed, *now) {
                    has_changed |= before.note_changes(map, viewshed, memory, since);
                } else {
                    looks = Some((viewshed, since));
                }
            }
            if has_changed {
                it.set_changed();
            }
            looks.map(|(viewshed, since)| (viewshed, it, since))
        });
    sharing.share(with_news, WORTH_SHARING, |(viewshed, mut it, since)| {
        let memory = it.bypass_change_detection();
        let row = |start, count| before.lying.row(start, count);
        // Both, whatever the first finds.
        let is_news = memory.look(viewshed, map, *now, row)
            | before.note_changes(map, viewshed, memory, since);
        if is_news {
            it.set_changed();
        }
    });
}

/// Where `one` has something that `other` has not.
fn differences<'a>(
    one: &'a HashMap<IVec2, ObjectKind>,
    other: &'a HashMap<IVec2, ObjectKind>,
) -> impl Iterator<Item = IVec2> + use<'a> {
    let only = one
        .iter()
        .filter(|&(cell, kind)| other.get(cell) != Some(kind));
    only.map(|(&cell, _)| cell)
}
