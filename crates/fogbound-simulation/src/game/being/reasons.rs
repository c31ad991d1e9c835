//! The reasons for what creatures decide, for people who make monsters.
//!
//! Nothing is recorded before a call of [`record_reasons`](super::super::mind::record_reasons). What is recorded never
//! affects the game, so it is part of neither saved games nor check values.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::action::Action;
use super::actor::ActorId;
use super::awareness::{Awareness, State};
use super::senses::Sighting;

/// What made a creature's [`Awareness`] what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The creature saw an enemy, or something that could be one.
    Saw(Sighting),
    /// A creature that hunts by sound touched an enemy.
    Touched(Sighting),
    /// The creature heard a noise that was made on this cell.
    Heard(IVec2),
    /// A blow or shot came from this cell.
    Struck(IVec2),
    /// On this cell, a flame went out or lit up for no visible reason.
    Startled(IVec2),
    /// The light of the enemy's lantern or beacon fell on this cell.
    SawGleam(IVec2),
    /// A pack member told the creature where it saw an enemy.
    Told {
        /// The pack member.
        by: Entity,
        /// The enemy's cell.
        at: IVec2,
    },
    /// The creature no longer knows where the enemy is that it last knew on this cell.
    Lost(IVec2),
    /// The creature searched in vain.
    GaveUp,
}

/// The reason for a creature's latest decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// How many decisions had been recorded before this one.
    pub number: u64,
    /// The tick at which the creature decided.
    pub tick: u64,
    /// The creature.
    pub who: Entity,
    /// What the creature knew about its enemies.
    pub awareness: Awareness,
    /// What made the awareness what it was, unless that happened before recording began.
    pub cause: Option<Cause>,
    /// The enemies that the creature sensed, nearest first.
    pub enemies: Vec<Sighting>,
    /// The light level on the creature's cell, or `None` in a world without darkness.
    pub light: Option<u32>,
    /// The short type names of the minds that were asked, in order. If a mind decided, it is the last one. An effect that
    /// makes the creature flee is called `flee effect`, and a disguise that the creature keeps is called `disguise`.
    pub asked: Vec<&'static str>,
    /// Whether the last mind that was asked chose an action. If no mind did, the creature waits.
    pub is_decided: bool,
    /// The action.
    pub action: Action,
}

impl Reason {
    /// Returns the mind that decided, if one did.
    pub fn decider(&self) -> Option<&'static str> {
        self.asked.last().copied().filter(|_| self.is_decided)
    }

    /// Returns the minds that were asked and chose nothing, in order.
    pub fn undecided(&self) -> &[&'static str] {
        let count = self.asked.len() - usize::from(self.is_decided);
        &self.asked[..count]
    }
}

/// The reason for each creature's latest decision, by actor ID. The resource exists once
/// [`record_reasons`](super::super::mind::record_reasons) has been called.
#[derive(Resource, Clone, Debug, Default)]
pub struct Reasons {
    count: u64,
    latest: BTreeMap<ActorId, Reason>,
    /// What last changed or confirmed each creature's awareness, and the state since then.
    causes: BTreeMap<ActorId, (State, Cause)>,
    /// The minds asked for a decision that is being made, and whether the last of them chose an action.
    asked: BTreeMap<ActorId, (Vec<&'static str>, bool)>,
}

impl Reasons {
    /// Returns the number of decisions that have been recorded.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the reason for a creature's latest decision.
    pub fn of(&self, id: ActorId) -> Option<&Reason> {
        self.latest.get(&id)
    }

    /// Iterates over the latest decisions, except for the first `number` ones that were recorded. The order is that of
    /// the creatures' IDs.
    pub fn since(&self, number: u64) -> impl Iterator<Item = &Reason> {
        let latest = self.latest.values();
        latest.filter(move |reason| reason.number >= number)
    }

    /// Returns what made the awareness of a creature in this state what it is, if that is known.
    pub fn cause(&self, id: ActorId, state: State) -> Option<Cause> {
        let known = self.causes.get(&id);
        known.filter(|(then, _)| *then == state).map(|it| it.1)
    }

    /// Records what made a creature's awareness what it is now.
    pub(crate) fn note(&mut self, id: ActorId, now: Awareness, cause: Cause) {
        self.causes.insert(id, (now.state(), cause));
    }

    /// Records that a mind was asked, and whether there is a choice now. Minds are not asked after a choice.
    pub(crate) fn ask(&mut self, id: ActorId, mind: &'static str, chose: bool) {
        let (asked, is_decided) = self.asked.entry(id).or_default();
        if !*is_decided {
            asked.push(mind);
            *is_decided = chose;
        }
    }

    /// Records a decision, and fills in its number, its cause and the minds that were asked since the creature's last
    /// decision.
    pub(crate) fn conclude(&mut self, id: ActorId, mut reason: Reason) {
        (reason.asked, reason.is_decided) = self.asked.remove(&id).unwrap_or_default();
        reason.cause = self.cause(id, reason.awareness.state());
        reason.number = self.count;
        self.count += 1;
        self.latest.insert(id, reason);
    }
}

/// Forgets all reasons, but not how many there were, because another game or another moment of the game begins.
pub(crate) fn forget_reasons(world: &mut World) {
    if let Some(mut reasons) = world.get_resource_mut::<Reasons>() {
        *reasons = Reasons {
            count: reasons.count,
            ..Reasons::default()
        };
    }
}
