//! Wounds close.

use bevy::prelude::*;

use crate::game::being::{Actor, Clock, Health};

/// Wounds close slowly.
pub(crate) fn regenerate(clock: Res<Clock>, mut wounded: Query<&mut Health, With<Actor>>) {
    for mut health in wounded.iter_mut().filter(|health| health.may_change()) {
        let mut healed = *health;
        healed.heal_until(clock.tick);
        if healed != *health {
            *health = healed;
        }
    }
}
