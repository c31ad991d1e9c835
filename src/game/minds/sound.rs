//! Hunts by ear.

use bevy::prelude::*;

use super::hunt::{approach, strike};
use super::{AddMind, Deciding, Errand, Guards, Mindful, Urge};
use crate::game::awareness::{Changes, LONGEST_HUNT, notice};
use crate::game::due::Due;
use crate::game::{
    Action, Actor, Awareness, Camouflage, Clock, GameEvent, Melee, Senses, TICKS_PER_TURN, Turn,
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
    Option<&'static Camouflage>,
);

/// To the blind, a sound is what a sight is to others.
pub(super) fn listen(
    (clock, due): (Res<Clock>, Res<Due>),
    mut listeners: Query<Listener>,
    mut events: MessageWriter<GameEvent>,
) {
    let mut changes = Changes::default();
    for (entity, actor, position, mut senses, mind, mut awareness, hidden) in
        listeners.iter_many_unique_mut(due.all())
    {
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
        let who = (entity, actor, position, hidden);
        changes.note(who, before.state(), after.state());
    }
    changes.tell(&mut events);
}

type Hunter = (
    Mindful,
    &'static mut Errand,
    Has<Melee>,
    Option<&'static Guards>,
);

fn follow_sound(deciding: Deciding, mut hunters: Query<Hunter, With<HuntsBySound>>) {
    for (mut creature, mut errand, fights, guard) in hunters.iter_many_unique_mut(deciding.due()) {
        if !deciding.asks(&creature) {
            continue;
        }
        let follows = guard.is_none_or(|guard| guard.has_leeway(creature.position.0));
        match *creature.awareness {
            Awareness::Hunting { last_known } => {
                let action = strike(&creature, fights, follows)
                    .or_else(|| approach(&deciding, &creature, &mut errand, last_known));
                creature.intend(action.unwrap_or(Action::Wait));
            }
            // It holds its breath.
            Awareness::Searching { .. } => creature.intend(Action::Wait),
            _ => {}
        }
    }
}
