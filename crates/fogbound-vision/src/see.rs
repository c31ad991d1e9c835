//! From map and position to viewsheds: which are out of date, and what they show.

use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use serde::{Deserialize, Serialize};

use crate::position::Keeper;
use crate::share::with_engine;
use crate::{GridPosition, LightMap, Sharing, Viewshed, VisionMap};

/// How many viewsheds have been computed since the app started. For tests and overlays.
#[derive(Resource, Reflect, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Resource, Default, Debug, PartialEq, Clone, Serialize, Deserialize)]
pub struct Recomputations(pub u64);

/// How often a change of light has made a viewshed find out what of its field of view is visible, without computing that
/// again. For tests and overlays.
#[derive(Resource, Reflect, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Resource, Default, Debug, PartialEq, Clone, Serialize, Deserialize)]
pub struct Refreshments(pub u64);

/// Marks the viewsheds that are not up to date. Closes the eyes of this plugin that have lost their position, or the map:
/// they see nothing.
pub(crate) fn mark_dirty_viewsheds<M: VisionMap, P: GridPosition>(
    map: Option<Res<M>>,
    mut viewsheds: Query<(Option<&P>, &mut Viewshed)>,
) {
    let keeper = Keeper::of::<M, P>();
    for (position, mut viewshed) in &mut viewsheds {
        match (&map, position) {
            (Some(map), Some(position)) => {
                let viewshed = viewshed.bypass_change_detection();
                viewshed.compare(position.cell(), map.changes(), keeper);
            }
            _ if viewshed.is_open_for(keeper) => viewshed.close(),
            _ => {}
        }
    }
}

/// Below this many dirty viewsheds, handing them to other threads costs more than it saves.
const WORTH_SHARING: usize = 64;

/// Computes the viewsheds that are marked dirty, and of those in whose view the light has changed what is visible.
pub(crate) fn update_viewsheds<M: VisionMap, P: GridPosition>(
    map: Res<M>,
    light: Res<LightMap>,
    sharing: Res<Sharing>,
    mut viewsheds: Query<(&P, &mut Viewshed)>,
    mut count: ResMut<Recomputations>,
    mut refreshed: ResMut<Refreshments>,
) {
    let (opacity, revision) = (map.opacity(), map.changes().revision());
    let light = &*light;
    let may_have_news = |viewshed: &Viewshed| viewshed.is_dirty() || !viewshed.has_kept_up(light);
    let may_have_news = viewsheds.iter_mut().filter(|(_, it)| may_have_news(it));
    let (computed, seen_anew) = (AtomicU64::new(0), AtomicU64::new(0));
    sharing.share(may_have_news, WORTH_SHARING, |(position, mut it)| {
        let eye = position.cell();
        let viewshed = it.bypass_change_detection();
        let was_dirty = viewshed.is_dirty();
        let has_changed = with_engine(|engine, spare| {
            if was_dirty {
                computed.fetch_add(1, Ordering::Relaxed);
                let keeper = Keeper::of::<M, P>();
                viewshed.recompute(eye, revision, keeper, |sight, view| {
                    engine.compute(opacity, eye, sight, view);
                });
            }
            if viewshed.has_kept_up(light) || viewshed.keep_up(light) {
                return false;
            }
            if !was_dirty {
                seen_anew.fetch_add(1, Ordering::Relaxed);
            }
            viewshed.see_by(light, opacity, spare)
        });
        if has_changed || was_dirty {
            it.set_changed();
        }
    });
    let (computed, seen_anew) = (computed.into_inner(), seen_anew.into_inner());
    if computed > 0 {
        count.0 += computed;
    }
    if seen_anew > 0 {
        refreshed.0 += seen_anew;
    }
}
