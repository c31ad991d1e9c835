//! From sight to memory: every visible cell is promoted to seen.

use bevy::prelude::*;

use super::{Knowledge, MapMemory, Moment, ObjectKind, Position, Viewshed};
use crate::map::TileMap;

/// Writes every visible cell into the memory of whoever sees it: the tile as it looks now, and the
/// object that lies there or the fact that none does. Nothing out of sight is touched.
///
/// Where several objects share a cell, the highest kind is remembered, so that the answer does not
/// depend on the order of entities.
pub(super) fn remember_visible_tiles(
    map: Res<TileMap>,
    now: Res<Moment>,
    mut memories: Query<(&Viewshed, &mut MapMemory)>,
    objects: Query<(&Position, &ObjectKind)>,
) {
    for (viewshed, mut memory) in &mut memories {
        for cell in viewshed.visible().iter() {
            memory.see(cell, map.tile(cell), None, *now);
        }
        for (position, &kind) in &objects {
            if !viewshed.sees(position.0) {
                continue;
            }
            if let Knowledge::Seen { object, .. } = memory.entry(position.0)
                && object.is_none_or(|seen| seen.0 < kind.0)
            {
                *object = Some(kind);
            }
        }
    }
}
