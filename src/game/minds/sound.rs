//! Hunts by ear.

use bevy::prelude::*;

use super::hunt::{approach, strike};
use super::{AddMind, Deciding, Errand, Mindful, Urge};
use crate::game::awareness::{Changes, LONGEST_HUNT, notice};
use crate::game::{
    Action, Actor, Awareness, Clock, Conduct, GameEvent, Melee, Senses, TICKS_PER_TURN, Turn,
    TurnSystems,
};
use crate::vision::Position;

/// Sees nothing and needs not: goes where it last heard something, and strikes whom it touches there.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
#[require(Errand)]
pub struct HuntsBySound {
    /// How many turns it stays where it lost the sound.
    pub patience: u32,
}

impl Default for HuntsBySound {
    fn default() -> Self {
        Self { patience: 6 }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_mind::<HuntsBySound, _>(Urge::Hunt, follow_sound)
        .add_systems(Turn, listen.in_set(TurnSystems::Notice).after(notice));
}

type Listener = (
    Entity,
    &'static Actor,
    &'static Position,
    &'static mut Senses,
    &'static HuntsBySound,
    &'static mut Awareness,
);

/// To the blind, a sound is what a sight is to others.
pub(super) fn listen(
    clock: Res<Clock>,
    mut listeners: Query<Listener>,
    mut events: MessageWriter<GameEvent>,
) {
    let mut changes = Changes::default();
    for (entity, actor, position, mut senses, mind, mut awareness) in &mut listeners {
        if actor.due > clock.tick {
            continue;
        }
        let before = *awareness;
        senses.count_in_vain(before.state());
        let in_vain = senses.in_vain > LONGEST_HUNT;
        let touched = senses.enemies.first().map(|enemy| enemy.at);
        let clue = touched
            .or(senses.heard.map(|heard| heard.from))
            .or(senses.struck_from);
        let after = match (before, clue) {
            (_, Some(last_known)) => Awareness::Hunting { last_known },
            (Awareness::Hunting { last_known }, None) if position.0 == last_known || in_vain => {
                Awareness::Searching {
                    around: last_known,
                    until: clock.tick + u64::from(mind.patience) * TICKS_PER_TURN,
                }
            }
            (Awareness::Searching { until, .. }, None) if clock.tick >= until => Awareness::Unaware,
            (same, None) => same,
        };
        if after != before {
            *awareness = after;
        }
        changes.note(entity, actor, position, before.state(), after.state());
    }
    changes.tell(&mut events);
}

fn follow_sound(
    deciding: Deciding,
    mut hunters: Query<(Mindful, &mut Errand, Has<Melee>), With<HuntsBySound>>,
    _: Query<&Conduct>,
) {
    for (mut creature, mut errand, fights) in &mut hunters {
        if !deciding.asks(&creature) {
            continue;
        }
        match *creature.awareness {
            Awareness::Hunting { last_known } => {
                let action = strike(&creature, fights)
                    .or_else(|| approach(&deciding, &creature, &mut errand, last_known));
                creature.intend(action.unwrap_or(Action::Wait));
            }
            // It holds its breath.
            Awareness::Searching { .. } => creature.intend(Action::Wait),
            _ => {}
        }
    }
}
