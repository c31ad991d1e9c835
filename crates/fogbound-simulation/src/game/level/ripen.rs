//! Tiles that change over time: foliage grows back, and fires spread and burn out.

use bevy::prelude::*;

use crate::game::being::{Clock, Occupancy, TICKS_PER_TURN};
use crate::map::TileMap;
use crate::path::SIDES;

/// Makes fires that have burnt for half their time spread to fuel on their four sides. Then changes all tiles whose
/// timers have run out. On cells with an actor, only fires do so.
pub(crate) fn ripen(mut map: ResMut<TileMap>, clock: Res<Clock>, occupancy: Res<Occupancy>) {
    if map.timers().next().is_none() {
        return;
    }
    let is_taken = |cell: IVec2| occupancy.at(cell).is_some();
    let mut catches = Vec::new();
    for (cell, due) in map.timers() {
        let tile = map.tile(cell);
        let in_time = tile.kind().in_time.filter(|_| tile.burns());
        let Some((due, in_time)) = due.zip(in_time) else {
            continue;
        };
        let half = u64::from(in_time.turns) * TICKS_PER_TURN / 2;
        if due <= clock.tick + half {
            catches.extend(SIDES.map(|side| cell + side));
        }
    }
    for cell in catches {
        if let Some(fire) = map.tile(cell).on_fire() {
            map.set(cell, fire);
        }
    }
    map.ripen(clock.tick, TICKS_PER_TURN, is_taken);
}
