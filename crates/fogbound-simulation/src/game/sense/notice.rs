//! From unaware to hunting and back: what a creature makes of what it senses.
//!
//! ```text
//! Asleep --noise, a blow, somebody near--> Searching, Hunting or Unaware
//! Unaware --sees an enemy, by chance--> Noticing --still sees it, by chance--> Hunting
//! Hunting --reaches the last known place and sees nobody--> Searching --patience ends--> Unaware
//! Hunting --senses nobody for long and does not get there--> Searching
//! ```
//!
//! Chances fall with distance, and rise when the enemy has just run or fought.

use bevy::prelude::*;
use rand::RngExt;

use crate::game::being::{
    Actor, ActorId, Awareness, Camouflage, Clock, Conduct, Due, GameEvent, Happening, Heard, Hunts,
    HuntsBySound, Player, Seed, Senses, State, TICKS_PER_TURN, decision_rng,
};
use crate::vision::{LightMap, Position, Viewshed};

/// Turns that a creature searches if no [`Hunts`] says otherwise.
const USUAL_PATIENCE: u32 = 12;

/// For how many turns a creature searches.
pub(crate) fn patience_of(world: &World, creature: Entity) -> u32 {
    let by_eye = world.get::<Hunts>(creature).map(|mind| mind.patience);
    let by_ear = world
        .get::<HuntsBySound>(creature)
        .map(|mind| mind.patience);
    by_ear.or(by_eye).unwrap_or(USUAL_PATIENCE)
}

/// For how many turns a creature makes for a last known place without sensing anything on the way.
/// It may be out of its reach, or further than a guard goes.
pub(crate) const LONGEST_HUNT: u32 = 30;

type Watcher = (
    Entity,
    &'static Actor,
    &'static Position,
    Option<&'static Viewshed>,
    &'static mut Senses,
    &'static mut Awareness,
    Option<&'static Hunts>,
    Option<&'static Camouflage>,
);

/// Everyone due makes up its mind about what it senses. Each change of state is an event.
pub(crate) fn notice(
    clock: Res<Clock>,
    due: Res<Due>,
    (seed, light): (Res<Seed>, Res<LightMap>),
    mut watchers: Query<Watcher, (Without<Player>, Without<HuntsBySound>)>,
    conduct: Query<&Conduct>,
    mut events: MessageWriter<GameEvent>,
) {
    let mut changes = Changes::default();
    for (entity, actor, position, viewshed, mut senses, mut awareness, hunts, hidden) in
        watchers.iter_many_unique_mut(due.all())
    {
        let patience = hunts.map_or(USUAL_PATIENCE, |hunts| hunts.patience);
        let seen = senses.enemies.first().map(|enemy| Seen {
            at: enemy.at,
            distance: (enemy.at - position.0).abs().max_element(),
            is_dim: is_dim(&light, enemy.at),
            conspicuous: conduct
                .get(enemy.who)
                .is_ok_and(|conduct| conduct.conspicuous_until > clock.tick),
        });
        let before = *awareness;
        senses.count_in_vain(before.state());
        let after = before.after(&Moment {
            position: position.0,
            seen,
            senses: &senses,
            reach: viewshed.map_or(0, |viewshed| viewshed.sight().radius.unwrap_or(u32::MAX)),
            give_up: clock.tick + u64::from(patience) * TICKS_PER_TURN,
            now: clock.tick,
            roll: || decision_rng(seed.0, "notice", actor.id, clock.tick).random_range(0..100),
        });
        if after != before {
            *awareness = after;
        }
        let who = (entity, actor, position, hidden);
        changes.note(who, before.state(), after.state());
    }
    changes.tell(&mut events);
}

/// The changes of state of one tick.
#[derive(Default)]
pub(crate) struct Changes(Vec<(ActorId, GameEvent)>);

impl Changes {
    /// Takes note that an actor is in state `to` and was in state `from`, if that is a change.
    pub(crate) fn note(
        &mut self,
        (entity, actor, position, hidden): (Entity, &Actor, &Position, Option<&Camouflage>),
        from: State,
        to: State,
    ) {
        if from != to {
            let what = Happening::StateChanged { from, to };
            let event = GameEvent::of(entity, position.0, hidden.copied(), what);
            self.0.push((actor.id, event));
        }
    }

    /// Tells of all changes, in the order of ids.
    pub(crate) fn tell(mut self, events: &mut MessageWriter<GameEvent>) {
        self.0.sort_unstable_by_key(|(id, _)| *id);
        events.write_batch(self.0.into_iter().map(|(_, event)| event));
    }
}

/// The nearest enemy in view.
#[derive(Clone, Copy)]
struct Seen {
    at: IVec2,
    distance: i32,
    /// Whether it stands in dim light.
    is_dim: bool,
    conspicuous: bool,
}

/// All that decides what becomes of an [`Awareness`].
struct Moment<'a, Roll> {
    position: IVec2,
    seen: Option<Seen>,
    senses: &'a Senses,
    reach: u32,
    give_up: u64,
    now: u64,
    /// Throws a die of 0 to 99; asked once at most.
    roll: Roll,
}

impl Awareness {
    fn after<Roll: Fn() -> i32>(self, moment: &Moment<'_, Roll>) -> Self {
        // A blow leaves no doubt.
        if let Some(from) = moment.senses.struck_from {
            let last_known = moment.seen.map_or(from, |seen| seen.at);
            return Self::Hunting { last_known };
        }
        let search = |around| Self::Searching {
            around,
            until: moment.give_up,
        };
        let heard = moment.senses.heard;
        match (self, moment.seen) {
            (Self::Asleep, seen) => {
                let by_noise = heard.map_or(0, |heard| 10 + 6 * heard.loudness.min(15) as i32);
                let by_sight = seen.map_or(0, |seen| odds(seen, moment.reach) / 6);
                if by_noise.max(by_sight) > (moment.roll)() {
                    heard.map_or(Self::Unaware, |heard| search(heard.from))
                } else {
                    self
                }
            }
            (Self::Unaware, Some(seen)) if odds(seen, moment.reach) > (moment.roll)() => {
                if seen.distance <= 1 {
                    Self::Hunting {
                        last_known: seen.at,
                    }
                } else {
                    Self::Noticing { at: seen.at }
                }
            }
            (Self::Noticing { .. }, Some(seen)) => {
                if odds(seen, moment.reach) + 40 > (moment.roll)() {
                    Self::Hunting {
                        last_known: seen.at,
                    }
                } else {
                    Self::Noticing { at: seen.at }
                }
            }
            (Self::Noticing { at }, None) => search(at),
            (Self::Hunting { .. }, Some(seen)) => Self::Hunting {
                last_known: seen.at,
            },
            (Self::Hunting { last_known }, None) => match heard {
                Some(heard) => Self::Hunting {
                    last_known: heard.from,
                },
                None if moment.position == last_known => search(last_known),
                None if moment.senses.in_vain > LONGEST_HUNT => search(last_known),
                None => self,
            },
            (Self::Searching { .. }, Some(seen)) => Self::Hunting {
                last_known: seen.at,
            },
            (Self::Searching { until, .. }, None) => match heard {
                Some(heard) => search(heard.from),
                _ if moment.now >= until => Self::Unaware,
                _ => self,
            },
            (Self::Unaware, _) => match heard {
                Some(heard) if ear_odds(heard) > (moment.roll)() => search(heard.from),
                // A light that goes out or comes on by itself is looked into.
                _ => moment.senses.startled.map_or(self, search),
            },
        }
    }
}

/// The highest level of light that is dim.
const DIM: u32 = 3;

/// Whether a cell is lit, and no more than dimly.
fn is_dim(light: &LightMap, cell: IVec2) -> bool {
    light.is_lit_world() && (1..=DIM).contains(&light.level(cell))
}

/// The chance, in percent, that somebody who sees so far notices one who stands `distance` steps away at this level of
/// light, if it sees it: what [`Awareness`] goes by in each of its turns. `conspicuous`: one who has just run or fought.
pub fn chance_to_notice(reach: Option<u32>, distance: i32, level: u32, conspicuous: bool) -> i32 {
    let seen = Seen {
        at: IVec2::ZERO,
        distance,
        is_dim: (1..=DIM).contains(&level),
        conspicuous,
    };
    odds(seen, reach.unwrap_or(u32::MAX))
}

/// The chance that somebody who expects nothing minds a noise, in percent: one that can just be heard is
/// minded by one in four, and one that would carry on for five cells by all.
fn ear_odds(heard: Heard) -> i32 {
    25 + 15 * heard.loudness.min(5) as i32
}

/// The chance to notice somebody, in percent: 95 beside the watcher, falling evenly to 15 a step beyond
/// its sight, half of that in dim light, and twice that for those who run or fight.
fn odds(seen: Seen, reach: u32) -> i32 {
    let reach = reach.clamp(1, 40) as i32;
    let clear = 95 - 80 * (seen.distance - 1).clamp(0, reach) / reach;
    let quiet = if seen.is_dim { clear / 2 } else { clear };
    if seen.conspicuous {
        (quiet * 2).min(100)
    } else {
        quiet
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_fall_with_distance_and_rise_with_conspicuous_conduct() {
        let at = |distance, conspicuous| {
            let seen = Seen {
                at: IVec2::ZERO,
                distance,
                is_dim: false,
                conspicuous,
            };
            odds(seen, 8)
        };
        for distance in 1..8 {
            assert!(at(distance, false) > at(distance + 1, false));
            assert!(at(distance, true) >= at(distance + 1, true));
            assert!(at(distance, true) > at(distance, false));
        }
        assert_eq!(at(9, false), 15);
    }
}
