//! From sight to memory: every visible cell is promoted to seen.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::{MapMemory, Moment, ObjectKind, Position, Viewshed, share};
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
    lying: HashMap<IVec2, ObjectKind>,
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
    map: Res<TileMap>,
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
    if lying != before.lying {
        changed.extend(differs(&lying, &before.lying));
        changed.extend(differs(&before.lying, &lying));
        before.lying.clone_from(&lying);
    }
    let object = |cell| lying.get(&cell).copied();
    let note_changes = |viewshed: &Viewshed, memory: &mut MapMemory| {
        for &cell in changed.iter().filter(|&&cell| viewshed.sees(cell)) {
            memory.note(cell, map.tile(cell), object(cell));
        }
    };
    before.runs += 1;
    let with_news = memories.iter_mut().filter_map(|(viewshed, mut memory)| {
        memory.attend(before.runs);
        if is_other_map {
            memory.look_anew();
        }
        if memory.keep_looking(viewshed, *now) {
            note_changes(viewshed, &mut memory);
            return None;
        }
        Some((viewshed, memory))
    });
    share(with_news, WORTH_SHARING, |(viewshed, mut memory)| {
        memory.look(viewshed, &map, *now, object);
        note_changes(viewshed, &mut memory);
    });
}
