//! Calls between pack members.

use bevy::prelude::*;

use super::notice::{Changes, Wits};
use crate::game::being::{
    ActorId, Awareness, Cause, Disguise, Due, GameEvent, Pack, Reasons, State,
};
use crate::map::TileMap;
use crate::path::Nearby;

struct Call {
    pack: Name,
    caller: ActorId,
    by: Entity,
    carries: u32,
    enemy: IVec2,
}

/// Makes pack members that see an enemy tell the others where the enemy is. A member that hears several calls responds
/// to the nearest caller.
pub(crate) fn call(
    due: Res<Due>,
    map: Res<TileMap>,
    mut members: Query<(Wits, &Name, &Pack), Without<Disguise>>,
    mut events: MessageWriter<GameEvent>,
    mut reasons: Option<ResMut<Reasons>>,
) {
    let mut calls = Vec::new();
    for (wits, name, pack) in members.iter_many_unique(due.all()) {
        let enemy = wits.senses.enemies.first();
        if let Some(enemy) = enemy.filter(|_| wits.awareness.state() == State::Hunting) {
            let call = Call {
                pack: name.clone(),
                caller: wits.actor.id,
                by: wits.entity,
                carries: pack.call,
                enemy: enemy.at,
            };
            calls.push((wits.position.0, call));
        }
    }
    let Some(furthest) = calls.iter().map(|(_, call)| call.carries).max() else {
        return;
    };
    let calls = Nearby::new(map.size(), calls);
    let mut changes = Changes::default();
    for (mut wits, name, _) in &mut members {
        let state = wits.awareness.state();
        let knows_better = !wits.senses.enemies.is_empty() && state == State::Hunting;
        if knows_better || state == State::Asleep {
            continue;
        }
        let at = wits.position.0;
        let heard = calls
            .within(at, furthest)
            .map(|(from, call)| ((from - at).abs().max_element(), call))
            .filter(|(distance, call)| *distance as u32 <= call.carries && call.pack == *name)
            .min_by_key(|(distance, call)| (*distance, call.caller));
        if let Some((_, call)) = heard {
            let last_known = call.enemy;
            wits.senses.in_vain = 0;
            let hunting = Awareness::Hunting { last_known };
            changes.make(&mut wits, hunting);
            if let Some(reasons) = &mut reasons {
                let (by, at) = (call.by, last_known);
                reasons.note(wits.actor.id, hunting, Cause::Told { by, at });
            }
        }
    }
    changes.tell(&mut events);
}
