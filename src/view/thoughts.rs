//! Describes what a creature perceives, thinks and is about to do, for wizards and onlookers.

use bevy::prelude::*;

use crate::game::bestiary::{Bestiary, MonsterKind};
use crate::game::mind::Errand;
use crate::game::{Actor, Awareness, Clock, Player, Senses, TICKS_PER_TURN};
use crate::vision::MapMemory;

/// Returns a creature's thoughts, one per line. The list is empty for the player and for creatures that no longer
/// exist.
pub fn thoughts(world: &World, who: Entity) -> Vec<String> {
    let Ok(body) = world.get_entity(who) else {
        return Vec::new();
    };
    let (Some(actor), Some(name)) = (body.get::<Actor>(), body.get::<Name>()) else {
        return Vec::new();
    };
    if body.contains::<Player>() {
        return Vec::new();
    }
    let cell = |at: IVec2| format!("{},{}", at.x, at.y);
    let mut lines = vec![format!("{name} #{}", actor.id.0)];
    if let Some(awareness) = body.get::<Awareness>() {
        let place = match *awareness {
            Awareness::Noticing { at } => Some(at),
            Awareness::Hunting { last_known } => Some(last_known),
            Awareness::Searching { around, .. } => Some(around),
            Awareness::Asleep | Awareness::Unaware => None,
        };
        let place = place.map_or_else(String::new, |at| format!(" at {}", cell(at)));
        lines.push(format!("{}{place}", awareness.state().name()));
    }
    if let Some(senses) = body.get::<Senses>() {
        lines.push(match senses.enemies.len() {
            0 => "sees no enemy".to_owned(),
            1 => format!("sees an enemy at {}", cell(senses.enemies[0].at)),
            count => format!("sees {count} enemies"),
        });
        let heard = senses.heard.map(|it| cell(it.from));
        lines.extend(heard.map(|it| format!("heard a noise at {it}")));
        let struck = senses.struck_from;
        lines.extend(struck.map(|it| format!("was hit from {}", cell(it))));
    }
    if let Some(memory) = body.get::<MapMemory>() {
        let seen = memory.known_count();
        let lore = if memory.lore().is_some() {
            ", lives here"
        } else {
            ""
        };
        lines.push(format!("remembers {seen} cells{lore}"));
    }
    let goal = body.get::<Errand>().and_then(Errand::goal);
    lines.extend(goal.map(|it| format!("on its way to {}", cell(it))));
    if let Some(clock) = world.get_resource::<Clock>() {
        let wait = actor.due.saturating_sub(clock.tick);
        lines.push(match wait {
            0 => "acts next".to_owned(),
            wait => format!("acts in {} turns", in_turns(wait)),
        });
    }
    let kind = body.get::<MonsterKind>();
    let monster = kind.and_then(|kind| world.get_resource::<Bestiary>()?.get(&kind.0));
    if let Some(monster) = monster {
        let minds: Vec<&str> = monster.minds.names().collect();
        lines.push(format!("minds: {}", minds.join(", ")));
    }
    lines
}

fn in_turns(ticks: u64) -> String {
    let hundredths = ticks * 100 / TICKS_PER_TURN;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
