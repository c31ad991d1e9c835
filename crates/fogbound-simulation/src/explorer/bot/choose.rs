//! What the bot does next.

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
use crate::game::{Action, Fate, PlayerCommand, Seed, State, TICKS_PER_TURN};
use crate::grid::Direction;

/// Plays a game by what the player perceives and remembers: it explores, fights what it can, flees from the rest, rests
/// when it is hurt, and goes down. How boldly depends on its temperament.
///
/// Ask it for each command once: it keeps in mind what it has done.
#[derive(Clone, Debug, Default)]
pub struct Bot {
    pub(super) temperament: Temperament,
    pub(super) explorer: Explorer,
    pub(super) learnt: Learnt,
    pub(super) rounds: Rounds,
    pub(super) rest: Rest,
    pub(super) here: Here,
    before: Option<Before>,
    /// The names of monsters that were dangerous when it saw them last.
    feared: BTreeSet<String>,
    /// Until this tick it walks at random.
    wanders_until: u64,
    /// Until this tick it does without light.
    pub(super) dark_until: u64,
    /// The deepest level so far, and how often it went up since it came there.
    deepest: u32,
    pub(super) returns: u32,
}

/// What it has in mind on this level, until it leaves it.
#[derive(Clone, Debug, Default)]
pub(super) struct Here {
    /// Whom it flees from, as they were seen last, and when.
    pub(super) fled: Option<(u64, Vec<Creature>)>,
    /// Until this tick it waits out of sight for one who shoots.
    pub(super) ambush_until: u64,
    /// How often it has done so for nothing.
    pub(super) ambushes: u32,
    /// How many turns it has had hunters in view of whom none came.
    pub(super) waited: u32,
    /// Until this tick somebody may be near whom it does not see.
    pub(super) alarmed_until: u64,
    /// Until this tick it does not go back to where it fled from.
    lies_low_until: u64,
}

/// How the player was when the bot was asked last.
#[derive(Clone, Copy, Debug)]
struct Before {
    tick: u64,
    health: i32,
    depth: u32,
}

/// Whether it rests, and since when it has had this much health.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rest {
    pub(super) goes_on: bool,
    health: i32,
    since: u64,
}

/// Below this much health it rests as soon as it can, in percent.
const HURT: i32 = 60;
/// With less than this it does not go down.
const FIT: i32 = 85;
/// With this much it has rested enough.
const WELL: i32 = 95;
/// How long it waits for health that does not come, in ticks.
const IN_VAIN: u64 = 60 * TICKS_PER_TURN;
/// How long it does not rest after a wound from somebody unseen, in ticks.
const ALARM: u64 = 12 * TICKS_PER_TURN;
/// How long it stays above after it went up, in ticks.
const LIE_LOW: u64 = 40 * TICKS_PER_TURN;
/// How often it flees up from the same level.
pub(super) const RETURNS: u32 = 3;
/// How far it goes to rest on stairs, in cells.
const TO_REST: u32 = 60;
/// How far it keeps away from dangerous monsters, awake and asleep, in cells.
const SHUN: (i32, i32) = (4, 2);

impl Bot {
    /// A bot that has seen nothing yet.
    pub fn new(temperament: Temperament) -> Self {
        Self {
            temperament,
            ..Self::default()
        }
    }

    /// The player's next command; none if the game is over, or if nothing is left that the player could do: it knows
    /// all that it can walk to, and no way down.
    pub fn next(&mut self, world: &mut World) -> Option<PlayerCommand> {
        if !world.get_resource::<Fate>()?.is_alive() {
            return None;
        }
        let seed = world.get_resource::<Seed>()?.0;
        let outlook = Outlook::of(world)?;
        if self.before.is_some_and(|it| it.tick > outlook.tick) {
            // Another game.
            *self = Self::new(self.temperament);
        }
        self.explorer.look(&outlook, None);
        self.look_back(&outlook);
        let before = self.before.replace(Before {
            tick: outlook.tick,
            health: outlook.health.now,
            depth: outlook.depth,
        });
        // What has just been tried takes no time, so it cannot be done.
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

    /// What has happened since the last command.
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
        self.rest(outlook).or_else(|| self.go_on(outlook))
    }

    /// Goes for the nearest enemy that it can walk to, whoever that is.
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

    /// What it does about the enemies in view.
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
        // Somebody weak beside the player who does not know of it is surprised.
        let weak = outlook.foes.iter().filter(|foe| {
            foe.state == State::Unaware && foe.can_hurt() && foe.is_beside(outlook.here)
        });
        let weak = weak.filter(|foe| !is_dangerous(outlook, foe, &self.learnt));
        strike(outlook, weak.min_by_key(|foe| rounds_to_kill(foe))?)
    }

    /// Rests if it is hurt, on stairs if it knows of some near; none if there is no need, or no peace.
    fn rest(&mut self, outlook: &Outlook) -> Option<Action> {
        if self.temperament == Temperament::Rash {
            return None;
        }
        let percent = outlook.health.percent();
        if outlook.health.now != self.rest.health {
            (self.rest.health, self.rest.since) = (outlook.health.now, outlook.tick);
        }
        let is_in_vain = self.rest.goes_on && outlook.tick > self.rest.since + IN_VAIN;
        self.rest.goes_on |= percent < HURT;
        self.rest.goes_on &= percent < WELL && !is_in_vain;
        let lies_low = outlook.tick < self.here.lies_low_until;
        if outlook.tick < self.here.alarmed_until || !(self.rest.goes_on || lies_low) {
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

    /// Goes down, or looks for the way down.
    fn go_on(&mut self, outlook: &Outlook) -> Option<Action> {
        let is_rash = self.temperament == Temperament::Rash;
        if outlook.leads_on(outlook.here) {
            let is_calm = outlook.tick >= self.here.alarmed_until && !is_rash;
            let must_rest = outlook.health.percent() < FIT && is_calm;
            if must_rest && outlook.tick <= self.rest.since + IN_VAIN {
                self.rest.goes_on = true;
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
        // One that has dropped out of view is still in the way, or the player would come back to it again and again.
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
        // Whoever is weak and stands in the way is struck, and in the end whoever stands in the only way.
        let is_patient = self.rounds.lost == 0;
        let careful = is_patient
            .then(|| self.step_down(outlook, is_shunned))
            .flatten();
        careful
            .or_else(|| self.step_down(outlook, is_strong))
            .or_else(|| self.step_down(outlook, |_| false))
    }

    /// A step towards the stairs down, or else to what is unknown.
    fn step_down(&mut self, outlook: &Outlook, blocks: impl Fn(IVec2) -> bool) -> Option<Action> {
        let ways = outlook.ways(outlook.here, &blocks);
        let down = ways.nearest(|cell| outlook.leads_on(cell));
        match down.and_then(|cell| ways.first_step(cell)) {
            Some(way) => Some(Action::step(way)),
            None => self.explorer.seek(outlook.memory, outlook.here, blocks),
        }
    }
}

/// A blow at one who is beside the player.
pub(super) fn strike(outlook: &Outlook, foe: &Creature) -> Option<Action> {
    Direction::from_delta(foe.at - outlook.here).map(Action::attack)
}

/// A step anywhere.
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
