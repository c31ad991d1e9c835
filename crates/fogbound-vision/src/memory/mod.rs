//! What an entity knows of the map: cell by cell, and only what it saw or was told.

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

/// A map as somebody was told of it. Many memories share one.
pub type Lore<T> = Arc<Plan<T>>;

/// What an entity remembers of the map it is on.
///
/// It is kept in chunks of 16 × 16 cells, made when their first cell is learnt, so a memory costs what
/// is known and not what the map measures. What is out of sight stays as it was seen, even when the
/// world has changed since.
///
/// **A memory belongs to one map**: the one that was there when
/// [`VisionSystems::Remember`](crate::VisionSystems::Remember) first met it. On another map it begins
/// anew. To remember a level that is left, keep its memory together with its map: take it
/// (`std::mem::take`) when you take the map resource, and put both back together.
///
/// `Changed<MapMemory<T>>` is true when the owner has learnt something, or something that it knew was
/// corrected; not when it goes on seeing the same.
///
/// Written by Serde as the list of known cells, row by row, and the lore. One that has been read belongs
/// to the map that it meets first.
#[derive(Component, Reflect, Clone, Debug)]
#[reflect(opaque)]
#[reflect(where T: TypePath + Serialize + DeserializeOwned)]
#[reflect(Component, Default, Clone, Serialize, Deserialize)]
pub struct MapMemory<T: MapTile = char> {
    chunks: Chunks<T>,
    lore: Option<Lore<T>>,
    map: Option<MapId>,
    /// What the owner saw when it looked last, and when that was. As long as nothing changes in it, a
    /// look writes nothing else: the cells in view were seen last at this moment, whatever their
    /// chunks say.
    view: VisibleSet,
    /// The viewshed's stamp at that look; 0 if there was none.
    stamp: u64,
    looked: Moment,
    /// The last run of `Remember` that met the owner as it looked.
    attended: RememberRun,
}

/// A run of `Remember`: in which app, and its number.
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
    /// A memory that knows nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// A memory that has been told the whole of a map and has seen none of it: that of somebody who
    /// lives there.
    pub fn knowing(lore: Lore<T>) -> Self {
        Self {
            lore: Some(lore),
            ..Self::default()
        }
    }

    /// The map that it was told of when it began, if it was.
    pub fn lore(&self) -> Option<&Lore<T>> {
        self.lore.as_ref()
    }

    /// The map that it is about; `None` as long as it has met none.
    pub fn map(&self) -> Option<MapId> {
        self.map
    }

    /// Makes a memory of the map `from` a memory of `to`, a copy of that map in the same state. A memory of another map
    /// stays as it is.
    ///
    /// A copied map has an id of its own, so its memories would begin anew: call this for each of them after copying a
    /// map together with everybody on it.
    pub fn follow_copy(&mut self, from: MapId, to: MapId) {
        if self.map == Some(from) {
            self.map = Some(to);
        }
    }

    /// What is known of `cell`.
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

    /// The tile of `cell` as far as is known, seen or told.
    #[inline]
    pub fn tile(&self, cell: IVec2) -> Option<T> {
        let (key, index) = locate(cell);
        let learnt = self.chunks.get(key).and_then(|chunk| chunk.tile(index));
        learnt.or_else(|| self.lore.as_ref()?.get(cell))
    }

    /// The [`flags`](MapTile::flags) of the cells that are known, seen or told.
    pub fn flags(&self) -> KnownFlags<'_, T> {
        KnownFlags::new(&self.chunks, self.lore.as_deref())
    }

    /// Whether `cell` was seen at least once.
    pub fn has_seen(&self, cell: IVec2) -> bool {
        self.get(cell).is_seen()
    }

    /// Notes how `cell` looks at `when`, in place of what was known.
    pub fn see(&mut self, cell: IVec2, tile: T, object: Option<ObjectKind>, when: Moment) {
        self.look_anew();
        self.note(cell, tile, object);
        let (chunk, index) = self.entry(cell, tile);
        chunk.set_when(index, 1, when);
    }

    /// Notes that `cell` is said to be `tile`. What was seen with one's own eyes stays.
    pub fn tell(&mut self, cell: IVec2, tile: T) {
        let (chunk, index) = self.entry(cell, tile);
        chunk.tell(index, tile);
    }

    /// Has every tile that was seen or told of be what `change` makes of it, and the lore, if there was any, be `lore`: for
    /// an app in which tiles come to mean something else while it runs. When something was seen stays as it was.
    pub fn change_tiles(&mut self, lore: Option<Lore<T>>, change: impl Fn(T) -> T) {
        for chunk in self.chunks.iter_mut() {
            chunk.change_tiles(&change);
        }
        self.lore = lore;
    }

    /// Forgets everything, lore included.
    pub fn forget(&mut self) {
        *self = Self::new();
    }

    /// Every cell that was seen or told of one by one, in no particular order. Cells known from the
    /// lore of a place alone are not among them.
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

    /// Belongs to `map` from now on: if that is another map than before, it knows nothing of it. Says
    /// whether something was forgotten.
    pub(crate) fn be_about(&mut self, map: MapId) -> bool {
        let is_other = self.map.is_some_and(|it| it != map);
        if is_other {
            self.forget();
        }
        self.map = Some(map);
        is_other
    }

    /// Notes that this run of `Remember` meets the owner as it looks, and answers which was the last run before that it
    /// need not hear of. Of the runs after `known` it is known what was new; whoever missed others, too, looks anew.
    pub(crate) fn attend(&mut self, run: RememberRun, known: u64) -> u64 {
        let last = std::mem::replace(&mut self.attended, run);
        if last.app == run.app && last.number >= known {
            return last.number;
        }
        self.look_anew();
        run.number
    }

    /// Has the next look take in everything that is in view.
    pub(crate) fn look_anew(&mut self) {
        self.change_view(&VisibleSet::new(), |_, _, _, _, _| {});
        self.stamp = 0;
    }

    /// Notes that `viewshed` still shows what it did at the last look, `now`; or says that it does not.
    pub(crate) fn keep_looking(&mut self, viewshed: &Viewshed, now: Moment) -> bool {
        let is_same = self.stamp == viewshed.stamp();
        if is_same {
            self.looked = now;
        }
        is_same
    }

    /// Looks `now` at what `viewshed` shows. Those of its cells that were not in view at the last look
    /// are noted, with what lies there, `lying` by the first cell and the number of a row's neighbours;
    /// the others look as they did. Says whether anything was news.
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
            // What is visible lies on the map.
            let Some(first) = tiles(0) else { return };
            let chunk = chunks.get_or_make(key, first);
            let tiles = (0..count).map_while(tiles);
            is_news |= chunk.see(index, tiles, lying(cell, count));
        });
        self.stamp = viewshed.stamp();
        self.looked = now;
        is_news
    }

    /// The tile of a cell in view as the owner sees it.
    pub(crate) fn seen(&self, map: &impl VisionMap<Tile = T>, cell: IVec2) -> Option<T> {
        seen(map, self.lore.as_deref(), cell)
    }

    /// Notes how a cell in view looks at this look. Says whether that is news.
    pub(crate) fn note(&mut self, cell: IVec2, tile: T, object: Option<ObjectKind>) -> bool {
        let (chunk, index) = self.entry(cell, tile);
        let lying = object.map(|object| (0, object));
        chunk.see(index, [tile], lying.into_iter())
    }

    /// Has `visible` be what is in view. Writes down of the cells that were in view and no more are that
    /// they were seen last at the last look, and has the others noted that come into view: neighbours
    /// in a row, by chunk, place, first cell and number.
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

    /// What is known of a cell, with the time when it was seen last.
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

/// The tile of a cell as somebody sees it who was told this: what it seems to be, or what it is to those who know.
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

/// Cuts a run into its parts within one chunk each: chunk, place of the first cell, first cell, number.
fn each_part(run: Run, mut note: impl FnMut(IVec2, usize, IVec2, usize)) {
    let (mut cell, mut left) = (run.start, run.length);
    while left > 0 {
        let (key, index) = locate(cell);
        let count = (CHUNK - cell.x.rem_euclid(CHUNK)).unsigned_abs().min(left);
        note(key, index, cell, count as usize);
        // Behind the last cell there may be no coordinates left.
        cell.x = cell.x.wrapping_add_unsigned(count);
        left -= count;
    }
}
