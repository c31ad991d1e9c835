//! Updates memories from viewsheds.

use std::collections::VecDeque;
use std::marker::PhantomData;
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::event::EntityEvent;
use bevy_ecs::lifecycle::{Insert, Remove};
use bevy_ecs::prelude::*;
use fogbound_fov::grid::{BitGrid, ones};
use fogbound_fov::{IVec2, UVec2};

use crate::memory::RememberRun;
use crate::{
    GridPosition, LiesStill, MapMemory, MapTile, Moment, ObjectKind, Revision, Sharing, Viewshed,
    VisionMap,
};

/// The minimum number of memories to write that justifies using other threads.
const WORTH_SHARING: usize = 64;

/// The entities that have become or ceased to be objects with a position of type `P`, or may have, since the last run.
/// Asking every object on a large level in every run would cost much more.
#[derive(Resource)]
pub(crate) struct Touched<P> {
    entities: Vec<Entity>,
    position: PhantomData<fn() -> P>,
}

impl<P> Default for Touched<P> {
    fn default() -> Self {
        Self {
            entities: Vec::new(),
            position: PhantomData,
        }
    }
}

/// Notes objects that are given a component which objects have.
pub(crate) fn note_set<P: GridPosition, C: Component>(
    set: On<Insert, C>,
    objects: Query<(), With<ObjectKind>>,
    mut touched: ResMut<Touched<P>>,
) {
    let entity = set.event_target();
    if objects.contains(entity) {
        touched.entities.push(entity);
    }
}

/// Notes entities that lose a component which objects have.
pub(crate) fn note_lost<P: GridPosition, C: Component>(
    lost: On<Remove, C>,
    mut touched: ResMut<Touched<P>>,
) {
    touched.entities.push(lost.event_target());
}

/// The largest number of touched objects that are followed one by one. For more, reading all objects again is faster.
const MANY: usize = 64;

/// The objects on the map.
type Objects<'w, 's, P> = Query<'w, 's, (Entity, &'static P, &'static ObjectKind)>;

/// The objects that may have moved in place.
type Moved<'w, 's, P> = Query<'w, 's, Entity, (With<ObjectKind>, Without<LiesStill>, Changed<P>)>;

/// The state of the map and its objects at the last run. Anything that differs from this state is news.
#[derive(Default)]
pub(crate) struct Before {
    /// The last run. Run numbers are unique within the process, so the number of an app's first run identifies the app.
    /// Before the first run, both numbers are 0.
    run: RememberRun,
    news: News,
    revision: Option<Revision>,
    lying: Lying,
}

/// The number of the next run, counted across all apps in this process. It starts at 1, so a run number of 0 means that
/// a memory has not taken part in any run.
static NEXT_RUN: AtomicU64 = AtomicU64::new(1);

impl Before {
    /// Starts a run with the given objects on the map, of which only the `touched` ones may differ from those of the last
    /// run, and records what has changed since.
    fn begin<P: GridPosition>(
        &mut self,
        map: &impl VisionMap,
        objects: &Objects<P>,
        touched: &[Entity],
    ) {
        let changes = map.changes();
        let since = self.revision.replace(changes.revision());
        let since = since.and_then(|since| changes.since(since));
        let anything_may_have_changed = since.is_none();
        let since = since.unwrap_or_default().iter().filter(|it| it.tile);
        let mut changed: Vec<IVec2> = since.map(|change| change.cell).collect();
        let read = |(entity, at, kind): (Entity, &P, &ObjectKind)| (entity, (at.cell(), *kind));
        let is_new = anything_may_have_changed || touched.len() > MANY;
        for &entity in touched.iter().filter(|_| !is_new) {
            let now = objects.get(entity).ok().map(|it| read(it).1);
            self.lying.follow(entity, now, &mut changed);
        }
        // Entities can be disabled and enabled without being touched.
        if is_new || objects.iter().len() != self.lying.objects.len() {
            let before = mem::take(&mut self.lying.kinds);
            let size = map.opacity().size();
            self.lying.replace(objects.iter().map(read), size);
            changed.extend(self.lying.kinds.differences(&before));
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

    /// Updates the memory with the changes in view since the run `since`. Returns whether the memory learned
    /// anything.
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
                let object = self.lying.kinds.get(cell);
                is_news |= memory.note(cell, tile, object);
            }
        }
        is_news
    }
}

/// The changes in recent runs. With this list, a memory that missed a few runs can catch up without rereading its
/// entire view.
#[derive(Default)]
struct News {
    /// The run after which the list of changes is complete.
    since: u64,
    /// The changed cells, oldest first, each with the run in which it changed.
    changed: VecDeque<(u64, IVec2)>,
}

/// The maximum number of changes kept. A memory that missed more changes rereads its entire view.
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

    /// Discards everything, because the changes in this run are unknown.
    fn forget(&mut self, run: u64) {
        self.changed.clear();
        self.since = run;
    }

    /// Returns the cells that changed after the given run.
    fn after(&self, run: u64) -> impl Iterator<Item = IVec2> {
        let new = self.changed.iter().rev();
        new.take_while(move |(when, _)| *when > run)
            .map(|&(_, cell)| cell)
    }
}

/// The objects on a map. If several objects share a cell, only the one with the highest kind is kept.
#[derive(Default)]
struct Lying {
    objects: EntityHashMap<(IVec2, ObjectKind)>,
    kinds: Kinds,
}

/// The highest kind of object on each cell of a map.
#[derive(Default)]
struct Kinds {
    /// The kinds, row by row. Only those on `cells` count.
    of: Vec<ObjectKind>,
    /// The cells that hold an object.
    cells: BitGrid,
}

impl Kinds {
    fn new(size: UVec2) -> Self {
        Self {
            of: vec![ObjectKind(0); size.x as usize * size.y as usize],
            cells: BitGrid::new(size),
        }
    }

    /// Returns the index of a cell on the map.
    fn index(&self, cell: IVec2) -> usize {
        cell.y as usize * self.cells.size().x as usize + cell.x as usize
    }

    #[inline]
    fn get(&self, cell: IVec2) -> Option<ObjectKind> {
        self.cells.get(cell).then(|| self.of[self.index(cell)])
    }

    /// Sets the kind on a cell. Nobody sees a cell that is not on the map.
    fn set(&mut self, cell: IVec2, kind: Option<ObjectKind>) {
        self.cells.set(cell, kind.is_some());
        if let Some(kind) = kind.filter(|_| self.cells.get(cell)) {
            let index = self.index(cell);
            self.of[index] = kind;
        }
    }

    /// Returns the cells on which these kinds and `others` differ.
    fn differences(&self, others: &Self) -> impl Iterator<Item = IVec2> {
        let all = self.cells.iter_ones().chain(others.cells.iter_ones());
        all.filter(|cell| self.get(*cell) != others.get(*cell))
    }
}

impl Lying {
    fn replace(
        &mut self,
        objects: impl Iterator<Item = (Entity, (IVec2, ObjectKind))>,
        map: UVec2,
    ) {
        self.objects = objects.collect();
        self.kinds = Kinds::new(map);
        for &(cell, kind) in self.objects.values() {
            let highest = self.kinds.get(cell).max(Some(kind));
            self.kinds.set(cell, highest);
        }
    }

    /// Records where an object is now, if it is one, and adds the cells that look different because of that to `changed`.
    fn follow(
        &mut self,
        entity: Entity,
        now: Option<(IVec2, ObjectKind)>,
        changed: &mut Vec<IVec2>,
    ) {
        let before = match now {
            Some(now) => self.objects.insert(entity, now),
            None => self.objects.remove(&entity),
        };
        if before == now {
            return;
        }
        for (cell, _) in [before, now].into_iter().flatten() {
            let here = self.objects.values().filter(|(at, _)| *at == cell);
            let highest = here.map(|(_, kind)| *kind).max();
            if self.kinds.get(cell) != highest {
                self.kinds.set(cell, highest);
                changed.push(cell);
            }
        }
    }

    /// Returns the objects on `count` (at most 64) consecutive cells of one row, starting at `start`. Each object comes
    /// with its offset from `start`.
    fn row(&self, start: IVec2, count: usize) -> impl Iterator<Item = (usize, ObjectKind)> {
        let cells = self.kinds.cells.columns(start) & u64::MAX >> (64 - count);
        ones(cells).filter_map(move |x| Some((x as usize, self.kinds.get(start + IVec2::X * x)?)))
    }
}

/// An entity with a memory. The entity sees only while it has a position.
type Rememberer<M, P> = (
    Option<&'static Viewshed>,
    Has<P>,
    &'static mut MapMemory<<M as VisionMap>::Tile>,
);

/// Writes every visible cell to the memory of each entity that sees the cell: the tile as it looks now, the object on
/// the cell or the fact that there is none, and the time. What is known about cells out of sight stays the same.
///
/// If several objects share a cell, the memory keeps the one with the highest kind, so the result does not depend on
/// the order in which entities are processed.
///
/// Only news is written: cells that come into view, and cells in view that change. For an entity whose view has not
/// changed, the only cost is the check for news.
pub(crate) fn remember_visible_tiles<M: VisionMap, P: GridPosition>(
    map: Res<M>,
    sharing: Res<Sharing>,
    now: Res<Moment>,
    mut memories: Query<Rememberer<M, P>>,
    (objects, moved): (Objects<P>, Moved<P>),
    mut touched: ResMut<Touched<P>>,
    mut before: Local<Before>,
) {
    let map = &*map;
    // An unchanged resource must not look changed.
    let touched = &mut touched.bypass_change_detection().entities;
    touched.extend(&moved);
    // A new object is noted for each of its components.
    touched.sort_unstable();
    touched.dedup();
    before.begin(map, &objects, touched);
    touched.clear();
    let before = &*before;
    let with_news = memories
        .iter_mut()
        .filter_map(|(viewshed, is_here, mut it)| {
            let memory = it.bypass_change_detection();
            let mut has_changed = memory.assign_to(map.changes().map());
            let mut looks = None;
            if let Some(viewshed) = viewshed.filter(|it| is_here && !it.is_outdated()) {
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
        // This is a bitwise OR because both calls must run.
        let is_news = memory.look(viewshed, map, *now, row)
            | before.note_changes(map, viewshed, memory, since);
        if is_news {
            it.set_changed();
        }
    });
}
