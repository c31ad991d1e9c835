//! What an entity knows of the map: cell by cell, and only what it saw or was told.

use std::sync::Arc;

use bevy::prelude::*;

use super::Viewshed;
use super::chunks::{CHUNK, Chunk, Chunks, KnownFooting, locate};
use super::remember::Lying;
use crate::fov::{Run, VisibleSet};
use crate::map::{Tile, TileMap};

/// When something was seen, in whatever unit the app counts: the game writes its clock's ticks here.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(pub u64);

/// What kind of thing lies still on a cell. An entity with this component is remembered where it was
/// seen. The number is the app's own: an index into its catalogue of things.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct ObjectKind(pub u16);

/// What is known of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Knowledge {
    /// Nothing.
    #[default]
    Unknown,
    /// Heard of and never seen: a magic map, a tale. Never the same as seen.
    Told {
        /// The tile it is said to be.
        tile: Tile,
    },
    /// Seen at least once.
    Seen {
        /// The tile as it looked when it was seen last.
        tile: Tile,
        /// What lay there when it was seen last.
        object: Option<ObjectKind>,
        /// When it was seen last.
        when: Moment,
    },
}

impl Knowledge {
    /// The tile as far as is known, seen or told.
    pub fn tile(self) -> Option<Tile> {
        match self {
            Self::Unknown => None,
            Self::Told { tile } | Self::Seen { tile, .. } => Some(tile),
        }
    }

    /// Whether the cell was seen at least once.
    pub fn is_seen(self) -> bool {
        matches!(self, Self::Seen { .. })
    }
}

/// A map as it is told of. Many memories share one.
pub type Lore = Arc<TileMap>;

/// What an entity remembers of the map it is on.
///
/// Kept in chunks of 16 × 16 cells, made when their first cell is learnt, so a memory costs what is
/// known and not what the map measures. Written by the simulation and never by drawing code. What is
/// out of sight stays as it was seen, even when the world has changed since.
#[derive(Component, Clone, Debug, Default)]
pub struct MapMemory {
    chunks: Chunks,
    lore: Option<Lore>,
    /// What the owner saw when it looked last, and when that was. As long as nothing changes in it, a
    /// look writes nothing else: the cells in view were seen last at this moment, whatever their
    /// chunks say.
    view: VisibleSet,
    /// The viewshed's stamp at that look; 0 if there was none.
    stamp: u64,
    looked: Moment,
    /// The number of the last run of `Remember` that met the owner with open eyes.
    attended: u64,
}

impl MapMemory {
    /// A memory that knows nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// A memory that has been told the whole of a map and has seen none of it: that of somebody who
    /// lives there.
    pub fn knowing(lore: Lore) -> Self {
        Self {
            lore: Some(lore),
            ..Self::default()
        }
    }

    /// The map that it was told of when it began, if it was.
    pub fn lore(&self) -> Option<&Lore> {
        self.lore.as_ref()
    }

    /// What is known of `cell`.
    pub fn get(&self, cell: IVec2) -> Knowledge {
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
    pub fn tile(&self, cell: IVec2) -> Option<Tile> {
        let (key, index) = locate(cell);
        let learnt = self.chunks.get(key).and_then(|chunk| chunk.tile(index));
        learnt.or_else(|| self.lore.as_ref()?.get(cell))
    }

    /// Where one can walk as far as is known, seen or told.
    pub fn footing(&self) -> KnownFooting<'_> {
        KnownFooting::new(&self.chunks, self.lore.as_deref())
    }

    /// Whether `cell` was seen at least once.
    pub fn has_seen(&self, cell: IVec2) -> bool {
        self.get(cell).is_seen()
    }

    /// Notes how `cell` looks at `when`, in place of what was known.
    pub fn see(&mut self, cell: IVec2, tile: Tile, object: Option<ObjectKind>, when: Moment) {
        self.look_anew();
        let (chunk, index) = self.entry(cell);
        chunk.set_when(index, 1, when);
        self.note(cell, tile, object);
    }

    /// Notes that run `run` of `Remember` meets the owner. Whoever missed a run may have missed what changed
    /// in view, and looks anew.
    pub(super) fn attend(&mut self, run: u64) {
        if self.attended + 1 != run {
            self.look_anew();
        }
        self.attended = run;
    }

    /// Has the next look take in everything that is in view.
    pub(super) fn look_anew(&mut self) {
        self.change_view(&VisibleSet::new(), |_, _, _, _| {});
        self.stamp = 0;
    }

    /// Notes that `viewshed` still shows what it did at the last look, `now`; or says that it does not.
    pub(super) fn keep_looking(&mut self, viewshed: &Viewshed, now: Moment) -> bool {
        let is_same = self.stamp == viewshed.stamp();
        if is_same {
            self.looked = now;
        }
        is_same
    }

    /// Looks `now` at what `viewshed` shows. Those of its cells that were not in view at the last look
    /// are noted; the others look as they did.
    pub(super) fn look(&mut self, viewshed: &Viewshed, map: &TileMap, now: Moment, lying: &Lying) {
        self.change_view(viewshed.visible(), |chunk, index, cell, count| {
            let tiles = (0..count).map(|x| map.tile(cell + IVec2::new(x as i32, 0)));
            chunk.see(index, tiles);
            lying.each_of_row(cell, count, |x, object| chunk.see_object(index + x, object));
        });
        self.stamp = viewshed.stamp();
        self.looked = now;
    }

    /// Notes how a cell in view looks at this look.
    pub(super) fn note(&mut self, cell: IVec2, tile: Tile, object: Option<ObjectKind>) {
        let (chunk, index) = self.entry(cell);
        chunk.see(index, [tile]);
        if let Some(object) = object {
            chunk.see_object(index, object);
        }
    }

    /// Has `visible` be what is in view. Writes down of the cells that were in view and no more are that
    /// they were seen last at the last look, and has the others noted that come into view: neighbours
    /// in a row, by chunk, place, first cell and number.
    fn change_view(
        &mut self,
        visible: &VisibleSet,
        note: impl Fn(&mut Chunk, usize, IVec2, usize),
    ) {
        let mut view = std::mem::take(&mut self.view);
        let looked = self.looked;
        visible.each_difference(&view, |run, is_in_view| {
            self.each_of_run(run, |chunk, index, cell, count| {
                if is_in_view {
                    note(chunk, index, cell, count);
                } else {
                    chunk.set_when(index, count, looked);
                }
            });
        });
        view.clone_from(visible);
        self.view = view;
    }

    /// Hands out the cells of a run chunk by chunk, with the place of the first and their number.
    fn each_of_run(&mut self, run: Run, note: impl Fn(&mut Chunk, usize, IVec2, usize)) {
        let mut cell = run.start;
        let end = run.start.x + run.length as i32;
        while cell.x < end {
            let (key, index) = locate(cell);
            let count = (CHUNK - cell.x.rem_euclid(CHUNK)).min(end - cell.x);
            note(self.chunks.get_or_make(key), index, cell, count as usize);
            cell.x += count;
        }
    }

    /// What is known of a cell, with the time when it was seen last.
    fn up_to_date(&self, cell: IVec2, mut known: Knowledge) -> Knowledge {
        if let Knowledge::Seen { when, .. } = &mut known
            && self.view.contains(cell)
        {
            *when = self.looked;
        }
        known
    }

    /// Notes that `cell` is said to be `tile`. What was seen with one's own eyes stays.
    pub fn tell(&mut self, cell: IVec2, tile: Tile) {
        let (chunk, index) = self.entry(cell);
        chunk.tell(index, tile);
    }

    /// Forgets everything, lore included.
    pub fn forget(&mut self) {
        *self = Self::new();
    }

    /// Every cell that was seen or told of one by one, in no particular order. Cells known from the
    /// lore of a place alone are not among them.
    pub fn known_cells(&self) -> impl Iterator<Item = (IVec2, Knowledge)> {
        self.chunks.iter().flat_map(move |(key, chunk)| {
            (0..CHUNK * CHUNK).filter_map(move |i| {
                let cell = key * CHUNK + IVec2::new(i % CHUNK, i / CHUNK);
                let known = self.up_to_date(cell, chunk.get(i as usize));
                (known != Knowledge::Unknown).then_some((cell, known))
            })
        })
    }

    fn entry(&mut self, cell: IVec2) -> (&mut Chunk, usize) {
        let (key, index) = locate(cell);
        (self.chunks.get_or_make(key), index)
    }
}
