//! Telling the player how badly it is hurt.

use bevy::prelude::*;

use super::MessageLog;
use crate::game::{Health, Player};

/// How low health is when it is time to worry: this many percent.
pub(super) const LOW: i32 = 34;

/// How badly the player is hurt, as it was last told.
#[derive(Resource, Default)]
pub(super) struct WoundTold(i32);

/// How worrying the health is.
fn worry(health: &Health) -> i32 {
    match health.percent() {
        ..17 => 2,
        17..LOW => 1,
        _ => 0,
    }
}

/// Takes the player's health as it is for told: a game goes on in which it was.
pub fn settle_wounds(world: &mut World) {
    let mut players = world.query_filtered::<&Health, With<Player>>();
    let worry = players.single(world).map_or(0, worry);
    world.insert_resource(WoundTold(worry));
}

/// Takes this health of the player's for told, and no other.
pub fn take_for_told(world: &mut World, health: &Health) {
    world.insert_resource(WoundTold(worry(health)));
}

/// Says when the player's health gets low.
pub(super) fn warn_of_wounds(
    mut told: ResMut<WoundTold>,
    mut log: ResMut<MessageLog>,
    players: Query<&Health, With<Player>>,
) {
    let Ok(health) = players.single() else { return };
    if health.now <= 0 {
        return;
    }
    let worry = worry(health);
    if worry > told.0 {
        let how = if worry == 2 {
            "close to death"
        } else {
            "badly hurt"
        };
        log.warn(format!(
            "You are {how}: {} of {} left.",
            health.now, health.max
        ));
    }
    if worry != told.0 {
        told.0 = worry;
    }
}
