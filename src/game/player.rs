//! The player's entity, and the player's part in `Decide`.

use bevy::prelude::*;

use super::turn::PendingAction;
use super::{Actor, ActorId, Intent, NORMAL_SPEED, OnLevel, Player, Turn, TurnSystems};
use crate::fov::Sight;
use crate::vision::{MapMemory, Position, Viewshed};

/// The furthest the player's sight can be set to.
pub const MAX_RADIUS: u32 = 999;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Turn, obey.in_set(TurnSystems::Decide));
}

/// The player on `cell`, seeing as `sight` says and remembering nothing yet.
pub(super) fn player(cell: IVec2, sight: Sight) -> impl Bundle {
    (
        Name::new("you"),
        Player,
        Actor::new(ActorId::PLAYER, NORMAL_SPEED),
        Position(cell),
        Viewshed::new(sight),
        MapMemory::new(),
        OnLevel,
    )
}

/// The player's mind is outside: it intends what was commanded.
fn obey(mut pending: ResMut<PendingAction>, mut players: Query<&mut Intent, With<Player>>) {
    if let Ok(mut intent) = players.single_mut() {
        intent.0 = pending.0.take();
    }
}
