//! Computing the dirty viewsheds.

use std::cell::RefCell;

use bevy::prelude::*;
use bevy::tasks::ComputeTaskPool;

use super::{Position, Viewshed};
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
    map: Res<TileMap>,
    mut viewsheds: Query<(&Position, &mut Viewshed)>,
    mut count: ResMut<Recomputations>,
) {
    let dirty = viewsheds.iter().filter(|(_, v)| v.is_dirty()).count();
    if dirty == 0 {
        return;
    }
    let compute = |(position, mut viewshed): (&Position, Mut<Viewshed>)| {
        if viewshed.is_dirty() {
            viewshed.recompute(position.0, |sight, visible| {
                ENGINE.with_borrow_mut(|engine| {
                    engine.compute(map.opacity(), position.0, sight, visible);
                });
            });
        }
    };
    // An app without threads has no pool; Bevy would panic.
    if dirty < WORTH_SHARING || ComputeTaskPool::try_get().is_none() {
        viewsheds.iter_mut().for_each(compute);
    } else {
        viewsheds.par_iter_mut().for_each(compute);
    }
    count.0 += dirty as u64;
}
