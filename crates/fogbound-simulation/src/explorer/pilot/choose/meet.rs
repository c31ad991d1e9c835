//! What the pilot does about those who hunt it: it fights, flees, or gets out of sight.

use bevy::prelude::*;

use super::{Pilot, RETURNS};
use crate::explorer::pilot::danger::{is_bearable, is_dangerous, rounds_to_kill};
use crate::explorer::pilot::flight::{Race, shut_out, step_away, to_cover};
use crate::explorer::pilot::moves::{hurry, strike, weakest_beside};
use crate::explorer::pilot::outlook::{Foe, Outlook};
use crate::game::{Action, State, TICKS_PER_TURN};

/// For so long it keeps away from hunters that are out of view, in ticks.
const FLIGHT: u64 = 10 * TICKS_PER_TURN;
/// For so long it waits out of sight for one who shoots, in ticks; and so often, before it minds that one no more.
const AMBUSH: (u64, u32) = (6 * TICKS_PER_TURN, 3);
/// How many turns it waits for hunters to come, until when it goes after them then, and until when it minds them no
/// more.
const WAITS: (u32, u32, u32) = (4, 14, 40);

impl Pilot {
    /// Fights those who hunt it, or flees; none if they are no concern.
    pub(super) fn meet(&mut self, outlook: &Outlook, hunters: &[&Foe]) -> Option<Action> {
        let beside = weakest_beside(outlook, hunters);
        if beside.is_none()
            && let Some(action) = self.leave_the_line_of_fire(outlook, hunters)
        {
            return Some(action);
        }
        let is_desperate = self.rounds.lost() > 1;
        if !is_desperate && !is_bearable(outlook, hunters, &self.paces) {
            let all = hunters.iter().map(|foe| (*foe).clone());
            self.fled = Some((outlook.tick, all.collect()));
            if let Some(action) = self.flee(outlook, hunters) {
                return Some(action);
            }
        }
        if let Some(foe) = beside {
            self.waited = 0;
            return strike(outlook, foe);
        }
        // Hunters that do not come, such as those behind a window, are no reason to go round in circles before them.
        if self.rounds.lost() > 0 {
            return None;
        }
        if hunters.len() > 1 && self.waited == 0 && outlook.openness(outlook.here) > 2 {
            let race = Race::new(outlook, hunters, &self.paces);
            if let Some(way) = race.to_a_narrow_place(outlook) {
                return Some(Action::step(way));
            }
        }
        let (patience, chase, end) = WAITS;
        if outlook.tick < self.alarmed_until {
            self.waited = self.waited.max(patience);
        }
        self.waited = (self.waited + 1) % end;
        if self.waited <= patience {
            return Some(Action::WAIT);
        }
        if self.waited > chase {
            return None;
        }
        let nearest = hunters.first()?;
        let blocks = |cell: IVec2| cell != nearest.at && outlook.taken.contains(&cell);
        let way = outlook.ways(outlook.here, blocks).first_step(nearest.at)?;
        Some(Action::step(way))
    }

    /// Gets out of sight of those who shoot: through a door, by the stairs, or round a corner, where it waits for them.
    fn leave_the_line_of_fire(&mut self, outlook: &Outlook, hunters: &[&Foe]) -> Option<Action> {
        let all = hunters.iter().copied();
        let shooters: Vec<&Foe> = all.filter(|it| self.suspects.shoots(it)).collect();
        if shooters.is_empty() || self.rounds.lost() > 0 {
            return None;
        }
        if let Some(action) = shut_out(outlook, hunters) {
            return Some(action);
        }
        let may_go_up = self.returns < RETURNS;
        if outlook.on_stairs() && (may_go_up || outlook.leads_on(outlook.here)) {
            return Some(Action::TAKE_STAIRS);
        }
        let race = Race::new(outlook, hunters, &self.paces);
        if let Some(way) = race.to_stairs(outlook, may_go_up) {
            return Some(hurry(outlook, way));
        }
        let (ticks, times) = AMBUSH;
        if self.ambushes >= times {
            return None;
        }
        let way = to_cover(outlook, &shooters)?;
        if self.ambush_until < outlook.tick {
            self.ambushes += 1;
        }
        self.ambush_until = outlook.tick + ticks;
        Some(hurry(outlook, way))
    }

    /// Keeps away from those whom it fled and does not see any more, for a while.
    pub(super) fn keep_away(&mut self, outlook: &Outlook) -> Option<Action> {
        let (tick, foes) = self.fled.take()?;
        if outlook.tick > tick + FLIGHT || self.rounds.lost() > 0 {
            return None;
        }
        let hunters: Vec<&Foe> = foes.iter().collect();
        let action = self.flee(outlook, &hunters);
        self.fled = Some((tick, foes));
        action
    }

    /// Gets away from these, if that can be done.
    fn flee(&self, outlook: &Outlook, hunters: &[&Foe]) -> Option<Action> {
        let beside: Vec<&Foe> = outlook
            .foes
            .iter()
            .filter(|foe| foe.is_alert() && foe.is_beside(outlook.here))
            .collect();
        if outlook.on_stairs() {
            // Those beside the player follow it.
            let is_down = outlook.leads_on(outlook.here);
            let may_return = self.returns < RETURNS;
            let is_better = beside.len() < hunters.len() || beside.is_empty();
            if is_down || (may_return && is_better && is_bearable(outlook, &beside, &self.paces)) {
                return Some(Action::TAKE_STAIRS);
            }
        }
        if beside.is_empty()
            && let Some(action) = shut_out(outlook, hunters)
        {
            return Some(action);
        }
        let race = Race::new(outlook, hunters, &self.paces);
        if let Some(way) = race.to_stairs(outlook, self.returns < RETURNS) {
            return Some(hurry(outlook, way));
        }
        // From the quick nobody runs away; nor from those beside it who keep pace, once it is out of breath.
        let is_quick = |foe: &&Foe| self.paces.of(&foe.name) > 110;
        let is_slow = |foe: &&Foe| self.paces.of(&foe.name) < 85;
        if hunters.iter().any(is_quick) || (outlook.breath == 0 && !beside.iter().all(is_slow)) {
            return None;
        }
        let way = race
            .to_the_unknown(outlook, &self.explorer)
            .or_else(|| step_away(outlook, hunters))?;
        Some(hurry(outlook, way))
    }

    /// Somebody weak beside the player who does not know of it.
    pub(super) fn surprise<'a>(&self, outlook: &'a Outlook) -> Option<&'a Foe> {
        let beside = outlook.foes.iter().filter(|foe| {
            foe.state == State::Unaware && foe.can_hurt() && foe.is_beside(outlook.here)
        });
        beside
            .filter(|foe| !is_dangerous(outlook, foe, &self.paces))
            .min_by_key(|foe| rounds_to_kill(foe))
    }
}
