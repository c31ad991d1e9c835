//! Raising the alarm when an enemy is noticed.

use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful};
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::game::being::{Action, State, Within};
use crate::game::saved::SaveComponent;

/// A creature that cries out once each time it starts to hunt. Every creature that hears the cry comes to look.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component, Default)]
pub struct RaisesAlarm {
    /// How far the cry carries, as a walking distance in cells.
    #[reflect(@Within::new(0, 200))]
    pub loudness: u32,
    /// Whether the creature has cried out since it was last calm.
    #[reflect(ignore)]
    has_cried: bool,
}

impl RaisesAlarm {
    /// Returns whether the creature has cried out since it was last calm.
    pub fn has_cried(&self) -> bool {
        self.has_cried
    }
}

impl Default for RaisesAlarm {
    fn default() -> Self {
        Self {
            loudness: 24,
            has_cried: false,
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<RaisesAlarm, _>(Urge::Warn, raise_alarm)
        .mind_needs::<RaisesAlarm>(&[Need::Field("loudness")])
        .save::<RaisesAlarm>();
}

fn raise_alarm(deciding: Deciding, mut criers: Query<(&mut RaisesAlarm, Mindful)>) {
    for (mut alarm, mut creature) in &mut criers {
        if !deciding.asks(&creature) {
            continue;
        }
        match creature.awareness.state() {
            State::Hunting if !alarm.has_cried => {
                alarm.has_cried = true;
                creature.intend(Action::cry(alarm.loudness));
            }
            State::Unaware | State::Asleep if alarm.has_cried => alarm.has_cried = false,
            _ => {}
        }
    }
}
