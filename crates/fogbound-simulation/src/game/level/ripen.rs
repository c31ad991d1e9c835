//! Tiles that change over time: foliage grows back, and fires spread and burn out.

use bevy::prelude::*;

use crate::game::being::{Clock, Occupancy, TICKS_PER_TURN};
use crate::map::TileMap;

/// The four directions in which fires spread.
const SIDES: [IVec2; 4] = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];

/// Makes fires that have burnt for half their time spread to adjacent fuel. Then changes all tiles whose timers have
/// run out. Cells with an actor do not change.
pub(crate) fn ripen(mut map: ResMut<TileMap>, clock: Res<Clock>, occupancy: Res<Occupancy>) {
    if map.timers().next().is_none() {
        return;
    }
    let is_taken = |cell: IVec2| occupancy.at(cell).is_some();
    let mut catches = Vec::new();
    for (cell, due) in map.timers() {
        let kind = map.tile(cell).kind();
        let Some((due, in_time)) = due.zip(kind.in_time).filter(|_| kind.spreads) else {
            continue;
        };
        let half = u64::from(in_time.turns) * TICKS_PER_TURN / 2;
        if due <= clock.tick + half {
            let beside = SIDES.map(|side| cell + side);
            catches.extend(beside.into_iter().filter(|cell| !is_taken(*cell)));
        }
    }
    for cell in catches {
        let tile = map.tile(cell);
        // Torches and braziers are not fuel.
        if let Some(fire) = tile.kindled().filter(|it| it.kind().spreads) {
            map.set(cell, fire);
        }
    }
    map.ripen(clock.tick, TICKS_PER_TURN, is_taken);
}
