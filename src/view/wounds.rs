//! Warns the player of low health.

use bevy::prelude::*;

use super::MessageLog;
use crate::game::{Health, Player, player_of};

/// Health below this percentage counts as low.
pub(super) const LOW: i32 = 34;

/// The last reported severity of the player's wounds.
#[derive(Resource, Default)]
pub(super) struct ReportedWound(i32);

/// Returns the severity of the player's wounds, from 0 (fine) to 2 (close to death).
fn severity(health: &Health) -> i32 {
    match health.percent() {
        ..17 => 2,
        17..LOW => 1,
        _ => 0,
    }
}

/// Marks the player's current health as already reported. This is for resumed games and replays, which must not repeat
/// a warning.
pub fn settle_wounds(world: &mut World) {
    let health = player_of(world).and_then(|it| world.get::<Health>(it));
    let severity = health.map_or(0, severity);
    world.insert_resource(ReportedWound(severity));
}

/// Marks `health` as already reported.
pub fn settle_wounds_at(world: &mut World, health: &Health) {
    world.insert_resource(ReportedWound(severity(health)));
}

/// Warns when the player's health gets low.
pub(super) fn warn_of_wounds(
    mut reported: ResMut<ReportedWound>,
    mut log: ResMut<MessageLog>,
    players: Query<&Health, With<Player>>,
) {
    let Ok(health) = players.single() else { return };
    if health.now() <= 0 {
        return;
    }
    let severity = severity(health);
    if severity > reported.0 {
        let how = if severity == 2 {
            "close to death"
        } else {
            "badly hurt"
        };
        log.warn(format!(
            "You are {how}: {} of {} health left.",
            health.now(),
            health.max()
        ));
    }
    if severity != reported.0 {
        reported.0 = severity;
    }
}
