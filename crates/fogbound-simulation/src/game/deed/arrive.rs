//! Coming to a cell.

use bevy::prelude::*;

use super::take::take;
use crate::game::being::{Happening, Player, lying_at, tell};
use crate::vision::ObjectKind;

/// Tells the player what lies on the cell it has come to, and has it take what there is to be taken.
pub(super) fn come_to(world: &mut World, who: Entity, at: IVec2) {
    if world.get::<Player>(who).is_none() {
        return;
    }
    if let Some(kind) = lying_at(world, at).into_iter().map(|(_, kind)| kind).max() {
        tell(world, who, at, Happening::Found(ObjectKind(kind)));
    }
    take(world, who, at);
}
