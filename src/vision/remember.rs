//! From sight to memory: every visible cell is promoted to seen.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::{MapMemory, Moment, ObjectKind, Position, Sharing, Viewshed};
use crate::grid::{BitGrid, ones};
use crate::map::TileMap;

/// Below this many memories with something new in view, handing them to other threads costs more than
/// it saves.
const WORTH_SHARING: usize = 64;

/// The map and the things on it as they were the last time: what differs is news.
#[derive(Default)]
pub(super) struct Before {
    runs: u64,
    map: Option<TileMap>,
    id: u64,
    lying: Lying,
}

/// What lies on the cells of a map: on each the highest kind.
#[derive(Default)]
pub(super) struct Lying {
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

    /// Tells what lies on the cell `start` and those to its right, `count` in all and at most 64, and how
    /// far to the right of `start`.
    pub(super) fn each_of_row(
        &self,
        start: IVec2,
        count: usize,
        mut tell: impl FnMut(usize, ObjectKind),
    ) {
        for x in ones(self.cells.columns(start) & u64::MAX >> (64 - count)) {
            if let Some(kind) = self.at(start + IVec2::new(x, 0)) {
                tell(x as usize, kind);
            }
        }
    }
}

/// Writes every visible cell into the memory of whoever sees it: the tile as it looks now, the object
/// that lies there or the fact that none does, and that it was seen now. Nothing out of sight is
/// touched.
///
/// Where several objects share a cell, the highest kind is remembered, so that the answer does not
/// depend on the order of entities.
///
/// Only news is written: cells that come into view, or that change in it. Whoever sees the same cells
/// as before costs no more than to find that out.
pub(super) fn remember_visible_tiles(
    (map, sharing): (Res<TileMap>, Res<Sharing>),
    now: Res<Moment>,
    mut memories: Query<(&Viewshed, &mut MapMemory)>,
    objects: Query<(&Position, &ObjectKind)>,
    mut before: Local<Before>,
) {
    let mut lying: HashMap<IVec2, ObjectKind> = HashMap::default();
    for (position, &kind) in &objects {
        let highest = lying.entry(position.0).or_insert(kind);
        highest.0 = highest.0.max(kind.0);
    }
    let is_other_map = before.map.is_none() || before.id != map.id();
    let mut changed: Vec<IVec2> = Vec::new();
    if is_other_map {
        before.id = map.id();
        before.map = Some(map.clone());
    } else if map.is_changed()
        && let Some(old) = &mut before.map
    {
        changed = old.differences(&map);
        for &cell in &changed {
            old.set(cell, map.tile(cell));
        }
        old.clear_opacity_changes();
    }
    let differs = |one: &HashMap<IVec2, ObjectKind>, other: &HashMap<IVec2, ObjectKind>| {
        let only = one
            .iter()
            .filter(|&(cell, kind)| other.get(cell) != Some(kind));
        only.map(|(&cell, _)| cell).collect::<Vec<_>>()
    };
    if is_other_map || lying != before.lying.kinds {
        changed.extend(differs(&lying, &before.lying.kinds));
        changed.extend(differs(&before.lying.kinds, &lying));
        before.lying.replace(lying, map.size());
    }
    before.runs += 1;
    let Before { runs, lying, .. } = &*before;
    let note_changes = |viewshed: &Viewshed, memory: &mut MapMemory| {
        for &cell in changed.iter().filter(|&&cell| viewshed.sees(cell)) {
            memory.note(cell, map.tile(cell), lying.at(cell));
        }
    };
    let with_news = memories.iter_mut().filter_map(|(viewshed, mut memory)| {
        memory.attend(*runs);
        if is_other_map {
            memory.look_anew();
        }
        if memory.keep_looking(viewshed, *now) {
            note_changes(viewshed, &mut memory);
            return None;
        }
        Some((viewshed, memory))
    });
    sharing.share(with_news, WORTH_SHARING, |(viewshed, mut memory)| {
        memory.look(viewshed, &map, *now, lying);
        note_changes(viewshed, &mut memory);
    });
}
