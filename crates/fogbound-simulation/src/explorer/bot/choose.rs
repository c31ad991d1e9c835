//! How the bot chooses its next command.

use std::collections::BTreeSet;

use bevy::prelude::*;
use rand::RngExt;

use super::danger::{is_dangerous, rounds_to_kill};
use super::learnt::Learnt;
use super::rounds::Rounds;
use super::temperament::Temperament;
use crate::dungeon::random::stream;
use crate::explorer::explore::Explorer;
use crate::explorer::outlook::{Creature, Outlook, distance};
use crate::game::{Action, Fate, PlayerCommand, Seed, State, TICKS_PER_TURN, boons_on_offer};
use crate::grid::Direction;

/// A bot that plays a game based on what the player perceives and remembers. The bot explores, fights when it can win,
/// flees when it cannot win, rests when hurt, and heads for the stairs down. Its temperament decides how boldly it
/// plays.
///
/// Call [`next`](Self::next) exactly once for each command, because the bot remembers what it has done.
#[derive(Clone, Debug, Default)]
pub struct Bot {
    pub(super) temperament: Temperament,
    pub(super) explorer: Explorer,
    pub(super) learnt: Learnt,
    pub(super) rounds: Rounds,
    pub(super) rest: Rest,
    pub(super) here: Here,
    before: Option<Before>,
    /// The names of monsters that were dangerous when last seen.
    feared: BTreeSet<String>,
    /// The tick until which the bot walks at random.
    wanders_until: u64,
    /// The tick until which the bot keeps its lantern shut.
    pub(super) dark_until: u64,
    /// The deepest level reached so far.
    deepest: u32,
    /// How many times the bot has gone back up since it reached its deepest level.
    pub(super) returns: u32,
}

/// The bot's state on the current level.
#[derive(Clone, Debug, Default)]
pub(super) struct Here {
    /// The tick at which the bot last fled, and the enemies it fled from, as last seen.
    pub(super) fled: Option<(u64, Vec<Creature>)>,
    /// The tick until which the bot waits out of sight for a shooter.
    pub(super) ambush_until: u64,
    /// How many times the bot has waited in vain for a shooter.
    pub(super) ambushes: u32,
    /// The number of turns for which the bot has seen hunters that are not coming closer.
    pub(super) waited: u32,
    /// The tick until which the bot assumes that an unseen enemy is near.
    pub(super) alarmed_until: u64,
    /// The tick until which the bot stays away from the level it fled from.
    lies_low_until: u64,
}

/// The player's state when the bot chose its last command.
#[derive(Clone, Copy, Debug)]
struct Before {
    tick: u64,
    health: i32,
    depth: u32,
}

/// Whether the bot is resting, and the tick of the last change in its health.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rest {
    pub(super) is_resting: bool,
    health: i32,
    since: u64,
}

/// The percentage of health below which the bot rests as soon as it can.
const HURT: i32 = 60;
/// The percentage of health below which the bot does not go down to the next level.
const FIT: i32 = 85;
/// The percentage of health at which the bot stops resting.
const WELL: i32 = 95;
/// How long, in ticks, the bot keeps resting while its health does not increase.
const IN_VAIN: u64 = 60 * TICKS_PER_TURN;
/// How long, in ticks, the bot goes without resting after it has been wounded from a distance.
const ALARM: u64 = 12 * TICKS_PER_TURN;
/// How long, in ticks, the bot stays on the level above after fleeing upstairs.
const LIE_LOW: u64 = 40 * TICKS_PER_TURN;
/// The maximum number of times the bot flees upstairs before it reaches a new level.
pub(super) const RETURNS: u32 = 3;
/// The maximum distance that the bot walks to rest on stairs, in cells.
const TO_REST: u32 = 60;
/// The distances to keep from dangerous monsters that are awake and from those that are asleep, in cells.
const SHUN: (i32, i32) = (4, 2);

impl Bot {
    /// Creates a bot that has not seen anything yet.
    pub fn new(temperament: Temperament) -> Self {
        Self {
            temperament,
            ..Self::default()
        }
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
        let outlook = Outlook::of(world)?;
        if self.before.is_some_and(|it| it.tick > outlook.tick) {
            // A new game has begun.
            *self = Self::new(self.temperament);
        }
        self.explorer.look(&outlook, None);
        self.look_back(&outlook);
        let before = self.before.replace(Before {
            tick: outlook.tick,
            health: outlook.health.now,
            depth: outlook.depth,
        });
        // If no time has passed, the last command was impossible.
        let is_hindered = before.is_some_and(|it| it.tick == outlook.tick);
        let action = if is_hindered {
            Action::WAIT
        } else {
            let action = self.choose(&outlook, seed)?;
            self.set_lantern(&outlook, action).unwrap_or(action)
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
        if outlook.depth > self.deepest {
            (self.deepest, self.returns) = (outlook.depth, 0);
        }
        let Some(before) = self.before else { return };
        if outlook.depth != before.depth {
            self.here = Here::default();
            if outlook.depth < before.depth {
                self.returns += 1;
                self.here.lies_low_until = outlook.tick + LIE_LOW;
            }
        } else if outlook.health.now < before.health
            && !outlook.foes.iter().any(|foe| foe.is_beside(outlook.here))
        {
            self.here.alarmed_until = outlook.tick + ALARM;
            self.learnt.blame(outlook);
        }
    }

    fn choose(&mut self, outlook: &Outlook, seed: u64) -> Option<Action> {
        let action = match self.temperament {
            Temperament::Rash => self.charge(outlook),
            _ => self.answer(outlook),
        };
        if action.is_some() {
            return action;
        }
        if outlook.tick < self.wanders_until {
            return Some(wander(outlook, seed));
        }
        self.rest(outlook).or_else(|| self.head_down(outlook))
    }

    /// Attacks the nearest reachable enemy, or approaches it.
    fn charge(&self, outlook: &Outlook) -> Option<Action> {
        if self.rounds.lost > 0 {
            return None;
        }
        let ways = outlook.ways(outlook.here, |_| false);
        let near = ways.nearest(|cell| outlook.foes.iter().any(|foe| foe.at == cell))?;
        let way = ways.first_step(near)?;
        Some(if outlook.is_taken(outlook.here + way.delta()) {
            Action::attack(way)
        } else {
            Action::step(way)
        })
    }

    /// Reacts to the enemies in view.
    fn answer(&mut self, outlook: &Outlook) -> Option<Action> {
        let all = outlook.foes.iter().filter(|foe| foe.is_alert());
        let hunters: Vec<&Creature> = all
            .filter(|foe| foe.can_hurt() || self.learnt.shoots(foe))
            .collect();
        if !hunters.is_empty() {
            if let Some(action) = self.meet(outlook, &hunters) {
                return Some(action);
            }
        } else {
            self.here.waited = 0;
            if let Some(action) = self.keep_away(outlook) {
                return Some(action);
            }
            if outlook.tick < self.here.ambush_until {
                return Some(Action::WAIT);
            }
        }
        // Attack a weak adjacent enemy that is unaware of the player.
        let weak = outlook.foes.iter().filter(|foe| {
            foe.state == State::Unaware && foe.can_hurt() && foe.is_beside(outlook.here)
        });
        let weak = weak.filter(|foe| !is_dangerous(outlook, foe, &self.learnt));
        strike(outlook, weak.min_by_key(|foe| rounds_to_kill(foe))?)
    }

    /// Rests when hurt, on nearby stairs if the player knows of any. Returns `None` if the bot need not or cannot rest.
    fn rest(&mut self, outlook: &Outlook) -> Option<Action> {
        if self.temperament == Temperament::Rash {
            return None;
        }
        let percent = outlook.health.percent();
        if outlook.health.now != self.rest.health {
            (self.rest.health, self.rest.since) = (outlook.health.now, outlook.tick);
        }
        let is_in_vain = self.rest.is_resting && outlook.tick > self.rest.since + IN_VAIN;
        self.rest.is_resting |= percent < HURT;
        self.rest.is_resting &= percent < WELL && !is_in_vain;
        let lies_low = outlook.tick < self.here.lies_low_until;
        if outlook.tick < self.here.alarmed_until || !(self.rest.is_resting || lies_low) {
            return None;
        }
        if outlook.are_stairs(outlook.here) {
            let is_near = outlook.foes.iter().any(|foe| {
                foe.state == State::Unaware
                    && foe.at.distance_squared(outlook.here) < 50
                    && is_dangerous(outlook, foe, &self.learnt)
            });
            let leaves = is_near && self.returns < RETURNS;
            return Some(if leaves {
                Action::TAKE_STAIRS
            } else {
                Action::WAIT
            });
        }
        let ways = outlook.ways(outlook.here, |cell| outlook.is_taken(cell));
        let stairs = ways.nearest(|cell| outlook.are_stairs(cell));
        let near = stairs.filter(|cell| ways.cost_to(*cell).is_some_and(|cost| cost <= TO_REST));
        let way = near.and_then(|cell| ways.first_step(cell));
        Some(way.map_or(Action::WAIT, Action::step))
    }

    /// Goes down, or looks for a way down.
    fn head_down(&mut self, outlook: &Outlook) -> Option<Action> {
        let is_rash = self.temperament == Temperament::Rash;
        if outlook.leads_on(outlook.here) {
            let is_calm = outlook.tick >= self.here.alarmed_until && !is_rash;
            let must_rest = outlook.health.percent() < FIT && is_calm;
            if must_rest && outlook.tick <= self.rest.since + IN_VAIN {
                self.rest.is_resting = true;
                return Some(Action::WAIT);
            }
            return Some(Action::TAKE_STAIRS);
        }
        for foe in &outlook.foes {
            if !is_rash && is_dangerous(outlook, foe, &self.learnt) {
                self.feared.insert(foe.name.clone());
            } else {
                self.feared.remove(&foe.name);
            }
        }
        // Enemies that are no longer in view are still avoided. Otherwise, the player would keep returning to them.
        let ghosts: Vec<(IVec2, bool)> = self.explorer.ghosts_of(&self.feared).collect();
        let is_strong = |cell: IVec2| {
            let mut others = outlook.others.iter();
            ghosts.iter().any(|(at, _)| *at == cell) || others.any(|it| it.at == cell)
        };
        let is_shunned = |cell: IVec2| {
            let is_near = |(at, is_asleep): &(IVec2, bool)| {
                distance(cell, *at) <= if *is_asleep { SHUN.1 } else { SHUN.0 }
            };
            is_strong(cell) || ghosts.iter().any(is_near)
        };
        // Weak enemies in the way are attacked. Strong ones are attacked only if there is no other path.
        let is_patient = self.rounds.lost == 0;
        let careful = is_patient
            .then(|| self.step_down(outlook, is_shunned))
            .flatten();
        careful
            .or_else(|| self.step_down(outlook, is_strong))
            .or_else(|| self.step_down(outlook, |_| false))
    }

    /// Returns a step towards the stairs down if they are known, and towards unknown cells otherwise.
    fn step_down(&mut self, outlook: &Outlook, blocks: impl Fn(IVec2) -> bool) -> Option<Action> {
        let ways = outlook.ways(outlook.here, &blocks);
        let down = ways.nearest(|cell| outlook.leads_on(cell));
        match down.and_then(|cell| ways.first_step(cell)) {
            Some(way) => Some(Action::step(way)),
            None => self.explorer.seek(outlook.memory, outlook.here, blocks),
        }
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
