//! What the player has learned about kinds of monsters by watching them.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::clock::TICKS_PER_TURN;

/// What the player knows about each kind of monster that it has seen, by name. The player keeps this on all levels.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Study {
    kinds: BTreeMap<String, Studied>,
}

/// What the player knows about one kind of monster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Studied {
    /// For how many ticks the player has watched monsters of this kind that did not know of it.
    pub ticks: u64,
    /// Whether the player knows the kind.
    pub is_known: bool,
}

impl Studied {
    /// Returns for how many whole turns the player has studied the kind.
    pub fn turns(&self) -> u64 {
        self.ticks / TICKS_PER_TURN
    }
}

impl Study {
    /// Returns the kinds that the player has seen, by name.
    pub fn kinds(&self) -> impl Iterator<Item = (&str, Studied)> {
        self.kinds.iter().map(|(name, it)| (name.as_str(), *it))
    }

    /// Returns what the player knows about a kind. The result is empty for a kind that it has never seen.
    pub fn of(&self, name: &str) -> Studied {
        self.kinds.get(name).copied().unwrap_or_default()
    }

    pub fn knows(&self, name: &str) -> bool {
        self.of(name).is_known
    }

    /// Returns how many kinds the player knows.
    pub fn count(&self) -> u32 {
        let known = self.kinds.values().filter(|it| it.is_known);
        u32::try_from(known.count()).unwrap_or(u32::MAX)
    }

    pub(crate) fn has_seen(&self, name: &str) -> bool {
        self.kinds.contains_key(name)
    }

    /// Records that the player has seen a kind.
    pub(crate) fn see(&mut self, name: &str) {
        self.kinds.entry(name.to_owned()).or_default();
    }

    /// Makes a kind known.
    pub(crate) fn learn(&mut self, name: &str) {
        self.kinds.entry(name.to_owned()).or_default().is_known = true;
    }

    /// Adds ticks of study of a kind, which is known after this many `turns`. Returns whether the player knows the kind
    /// from now on.
    pub(crate) fn watch(&mut self, name: &str, ticks: u64, turns: u32) -> bool {
        let it = self.kinds.entry(name.to_owned()).or_default();
        if it.is_known || turns == 0 {
            return false;
        }
        let needed = u64::from(turns) * TICKS_PER_TURN;
        it.ticks = it.ticks.saturating_add(ticks).min(needed);
        it.is_known = it.ticks == needed;
        it.is_known
    }
}

/// Returns the percentage points by which `attacker` hits `target` more often, because it knows the target's kind.
pub(crate) fn familiarity(world: &World, attacker: Entity, target: Entity) -> i32 {
    let study = world.get::<Study>(attacker);
    let is_known =
        study.is_some_and(|it| world.get::<Name>(target).is_some_and(|who| it.knows(who)));
    if is_known {
        world.resource::<super::numbers::Numbers>().study.accuracy
    } else {
        0
    }
}
