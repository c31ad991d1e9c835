//! Which viewsheds must be computed again: the whole rule, in one place.

use bevy::prelude::*;

use super::{Position, Viewshed};
use crate::fov::Sight;
use crate::map::TileMap;

/// Marks the viewsheds whose owner has moved since they were computed.
///
/// Change detection only narrows the search. The eye's cell decides, so a `Position` that was
/// written without being changed marks nothing.
pub(super) fn mark_moved(mut viewsheds: Query<(&Position, &mut Viewshed), Changed<Position>>) {
    for (position, mut viewshed) in &mut viewsheds {
        if !viewshed.is_dirty() && viewshed.eye() != Some(position.0) {
            viewshed.mark_dirty();
        }
    }
}

/// Marks the viewsheds that a changed cell can concern: those that have it within their reach.
///
/// A map that is not the one seen before concerns all of them.
pub(super) fn mark_by_map(
    mut map: ResMut<TileMap>,
    mut viewsheds: Query<&mut Viewshed>,
    mut known_map: Local<Option<u64>>,
) {
    if known_map.replace(map.id()) != Some(map.id()) {
        map.bypass_change_detection().clear_opacity_changes();
        for mut viewshed in &mut viewsheds {
            viewshed.mark_dirty();
        }
        return;
    }
    if map.opacity_changes().is_empty() {
        return;
    }
    let changed = map.bypass_change_detection().take_opacity_changes();
    for mut viewshed in &mut viewsheds {
        let Some(eye) = viewshed.eye() else { continue };
        // A wall beside a cone may throw its shadow into it, and a ray is rounded to cells that lie
        // a little outside of its circle.
        let reach = Sight {
            cone: None,
            ..viewshed.sight()
        };
        let concerns = |&cell: &IVec2| reach.covers(cell - eye) || viewshed.sees(cell);
        if !viewshed.is_dirty() && changed.iter().any(concerns) {
            viewshed.mark_dirty();
        }
    }
}
