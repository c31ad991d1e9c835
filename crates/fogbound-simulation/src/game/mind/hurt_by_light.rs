//! Being hurt by light. The level hurts these creatures at the end of each turn.

use bevy::prelude::*;

use super::register::RegisterMind;
use crate::game::being::Within;

/// A creature that light hurts.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
// Check values contain this path, so it must stay as it was in the games that players have saved.
#[type_path = "fogbound_simulation::game::being::traits"]
pub struct HurtByLight {
    /// The light level that hurts. With 0, no light does.
    #[reflect(@Within::new(0, 100))]
    pub level: u32,
    /// How many hit points each turn in this light costs.
    #[reflect(@Within::new(0, 999))]
    pub damage: i32,
}

impl Default for HurtByLight {
    fn default() -> Self {
        Self {
            level: 2,
            damage: 1,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.register_mind::<HurtByLight>();
}
