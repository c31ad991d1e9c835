//! What an entity knows about the map: the cells that it has seen or been told about, and no others.

mod chunk;
mod chunks;
mod digest;
mod known_flags;
mod last_changes;

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_reflect::TypePath;
use bevy_reflect::prelude::*;
use fogbound_fov::{IVec2, Run, VisibleSet};

pub use known_flags::KnownFlags;

use crate::news::News;
use crate::{Knowledge, MapId, MapTile, Moment, ObjectKind, Plan, Viewshed, VisionMap};
use chunk::{CHUNK, Chunk, locate};
use chunks::Chunks;
pub(crate) use last_changes::LastChanges;

/// What an entity remembers of its map.
///
/// The known cells are stored in chunks of 16 × 16 cells. Each chunk is created when its first cell becomes known, so
/// the size of a memory depends on how much is known and not on the size of the map. Cells out of sight are remembered
/// as they were last seen, even if the world has changed since.
///
/// **A memory belongs to one map**: the map that exists when
/// [`VisionSystems::Remember`](crate::VisionSystems::Remember) first handles the memory. When that map is replaced by
/// another, the memory forgets everything. To remember a level after leaving it, store the memory of that level with
/// its map: take the memory (`std::mem::take`) when you take the map resource, and put both back together.
///
/// `Changed<MapMemory<T>>` is true when the owner learns something new or corrects something it knew. It is false while
/// the owner sees only what it already knows.
///
/// Serde saves a list of the known cells, row by row, and the lore. A loaded memory does not belong to a map until
/// [`VisionSystems::Remember`](crate::VisionSystems::Remember) first handles it.
#[derive(Component, Reflect, Clone, Debug)]
#[cfg_attr(not(feature = "serde"), reflect(where T: TypePath))]
#[cfg_attr(feature = "serde", reflect(where T: TypePath + serde::Serialize + serde::de::DeserializeOwned))]
#[reflect(Component, Default, Clone)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
pub struct MapMemory<T: MapTile = char> {
    chunks: Chunks<T>,
    lore: Option<Arc<Plan<T>>>,
    map: Option<MapId>,
    /// The cells that the owner saw at its last look, which was at the time `looked`. As long as nothing in view
    /// changes, a look updates only `looked`: the cells in view were last seen then, no matter what their chunks say.
    view: VisibleSet,
    /// The viewshed's stamp at the last look, or 0 before the first look.
    stamp: u64,
    looked: Moment,
    /// The last `Remember` run in which the owner looked.
    attended: RememberRun,
    /// The run before which nothing in the chunks is known to be still true.
    doubted: u64,
}

/// A run of `Remember`: the app and the number of the run.
#[derive(Reflect, Clone, Copy, Debug, Default)]
pub(crate) struct RememberRun {
    pub(crate) app: u64,
    pub(crate) number: u64,
}

impl<T: MapTile> Default for MapMemory<T> {
    fn default() -> Self {
        Self {
            chunks: Chunks::default(),
            lore: None,
            map: None,
            view: VisibleSet::new(),
            stamp: 0,
            looked: Moment::default(),
            attended: RememberRun::default(),
            doubted: 0,
        }
    }
}

impl<T: MapTile> MapMemory<T> {
    /// Creates an empty memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates the memory of a resident, who knows a whole map without having seen any of it. This is the memory's lore,
    /// which many memories can share.
    pub fn knowing(lore: Arc<Plan<T>>) -> Self {
        Self {
            lore: Some(lore),
            ..Self::default()
        }
    }

    /// Returns this memory's lore, if it has any.
    pub fn lore(&self) -> Option<&Arc<Plan<T>>> {
        self.lore.as_ref()
    }

    /// Returns the map that this memory belongs to, or `None` if it does not belong to a map yet.
    pub fn map(&self) -> Option<MapId> {
        self.map
    }

    /// Moves this memory from the map `from` to `to`, a clone of that map in the same state. If the memory does not
    /// belong to `from`, nothing changes.
    ///
    /// A cloned map has a new ID, so without this call the memory would start empty on the clone. Call this for each
    /// memory after cloning a map together with its inhabitants.
    pub fn follow_copy(&mut self, from: MapId, to: MapId) {
        if self.map == Some(from) {
            self.map = Some(to);
        }
    }

    /// Returns what is known about `cell`.
    pub fn get(&self, cell: IVec2) -> Knowledge<T> {
        let (key, index) = locate(cell);
        let learnt = self.chunks.get(key).map(|chunk| chunk.get(index));
        let learnt = learnt.map(|known| self.up_to_date(cell, known));
        match (learnt, &self.lore) {
            (None | Some(Knowledge::Unknown), Some(lore)) => lore
                .get(cell)
                .map_or(Knowledge::Unknown, |tile| Knowledge::Told { tile }),
            (learnt, _) => learnt.unwrap_or_default(),
        }
    }

    /// Returns the known tile at `cell`, whether the owner has seen it or has only been told about it.
    #[inline]
    pub fn tile(&self, cell: IVec2) -> Option<T> {
        let (key, index) = locate(cell);
        let learnt = self.chunks.get(key).and_then(|chunk| chunk.tile(index));
        learnt.or_else(|| self.lore.as_ref()?.get(cell))
    }

    /// Returns the [`flags`](MapTile::flags) of all known cells, including those that the owner has only been told
    /// about.
    pub fn flags(&self) -> KnownFlags<'_, T> {
        KnownFlags::new(&self.chunks, self.lore.as_deref())
    }

    /// Returns whether `cell` has been seen.
    pub fn has_seen(&self, cell: IVec2) -> bool {
        self.get(cell).is_seen()
    }

    /// Records how `cell` looks at the time `when`, replacing what was known about it.
    pub fn see(&mut self, cell: IVec2, tile: T, object: Option<ObjectKind>, when: Moment) {
        // A cell in view would report the time of the last look instead of `when`.
        self.read_view_again();
        self.note(cell, tile, object);
        let (chunk, index) = self.entry(cell, tile);
        chunk.set_when(index, 1, when);
        chunk.doubt(index, 1);
    }

    /// Records that `cell` is said to hold `tile`. If the cell has already been seen, nothing changes.
    pub fn tell(&mut self, cell: IVec2, tile: T) {
        let (chunk, index) = self.entry(cell, tile);
        chunk.tell(index, tile);
    }

    /// Replaces every known tile with `change(tile)`, and the lore with `lore`. Use this when the meaning of tiles
    /// changes while the app is running. The times of sightings stay the same.
    pub fn change_tiles(&mut self, lore: Option<Arc<Plan<T>>>, change: impl Fn(T) -> T) {
        for chunk in self.chunks.iter_mut() {
            chunk.change_tiles(&change);
        }
        self.lore = lore;
    }

    /// Forgets everything, including the lore.
    pub fn forget(&mut self) {
        *self = Self::new();
    }

    /// Iterates over the individual cells that the owner has seen or been told about, in no particular order. Cells
    /// known only from the lore are not included.
    pub fn known_cells(&self) -> impl Iterator<Item = (IVec2, Knowledge<T>)> {
        self.chunks.iter().flat_map(move |(key, chunk)| {
            (0..CHUNK * CHUNK).filter_map(move |i| {
                let cell = key * CHUNK + IVec2::new(i % CHUNK, i / CHUNK);
                let known = self.up_to_date(cell, chunk.get(i as usize));
                (!matches!(known, Knowledge::Unknown)).then_some((cell, known))
            })
        })
    }

    /// Returns the number of cells that [`known_cells`](Self::known_cells) lists, without reading each of them.
    pub fn known_count(&self) -> usize {
        self.chunks.iter().map(|(_, chunk)| chunk.count()).sum()
    }

    /// Assigns the memory to `map`. If the memory belonged to another map, it forgets everything. Returns whether the
    /// memory belonged to another map.
    pub(crate) fn assign_to(&mut self, map: MapId) -> bool {
        let is_other = self.map.is_some_and(|it| it != map);
        if is_other {
            self.forget();
        }
        self.map = Some(map);
        is_other
    }

    /// Records that the owner looks in the given run of `Remember`. Returns the run after which the memory needs `news`.
    /// If the news does not cover what the memory missed, the memory rereads its whole view.
    pub(crate) fn attend(&mut self, run: RememberRun, news: &News) -> u64 {
        let last = std::mem::replace(&mut self.attended, run);
        if last.app == run.app && news.covers(last.number) {
            return last.number;
        }
        self.read_view_again();
        if last.app != run.app {
            self.doubted = run.number;
        }
        run.number
    }

    /// Makes the next look record everything in view.
    pub(crate) fn read_view_again(&mut self) {
        self.change_view(&VisibleSet::new(), |_, _, _, _, _| {});
        self.stamp = 0;
    }

    /// Updates the time to `now` if `viewshed` shows the same cells as at the last look. Returns whether the cells are
    /// the same.
    pub(crate) fn keep_looking(&mut self, viewshed: &Viewshed, now: Moment) -> bool {
        let is_same = self.stamp == viewshed.stamp();
        if is_same {
            self.looked = now;
        }
        is_same
    }

    /// Records a look at the visible cells of `viewshed`, at the time `now`. Writes only the cells that were not in
    /// view at the last look, and of those only the ones that may have changed since they were written. The caller
    /// passes changes of the others to [`note`](Self::note). `changes` says when cells last changed. `lying` receives a
    /// cell and a number of cells, and returns the objects on that many consecutive cells of one row, starting at the
    /// given cell. Returns whether anything was news.
    pub(crate) fn look<L: Iterator<Item = (usize, ObjectKind)>>(
        &mut self,
        viewshed: &Viewshed,
        map: &impl VisionMap<Tile = T>,
        now: Moment,
        (changes, lying): (&LastChanges, impl Fn(IVec2, usize) -> L),
    ) -> bool {
        let mut is_news = false;
        let lore = self.lore.clone();
        let lore = lore.as_deref();
        let (run, doubted) = (self.attended.number, self.doubted);
        self.change_view(viewshed.visible(), |chunks, key, index, cell, count| {
            let changed = changes.of(key).max(doubted);
            if let Some(chunk) = chunks.get_mut(key)
                && !chunk.write((run, changed), index, count)
            {
                return;
            }
            let tiles = |x: usize| seen(map, lore, cell + IVec2::new(x as i32, 0));
            // Visible cells are always on the map.
            let Some(first) = tiles(0) else { return };
            let chunk = chunks.get_or_make(key, first);
            let tiles = (0..count).map_while(tiles);
            is_news |= chunk.see(index, tiles, lying(cell, count));
        });
        self.stamp = viewshed.stamp();
        self.looked = now;
        is_news
    }

    /// Returns the tile that the owner sees at a cell in view.
    pub(crate) fn seen(&self, map: &impl VisionMap<Tile = T>, cell: IVec2) -> Option<T> {
        seen(map, self.lore.as_deref(), cell)
    }

    /// Records the appearance of a cell in view during the current look. Returns whether this was news.
    pub(crate) fn note(&mut self, cell: IVec2, tile: T, object: Option<ObjectKind>) -> bool {
        let (chunk, index) = self.entry(cell, tile);
        let lying = object.map(|object| (0, object));
        chunk.see(index, [tile], lying.into_iter())
    }

    /// Sets the cells in view to `visible`. Cells that leave the view get the time of the last look as the time of
    /// their last sighting. `note` is called for each group of consecutive cells of one row that come into view. It
    /// receives the chunks, the key of the cells' chunk, the index of the first cell, the first cell, and the number of
    /// cells.
    fn change_view(
        &mut self,
        visible: &VisibleSet,
        mut note: impl FnMut(&mut Chunks<T>, IVec2, usize, IVec2, usize),
    ) {
        let mut view = std::mem::take(&mut self.view);
        let looked = self.looked;
        let chunks = &mut self.chunks;
        visible.each_difference(&view, |run, is_in_view| {
            each_part(run, |key, index, cell, count| {
                if is_in_view {
                    note(chunks, key, index, cell, count);
                } else if let Some(chunk) = chunks.get_mut(key) {
                    chunk.set_when(index, count, looked);
                }
            });
        });
        view.clone_from(visible);
        self.view = view;
    }

    /// Returns `known`, with its time corrected to the actual time of the last sighting.
    fn up_to_date(&self, cell: IVec2, mut known: Knowledge<T>) -> Knowledge<T> {
        if let Knowledge::Seen { when, .. } = &mut known
            && self.view.contains(cell)
        {
            *when = self.looked;
        }
        known
    }

    fn entry(&mut self, cell: IVec2, tile: T) -> (&mut Chunk<T>, usize) {
        let (key, index) = locate(cell);
        (self.chunks.get_or_make(key, tile), index)
    }
}

/// Returns the tile that an entity with the given lore sees at a cell.
#[inline]
fn seen<T: MapTile>(
    map: &impl VisionMap<Tile = T>,
    lore: Option<&Plan<T>>,
    cell: IVec2,
) -> Option<T> {
    let told = || lore?.get(cell);
    Some(map.tile(cell)?.as_seen(told))
}

/// Splits a run into parts that each lie in one chunk. Calls `note` for each part with the key of the chunk, the index
/// of the first cell, the first cell, and the number of cells.
fn each_part(run: Run, mut note: impl FnMut(IVec2, usize, IVec2, usize)) {
    let (mut cell, mut left) = (run.start, run.length);
    while left > 0 {
        let (key, index) = locate(cell);
        let count = (CHUNK - cell.x.rem_euclid(CHUNK)).unsigned_abs().min(left);
        note(key, index, cell, count as usize);
        // After the last cell, `x` may overflow.
        cell.x = cell.x.wrapping_add_unsigned(count);
        left -= count;
    }
}
