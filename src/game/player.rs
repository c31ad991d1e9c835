//! The player's entity, and the player's part in the turn.

use bevy::prelude::*;

use super::due::Due;
use super::turn::PendingAction;
use super::{
    Actor, ActorId, Appearance, Defence, Faction, Health, Hearing, Intent, Melee, NORMAL_SPEED,
    OnLevel, Player, TICKS_PER_TURN, Turn, TurnSystems,
};
use crate::fov::Sight;
use crate::vision::{MapMemory, Position, Viewshed};

/// The furthest the player's sight can be set to.
pub const MAX_RADIUS: u32 = 999;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Turn,
        obey.after(TurnSystems::Decide).before(TurnSystems::Act),
    );
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
        Hearing::default(),
        MapMemory::new(),
        OnLevel,
    )
}

/// The player's mind is outside: it intends what was commanded.
fn obey(
    due: Res<Due>,
    mut pending: ResMut<PendingAction>,
    mut players: Query<&mut Intent, With<Player>>,
) {
    for mut intent in players.iter_many_unique_mut(due.all()) {
        intent.0 = pending.0.take();
    }
}
