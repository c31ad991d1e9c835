//! From lights and map to the light that falls on it.

use std::cell::RefCell;

use bevy_ecs::prelude::*;
use fogbound_fov::FieldOfView;

use super::ambient::Ambient;
use super::light_map::LightMap;
use super::source::Light;
use crate::keeper::Keeper;
use crate::{GridPosition, Sharing, VisionMap};

thread_local! {
    static ENGINE: RefCell<FieldOfView> = RefCell::new(FieldOfView::new());
}

/// Below this many lights to compute, handing them to other threads costs more than it saves.
const WORTH_SHARING: usize = 256;

/// Computes the fields of the lights for which something has changed, and what has become of the light by that.
pub(crate) fn light_up<M: VisionMap, P: GridPosition>(
    (map, ambient, sharing): (Res<M>, Res<Ambient>, Res<Sharing>),
    lights: Query<(Entity, &P, &Light)>,
    mut light_map: ResMut<LightMap>,
) {
    let (opacity, changes) = (map.opacity(), map.changes());
    let before = light_map.revision();
    let lit = light_map.bypass_change_detection();
    let keeper = Keeper::of::<M, P>();
    lit.begin(&ambient, opacity, changes, keeper);
    for (entity, position, &light) in &lights {
        lit.note((entity, keeper), light, position.cell(), changes);
    }
    sharing.share(lit.stale(), WORTH_SHARING, |lamp| {
        ENGINE.with_borrow_mut(|engine| lamp.shine(opacity, engine));
    });
    lit.finish(opacity);
    if lit.revision() != before {
        light_map.set_changed();
    }
}

/// Without [`Ambient`], or without a map, there is no light, and none is needed.
pub(crate) fn forget_lights(mut light_map: ResMut<LightMap>) {
    if light_map.is_lit_world() {
        *light_map = LightMap::after(&light_map);
    }
}
