//! Updates the light maps from the lights and the maps.

use bevy_ecs::prelude::*;

use super::ambient::Ambient;
use super::light_map::LightMap;
use super::source::Light;
use crate::diagnostics::Sharing;
use crate::position::Keeper;
use crate::share::with_engine;
use crate::{GridPosition, LevelMap, OnMap, VisionMap};

/// The minimum number of lights to compute that justifies using other threads.
const WORTH_SHARING: usize = 256;

/// Computes the fields of the lights affected by a change, and updates the light on every map. Without ambient light or
/// without a map, the light map is empty.
pub(crate) fn light_up<M: VisionMap, P: GridPosition>(
    map: Option<Res<M>>,
    ambient: Option<Res<Ambient>>,
    sharing: Res<Sharing>,
    lights: Query<(Entity, &P, Option<&OnMap>, &Light)>,
    mut light_map: ResMut<LightMap>,
    mut levels: Query<&mut LevelMap<M>>,
) {
    let keeper = Keeper::of::<M, P>();
    let resource = map.as_deref().zip(ambient.as_deref());
    if resource.is_none() && light_map.is_lit_world() {
        *light_map = light_map.after();
    }
    let light_map_now = light_map.bypass_change_detection();
    if let Some((map, ambient)) = resource {
        light_map_now.begin(ambient, map.light_opacity(), map.changes(), keeper);
    }
    for level in &mut levels {
        begin(level, keeper);
    }
    for (entity, position, on, &light) in &lights {
        let note = |map: &M, light_map: &mut LightMap| {
            light_map.note(entity, keeper, light, position.cell(), map.changes());
        };
        match on {
            None => {
                if let Some((map, _)) = resource {
                    note(map, light_map_now);
                }
            }
            Some(on) => {
                if let Ok(mut level) = levels.get_mut(on.0)
                    && level.ambient.is_some()
                {
                    let level = level.bypass_change_detection();
                    note(&level.map, &mut level.light);
                }
            }
        }
    }
    let shine = |map: &M, light_map: &mut LightMap| {
        let opacity = map.light_opacity();
        sharing.share(light_map.stale(), WORTH_SHARING, |lamp| {
            with_engine(|engine, _| lamp.shine(opacity, engine));
        });
        light_map.finish(opacity)
    };
    if let Some((map, _)) = resource
        && shine(map, light_map_now)
    {
        light_map.set_changed();
    }
    for mut level in levels.iter_mut().filter(|it| it.ambient.is_some()) {
        let LevelMap { map, light, .. } = level.bypass_change_detection();
        if shine(map, light) {
            level.set_changed();
        }
    }
}

/// Prepares the light of a level map for its lights.
fn begin<M: VisionMap>(mut level: Mut<LevelMap<M>>, keeper: Keeper) {
    if level.ambient.is_none() && level.light.is_lit_world() {
        level.light = level.light.after();
    }
    let LevelMap {
        map,
        ambient,
        light,
    } = level.bypass_change_detection();
    if let Some(ambient) = ambient {
        light.begin(ambient, map.light_opacity(), map.changes(), keeper);
    }
}
