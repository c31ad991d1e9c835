//! How the bot reacts to hunters: it fights, hides, flees, or gets out of the line of fire.

use bevy::prelude::*;

use super::choose::{Bot, RETURNS, strike};
use super::danger::rounds_to_kill;
use super::flight::{Race, shut_out, step_away, to_cover};
use crate::explorer::outlook::{Creature, Outlook, distance};
use crate::game::{Action, TICKS_PER_TURN};
use crate::grid::Direction;

/// How long, in ticks, the bot keeps away from hunters that are out of view.
const FLIGHT: u64 = 10 * TICKS_PER_TURN;
/// How long, in ticks, the bot waits out of sight for a shooter, and how many times it does so before it charges.
const AMBUSH: (u64, u32) = (8 * TICKS_PER_TURN, 3);
/// The turns at which the bot changes how it deals with hunters that do not come closer. The bot waits for them until
/// the first of these turns, approaches them until the second, ignores them until the third, and then starts over.
const WAITS: (u32, u32, u32) = (4, 14, 40);
/// How far, in cells, the bot runs to stairs while adjacent hunters strike at it.
const DASH: u32 = 2;
/// The pace, as a percentage of the player's walking pace, from which a hunter counts as quick.
const QUICK: u64 = 125;
/// The distance, in cells, within which the bot charges at a shooter.
const CHARGE: i32 = 2;
/// The distance, in cells, within which the bot cannot hide from a fast enemy, or from one that carries a light.
const TOO_NEAR: i32 = 5;

impl Bot {
    /// Fights the given hunters or flees from them. Returns `None` if the bot ignores them.
    pub(super) fn meet(&mut self, outlook: &Outlook, hunters: &[&Creature]) -> Option<Action> {
        let beside = hunters.iter().filter(|foe| foe.is_beside(outlook.here));
        let beside = beside.copied().min_by_key(|foe| rounds_to_kill(foe));
        let is_desperate = self.rounds.lost > 1;
        if !is_desperate && !self.is_bearable(outlook, hunters) {
            let all = hunters.iter().map(|foe| (*foe).clone());
            self.here.flights += u32::from(self.here.fled.is_none());
            self.here.fled = Some((outlook.tick, all.collect()));
            if let Some(action) = self.flee(outlook, hunters) {
                return Some(action);
            }
        }
        if let Some(foe) = beside {
            self.here.waited = 0;
            return strike(outlook, foe);
        }
        // With the beacon, hunters come from everywhere, so there is no point in waiting for them.
        if outlook.goes_back || self.rounds.lost > 0 {
            return None;
        }
        self.face_shooters(outlook, hunters)
            .or_else(|| self.stand_ground(outlook, hunters))
    }

    /// Waits for hunters in a good place, or approaches them if they do not come.
    fn stand_ground(&mut self, outlook: &Outlook, hunters: &[&Creature]) -> Option<Action> {
        if hunters.len() > 1 && self.here.waited == 0 && outlook.openness(outlook.here) > 2 {
            let race = Race::new(outlook, hunters, &self.learnt);
            if let Some(way) = race.to_a_narrow_place(outlook) {
                return Some(Action::step(way));
            }
        }
        let (patience, chase, end) = WAITS;
        if outlook.tick < self.here.alarmed_until {
            self.here.waited = self.here.waited.max(patience);
        }
        self.here.waited = (self.here.waited + 1) % end;
        if self.here.waited <= patience {
            return Some(Action::WAIT);
        }
        if self.here.waited > chase {
            return None;
        }
        approach(outlook, hunters.first()?).map(Action::step)
    }

    /// Deals with shooters: charges at near ones, and lets others come around a corner or into the dark.
    fn face_shooters(&mut self, outlook: &Outlook, hunters: &[&Creature]) -> Option<Action> {
        let shooters = hunters.iter().copied().filter(|it| it.shots.is_some());
        let shooters: Vec<&Creature> = shooters.collect();
        let nearest = *shooters.first()?;
        let is_near = distance(nearest.at, outlook.here) <= CHARGE;
        let (ticks, times) = AMBUSH;
        let waits = self.here.ambushes < times && !is_near;
        if waits && self.can_hide(outlook, hunters) {
            self.hide(outlook);
            if !outlook.is_hidden() {
                return Some(Action::WAIT);
            }
        }
        if waits && let Some(way) = to_cover(outlook, &shooters) {
            self.here.ambushes += u32::from(self.here.ambush_until < outlook.tick);
            self.here.ambush_until = outlook.tick + ticks;
            return Some(hurry(outlook, way));
        }
        approach(outlook, nearest).map(|way| hurry(outlook, way))
    }

    /// Returns an action that keeps the bot away from enemies that it recently fled from and no longer sees.
    pub(super) fn keep_away(&mut self, outlook: &Outlook) -> Option<Action> {
        let (tick, foes) = self.here.fled.take()?;
        if outlook.tick > tick + FLIGHT || self.rounds.lost > 0 {
            return None;
        }
        let hunters: Vec<&Creature> = foes.iter().collect();
        let action = self.flee(outlook, &hunters);
        self.here.fled = Some((tick, foes));
        action
    }

    /// Returns whether enemies would lose sight of the bot if it shut its lantern.
    pub(super) fn can_hide(&self, outlook: &Outlook, enemies: &[&Creature]) -> bool {
        let catches = |foe: &&Creature| {
            let is_near = distance(foe.at, outlook.here) <= TOO_NEAR;
            let is_quick = self.learnt.pace_of(foe) > QUICK;
            self.learnt.needs_no_light(foe) || (is_near && (is_quick || foe.is_lit))
        };
        self.temperament.minds_its_light() && outlook.could_hide() && !enemies.iter().any(catches)
    }

    /// Flees from the given hunters if possible.
    fn flee(&mut self, outlook: &Outlook, hunters: &[&Creature]) -> Option<Action> {
        let beside: Vec<&Creature> = outlook
            .foes
            .iter()
            .filter(|foe| foe.is_alert() && foe.is_beside(outlook.here))
            .collect();
        if outlook.are_stairs(outlook.here) {
            // Adjacent hunters follow a player who takes the stairs.
            let is_down = outlook.leads_on(outlook.here);
            let may_return = self.returns < RETURNS;
            let is_better = beside.len() < hunters.len() || beside.is_empty();
            if is_down || (may_return && is_better && self.is_bearable(outlook, &beside)) {
                return Some(Action::TAKE_STAIRS);
            }
        }
        if beside.is_empty()
            && let Some(action) = shut_out(outlook, hunters)
        {
            return Some(action);
        }
        // Hunters lose a player that they do not see, and cannot strike it as it steps away. A bot that has hidden, and had to
        // fight by light all the same, does not hide again at once.
        let was_found = outlook.tick < self.dark_until && !outlook.is_hidden();
        if !was_found && self.can_hide(outlook, hunters) {
            self.hide(outlook);
            if !outlook.is_hidden() {
                // Shutting the lantern replaces the wait.
                return Some(Action::WAIT);
            }
        }
        let race = Race::new(outlook, hunters, &self.learnt);
        // Whom no hunter sees walks away, and is lost.
        let finds = |foe: &&Creature| foe.sees_player() || self.learnt.needs_no_light(foe);
        if outlook.is_hidden() && !hunters.iter().any(finds) {
            let way = step_away(outlook, hunters)?;
            return Some(Action::step(way));
        }
        let is_slow = |foe: &&Creature| self.learnt.pace_of(foe) < 85;
        // Each step away from adjacent hunters that see the player and keep pace with it costs a blow.
        let pays = beside.iter().any(|foe| foe.sees_player()) && !beside.iter().all(is_slow);
        let stairs = race.to_stairs(outlook, self.returns < RETURNS);
        if let Some((way, cost)) = stairs
            && (!pays || cost <= DASH)
        {
            return Some(hurry(outlook, way));
        }
        // The player cannot outrun fast hunters. Once the player is out of breath, it cannot outrun adjacent hunters
        // that keep pace with it either.
        let is_quick = |foe: &&Creature| self.learnt.pace_of(foe) > QUICK;
        let is_caught = outlook.breath() == 0 && !beside.iter().all(is_slow);
        if pays || is_caught || hunters.iter().any(is_quick) {
            return None;
        }
        let way = race
            .to_the_unknown(outlook, &self.explorer)
            .or_else(|| step_away(outlook, hunters))?;
        Some(hurry(outlook, way))
    }
}

/// Returns the first step of a path to an enemy.
fn approach(outlook: &Outlook, foe: &Creature) -> Option<Direction> {
    let blocks = |cell: IVec2| cell != foe.at && outlook.is_taken(cell);
    outlook.ways(outlook.here, blocks).first_step(foe.at)
}

/// Returns a step in direction `way`: a running step if the player has breath left, and a walking step otherwise.
fn hurry(outlook: &Outlook, way: Direction) -> Action {
    if outlook.breath() > 0 {
        Action::run(way)
    } else {
        Action::step(way)
    }
}
