//! What hands learn where there are no eyes.

use bevy::prelude::*;

use super::Player;
use super::due::Due;
use super::minds::Errand;
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::{MapMemory, Moment, Position, Viewshed};

type Blind = (
    &'static Position,
    &'static mut MapMemory,
    Option<&'static mut Errand>,
);

/// The blind know the cells around them by touch. Whoever learns something new so thinks again about the way
/// it is on.
pub(super) fn feel_around(
    due: Res<Due>,
    map: Res<TileMap>,
    now: Res<Moment>,
    mut blind: Query<Blind, (Without<Viewshed>, Without<Player>)>,
) {
    for (position, mut memory, errand) in blind.iter_many_unique_mut(due.all()) {
        let around = Direction::ALL.map(|way| position.0 + way.delta());
        let mut learns = false;
        for cell in around.into_iter().chain([position.0]) {
            if let Some(tile) = map.get(cell)
                && memory.tile(cell) != Some(tile)
            {
                memory.see(cell, tile, None, *now);
                learns = true;
            }
        }
        if let Some(mut errand) = errand.filter(|_| learns) {
            errand.reconsider();
        }
    }
}
