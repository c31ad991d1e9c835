//! How the bot chooses its next command.

use std::collections::BTreeSet;

use bevy::prelude::*;
use rand::RngExt;

use super::learnt::Learnt;
use super::rounds::Rounds;
use super::temperament::Temperament;
use crate::dungeon::random::stream;
use crate::explorer::alarm::{Alarm, Situation};
use crate::explorer::explore::Explorer;
use crate::explorer::outlook::{Creature, Outlook};
use crate::game::{Action, Fate, PlayerCommand, Seed, TICKS_PER_TURN, boons_on_offer};
use crate::grid::Direction;
use crate::vision::ObjectKind;

/// A bot that plays a game based on what the player perceives and remembers. The bot explores by light, which heals it,
/// fights when it can win, strikes the unaware, hides or flees when it cannot win, and heads for the stairs down. Its
/// temperament decides how boldly it plays.
///
/// Call [`next`](Self::next) exactly once for each command, because the bot remembers what it has done.
#[derive(Clone, Debug, Default)]
pub struct Bot {
    pub(super) temperament: Temperament,
    pub(super) explorer: Explorer,
    pub(super) learnt: Learnt,
    pub(super) rounds: Rounds,
    pub(super) here: Here,
    before: Option<Before>,
    /// The names of monsters that were dangerous when last seen.
    pub(super) feared: BTreeSet<String>,
    /// The path that the bot follows, without its own cell.
    pub(super) path: Vec<IVec2>,
    /// The tick until which the bot walks at random.
    wanders_until: u64,
    /// The tick until which the bot keeps its lantern shut.
    pub(super) dark_until: u64,
    /// When the bot last changed its lantern, and whether it made it brighter.
    pub(super) turned: (u64, bool),
    /// The things that a curious bot has tried out, and those that it could not use when it tried.
    pub(super) tried: BTreeSet<ObjectKind>,
    pub(super) useless: BTreeSet<ObjectKind>,
    /// What a curious bot is trying out.
    pub(super) trial: Option<ObjectKind>,
    /// The levels on which the bot has taken one of the things that wait to be chosen.
    pub(super) gifted: BTreeSet<u32>,
    /// The deepest level reached so far.
    deepest: u32,
    /// The levels that the bot left before it had explored all that it safely could.
    pub(super) unexplored: BTreeSet<u32>,
    /// How many times the bot has gone back up since it reached its deepest level.
    pub(super) returns: u32,
    /// The level and what the bot saw there when it chose its last command.
    situation: Option<(u32, Situation)>,
    /// Whether something that was not a find happened just before its last command.
    is_alarmed: bool,
    stops: u32,
}

/// The bot's state on the current level.
#[derive(Clone, Debug, Default)]
pub(super) struct Here {
    /// Whether the bot's last action was a blow. Only bots that lurk keep this.
    pub(super) has_struck: bool,
    /// The tick at which the bot last fled, and the enemies it fled from, as last seen.
    pub(super) fled: Option<(u64, Vec<Creature>)>,
    /// Whether the bot has seen something here that is stone while it is seen.
    pub(super) has_stone: bool,
    /// Whether the bot's last step was towards something that it has to choose.
    pub(super) fetches: bool,
    /// How many times the bot has begun to flee on this visit to the level.
    pub(super) flights: u32,
    /// The tick until which the bot waits out of sight for a shooter.
    pub(super) ambush_until: u64,
    /// How many times the bot has waited in vain for a shooter.
    pub(super) ambushes: u32,
    /// The number of turns for which the bot has seen hunters that are not coming closer.
    pub(super) waited: u32,
    /// The tick until which the bot assumes that an unseen enemy is near.
    pub(super) alarmed_until: u64,
    /// The tick until which the bot stays away from the level it fled from.
    pub(super) lies_low_until: u64,
}

/// The player's state when the bot chose its last command.
#[derive(Clone, Copy, Debug)]
struct Before {
    tick: u64,
    health: i32,
    depth: u32,
}

/// How long, in ticks, the bot does not wait for enemies to come after it has been wounded from a distance.
const ALARM: u64 = 12 * TICKS_PER_TURN;
/// How long, in ticks, the bot stays on the level above after fleeing upstairs.
const LIE_LOW: u64 = 40 * TICKS_PER_TURN;
/// The maximum number of times the bot flees upstairs before it reaches a new level.
pub(super) const RETURNS: u32 = 3;

impl Bot {
    /// Creates a bot that has not seen anything yet.
    pub fn new(temperament: Temperament) -> Self {
        Self {
            temperament,
            ..Self::default()
        }
    }

    /// Returns how many times so far something other than a find would have interrupted a player's journey. What goes on from
    /// one command to the next, such as a fight, counts once.
    pub fn stops(&self) -> u32 {
        self.stops
    }

    fn count_stop(&mut self, outlook: &Outlook) {
        let now = (outlook.depth, Situation::of(outlook));
        let last = self.situation.replace(now.clone());
        let last = last.filter(|(depth, _)| *depth == now.0);
        let alarm = last.and_then(|(_, last)| now.1.alarm(&last));
        let alarmed = alarm.is_some_and(|it| !matches!(it, Alarm::Found(_)));
        self.stops += u32::from(alarmed && !self.is_alarmed);
        self.is_alarmed = alarmed;
    }

    /// Returns the player's next command. Returns `None` if the game is over, or if everything within reach is known
    /// and there is no way down.
    pub fn next(&mut self, world: &mut World) -> Option<PlayerCommand> {
        if !world.get_resource::<Fate>()?.is_alive() {
            return None;
        }
        if !boons_on_offer(world).is_empty() {
            return Some(PlayerCommand::ChooseBoon(0));
        }
        let seed = world.get_resource::<Seed>()?.0;
        let mut outlook = Outlook::of(world)?;
        if self.temperament == Temperament::EmptyHanded {
            outlook.leave_things();
        }
        if self.before.is_some_and(|it| it.tick > outlook.tick) {
            // A new game has begun.
            *self = Self::new(self.temperament);
        }
        self.explorer.look(&outlook, None);
        self.look_back(&outlook);
        self.count_stop(&outlook);
        let before = self.before.replace(Before {
            tick: outlook.tick,
            health: outlook.health.now(),
            depth: outlook.depth,
        });
        // If no time has passed, the last command was impossible.
        let is_hindered = before.is_some_and(|it| it.tick == outlook.tick);
        if let Some(kind) = self.trial.take().filter(|_| is_hindered) {
            self.tried.remove(&kind);
            self.useless.insert(kind);
        }
        let action = if is_hindered {
            Action::WAIT
        } else {
            let action = self.choose(&outlook, seed)?;
            let is_trial = self.temperament == Temperament::Curious
                && [Action::USE, Action::THROW, Action::WEAR, Action::DROP].contains(&action.kind);
            let lantern = (!is_trial).then(|| self.set_lantern(&outlook, action));
            lantern.flatten().unwrap_or(action)
        };
        let moves = matches!(action.kind, Action::STEP | Action::RUN);
        if (moves || is_hindered) && self.rounds.count(&outlook) {
            let turns = stream(seed, "pilot's rounds", outlook.tick).random_range(6..=16_u64);
            self.wanders_until = outlook.tick + turns * TICKS_PER_TURN;
        }
        Some(PlayerCommand::Act(action))
    }

    /// Updates the bot's state with what has happened since the last command.
    fn look_back(&mut self, outlook: &Outlook) {
        self.learnt.watch(outlook);
        self.learnt.watch_eyes(outlook);
        self.path.clear();
        if outlook.depth > self.deepest {
            (self.deepest, self.returns) = (outlook.depth, 0);
        }
        let Some(before) = self.before else { return };
        if outlook.depth != before.depth {
            let here = std::mem::take(&mut self.here);
            if outlook.depth < before.depth {
                self.returns += 1;
                if here.flights > 0 {
                    self.here.lies_low_until = outlook.tick + LIE_LOW;
                }
            }
        } else if outlook.health.now() < before.health
            && !outlook.foes.iter().any(|foe| foe.is_beside(outlook.here))
        {
            self.here.alarmed_until = outlook.tick + ALARM;
        }
        for foe in &outlook.foes {
            if self.is_dangerous(outlook, foe) {
                self.feared.insert(foe.name.clone());
            } else {
                self.feared.remove(&foe.name);
            }
        }
    }

    fn choose(&mut self, outlook: &Outlook, seed: u64) -> Option<Action> {
        let action = self.use_things(outlook).or_else(|| match self.temperament {
            Temperament::Rash => self.charge(outlook),
            Temperament::Runner => self.shake_off(outlook),
            it if it.lurks() => self.lurk(outlook).or_else(|| self.surprise(outlook)),
            _ => self.answer(outlook).or_else(|| self.surprise(outlook)),
        });
        if action.is_some() {
            return action;
        }
        if outlook.tick < self.wanders_until {
            return Some(wander(outlook, seed));
        }
        let gift = self.choose_gift(outlook, seed);
        self.here.has_stone |= outlook.foes.iter().any(Creature::is_stone);
        self.here.fetches = gift.is_some();
        gift.or_else(|| self.go_on(outlook))
    }

    /// Attacks the nearest reachable enemy, or approaches it.
    fn charge(&self, outlook: &Outlook) -> Option<Action> {
        if self.rounds.lost > 0 {
            return None;
        }
        let ways = outlook.ways(outlook.here, |_| false);
        let can_fall = |cell| {
            outlook
                .foes
                .iter()
                .any(|foe| foe.at == cell && !foe.is_stone())
        };
        let near = ways.nearest(can_fall)?;
        let way = ways.first_step(near)?;
        Some(if outlook.is_taken(outlook.here + way.delta()) {
            Action::attack(way)
        } else {
            Action::step(way)
        })
    }

    /// Reacts to the enemies in view that know of the player.
    fn answer(&mut self, outlook: &Outlook) -> Option<Action> {
        let all = outlook.foes.iter().filter(|foe| foe.is_alert());
        // One that is stone while the player sees it does not attack either.
        let all = all.filter(|foe| foe.can_hurt() && !foe.is_stone());
        let hunters: Vec<&Creature> = all.collect();
        if !hunters.is_empty() {
            return self.meet(outlook, &hunters);
        }
        self.here.waited = 0;
        if let Some(action) = self.keep_away(outlook) {
            return Some(action);
        }
        (outlook.tick < self.here.ambush_until).then_some(Action::WAIT)
    }
}

/// Returns an attack on an enemy, or `None` if the enemy is not adjacent.
pub(super) fn strike(outlook: &Outlook, foe: &Creature) -> Option<Action> {
    Direction::from_delta(foe.at - outlook.here).map(Action::attack)
}

/// Returns a step in a random direction.
fn wander(outlook: &Outlook, seed: u64) -> Action {
    let free = |way: &Direction| {
        let cell = outlook.here + way.delta();
        outlook.is_walkable(cell) && !outlook.is_taken(cell)
    };
    let ways: Vec<Direction> = Direction::ALL.into_iter().filter(free).collect();
    let last = ways.len().saturating_sub(1) as u32;
    let chosen = stream(seed, "pilot", outlook.tick).random_range(0..=last);
    ways.get(chosen as usize)
        .map_or(Action::WAIT, |way| Action::step(*way))
}
