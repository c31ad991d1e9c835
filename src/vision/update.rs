//! Computing the dirty viewsheds.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy::prelude::*;

use super::{Position, Sharing, Viewshed};
use crate::fov::FieldOfView;
use crate::map::TileMap;

/// How many viewsheds have been computed since the app started. For tests and overlays.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recomputations(pub u64);

thread_local! {
    /// One engine a thread, so that its scratch is reused however the work is spread.
    static ENGINE: RefCell<FieldOfView> = RefCell::new(FieldOfView::new());
}

/// Below this many dirty viewsheds, handing them to other threads costs more than it saves.
const WORTH_SHARING: usize = 64;

/// Computes the viewsheds that are marked dirty, and no other.
pub(super) fn update_viewsheds(
    (map, sharing): (Res<TileMap>, Res<Sharing>),
    mut viewsheds: Query<(&Position, &mut Viewshed)>,
    mut count: ResMut<Recomputations>,
) {
    let counted = AtomicU64::new(0);
    let dirty = viewsheds.iter_mut().filter(|(_, v)| v.is_dirty());
    sharing.share(dirty, WORTH_SHARING, |(position, mut viewshed)| {
        viewshed.recompute(position.0, |sight, visible| {
            ENGINE.with_borrow_mut(|engine| {
                engine.compute(map.opacity(), position.0, sight, visible);
            });
        });
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let counted = counted.into_inner();
    if counted > 0 {
        count.0 += counted;
    }
}
