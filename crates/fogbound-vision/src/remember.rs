//! Updates memories from viewsheds.

use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::prelude::*;
use fogbound_fov::{IVec2, UVec2};

use crate::diagnostics::Sharing;
use crate::maps::{Maps, PerMap};
use crate::memory::{LastChanges, RememberRun};
use crate::news::News;
use crate::objects::{Kinds, Lying, Moved, Objects, Touched};
use crate::{GridPosition, MapMemory, MapTile, Moment, OnMap, Revision, Viewshed, VisionMap};

/// The minimum number of memories to write that justifies using other threads.
const WORTH_SHARING: usize = 64;

/// The largest number of touched objects that are followed one by one. For more, reading all objects again is faster.
const MANY: usize = 64;

/// The state of the maps and their objects at the last run. Anything that differs from this state is news.
#[derive(Default)]
pub(crate) struct Before {
    lying: Lying,
    maps: PerMap<Site>,
}

/// The state of one map and the objects on it.
#[derive(Default)]
struct Site {
    /// The last run. Run numbers are unique within the process, so the number of a map's first run identifies the map in
    /// this app. Before the first run, both numbers are 0.
    run: RememberRun,
    news: News,
    last_changes: LastChanges,
    revision: Option<Revision>,
    kinds: Kinds,
    /// The cells that have changed since the last run. They are used up when a run begins.
    changed: Vec<IVec2>,
    /// Whether any cell may have changed since the last run.
    is_new: bool,
}

/// The number of the next run, counted across all apps in this process. It starts at 1, so a run number of 0 means that
/// a memory has not taken part in any run.
static NEXT_RUN: AtomicU64 = AtomicU64::new(1);

impl Before {
    /// Starts a run with the given objects, of which only the `touched` ones may differ from those of the last run, and
    /// records what has changed since.
    fn begin<M: VisionMap, P: GridPosition>(
        &mut self,
        maps: &Maps<M>,
        objects: &Objects<P>,
        touched: &[Entity],
    ) {
        let Self { lying, maps: sites } = self;
        sites.follow(maps);
        let mut is_new = touched.len() > MANY;
        for (on, map) in maps.iter() {
            if let Some(site) = sites.of_mut(on.as_ref()) {
                is_new |= site.read_changes(map);
            }
        }
        for &entity in touched.iter().filter(|_| !is_new) {
            for spot in lying.follow(entity, objects) {
                if let Some(site) = sites.of_mut(spot.on.as_ref()) {
                    let highest = lying.highest(spot);
                    if site.kinds.get(spot.cell) != highest {
                        site.kinds.set(spot.cell, highest);
                        site.changed.push(spot.cell);
                    }
                }
            }
        }
        // Entities can be disabled and enabled without being touched.
        if is_new || objects.iter().len() != lying.count() {
            lying.replace(objects);
            for (on, map) in maps.iter() {
                if let Some(site) = sites.of_mut(on.as_ref()) {
                    let kinds = Kinds::new(map.opacity().size(), lying.on(on));
                    let before = mem::replace(&mut site.kinds, kinds);
                    site.changed.extend(site.kinds.differences(&before));
                }
            }
        }
        for (on, map) in maps.iter() {
            if let Some(site) = sites.of_mut(on.as_ref()) {
                site.begin(map.opacity().size());
            }
        }
    }
}

impl Site {
    /// Collects the tiles that have changed since the last run. Returns whether any may have.
    fn read_changes(&mut self, map: &impl VisionMap) -> bool {
        let changes = map.changes();
        let since = self.revision.replace(changes.revision());
        let since = since.and_then(|since| changes.since(since));
        self.is_new = since.is_none();
        let since = since.unwrap_or_default().iter().filter(|it| it.tile);
        self.changed.extend(since.map(|change| change.cell));
        self.is_new
    }

    /// Starts a run with everything that has changed since the last one.
    fn begin(&mut self, size: UVec2) {
        let number = NEXT_RUN.fetch_add(1, Ordering::Relaxed);
        let RememberRun { app, number: last } = self.run;
        let app = if app == 0 { number } else { app };
        self.run = RememberRun { app, number };
        if self.is_new {
            self.news.forget(number);
            self.last_changes.change_all(number, size);
        } else {
            self.news.add((last, number), &self.changed, size);
            self.last_changes.change(number, &self.changed);
        }
        self.changed.clear();
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
        self.news.each_in(viewshed.visible(), since, |cell| {
            if let Some(tile) = memory.seen(map, cell) {
                let object = self.kinds.get(cell);
                is_news |= memory.note(cell, tile, object);
            }
        });
        is_news
    }
}

/// An entity with a memory. The entity sees only while it has a position.
type Rememberer<M, P> = (
    Option<&'static Viewshed>,
    Has<P>,
    Option<&'static OnMap>,
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
    maps: Maps<M>,
    sharing: Res<Sharing>,
    now: Res<Moment>,
    mut memories: Query<Rememberer<M, P>>,
    (objects, moved): (Objects<P>, Moved<P>),
    mut touched: ResMut<Touched<P>>,
    mut before: Local<Before>,
) {
    // An unchanged resource must not look changed.
    let touched = &mut touched.bypass_change_detection().entities;
    touched.extend(&moved);
    // A new object is noted for each of its components.
    touched.sort_unstable();
    touched.dedup();
    before.begin(&maps, &objects, touched);
    touched.clear();
    let (maps, sites) = (&maps, &before.maps);
    let with_news = memories
        .iter_mut()
        .filter_map(|(viewshed, is_here, on, mut it)| {
            let ((map, _), site) = maps.of(on).zip(sites.of(on))?;
            let memory = it.bypass_change_detection();
            let mut has_changed = memory.assign_to(map.changes().map());
            let mut looks = None;
            let is_of_here = |it: &&Viewshed| it.revision().map(Revision::map) == memory.map();
            let looks_now = |it: &&Viewshed| is_here && !it.is_outdated() && is_of_here(it);
            if let Some(viewshed) = viewshed.filter(looks_now) {
                let since = memory.attend(site.run, &site.news);
                if memory.keep_looking(viewshed, *now) {
                    has_changed |= site.note_changes(map, viewshed, memory, since);
                } else {
                    looks = Some((viewshed, since));
                }
            }
            if has_changed {
                it.set_changed();
            }
            looks.map(|(viewshed, since)| (viewshed, it, since, (map, site)))
        });
    sharing.share(
        with_news,
        WORTH_SHARING,
        |(viewshed, mut it, since, (map, site))| {
            let memory = it.bypass_change_detection();
            let row = |start, count| site.kinds.row(start, count);
            let current = (&site.last_changes, row);
            // This is a bitwise OR because both calls must run.
            let is_news = memory.look(viewshed, map, *now, current)
                | site.note_changes(map, viewshed, memory, since);
            if is_news {
                it.set_changed();
            }
        },
    );
}
