//! Describes what a creature perceives, thinks and is about to do, and why it did what it did, for wizards, onlookers
//! and makers.

use bevy::prelude::*;

use super::sentences::compass;
use super::state_words::{may_pursue, state_word};
use crate::game::bestiary::MadeBy;
use crate::game::mind::Errand;
use crate::game::{
    Action, Actor, Aim, Awareness, Cause, Clock, Player, Reason, Reasons, Senses, TICKS_PER_TURN,
};
use crate::vision::MapMemory;

/// Who reads a creature's thoughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// One who makes the game, and wants every creature's number, when it acts, and its minds.
    Maker,
    /// One who watches a game.
    Viewer,
}

/// Returns a creature's thoughts, one per line. The list is empty for the player and for creatures that no longer
/// exist. If [`Reasons`] are recorded, the thoughts include the reason for the latest decision.
pub fn thoughts(world: &World, who: Entity, reader: Reader) -> Vec<String> {
    let Ok(body) = world.get_entity(who) else {
        return Vec::new();
    };
    let (Some(actor), Some(_)) = (body.get::<Actor>(), body.get::<Name>()) else {
        return Vec::new();
    };
    if body.contains::<Player>() {
        return Vec::new();
    }
    let words = Words { world, reader };
    let mut lines = vec![words.name(who)];
    let reasons = world.get_resource::<Reasons>();
    if let Some(awareness) = body.get::<Awareness>() {
        let cause = reasons.and_then(|it| it.cause(actor.id, awareness.state()));
        lines.push(words.awareness(who, *awareness, cause));
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
    if reader == Reader::Maker {
        let clock = world.get_resource::<Clock>();
        let wait = clock.map(|it| actor.due.saturating_sub(it.tick));
        lines.extend(wait.map(|wait| match wait {
            0 => "acts next".to_owned(),
            wait => format!("acts in {} turns", in_turns(wait)),
        }));
        let minds = body.get().map(|MadeBy(monster)| {
            let minds: Vec<&str> = monster.minds.names().collect();
            format!("minds: {}", minds.join(", "))
        });
        lines.extend(minds);
    }
    let reason = reasons.and_then(|it| it.of(actor.id));
    lines.extend(reason.map(|it| words.decision(it)));
    lines
}

/// Describes a decision on one line: what the creature knew and why, which minds were asked, which one decided, and
/// what the creature then did. This tells everything, even what is hidden from the player.
///
/// ```text
/// goblin #3 (hunting: heard a noise at 7,3): asked Flees, Shoots; Hunts decided: walk west
/// ```
pub fn reason_words(world: &World, reason: &Reason, reader: Reader) -> String {
    let words = Words { world, reader };
    let who = reason.who;
    let mut known = words.awareness(who, reason.awareness, reason.cause);
    let already = match reason.cause {
        Some(Cause::Saw(enemy) | Cause::Touched(enemy)) => Some(enemy),
        _ => None,
    };
    let enemies = reason.enemies.iter();
    let mut others = enemies.filter(|enemy| Some(**enemy) != already);
    if let Some(enemy) = others.next() {
        let (name, at) = (words.name(enemy.who), cell(enemy.at));
        known += &format!(", senses {name} at {at}");
    }
    match others.count() {
        0 => {}
        count => known += &format!(" and {count} more"),
    }
    if reason.light == Some(0) {
        known += ", in the dark";
    }
    let (name, decision) = (words.name(who), words.decision(reason));
    format!("{name} ({known}): {decision}")
}

/// Returns [`reason_words`] for a creature's latest decision, if it is recorded.
pub fn latest_reason(world: &World, who: Entity, reader: Reader) -> Option<String> {
    let id = world.get::<Actor>(who)?.id;
    let reason = world.get_resource::<Reasons>()?.of(id)?;
    Some(reason_words(world, reason, reader))
}

/// Puts what creatures think into words for one reader.
#[derive(Clone, Copy)]
struct Words<'w> {
    world: &'w World,
    reader: Reader,
}

impl Words<'_> {
    /// Names the minds that were asked, and describes what the creature then did.
    fn decision(self, reason: &Reason) -> String {
        let action = self.action(reason.action);
        let asked = reason.undecided().join(", ");
        match (asked.as_str(), reason.decider()) {
            ("", None) => format!("no mind was asked: {action}"),
            (asked, None) => format!("asked {asked}; none decided: {action}"),
            ("", Some(decider)) => format!("{decider} decided: {action}"),
            (asked, Some(decider)) => format!("asked {asked}; {decider} decided: {action}"),
        }
    }

    /// Describes what a creature knows about its enemies, and why.
    fn awareness(self, who: Entity, awareness: Awareness, cause: Option<Cause>) -> String {
        let pursues = may_pursue(self.world.get(who));
        let state = state_word(awareness.state(), pursues);
        let place = match awareness {
            Awareness::Noticing { at } => Some(at),
            Awareness::Hunting { last_known } => Some(last_known),
            Awareness::Searching { around, .. } => Some(around),
            Awareness::Asleep | Awareness::Unaware => None,
        };
        match (cause, place) {
            (Some(cause), _) => format!("{state}: {}", self.cause(cause)),
            (None, Some(at)) => format!("{state} at {}", cell(at)),
            (None, None) => state.to_owned(),
        }
    }

    fn cause(self, cause: Cause) -> String {
        match cause {
            Cause::Saw(enemy) => format!("saw {} at {}", self.name(enemy.who), cell(enemy.at)),
            Cause::Touched(enemy) => {
                format!("touched {} at {}", self.name(enemy.who), cell(enemy.at))
            }
            Cause::Heard(at) => format!("heard a noise at {}", cell(at)),
            Cause::Struck(from) => format!("was attacked from {}", cell(from)),
            Cause::Startled(at) => format!("saw a flame change at {}", cell(at)),
            Cause::SawGleam(at) => format!("saw its enemy's light at {}", cell(at)),
            Cause::Told { by, at } => {
                format!("{} told it of an enemy at {}", self.name(by), cell(at))
            }
            Cause::Lost(at) => format!("lost its enemy at {}", cell(at)),
            Cause::GaveUp => "gave up searching".to_owned(),
        }
    }

    fn action(self, action: Action) -> String {
        let verb = match action.kind {
            Action::STEP => "walk",
            kind => kind.name(),
        };
        match action.aim {
            Aim::Here => verb.to_owned(),
            Aim::Way(way) => format!("{verb} {}", compass(way)),
            Aim::Cell(at) => format!("{verb} {}", cell(at)),
            Aim::Target { who, .. } => format!("{verb} {}", self.name(who)),
            Aim::Amount(amount) => format!("{verb} ({amount})"),
            Aim::Thing { at, .. } => format!("{verb} at {}", cell(at)),
        }
    }

    /// Returns a creature's name, for a maker with its number: `goblin #3`.
    fn name(self, who: Entity) -> String {
        let world = self.world;
        if world.get::<Player>(who).is_some() {
            return "you".to_owned();
        }
        match (world.get::<Name>(who), world.get::<Actor>(who)) {
            (Some(name), Some(_)) if self.reader == Reader::Viewer => name.to_string(),
            (Some(name), Some(actor)) => format!("{name} #{}", actor.id.0),
            // The creature has died in the meantime.
            _ => "someone".to_owned(),
        }
    }
}

fn cell(at: IVec2) -> String {
    format!("{},{}", at.x, at.y)
}

fn in_turns(ticks: u64) -> String {
    let hundredths = ticks * 100 / TICKS_PER_TURN;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
