//! Makes actors look at what they have done and at what has changed, before anything else moves.

use bevy::prelude::*;

use crate::game::being::{Due, Senses};
use crate::grid::BitGrid;
use crate::map::TileMap;
use crate::vision::{LightMap, Revision, Viewshed};

/// The revision of the map at the start of this run of [`Turn`](crate::game::being::Turn).
#[derive(Resource, Default)]
pub(crate) struct MapBefore(Option<Revision>);

pub(crate) fn note_map(map: Option<Res<TileMap>>, mut before: ResMut<MapBefore>) {
    before.0 = map.map(|map| map.changes().revision());
}

/// The greatest number of changed cells that each eye checks one by one. If there are more, it checks 64 at a time.
const FEW: usize = 8;

/// Makes all actors that have just acted see and remember their surroundings, in the light as it was when they acted.
/// Actors that see a cell change also look around.
pub(crate) fn look_around(
    due: Res<Due>,
    (map, before, light): (Option<Res<TileMap>>, Res<MapBefore>, Res<LightMap>),
    mut grid: Local<BitGrid>,
    mut eyes: Query<&mut Viewshed>,
) {
    if !light.is_lit_world() {
        return;
    }
    for mut viewshed in eyes.iter_many_unique_mut(due.all()) {
        viewshed.bypass_change_detection().look();
    }
    // On a new map, all actors look around anyway.
    let changed = map.as_ref().zip(before.0);
    let Some((map, before)) = changed else {
        return;
    };
    let changed = map.changes().since(before).unwrap_or_default();
    if changed.is_empty() {
        return;
    }
    let are_few = changed.len() <= FEW;
    if !are_few {
        match grid.size() == map.size() {
            true => grid.clear(),
            false => *grid = BitGrid::new(map.size()),
        }
        changed.iter().for_each(|it| grid.set(it.cell, true));
    }
    for mut viewshed in &mut eyes {
        let sees_change = match are_few {
            true => changed.iter().any(|it| viewshed.has_in_view(it.cell)),
            false => {
                let view = viewshed.field_of_view();
                view.any_word(|start, cells| cells & grid.columns(start) != 0)
            }
        };
        if sees_change {
            viewshed.bypass_change_detection().look();
        }
    }
}

/// Clears what due actors heard and felt. These senses last for only one turn.
pub(crate) fn forget(due: Res<Due>, mut sensors: Query<&mut Senses>) {
    for mut senses in sensors.iter_many_unique_mut(due.all()) {
        if senses.heard.is_some() || senses.struck_from.is_some() || senses.startled.is_some() {
            senses.heard = None;
            senses.struck_from = None;
            senses.startled = None;
        }
    }
}
