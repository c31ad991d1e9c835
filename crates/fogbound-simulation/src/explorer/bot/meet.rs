//! How the bot reacts to hunters: it fights, flees, or gets out of sight.

use bevy::prelude::*;

use super::choose::{Bot, RETURNS, strike};
use super::danger::rounds_to_kill;
use super::flight::{Race, shut_out, step_away, to_cover};
use super::temperament::Temperament;
use crate::explorer::outlook::{Creature, Outlook};
use crate::game::{Action, TICKS_PER_TURN};
use crate::grid::Direction;

/// How long, in ticks, the bot keeps away from hunters that are out of view.
const FLIGHT: u64 = 10 * TICKS_PER_TURN;
/// How long, in ticks, the bot waits out of sight for a shooter, and how many times it does so before it ignores
/// shooters.
const AMBUSH: (u64, u32) = (6 * TICKS_PER_TURN, 3);
/// The turns at which the bot changes how it deals with hunters that do not come closer. The bot waits for them until
/// the first of these turns, approaches them until the second, ignores them until the third, and then starts over.
const WAITS: (u32, u32, u32) = (4, 14, 40);
/// How far, in cells, the bot runs to stairs while adjacent hunters strike at it.
const DASH: u32 = 3;

impl Bot {
    /// Fights the given hunters or flees from them. Returns `None` if the bot ignores them.
    pub(super) fn meet(&mut self, outlook: &Outlook, hunters: &[&Creature]) -> Option<Action> {
        let beside = hunters.iter().filter(|foe| foe.is_beside(outlook.here));
        let beside = beside.copied().min_by_key(|foe| rounds_to_kill(foe));
        if beside.is_none()
            && let Some(action) = self.leave_the_line_of_fire(outlook, hunters)
        {
            return Some(action);
        }
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
        if outlook.has_beacon {
            return None;
        }
        // Hunters that do not come closer, such as hunters behind a window, can make the bot go in circles. If this
        // happens, the bot ignores the hunters.
        if self.rounds.lost > 0 {
            return None;
        }
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
        let nearest = hunters.first()?;
        let blocks = |cell: IVec2| cell != nearest.at && outlook.is_taken(cell);
        let way = outlook.ways(outlook.here, blocks).first_step(nearest.at)?;
        Some(Action::step(way))
    }

    /// Gets out of sight of shooters by closing a door, taking the stairs, or going around a corner and waiting there.
    fn leave_the_line_of_fire(
        &mut self,
        outlook: &Outlook,
        hunters: &[&Creature],
    ) -> Option<Action> {
        let all = hunters.iter().copied();
        let shooters: Vec<&Creature> = all.filter(|it| self.learnt.shoots(it)).collect();
        if shooters.is_empty() || self.rounds.lost > 0 {
            return None;
        }
        if let Some(action) = shut_out(outlook, hunters) {
            return Some(action);
        }
        let may_go_up = self.returns < RETURNS;
        if outlook.are_stairs(outlook.here) && (may_go_up || outlook.leads_on(outlook.here)) {
            return Some(Action::TAKE_STAIRS);
        }
        let race = Race::new(outlook, hunters, &self.learnt);
        if let Some((way, _)) = race.to_stairs(outlook, may_go_up) {
            return Some(hurry(outlook, way));
        }
        let (ticks, times) = AMBUSH;
        if self.here.ambushes >= times {
            return None;
        }
        let way = to_cover(outlook, &shooters)?;
        if self.here.ambush_until < outlook.tick {
            self.here.ambushes += 1;
        }
        self.here.ambush_until = outlook.tick + ticks;
        Some(hurry(outlook, way))
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
        // Hunters lose a player that they do not see, and cannot strike it as it steps away.
        if self.temperament == Temperament::Careful && outlook.could_hide() {
            self.hide(outlook);
            if !outlook.is_hidden() {
                // Shutting the lantern replaces the wait.
                return Some(Action::WAIT);
            }
        }
        let race = Race::new(outlook, hunters, &self.learnt);
        let is_slow = |foe: &&Creature| self.learnt.pace_of(foe) < 85;
        let is_struck = !beside.is_empty() && !outlook.is_hidden();
        let stairs = race.to_stairs(outlook, self.returns < RETURNS);
        if let Some((way, cost)) = stairs
            && (!is_struck || cost <= DASH || beside.iter().all(is_slow))
        {
            return Some(hurry(outlook, way));
        }
        // Each step away from adjacent hunters that see the player and keep pace with it costs a blow.
        if is_struck && !beside.iter().all(is_slow) {
            return None;
        }
        // The player cannot outrun fast hunters. Once the player is out of breath, it cannot outrun adjacent hunters
        // that keep pace with it either.
        let is_quick = |foe: &&Creature| self.learnt.pace_of(foe) > 110;
        if hunters.iter().any(is_quick) || (outlook.breath() == 0 && !beside.iter().all(is_slow)) {
            return None;
        }
        let way = race
            .to_the_unknown(outlook, &self.explorer)
            .or_else(|| step_away(outlook, hunters))?;
        Some(hurry(outlook, way))
    }
}

/// Returns a step in direction `way`: a running step if the player has breath left, and a walking step otherwise.
fn hurry(outlook: &Outlook, way: Direction) -> Action {
    if outlook.breath() > 0 {
        Action::run(way)
    } else {
        Action::step(way)
    }
}
