//! Hunts together.

use bevy::prelude::*;

use super::sound::listen;
use crate::game::awareness::notice;
use crate::game::bestiary::RegisterMind;
use crate::game::{
    Actor, ActorId, Awareness, Clock, GameEvent, Happening, Senses, State, Turn, TurnSystems,
};
use crate::vision::Position;

/// Belongs to a pack: what one of them sees, all of the same name know who are near enough to hear it
/// call.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Pack {
    /// How far a call carries, in steps of a king.
    pub call: u32,
}

impl Default for Pack {
    fn default() -> Self {
        Self { call: 12 }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.register_mind::<Pack>().add_systems(
        Turn,
        call.in_set(TurnSystems::Notice).after(notice).after(listen),
    );
}

type Member = (
    Entity,
    &'static Actor,
    &'static Name,
    &'static Position,
    &'static mut Senses,
    &'static Pack,
    &'static mut Awareness,
);

struct Call {
    pack: Name,
    caller: ActorId,
    from: IVec2,
    carries: u32,
    enemy: IVec2,
}

/// Members who see an enemy tell the others where it is. The nearest call counts.
fn call(clock: Res<Clock>, mut pack: Query<Member>, mut events: MessageWriter<GameEvent>) {
    let mut calls: Vec<Call> = pack
        .iter()
        .filter(|(_, actor, ..)| actor.due <= clock.tick)
        .filter(|(.., awareness)| awareness.state() == State::Hunting)
        .filter_map(|(_, actor, name, position, senses, pack, _)| {
            Some(Call {
                pack: name.clone(),
                caller: actor.id,
                from: position.0,
                carries: pack.call,
                enemy: senses.enemies.first()?.at,
            })
        })
        .collect();
    if calls.is_empty() {
        return;
    }
    calls.sort_unstable_by_key(|call| call.caller);
    let mut changes = Vec::new();
    for (entity, actor, name, position, mut senses, _, mut awareness) in &mut pack {
        let knows_better = !senses.enemies.is_empty() && awareness.state() == State::Hunting;
        if knows_better || awareness.state() == State::Asleep {
            continue;
        }
        let distance = |call: &Call| (call.from - position.0).abs().max_element();
        let heard = calls
            .iter()
            .filter(|call| call.pack == *name && distance(call) <= call.carries as i32)
            .min_by_key(|call| (distance(call), call.caller));
        let Some(call) = heard else { continue };
        let before = awareness.state();
        *awareness = Awareness::Hunting {
            last_known: call.enemy,
        };
        senses.in_vain = 0;
        if before != State::Hunting {
            changes.push((actor.id, entity, position.0, before));
        }
    }
    changes.sort_unstable_by_key(|change| change.0);
    events.write_batch(changes.into_iter().map(|(_, actor, at, from)| GameEvent {
        actor,
        at,
        what: Happening::StateChanged {
            from,
            to: State::Hunting,
        },
    }));
}
