//! What an entity knows about the map: only the cells it has seen or was told about.

mod chunk;
mod chunks;
mod digest;
mod known_flags;

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_reflect::TypePath;
use bevy_reflect::prelude::*;
use fogbound_fov::{IVec2, Run, VisibleSet};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use known_flags::KnownFlags;

use crate::{Knowledge, MapId, MapTile, Moment, ObjectKind, Plan, Viewshed, VisionMap};
use chunk::{CHUNK, Chunk, locate};
use chunks::Chunks;

/// A map that entities know without having seen it. Many memories can share one.
pub type Lore<T> = Arc<Plan<T>>;

/// What an entity remembers of its map.
///
/// The known cells are stored in chunks of 16 × 16, each created when its first cell becomes known, so the size
/// depends on what is known and not on the size of the map. Cells out of sight stay as they were last seen, even when
/// the world has changed since.
///
/// **A memory belongs to one map**: the first one it meets in
/// [`VisionSystems::Remember`](crate::VisionSystems::Remember). When the map is replaced by another, the memory
/// starts empty. To remember a level after leaving it, store its memory with its map: take the memory
/// (`std::mem::take`) when you take the map resource, and put both back together.
///
/// `Changed<MapMemory<T>>` is true when the owner learns something new or corrects something it knew. It is not true
/// while the owner sees only what it already knows.
///
/// Serde writes a list of the known cells, row by row, and the lore. A memory that was read belongs to the first map
/// it meets.
#[derive(Component, Reflect, Clone, Debug)]
#[reflect(opaque)]
#[reflect(where T: TypePath + Serialize + DeserializeOwned)]
#[reflect(Component, Default, Clone, Serialize, Deserialize)]
pub struct MapMemory<T: MapTile = char> {
    chunks: Chunks<T>,
    lore: Option<Lore<T>>,
    map: Option<MapId>,
    /// What the owner saw at its last look, and when. As long as nothing in it changes, a look writes nothing else:
    /// the cells in view were last seen at `looked`, no matter what their chunks say.
    view: VisibleSet,
    /// The viewshed's stamp at the last look; 0 before the first.
    stamp: u64,
    looked: Moment,
    /// The last `Remember` run in which the owner looked.
    attended: RememberRun,
}

/// A run of `Remember`: the app and the number of the run.
#[derive(Clone, Copy, Debug, Default)]
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
        }
    }
}

impl<T: MapTile> MapMemory<T> {
    /// Creates a memory that knows nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a memory that knows a whole map without having seen any of it, as a resident would.
    pub fn knowing(lore: Lore<T>) -> Self {
        Self {
            lore: Some(lore),
            ..Self::default()
        }
    }

    /// Returns the map it knew from the start, if any.
    pub fn lore(&self) -> Option<&Lore<T>> {
        self.lore.as_ref()
    }

    /// Returns the map it belongs to, or `None` if it has not met one.
    pub fn map(&self) -> Option<MapId> {
        self.map
    }

    /// Moves a memory of the map `from` to `to`, a clone of that map in the same state. A memory of any other map is
    /// left alone.
    ///
    /// A cloned map has a new id, so its memories would start empty. After cloning a map together with its
    /// inhabitants, call this for each memory.
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

    /// Returns the known tile at `cell`, seen or told.
    #[inline]
    pub fn tile(&self, cell: IVec2) -> Option<T> {
        let (key, index) = locate(cell);
        let learnt = self.chunks.get(key).and_then(|chunk| chunk.tile(index));
        learnt.or_else(|| self.lore.as_ref()?.get(cell))
    }

    /// Returns the [`flags`](MapTile::flags) of the known cells, seen or told.
    pub fn flags(&self) -> KnownFlags<'_, T> {
        KnownFlags::new(&self.chunks, self.lore.as_deref())
    }

    /// Returns whether `cell` has been seen.
    pub fn has_seen(&self, cell: IVec2) -> bool {
        self.get(cell).is_seen()
    }

    /// Records how `cell` looks at `when`, replacing what was known.
    pub fn see(&mut self, cell: IVec2, tile: T, object: Option<ObjectKind>, when: Moment) {
        self.read_view_again();
        self.note(cell, tile, object);
        let (chunk, index) = self.entry(cell, tile);
        chunk.set_when(index, 1, when);
    }

    /// Records that `cell` is said to be `tile`. A cell that has been seen stays as it was seen.
    pub fn tell(&mut self, cell: IVec2, tile: T) {
        let (chunk, index) = self.entry(cell, tile);
        chunk.tell(index, tile);
    }

    /// Replaces every known tile with `change(tile)`, and the lore with `lore`. Use it when the meaning of tiles
    /// changes while the app runs. The times of sightings stay.
    pub fn change_tiles(&mut self, lore: Option<Lore<T>>, change: impl Fn(T) -> T) {
        for chunk in self.chunks.iter_mut() {
            chunk.change_tiles(&change);
        }
        self.lore = lore;
    }

    /// Forgets everything, including the lore.
    pub fn forget(&mut self) {
        *self = Self::new();
    }

    /// Iterates over the cells that were seen or told one by one, in no particular order. Cells known only from the
    /// lore are not included.
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

    /// Assigns the memory to `map`. If it belonged to another map, it forgets everything. Returns whether it did.
    pub(crate) fn assign_to(&mut self, map: MapId) -> bool {
        let is_other = self.map.is_some_and(|it| it != map);
        if is_other {
            self.forget();
        }
        self.map = Some(map);
        is_other
    }

    /// Records that the owner looks in this run of `Remember`. Returns the run after which it needs the news. The
    /// news covers the runs after `known`; a memory that missed earlier runs reads its whole view again.
    pub(crate) fn attend(&mut self, run: RememberRun, known: u64) -> u64 {
        let last = std::mem::replace(&mut self.attended, run);
        if last.app == run.app && last.number >= known {
            return last.number;
        }
        self.read_view_again();
        run.number
    }

    /// Makes the next look record everything in view.
    pub(crate) fn read_view_again(&mut self) {
        self.change_view(&VisibleSet::new(), |_, _, _, _, _| {});
        self.stamp = 0;
    }

    /// If `viewshed` shows the same cells as at the last look, updates the time to `now`. Returns whether it does.
    pub(crate) fn keep_looking(&mut self, viewshed: &Viewshed, now: Moment) -> bool {
        let is_same = self.stamp == viewshed.stamp();
        if is_same {
            self.looked = now;
        }
        is_same
    }

    /// Looks `now` at what `viewshed` shows. Records the cells that were not in view at the last look; the others
    /// look as they did. `lying` returns the objects on a number of cells in a row, given the first. Returns whether
    /// anything was news.
    pub(crate) fn look<L: Iterator<Item = (usize, ObjectKind)> + Clone>(
        &mut self,
        viewshed: &Viewshed,
        map: &impl VisionMap<Tile = T>,
        now: Moment,
        lying: impl Fn(IVec2, usize) -> L,
    ) -> bool {
        let mut is_news = false;
        let lore = self.lore.clone();
        let lore = lore.as_deref();
        self.change_view(viewshed.visible(), |chunks, key, index, cell, count| {
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

    /// Returns the tile of a cell in view as the owner sees it.
    pub(crate) fn seen(&self, map: &impl VisionMap<Tile = T>, cell: IVec2) -> Option<T> {
        seen(map, self.lore.as_deref(), cell)
    }

    /// Records how a cell in view looks at this look. Returns whether this is news.
    pub(crate) fn note(&mut self, cell: IVec2, tile: T, object: Option<ObjectKind>) -> bool {
        let (chunk, index) = self.entry(cell, tile);
        let lying = object.map(|object| (0, object));
        chunk.see(index, [tile], lying.into_iter())
    }

    /// Sets the cells in view to `visible`. For cells that leave the view, stores the last look as their last
    /// sighting. For cells that come into view, calls `note` with neighbours in a row: the chunks, the chunk's key,
    /// the index, the first cell, and the number of cells.
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

    /// Returns what is known about a cell, with the time it was last seen.
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

/// Returns the tile of a cell as seen with this lore: the true tile if the lore knows it, otherwise what it looks
/// like.
#[inline]
fn seen<T: MapTile>(
    map: &impl VisionMap<Tile = T>,
    lore: Option<&Plan<T>>,
    cell: IVec2,
) -> Option<T> {
    let tile = map.tile(cell)?;
    let Some(seems) = tile.seems() else {
        return Some(tile);
    };
    let is_known = lore.and_then(|it| it.get(cell)) == Some(tile);
    Some(if is_known { tile } else { seems })
}

/// Splits a run into parts that each lie in one chunk: key of the chunk, index of the first cell, first cell, number
/// of cells.
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
