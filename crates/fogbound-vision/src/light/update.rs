//! Updates the light map from the lights and the map.

use bevy_ecs::prelude::*;

use super::ambient::Ambient;
use super::light_map::LightMap;
use super::source::Light;
use crate::position::Keeper;
use crate::share::with_engine;
use crate::{GridPosition, Sharing, VisionMap};

/// The minimum number of lights to compute that justifies using other threads.
const WORTH_SHARING: usize = 256;

/// Computes the fields of the lights affected by a change, and updates the light map. Without [`Ambient`] or without a
/// map, the light map is empty.
pub(crate) fn light_up<M: VisionMap, P: GridPosition>(
    map: Option<Res<M>>,
    ambient: Option<Res<Ambient>>,
    sharing: Res<Sharing>,
    lights: Query<(Entity, &P, &Light)>,
    mut light_map: ResMut<LightMap>,
) {
    let (Some(map), Some(ambient)) = (map, ambient) else {
        if light_map.is_lit_world() {
            *light_map = light_map.after();
        }
        return;
    };
    let (opacity, changes) = (map.opacity(), map.changes());
    let before = light_map.revision();
    let lit = light_map.bypass_change_detection();
    let keeper = Keeper::of::<M, P>();
    lit.begin(&ambient, opacity, changes, keeper);
    for (entity, position, &light) in &lights {
        lit.note(entity, keeper, light, position.cell(), changes);
    }
    sharing.share(lit.stale(), WORTH_SHARING, |lamp| {
        with_engine(|engine, _| lamp.shine(opacity, engine));
    });
    lit.finish(opacity);
    if lit.revision() != before {
        light_map.set_changed();
    }
}
