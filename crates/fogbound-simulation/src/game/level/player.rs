//! The player's entity, and the player's part in the turn.

use bevy::prelude::*;

use crate::fov::Sight;
use crate::game::being::{
    Actor, ActorId, Appearance, Defence, Faction, Health, Hearing, Melee, NORMAL_SPEED, OnLevel,
    Player, TICKS_PER_TURN,
};
use crate::vision::{MapMemory, Position, Viewshed};

/// The player on `cell`, seeing as `sight` says and remembering nothing yet.
pub(crate) fn player(cell: IVec2, sight: Sight) -> impl Bundle {
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
