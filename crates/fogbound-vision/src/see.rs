//! From map and position to viewsheds: which are out of date, and what they show.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::prelude::*;
use fogbound_fov::FieldOfView;

use crate::{GridPosition, Sharing, Viewshed, VisionMap};

/// How many viewsheds have been computed since the app started. For tests and overlays.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recomputations(pub u64);

/// Marks the viewsheds that are not up to date.
pub(crate) fn mark_dirty_viewsheds<M: VisionMap, P: GridPosition>(
    map: Res<M>,
    mut viewsheds: Query<(&P, &mut Viewshed)>,
) {
    for (position, mut viewshed) in &mut viewsheds {
        let viewshed = viewshed.bypass_change_detection();
        viewshed.compare(position.cell(), map.changes());
    }
}

/// Somebody who is nowhere sees nothing.
pub(crate) fn close_eyes_without_position<P: GridPosition>(
    viewsheds: Query<&mut Viewshed, Without<P>>,
) {
    close(viewsheds);
}

/// Without a map there is nothing to see.
pub(crate) fn close_eyes_without_map(viewsheds: Query<&mut Viewshed>) {
    close(viewsheds);
}

fn close<F: bevy_ecs::query::QueryFilter>(mut viewsheds: Query<&mut Viewshed, F>) {
    for mut viewshed in &mut viewsheds {
        if viewshed.is_open() {
            viewshed.close();
        }
    }
}

thread_local! {
    /// One engine a thread, so that its scratch is reused however the work is spread.
    static ENGINE: RefCell<FieldOfView> = RefCell::new(FieldOfView::new());
}

/// Below this many dirty viewsheds, handing them to other threads costs more than it saves.
const WORTH_SHARING: usize = 64;

/// Computes the viewsheds that are marked dirty, and no other.
pub(crate) fn update_viewsheds<M: VisionMap, P: GridPosition>(
    (map, sharing): (Res<M>, Res<Sharing>),
    mut viewsheds: Query<(&P, &mut Viewshed)>,
    mut count: ResMut<Recomputations>,
) {
    let counted = AtomicU64::new(0);
    let (opacity, revision) = (map.opacity(), map.changes().revision());
    let dirty = viewsheds.iter_mut().filter(|(_, it)| it.is_dirty());
    sharing.share(dirty, WORTH_SHARING, |(position, mut viewshed)| {
        let eye = position.cell();
        viewshed.recompute(eye, revision, |sight, visible| {
            ENGINE.with_borrow_mut(|engine| engine.compute(opacity, eye, sight, visible));
        });
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let counted = counted.into_inner();
    if counted > 0 {
        count.0 += counted;
    }
}
