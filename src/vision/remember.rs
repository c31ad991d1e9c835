//! From sight to memory: every visible cell is promoted to seen.

use bevy::prelude::*;

use super::{MapMemory, Moment, ObjectKind, Position, Viewshed};
use crate::map::TileMap;

type Rememberer = (Ref<'static, Viewshed>, &'static mut MapMemory);
type MovedObject = Or<(Changed<Position>, Changed<ObjectKind>)>;

/// Writes every visible cell into the memory of whoever sees it: the tile as it looks now, and the
/// object that lies there or the fact that none does. Nothing out of sight is touched.
///
/// A memory is written when its owner's view was computed anew, or when something has changed that
/// might lie in it: a tile, or an object. In between it could learn nothing.
///
/// Where several objects share a cell, the highest kind is remembered, so that the answer does not
/// depend on the order of entities.
pub(super) fn remember_visible_tiles(
    map: Res<TileMap>,
    now: Res<Moment>,
    mut memories: Query<Rememberer>,
    objects: Query<(&Position, &ObjectKind)>,
    moved: Query<(), (With<ObjectKind>, MovedObject)>,
    mut gone: RemovedComponents<ObjectKind>,
) {
    let world_changed = map.is_changed() || !moved.is_empty() || gone.read().count() > 0;
    let mut lying: Vec<(IVec2, ObjectKind)> = Vec::new();
    let mut is_sorted = false;
    for (viewshed, mut memory) in &mut memories {
        if !(world_changed || viewshed.is_changed() || memory.is_added()) {
            continue;
        }
        if !is_sorted {
            lying.extend(objects.iter().map(|(position, &kind)| (position.0, kind)));
            lying.sort_unstable_by_key(|&(_, kind)| kind.0);
            is_sorted = true;
        }
        for run in viewshed.visible().runs() {
            memory.see_run(run, &map, *now);
        }
        for &(cell, kind) in &lying {
            if viewshed.sees(cell) {
                memory.see(cell, map.tile(cell), Some(kind), *now);
            }
        }
    }
}
