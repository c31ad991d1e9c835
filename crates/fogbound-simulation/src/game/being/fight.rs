//! Fights, and how often an effect can take place.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::*;

use super::clock::{Clock, TICKS_PER_TURN};

/// How long a fight lasts after its last blow, in ticks.
const LASTS: u64 = 10 * TICKS_PER_TURN;

/// The last fight of a creature. A fight begins with a blow or shot that the creature deals or that is dealt to it, and ends
/// ten turns after the last one. So it tells a creature nothing about enemies that it has not met.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fight {
    began: u64,
    last: u64,
}

/// The time in which the uses of an effect are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Per {
    /// As long as the creature lives.
    Life,
    /// In a fight, which begins with a blow that the creature deals or takes, and ends ten turns after the last one.
    Fight,
    /// In this many turns, counted from the first time.
    Turns(u32),
}

/// How often an effect can take place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Quota {
    /// How many times.
    pub most: u32,
    /// In which time.
    pub per: Per,
    /// What sets this effect apart from others: its place in its file, or a name that several effects share.
    pub(crate) key: Arc<str>,
}

/// How often the effects with a [quota](Quota) have taken place for a creature, each with the tick at which its time began.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally(BTreeMap<Arc<str>, (u64, u32)>);

impl Quota {
    /// Says how often, such as `, at most twice a fight`.
    pub fn words(&self) -> String {
        let times = match self.most {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            most => format!("{most} times"),
        };
        match self.per {
            // So often that it only counts.
            _ if self.most >= 999 => String::new(),
            Per::Life => format!(", at most {times}"),
            Per::Fight => format!(", at most {times} a fight"),
            Per::Turns(turns) => format!(", at most {times} in {turns} turns"),
        }
    }

    /// Returns the name that effects with this limit share, if they do.
    pub(crate) fn name(&self) -> Option<&str> {
        self.key.strip_prefix('#')
    }

    /// Returns how many times are left for a creature.
    pub(crate) fn left(&self, world: &World, who: Entity) -> u32 {
        let tally = world.get::<Tally>(who).and_then(|it| it.0.get(&self.key));
        let Some((since, count)) = tally else {
            return self.most;
        };
        match *since >= self.begins(world, who, *since) {
            true => self.most.saturating_sub(*count),
            false => self.most,
        }
    }

    /// Notes that the effect takes place for a creature, if it lives.
    pub(crate) fn spend(&self, world: &mut World, who: Entity) {
        let now = world.resource::<Clock>().tick;
        let is_new = self.left(world, who) == self.most;
        let Ok(mut body) = world.get_entity_mut(who) else {
            return;
        };
        let mut tally = body.take::<Tally>().unwrap_or_default();
        let entry = tally.0.entry(Arc::clone(&self.key)).or_insert((now, 0));
        if is_new {
            *entry = (now, 0);
        }
        entry.1 = entry.1.saturating_add(1);
        body.insert(tally);
    }

    /// Returns the tick at which the present time began, given when the last one did.
    fn begins(&self, world: &World, who: Entity, since: u64) -> u64 {
        let now = world.resource::<Clock>().tick;
        match self.per {
            Per::Life => since,
            Per::Turns(turns) => (now + 1).saturating_sub(u64::from(turns) * TICKS_PER_TURN),
            Per::Fight => match world.get::<Fight>(who) {
                None => since,
                Some(it) if now <= it.last + LASTS => it.began,
                Some(it) => it.last + LASTS + 1,
            },
        }
    }
}

/// Returns what sets the effects with this name of a limit apart from all others.
pub(crate) fn key_of_name(name: &str) -> Arc<str> {
    format!("#{name}").into()
}

/// Counts the effects with this name of a limit as used up by a creature from now on.
pub(crate) fn count_as_used(world: &mut World, who: Entity, name: &str) {
    let now = world.resource::<Clock>().tick;
    if let Ok(mut body) = world.get_entity_mut(who) {
        let mut tally = body.take::<Tally>().unwrap_or_default();
        tally.0.insert(key_of_name(name), (now, u32::MAX));
        body.insert(tally);
    }
}

/// Notes that a creature deals or takes a blow at this tick. Returns whether that began a fight.
pub(crate) fn note_blow(world: &mut World, who: Entity, now: u64) -> bool {
    if let Some(mut fight) = world.get_mut::<Fight>(who) {
        let begins = now > fight.last + LASTS;
        if begins {
            fight.began = now;
        }
        fight.last = now;
        return begins;
    }
    if let Ok(mut body) = world.get_entity_mut(who) {
        let (began, last) = (now, now);
        body.insert(Fight { began, last });
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quota(most: u32, per: Per) -> Quota {
        let key = "hit 0".into();
        Quota { most, per, key }
    }

    /// Returns how many of the uses at these turns take place. Blows fall at other turns.
    fn taken(quota: &Quota, uses: &[u64], blows: &[u64]) -> Vec<u64> {
        let mut world = World::new();
        world.insert_resource(Clock::default());
        let who = world.spawn_empty().id();
        let mut taken = Vec::new();
        for turn in 0..100 {
            world.resource_mut::<Clock>().tick = turn * TICKS_PER_TURN;
            if blows.contains(&turn) {
                note_blow(&mut world, who, turn * TICKS_PER_TURN);
            }
            if uses.contains(&turn) && quota.left(&world, who) > 0 {
                quota.spend(&mut world, who);
                taken.push(turn);
            }
        }
        taken
    }

    #[test]
    fn a_quota_for_life_never_returns() {
        assert_eq!(taken(&quota(2, Per::Life), &[1, 5, 40, 99], &[3]), [1, 5]);
    }

    #[test]
    fn a_quota_for_some_turns_returns_when_they_are_over() {
        let uses = [0, 1, 2, 5, 6, 7, 12];
        assert_eq!(
            taken(&quota(2, Per::Turns(6)), &uses, &[]),
            [0, 1, 6, 7, 12]
        );
    }

    #[test]
    fn a_quota_for_a_fight_returns_with_the_next_fight_and_with_the_peace_between() {
        let once = quota(1, Per::Fight);
        let all: Vec<u64> = (0..60).collect();
        assert_eq!(taken(&once, &all, &[10, 20, 30]), [0, 10, 41]);
        assert_eq!(taken(&once, &all, &[10, 21]), [0, 10, 21, 32]);
        assert_eq!(taken(&once, &all, &[]), [0]);
    }
}
