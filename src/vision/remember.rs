//! From sight to memory: every visible cell is promoted to seen.

use bevy::prelude::*;

use super::{MapMemory, Moment, ObjectKind, Position, Viewshed};
use crate::map::TileMap;

/// Writes every visible cell into the memory of whoever sees it: the tile as it looks now, the object
/// that lies there or the fact that none does, and that it was seen now. Nothing out of sight is
/// touched.
///
/// Where several objects share a cell, the highest kind is remembered, so that the answer does not
/// depend on the order of entities.
pub(super) fn remember_visible_tiles(
    map: Res<TileMap>,
    now: Res<Moment>,
    mut memories: Query<(&Viewshed, &mut MapMemory)>,
    objects: Query<(&Position, &ObjectKind)>,
) {
    let mut lying: Vec<(IVec2, ObjectKind)> = objects
        .iter()
        .map(|(position, &kind)| (position.0, kind))
        .collect();
    lying.sort_unstable_by_key(|&(_, kind)| kind.0);
    for (viewshed, mut memory) in &mut memories {
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
