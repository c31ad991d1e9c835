//! Finds the viewsheds that are out of date, and recomputes them.

use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::prelude::*;

use crate::diagnostics::{Recomputations, Refreshments, Sharing};
use crate::maps::{Maps, PerMap};
use crate::position::Keeper;
use crate::recent::Recent;
use crate::share::with_engine;
use crate::{GridPosition, OnMap, Viewshed, VisionMap};

/// Marks the viewsheds that are out of date. Also closes this plugin's viewsheds that no longer have a position or a
/// map, so that they see nothing.
pub(crate) fn mark_dirty_viewsheds<M: VisionMap, P: GridPosition>(
    maps: Maps<M>,
    mut recent: Local<PerMap<Recent>>,
    mut viewsheds: Query<(Option<&P>, Option<&OnMap>, &mut Viewshed)>,
) {
    let keeper = Keeper::of::<M, P>();
    recent.follow(&maps);
    for (on, map) in maps.iter() {
        if let Some(recent) = recent.of_mut(on.as_ref()) {
            recent.update(map.changes(), map.opacity().size());
        }
    }
    for (position, on, mut viewshed) in &mut viewsheds {
        match (maps.of(on), recent.of(on), position) {
            (Some((map, _)), Some(recent), Some(position)) => {
                let viewshed = viewshed.bypass_change_detection();
                let news = (map.changes(), map.opacity(), recent);
                viewshed.compare(position.cell(), news, keeper);
            }
            _ if viewshed.is_open_for(keeper) => viewshed.close(),
            _ => {}
        }
    }
}

/// The minimum number of viewsheds to update that justifies using other threads.
const WORTH_SHARING: usize = 64;

/// Computes the viewsheds that are marked dirty. Also updates the visible cells of viewsheds in which the light has
/// changed.
pub(crate) fn update_viewsheds<M: VisionMap, P: GridPosition>(
    maps: Maps<M>,
    sharing: Res<Sharing>,
    mut viewsheds: Query<(&P, Option<&OnMap>, &mut Viewshed)>,
    mut count: ResMut<Recomputations>,
    mut refreshed: ResMut<Refreshments>,
) {
    let maps = &maps;
    let with_news = viewsheds.iter_mut().filter_map(|(position, on, it)| {
        let (map, light) = maps.of(on)?;
        let may_have_news = it.is_dirty() || !it.has_kept_up(light);
        may_have_news.then_some((position, on.copied(), (map, light), it))
    });
    let (computed, refreshes) = (AtomicU64::new(0), AtomicU64::new(0));
    sharing.share(
        with_news,
        WORTH_SHARING,
        |(position, on, (map, light), mut it)| {
            let (opacity, revision) = (map.opacity(), map.changes().revision());
            let eye = position.cell();
            let viewshed = it.bypass_change_detection();
            let was_dirty = viewshed.is_dirty();
            let has_changed = with_engine(|engine, spare| {
                if was_dirty {
                    computed.fetch_add(1, Ordering::Relaxed);
                    let keeper = Keeper::of::<M, P>();
                    viewshed.recompute(eye, (revision, on), keeper, |sight, view| {
                        engine.compute(opacity, eye, sight, view);
                    });
                }
                if viewshed.has_kept_up(light) || viewshed.keep_up(light) {
                    return false;
                }
                if !was_dirty {
                    refreshes.fetch_add(1, Ordering::Relaxed);
                }
                viewshed.see_by(light, map.opacities(), was_dirty, spare)
            });
            if has_changed || was_dirty {
                it.set_changed();
            }
        },
    );
    let (computed, refreshes) = (computed.into_inner(), refreshes.into_inner());
    if computed > 0 {
        count.0 += computed;
    }
    if refreshes > 0 {
        refreshed.0 += refreshes;
    }
}
