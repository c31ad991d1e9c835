//! From sight to memory: every visible cell is promoted to seen.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::prelude::*;
use bevy_platform::collections::HashMap;
use fogbound_fov::grid::{BitGrid, ones};
use fogbound_fov::{IVec2, UVec2};

use crate::memory::LyingInRow;
use crate::{GridPosition, MapMemory, Moment, ObjectKind, Revision, Sharing, Viewshed, VisionMap};

/// Below this many memories with something new in view, handing them to other threads costs more than
/// it saves.
const WORTH_SHARING: usize = 64;

/// The last run: what differs from it is news.
#[derive(Default)]
pub(crate) struct Before {
    /// Which app this is: the number of its first run, which no other has; 0 before that.
    here: u64,
    news: News,
    revision: Option<Revision>,
    lying: Lying,
}

/// The number of the run that is to come, over all apps of this process: no memory has attended it.
static NEXT_RUN: AtomicU64 = AtomicU64::new(1);

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
    fn at(&self, cell: IVec2) -> Option<ObjectKind> {
        self.kinds.get(&cell).copied()
    }

    fn replace(&mut self, kinds: HashMap<IVec2, ObjectKind>, map: UVec2) {
        self.kinds = kinds;
        self.cells = BitGrid::new(map);
        for &cell in self.kinds.keys() {
            self.cells.set(cell, true);
        }
    }

    /// What lies on the cell `start` and those to its right, `count` in all and at most 64.
    fn row(&self, start: IVec2, count: usize) -> RowOfThings<'_> {
        RowOfThings {
            lying: self,
            start,
            cells: self.cells.columns(start) & u64::MAX >> (64 - count),
        }
    }
}

struct RowOfThings<'a> {
    lying: &'a Lying,
    start: IVec2,
    /// By cell, whether anything lies there.
    cells: u64,
}

impl LyingInRow for RowOfThings<'_> {
    fn at(&self, x: usize) -> Option<ObjectKind> {
        self.lying.at(self.start + IVec2::new(x as i32, 0))
    }

    fn each(&self, mut tell: impl FnMut(usize, ObjectKind)) {
        for x in ones(self.cells) {
            if let Some(kind) = self.at(x as usize) {
                tell(x as usize, kind);
            }
        }
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
    (map, sharing): (Res<M>, Res<Sharing>),
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
    let revision = map.changes().revision();
    let since = before.revision.replace(revision);
    let since = since.and_then(|since| map.changes().since(since));
    let anything_may_have_changed = since.is_none();
    let since = since.unwrap_or_default().iter();
    let mut changed: Vec<IVec2> = since.map(|change| change.cell).collect();
    if anything_may_have_changed || lying != before.lying.kinds {
        changed.extend(differences(&lying, &before.lying.kinds));
        changed.extend(differences(&before.lying.kinds, &lying));
        before.lying.replace(lying, map.opacity().size());
    }
    let run = NEXT_RUN.fetch_add(1, Ordering::Relaxed);
    if before.here == 0 {
        before.here = run;
    }
    if anything_may_have_changed {
        before.news.forget(run);
    } else {
        before.news.add(run, &changed);
    }
    let Before {
        here, lying, news, ..
    } = &*before;
    let note_changes = |viewshed: &Viewshed, memory: &mut MapMemory<M::Tile>, since: u64| {
        let mut is_news = false;
        for cell in news.after(since).filter(|&cell| viewshed.sees(cell)) {
            if let Some(tile) = memory.seen(map, cell) {
                is_news |= memory.note(cell, tile, lying.at(cell));
            }
        }
        is_news
    };
    let with_news = memories
        .iter_mut()
        .filter_map(|(viewshed, is_here, mut it)| {
            let memory = it.bypass_change_detection();
            let mut has_changed = memory.be_about(revision.map());
            let viewshed = viewshed.filter(|it| is_here && !it.is_of_old());
            if let Some(viewshed) = viewshed {
                let since = memory.attend((*here, run), news.since);
                if !memory.keep_looking(viewshed, *now) {
                    if has_changed {
                        it.set_changed();
                    }
                    return Some((viewshed, it, since));
                }
                has_changed |= note_changes(viewshed, memory, since);
            }
            if has_changed {
                it.set_changed();
            }
            None
        });
    sharing.share(with_news, WORTH_SHARING, |(viewshed, mut it, since)| {
        let memory = it.bypass_change_detection();
        let row = |start, count| lying.row(start, count);
        // Both, whatever the first finds.
        if memory.look(viewshed, map, *now, row) | note_changes(viewshed, memory, since) {
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
