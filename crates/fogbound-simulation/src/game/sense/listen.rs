//! What the blind make of what they hear and touch.

use bevy::prelude::*;

use super::notice::{Changes, LONGEST_HUNT};
use crate::game::being::{
    Actor, Awareness, Camouflage, Clock, Due, GameEvent, HuntsBySound, Senses, TICKS_PER_TURN,
};
use crate::vision::Position;

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
pub(crate) fn listen(
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
