//! Changes in awareness, from unaware to hunting and back: what a creature concludes from its senses.
//!
//! ```text
//! Asleep --noise, a blow, an enemy nearby--> Searching, Hunting or Unaware
//! Unaware --sees an enemy, by chance--> Noticing --still sees it, by chance--> Hunting
//! Hunting --reaches the last known place, finds no enemy--> Searching --patience ends--> Unaware
//! Hunting --senses no enemy for long and does not get there--> Searching
//! Hunting --no longer feels an enemy beside it, which it does not see--> Searching
//! ```
//!
//! The light of the beacon, wherever a creature sees it, makes the creature search there, or hunt there if it was hunting.
//! So does the light of the player's lantern on dark ground, but an unaware creature goes to look only by chance.
//! A disguised creature does not notice anything until its disguise is over.
//!
//! The chances fall with distance, and rise if the enemy has just run or fought. Blind creatures rely on sound instead
//! of sight, and draw their conclusions without any element of chance.

use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use rand::RngExt;

use super::looking::{is_by_sight, makes_out};
use crate::game::being::{
    Actor, ActorId, Awareness, Camouflage, Cause, Clock, Conduct, Disguise, Due, GameEvent,
    Happening, Heard, Hunts, HuntsBySound, Number, Numbers, Player, Quest, Reasons, Seed, Senses,
    TICKS_PER_TURN, Wearer, decision_rng, say_worn_helps, worn_for,
};
use crate::map::TileMap;
use crate::vision::{LightMap, LightShape, Position, Viewshed};

/// The default number of turns for which a creature searches.
const USUAL_PATIENCE: u32 = 12;

/// The maximum number of turns for which a creature heads for a last known place without sensing an enemy. There is a
/// limit because the place may be out of reach, or too far away for a guard.
const LONGEST_HUNT: u32 = 30;

/// Returns the number of turns for which a creature searches.
pub(crate) fn patience_of(world: &World, creature: Entity) -> u32 {
    patience(world.get(creature), world.get(creature))
}

fn patience(by_ear: Option<&HuntsBySound>, by_eye: Option<&Hunts>) -> u32 {
    let by_ear = by_ear.map(|mind| mind.patience);
    let by_eye = by_eye.map(|mind| mind.patience);
    by_ear.or(by_eye).unwrap_or(USUAL_PATIENCE)
}

/// The parts of a creature that are used to update its awareness.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct Wits {
    pub(super) entity: Entity,
    pub(super) actor: &'static Actor,
    pub(super) position: &'static Position,
    hidden: Option<&'static Camouflage>,
    pub(super) senses: &'static mut Senses,
    pub(super) awareness: &'static mut Awareness,
}

/// The state changes of one tick.
#[derive(Default)]
pub(super) struct Changes(Vec<(ActorId, GameEvent)>);

impl Changes {
    /// Changes a creature's awareness, and records an event if the creature's state changes.
    pub(super) fn make(&mut self, wits: &mut WitsItem, after: Awareness) {
        let (from, to) = (wits.awareness.state(), after.state());
        wits.awareness.set_if_neq(after);
        if from != to {
            let what = Happening::StateChanged { from, to };
            let hidden = wits.hidden.copied();
            let event = GameEvent::of(wits.entity, wits.position.0, hidden, what);
            self.0.push((wits.actor.id, event));
        }
    }

    /// Reports all changes, ordered by actor ID.
    pub(super) fn tell(mut self, events: &mut MessageWriter<GameEvent>) {
        self.0.sort_unstable_by_key(|(id, _)| *id);
        events.write_batch(self.0.into_iter().map(|(_, event)| event));
    }
}

type Watcher = (
    Wits,
    Option<&'static Viewshed>,
    Option<&'static Hunts>,
    Option<&'static HuntsBySound>,
);

/// Who sees from where.
type Seeing = (Entity, &'static Position, &'static Viewshed);

/// Updates the awareness of all due creatures. Sends an event for each state change: first for creatures that hunt by
/// sight, and then for creatures that hunt by sound.
pub(crate) fn notice(
    (clock, due, seed): (Res<Clock>, Res<Due>, Res<Seed>),
    (numbers, quest): (Res<Numbers>, Res<Quest>),
    (map, light): (Res<TileMap>, Res<LightMap>),
    mut watchers: Query<Watcher, (Without<Player>, Without<Disguise>)>,
    (conduct, wearers, players): (Query<&Conduct>, Query<&Wearer>, Query<Seeing, With<Player>>),
    (mut events, mut reasons): (MessageWriter<GameEvent>, Option<ResMut<Reasons>>),
    mut commands: Commands,
) {
    let mut missed = None;
    let mut by_eye = Changes::default();
    let mut by_ear = Changes::default();
    for (mut wits, viewshed, hunts, by_sound) in watchers.iter_many_unique_mut(due.all()) {
        let before = *wits.awareness;
        wits.senses.count_in_vain(before.state());
        let (position, id) = (wits.position.0, wits.actor.id);
        let moment = Clues {
            position,
            seen: wits.senses.enemies.first().map(|enemy| Glimpse {
                at: enemy.at,
                distance: (enemy.at - position).abs().max_element(),
                is_dim: light.is_lit_world() && is_dim(light.level(enemy.at)),
                glare: if is_in_beam(&light, enemy.who, position) {
                    numbers.lantern.glare
                } else {
                    100
                },
                conspicuous: conduct
                    .get(enemy.who)
                    .is_ok_and(|conduct| conduct.conspicuous_until > clock.tick),
                noticed: wearers.get(enemy.who).map_or([100; 2], noticed_by),
            }),
            senses: &wits.senses,
            only_felt: |at: IVec2| {
                let is_beside = (at - position).abs().max_element() <= 1;
                let sees = |view: &Viewshed| is_by_sight((&map, &light), view, position, at);
                is_beside && !viewshed.is_some_and(sees)
            },
            reach: viewshed.map_or(Some(0), |viewshed| viewshed.sight().radius),
            give_up: clock.tick + u64::from(patience(by_sound, hunts)) * TICKS_PER_TURN,
            now: clock.tick,
            drawn: if quest.has_beacon {
                100
            } else {
                numbers.lantern.gleam
            },
            roll: || decision_rng(seed.0, "notice", id, clock.tick).random_range(0..100),
        };
        let overlooked = moment.overlooked(before).filter(|_| by_sound.is_none());
        let ((after, cause), changes) = match by_sound {
            Some(_) => (moment.by_ear(before), &mut by_ear),
            None => (moment.by_eye(before), &mut by_eye),
        };
        changes.make(&mut wits, after);
        if let (Ok((player, eye, view)), Some(seen)) = (players.single(), overlooked) {
            let eye = eye.0;
            if seen.at == eye && makes_out((&map, &light), view, eye, position, wits.hidden) {
                let number = match seen.noticed[0] < 100 {
                    true => Number::Noticed,
                    false => Number::Dim,
                };
                missed = missed.max(Some((std::cmp::Reverse(id), (player, wits.entity, number))));
            }
        }
        if let (Some(reasons), Some(cause)) = (&mut reasons, cause) {
            reasons.note(id, after, cause);
        }
    }
    by_eye.tell(&mut events);
    by_ear.tell(&mut events);
    if let Some((_, (player, watcher, number))) = missed {
        commands.queue(move |world: &mut World| {
            if let Some((kind, _)) = worn_for(world, player, number) {
                say_worn_helps(world, player, (number, kind), Some(watcher));
            }
        });
    }
}

/// An enemy as a watcher sees it.
#[derive(Clone, Copy)]
pub(super) struct Glimpse {
    pub(super) at: IVec2,
    /// The distance of the enemy in steps, where a diagonal step counts as one.
    pub(super) distance: i32,
    /// Whether the enemy is in dim light.
    pub(super) is_dim: bool,
    /// How often the enemy is noticed because its beam shines on the watcher, as a percentage of what is usual.
    pub(super) glare: u32,
    /// Whether the enemy has just run or fought.
    pub(super) conspicuous: bool,
    /// How often the enemy is noticed, and how often in dim light, as percentages of what is usual.
    pub(super) noticed: [u32; 2],
}

/// Returns how often a creature is noticed, and how often in dim light, as percentages of what is usual.
fn noticed_by(wearer: &Wearer) -> [u32; 2] {
    [Number::Noticed, Number::Dim].map(|it| wearer.percent(it))
}

/// The highest light level that counts as dim. In brighter light, actors are visible from afar.
pub(super) const DIM: u32 = 3;

pub(super) fn is_dim(level: u32) -> bool {
    (1..=DIM).contains(&level)
}

/// Returns whether the beam of `bearer` shines on a watcher's cell.
pub(crate) fn is_in_beam(light: &LightMap, bearer: Entity, watcher: IVec2) -> bool {
    let mut lights = light.lights_at(watcher);
    lights.any(|(entity, _, it)| entity == bearer && matches!(it.shape, LightShape::Beam(_)))
}

impl Glimpse {
    /// Returns the chance, as a percentage, that a watcher whose sight has this reach notices the enemy. The chance is
    /// 95 for an enemy on an adjacent cell, and falls linearly to 15 one step beyond the reach. Dim light halves the
    /// chance. An enemy that has just run or fought, and one whose beam shines on the watcher, are more likely to be
    /// noticed.
    pub(super) fn chance(self, reach: Option<u32>) -> i32 {
        let reach = reach.map_or(40, |reach| reach.clamp(1, 40) as i32);
        let clear = 95 - 80 * (self.distance - 1).clamp(0, reach) / reach;
        let quiet = if self.is_dim { clear / 2 } else { clear };
        let usual = if self.conspicuous { quiet * 2 } else { quiet };
        // The percentages are small enough for the products.
        let percent = |of: i32, percent: u32| of * percent.min(10_000).cast_signed() / 100;
        let [noticed, in_dim] = self.noticed;
        let share = if self.is_dim { in_dim } else { 100 };
        percent(percent(percent(usual, self.glare), noticed), share).min(100)
    }
}

/// Everything that determines a creature's next [`Awareness`].
struct Clues<'a, Felt, Roll> {
    position: IVec2,
    /// The nearest enemy that the creature sees or, if it is blind, touches.
    seen: Option<Glimpse>,
    senses: &'a Senses,
    /// Returns whether the creature can only have felt what was on a cell: the cell is beside it, and it does not see it by
    /// light.
    only_felt: Felt,
    reach: Option<u32>,
    /// The tick at which a search that starts now would end.
    give_up: u64,
    now: u64,
    /// The chance, as a percentage, that an unaware creature goes to look where it sees the enemy's light.
    drawn: u32,
    /// A function that returns a random number from 0 to 99. Every call returns the same number.
    roll: Roll,
}

/// A creature's next awareness, and what caused it. Without a clue, the last cause remains.
type Conclusion = (Awareness, Option<Cause>);

impl<Felt: Fn(IVec2) -> bool, Roll: Fn() -> i32> Clues<'_, Felt, Roll> {
    fn hunting(&self, last_known: IVec2, cause: Cause) -> Conclusion {
        (Awareness::Hunting { last_known }, Some(cause))
    }

    fn searching(&self, around: IVec2, cause: Cause) -> Conclusion {
        let until = self.give_up;
        (Awareness::Searching { around, until }, Some(cause))
    }

    /// Returns whether a creature heading for `last_known` has arrived or should give up.
    fn is_in_vain(&self, last_known: IVec2) -> bool {
        self.position == last_known || self.senses.in_vain > LONGEST_HUNT
    }

    /// Returns the enemy that the creature does not notice now, but would if that were noticed as often as usual.
    fn overlooked(&self, before: Awareness) -> Option<Glimpse> {
        let seen = self.seen.filter(|_| before == Awareness::Unaware)?;
        if seen.noticed == [100; 2] {
            return None;
        }
        let usual = Glimpse {
            noticed: [100; 2],
            ..seen
        };
        let chances = [seen, usual].map(|it| it.chance(self.reach));
        let rolled = (self.roll)();
        (chances[0] <= rolled && rolled < chances[1]).then_some(seen)
    }

    /// Returns the next awareness of a creature that hunts by sight.
    fn by_eye(&self, before: Awareness) -> Conclusion {
        let (seen, heard) = (self.seen, self.senses.heard);
        let nearest = self.senses.enemies.first().copied();
        let saw = nearest.map(Cause::Saw);
        let hunting = |seen: Glimpse| {
            (
                Awareness::Hunting {
                    last_known: seen.at,
                },
                saw,
            )
        };
        let noticing = |seen: Glimpse| (Awareness::Noticing { at: seen.at }, saw);
        // A blow leaves no doubt.
        if let Some(from) = self.senses.struck_from {
            return self.hunting(seen.map_or(from, |seen| seen.at), Cause::Struck(from));
        }
        let notices = |seen: Glimpse, bonus| seen.chance(self.reach) + bonus > (self.roll)();
        let search = |heard: Heard| self.searching(heard.from, Cause::Heard(heard.from));
        let heeded = heard.filter(|heard| chance_to_mind(*heard) > (self.roll)());
        match before {
            Awareness::Asleep => {
                let by_noise = heard.map_or(0, |heard| 10 + 6 * heard.loudness.min(15) as i32);
                let by_sight = seen.map_or(0, |seen| seen.chance(self.reach) / 6);
                if by_noise.max(by_sight) <= (self.roll)() {
                    return (before, None);
                }
                heard.map_or((Awareness::Unaware, saw), search)
            }
            Awareness::Unaware => match (seen, heeded) {
                (Some(seen), _) if notices(seen, 0) => match seen.distance {
                    ..=1 => hunting(seen),
                    _ => noticing(seen),
                },
                (_, Some(heard)) => search(heard),
                // A light that went out or came on for no visible reason makes the creature investigate.
                _ => match (self.senses.startled, self.senses.gleam) {
                    (Some(at), _) => self.searching(at, Cause::Startled(at)),
                    (None, Some(at)) if self.drawn.cast_signed() > (self.roll)() => {
                        self.searching(at, Cause::SawGleam(at))
                    }
                    (None, _) => (before, None),
                },
            },
            Awareness::Noticing { at } => match seen {
                Some(seen) if notices(seen, 40) => hunting(seen),
                Some(seen) => noticing(seen),
                None => self.searching(at, Cause::Lost(at)),
            },
            Awareness::Hunting { last_known } => match (seen, heeded) {
                (Some(seen), _) => hunting(seen),
                (None, Some(heard)) => self.hunting(heard.from, Cause::Heard(heard.from)),
                _ => match self.senses.gleam {
                    Some(at) => self.hunting(at, Cause::SawGleam(at)),
                    // What it has only felt may have gone anywhere.
                    None if self.is_in_vain(last_known) || (self.only_felt)(last_known) => {
                        self.searching(last_known, Cause::Lost(last_known))
                    }
                    None => (before, None),
                },
            },
            Awareness::Searching { until, .. } => match (seen, heeded, self.senses.gleam) {
                (Some(seen), ..) => hunting(seen),
                (None, Some(heard), _) => search(heard),
                (None, None, Some(at)) => self.searching(at, Cause::SawGleam(at)),
                _ if self.now >= until => (Awareness::Unaware, Some(Cause::GaveUp)),
                _ => (before, None),
            },
        }
    }

    /// Returns the next awareness of a creature that hunts by sound, based on what it touches and hears.
    fn by_ear(&self, before: Awareness) -> Conclusion {
        let touched = self.senses.enemies.first().copied();
        let touched = touched.map(|enemy| (enemy.at, Cause::Touched(enemy)));
        let heard = self.senses.heard;
        let heard = heard.map(|heard| (heard.from, Cause::Heard(heard.from)));
        let struck = self.senses.struck_from;
        let struck = struck.map(|from| (from, Cause::Struck(from)));
        match (before, touched.or(heard).or(struck)) {
            (_, Some((last_known, cause))) => self.hunting(last_known, cause),
            (Awareness::Hunting { last_known }, None) if self.is_in_vain(last_known) => {
                self.searching(last_known, Cause::Lost(last_known))
            }
            (Awareness::Searching { until, .. }, None) if self.now >= until => {
                (Awareness::Unaware, Some(Cause::GaveUp))
            }
            _ => (before, None),
        }
    }
}

/// Returns the chance, as a percentage, that a creature that is awake reacts to a noise. The chance is 25 for a barely
/// audible noise, and rises to 100 for a noise that would carry five cells farther.
fn chance_to_mind(heard: Heard) -> i32 {
    25 + 15 * heard.loudness.min(5) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_fall_with_distance_and_dim_light_and_rise_with_conspicuous_conduct() {
        let at = |distance, level, conspicuous| {
            let glimpse = Glimpse {
                at: IVec2::ZERO,
                distance,
                is_dim: is_dim(level),
                glare: 100,
                conspicuous,
                noticed: [100; 2],
            };
            glimpse.chance(Some(8))
        };
        for distance in 1..8 {
            let chance = at(distance, 9, false);
            assert!(chance > at(distance + 1, 9, false));
            assert!(at(distance, 9, true) >= at(distance + 1, 9, true));
            assert!(at(distance, 9, true) > chance);
            let by_level = (0..6).map(|level| at(distance, level, false));
            let half = chance / 2;
            assert!(by_level.eq([chance, half, half, half, chance, chance]));
            assert_eq!(at(distance, 1, true), chance / 2 * 2);
        }
        assert_eq!((at(1, 9, false), at(9, 9, false)), (95, 15));
    }
}
