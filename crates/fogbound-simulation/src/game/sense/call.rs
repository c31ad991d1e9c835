//! Those who hunt in a pack call each other.

use bevy::prelude::*;

use super::notice::Changes;
use crate::game::being::{
    Actor, ActorId, Awareness, Camouflage, Due, GameEvent, Pack, Senses, State,
};
use crate::map::TileMap;
use crate::path::Nearby;
use crate::vision::Position;

type Member = (
    Entity,
    &'static Actor,
    &'static Name,
    &'static Position,
    &'static mut Senses,
    &'static Pack,
    &'static mut Awareness,
    Option<&'static Camouflage>,
);

struct Call {
    pack: Name,
    caller: ActorId,
    carries: u32,
    enemy: IVec2,
}

/// Members who see an enemy tell the others where it is. The nearest call counts.
pub(crate) fn call(
    due: Res<Due>,
    map: Res<TileMap>,
    mut pack: Query<Member>,
    mut events: MessageWriter<GameEvent>,
) {
    let mut calls = Vec::new();
    let mut furthest = None;
    let callers = pack
        .iter_many_unique(due.all())
        .filter(|(.., awareness, _)| awareness.state() == State::Hunting);
    for (_, actor, name, position, senses, pack, ..) in callers {
        let Some(enemy) = senses.enemies.first() else {
            continue;
        };
        furthest = furthest.max(Some(pack.call));
        let call = Call {
            pack: name.clone(),
            caller: actor.id,
            carries: pack.call,
            enemy: enemy.at,
        };
        calls.push((position.0, call));
    }
    let Some(furthest) = furthest else { return };
    let calls = Nearby::new(map.size(), calls);
    let mut changes = Changes::default();
    for (entity, actor, name, position, mut senses, _, mut awareness, hidden) in &mut pack {
        let knows_better = !senses.enemies.is_empty() && awareness.state() == State::Hunting;
        if knows_better || awareness.state() == State::Asleep {
            continue;
        }
        let heard = calls
            .within(position.0, furthest)
            .map(|(from, call)| ((from - position.0).abs().max_element(), call))
            .filter(|(distance, call)| *distance as u32 <= call.carries && call.pack == *name)
            .min_by_key(|(distance, call)| (*distance, call.caller));
        let Some((_, call)) = heard else { continue };
        let before = awareness.state();
        *awareness = Awareness::Hunting {
            last_known: call.enemy,
        };
        senses.in_vain = 0;
        let who = (entity, actor, position, hidden);
        changes.note(who, before, State::Hunting);
    }
    changes.tell(&mut events);
}
