//! The player's entity, and the player's part in `Decide`.

use bevy::prelude::*;

use super::minds::Urge;
use super::turn::PendingAction;
use super::{
    Actor, ActorId, Appearance, Defence, Faction, Health, Intent, Melee, NORMAL_SPEED, OnLevel,
    Player, TICKS_PER_TURN, Turn, TurnSystems,
};
use crate::fov::Sight;
use crate::vision::{MapMemory, Position, Viewshed};

/// The furthest the player's sight can be set to.
pub const MAX_RADIUS: u32 = 999;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Turn, obey.in_set(TurnSystems::Decide).before(Urge::Must));
}

/// The player on `cell`, seeing as `sight` says and remembering nothing yet.
pub(super) fn player(cell: IVec2, sight: Sight) -> impl Bundle {
    (
        Name::new("you"),
        Player,
        Actor::new(ActorId::PLAYER, NORMAL_SPEED),
        Position(cell),
        Viewshed::new(sight),
        Health::new(30, 8 * TICKS_PER_TURN),
        Melee {
            accuracy: 80,
            damage: (2, 6),
        },
        Defence(10),
        Faction::PLAYER,
        Appearance {
            glyph: '@',
            color: None,
        },
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
