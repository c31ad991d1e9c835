//! What the pilot does next.

mod meet;

use std::collections::{BTreeMap, BTreeSet};

use bevy::platform::collections::HashSet;
use bevy::prelude::*;
use rand::RngExt;

use super::danger::is_dangerous;
use super::moves::strike;
use super::outlook::{Foe, Outlook, distance};
use super::paces::Paces;
use super::rounds::Rounds;
use super::suspects::Suspects;
use crate::dungeon::random::stream;
use crate::explorer::explore::Explorer;
use crate::game::{Action, ActorId, Fate, PlayerCommand, Seed, State, TICKS_PER_TURN};
use crate::grid::Direction;

/// Plays a game by what the player perceives and remembers: it explores, fights what it can, flees from the rest, rests
/// when it is hurt, and goes down. It wants to live and to get deep.
///
/// Ask it for each command once: it keeps in mind what it has done.
#[derive(Clone, Debug, Default)]
pub struct Pilot {
    explorer: Explorer,
    paces: Paces,
    rounds: Rounds,
    before: Option<Before>,
    rest: Rest,
    /// Whom it flees from, as they were seen last, and when.
    fled: Option<(u64, Vec<Foe>)>,
    suspects: Suspects,
    /// Until this tick it waits out of sight for one who shoots.
    ambush_until: u64,
    /// How often it has done so for nothing.
    ambushes: u32,
    /// Dangerous monsters that did not know of it, where they were seen last and when.
    shunned: BTreeMap<ActorId, Shunned>,
    /// The names of monsters that were dangerous when it saw them last.
    feared: BTreeSet<String>,
    /// How many turns it has had hunters in view of whom none came.
    waited: u32,
    /// Until this tick somebody may be near whom it does not see.
    alarmed_until: u64,
    /// Until this tick it walks at random.
    wanders_until: u64,
    /// Until this tick it does not go back to where it fled from.
    lies_low_until: u64,
    deepest: u32,
    /// How often it went up since it was at its deepest.
    returns: u32,
}

/// How it was when it did something last.
#[derive(Clone, Copy, Debug)]
struct Before {
    tick: u64,
    health: i32,
    depth: u32,
}

/// A place from which the player keeps away.
#[derive(Clone, Copy, Debug)]
struct Shunned {
    at: IVec2,
    /// How far away it keeps, in cells.
    far: i32,
    tick: u64,
}

/// Whether it rests, and since when it has had this much health.
#[derive(Clone, Copy, Debug, Default)]
struct Rest {
    goes_on: bool,
    health: i32,
    since: u64,
}

/// Below this much health it rests as soon as it can, in percent.
const HURT: i32 = 60;
/// With less than this it does not go down.
const FIT: i32 = 85;
/// With this much it has rested enough.
const WELL: i32 = 95;
/// For so long it waits for health that does not come, in ticks.
const IN_VAIN: u64 = 60 * TICKS_PER_TURN;
/// For so long after it was hurt by somebody unseen it does not rest, in ticks.
const ALARM: u64 = 12 * TICKS_PER_TURN;
/// For so long after it went up it stays there, in ticks.
const LIE_LOW: u64 = 40 * TICKS_PER_TURN;
/// For so long it keeps away from where a dangerous monster was, in ticks.
const SHUN: u64 = 150 * TICKS_PER_TURN;
/// So often it flees up from the same level.
const RETURNS: u32 = 3;
/// How far it goes to rest on stairs, in cells.
const TO_REST: u32 = 60;

impl Pilot {
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
            *self = Self::default();
        }
        let now = (outlook.here, outlook.tick);
        let sees = |cell: IVec2| outlook.sees(cell);
        self.explorer
            .look(outlook.memory, now, &outlook.sighted, None, sees);
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
            self.choose(&outlook, seed)?
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
        self.paces.watch(outlook);
        if outlook.depth > self.deepest {
            self.deepest = outlook.depth;
            self.returns = 0;
        }
        let Some(before) = self.before else { return };
        if outlook.depth != before.depth {
            self.fled = None;
            self.shunned.clear();
            (self.waited, self.ambushes, self.ambush_until) = (0, 0, 0);
            self.alarmed_until = 0;
            if outlook.depth < before.depth {
                self.returns += 1;
                self.lies_low_until = outlook.tick + LIE_LOW;
            }
        }
        let is_beside = |foe: &Foe| foe.is_beside(outlook.here);
        let is_hurt = outlook.health.now < before.health && outlook.depth == before.depth;
        if is_hurt && !outlook.foes.iter().any(is_beside) {
            self.alarmed_until = outlook.tick + ALARM;
            self.suspects.blame(outlook);
        }
    }

    /// The enemies who know of the player, or of somebody, and can hurt it.
    fn hunters<'a>(&self, outlook: &'a Outlook) -> Vec<&'a Foe> {
        let all = outlook.foes.iter().filter(|foe| foe.is_alert());
        all.filter(|foe| foe.can_hurt() || self.suspects.shoots(foe))
            .collect()
    }

    fn choose(&mut self, outlook: &Outlook, seed: u64) -> Option<Action> {
        let hunters = self.hunters(outlook);
        if hunters.is_empty() {
            self.waited = 0;
            if let Some(action) = self.keep_away(outlook) {
                return Some(action);
            }
            if outlook.tick < self.ambush_until {
                return Some(Action::WAIT);
            }
        } else if let Some(action) = self.meet(outlook, &hunters) {
            return Some(action);
        }
        if let Some(foe) = self.surprise(outlook) {
            return strike(outlook, foe);
        }
        if outlook.tick < self.wanders_until {
            return Some(wander(outlook, seed));
        }
        if let Some(action) = self.rest(outlook) {
            return Some(action);
        }
        self.go_on(outlook)
    }

    /// Rests if it is hurt, on stairs if it knows of some near; none if there is no need, or no peace.
    fn rest(&mut self, outlook: &Outlook) -> Option<Action> {
        let percent = outlook.health.percent();
        if outlook.health.now != self.rest.health {
            (self.rest.health, self.rest.since) = (outlook.health.now, outlook.tick);
        }
        let is_in_vain = self.rest.goes_on && outlook.tick > self.rest.since + IN_VAIN;
        let lies_low = outlook.tick < self.lies_low_until;
        self.rest.goes_on |= percent < HURT;
        self.rest.goes_on &= percent < WELL && !is_in_vain;
        let is_alarmed = outlook.tick < self.alarmed_until;
        if is_alarmed || !(self.rest.goes_on || lies_low) {
            return None;
        }
        let is_watched = |foe: &Foe| foe.state == State::Unaware && foe.can_hurt();
        let is_near = outlook.foes.iter().any(|foe| {
            is_watched(foe)
                && is_dangerous(outlook, foe, &self.paces)
                && foe.at.distance_squared(outlook.here) < 50
        });
        if outlook.on_stairs() {
            let leaves = is_near && self.returns < RETURNS;
            return Some(if leaves {
                Action::TAKE_STAIRS
            } else {
                Action::WAIT
            });
        }
        let ways = outlook.ways(outlook.here, |cell| outlook.taken.contains(&cell));
        let stairs = ways.nearest(|cell| outlook.are_stairs(cell));
        let near = stairs.filter(|cell| ways.cost_to(*cell).is_some_and(|cost| cost <= TO_REST));
        match near.and_then(|cell| ways.first_step(cell)) {
            Some(way) => Some(Action::step(way)),
            None => Some(Action::WAIT),
        }
    }

    /// Goes down, or looks for the way down.
    fn go_on(&mut self, outlook: &Outlook) -> Option<Action> {
        if outlook.leads_on(outlook.here) {
            let must_rest = outlook.health.percent() < FIT && outlook.tick >= self.alarmed_until;
            if must_rest && outlook.tick <= self.rest.since + IN_VAIN {
                self.rest.goes_on = true;
                return Some(Action::WAIT);
            }
            return Some(Action::TAKE_STAIRS);
        }
        self.shun(outlook);
        for foe in &outlook.foes {
            if is_dangerous(outlook, foe, &self.paces) {
                self.feared.insert(foe.name.clone());
            } else {
                self.feared.remove(&foe.name);
            }
        }
        // One that has dropped out of view is still in the way, or the player would come back to it again and again.
        let ghosts: HashSet<IVec2> = self.explorer.ghosts_of(&self.feared).collect();
        let strong = |cell: IVec2| {
            let mut here = outlook.foes.iter().filter(|foe| foe.at == cell);
            match outlook.taken.contains(&cell) {
                true => !here.any(|foe| !self.feared.contains(&foe.name)),
                false => ghosts.contains(&cell),
            }
        };
        let is_shunned = |cell: IVec2| {
            let mut places = self.shunned.values();
            places.any(|it| distance(cell, it.at) <= it.far)
        };
        // Whoever is weak and stands in the way is struck, and in the end whoever stands in the only way.
        let (explorer, is_patient) = (&mut self.explorer, self.rounds.lost() == 0);
        let careful = is_patient
            .then(|| step_down(explorer, outlook, |cell| strong(cell) || is_shunned(cell)))
            .flatten();
        careful
            .or_else(|| step_down(explorer, outlook, strong))
            .or_else(|| step_down(explorer, outlook, |_| false))
    }

    /// Keeps in mind where dangerous monsters are that do not know of the player.
    fn shun(&mut self, outlook: &Outlook) {
        for foe in &outlook.foes {
            self.shunned.remove(&foe.id);
            if foe.is_alert() || !is_dangerous(outlook, foe, &self.paces) {
                continue;
            }
            let far = if foe.state == State::Asleep { 2 } else { 4 };
            let place = Shunned {
                at: foe.at,
                far,
                tick: outlook.tick,
            };
            self.shunned.insert(foe.id, place);
        }
        self.shunned.retain(|_, it| outlook.tick < it.tick + SHUN);
    }
}

/// A step towards the stairs down, or else to what is unknown.
fn step_down(
    explorer: &mut Explorer,
    outlook: &Outlook,
    blocks: impl Fn(IVec2) -> bool,
) -> Option<Action> {
    let down = |cell: IVec2| outlook.leads_on(cell);
    let ways = outlook.ways(outlook.here, &blocks);
    if let Some(way) = ways.nearest(down).and_then(|cell| ways.first_step(cell)) {
        return Some(Action::step(way));
    }
    explorer.seek(outlook.memory, outlook.here, blocks)
}

/// A step anywhere.
fn wander(outlook: &Outlook, seed: u64) -> Action {
    let free = |way: &Direction| outlook.is_free(outlook.here + way.delta());
    let ways: Vec<Direction> = Direction::ALL.into_iter().filter(free).collect();
    let last = ways.len().saturating_sub(1) as u32;
    let chosen = stream(seed, "pilot", outlook.tick).random_range(0..=last);
    ways.get(chosen as usize)
        .map_or(Action::WAIT, |way| Action::step(*way))
}
