//! How bots fight that lurk in the dark or only run. They show whether such plans beat playing with care.

use std::mem;

use super::choose::{Bot, strike};
use super::danger::rounds_to_kill;
use super::temperament::Temperament;
use crate::explorer::outlook::{Creature, Outlook};
use crate::game::Action;
use crate::grid::Direction;

/// For how many turns the bot waits for hunters in view that do not come.
const PATIENCE: u32 = 12;

impl Bot {
    /// Strikes hunters beside the bot, and waits for those in view. Returns `None` if there are none, or if they do not
    /// come.
    pub(super) fn lurk(&mut self, outlook: &Outlook) -> Option<Action> {
        let hunters = outlook.foes.iter();
        let hunters: Vec<&Creature> = hunters
            .filter(|foe| foe.is_alert() && !foe.is_stone())
            .collect();
        let beside = hunters.iter().filter(|foe| foe.is_beside(outlook.here));
        let has_struck = mem::take(&mut self.here.has_struck);
        if let Some(foe) = beside.min_by_key(|foe| rounds_to_kill(foe)) {
            self.here.waited = 0;
            let dances = self.temperament == Temperament::Dancer && has_struck;
            if dances && let Some(way) = another_place(outlook, foe) {
                return Some(Action::step(way));
            }
            self.here.has_struck = true;
            return strike(outlook, foe);
        }
        let come = hunters.iter().any(|foe| foe.can_hurt());
        self.here.waited = if come { self.here.waited + 1 } else { 0 };
        (come && self.here.waited <= PATIENCE && self.rounds.lost == 0).then_some(Action::WAIT)
    }

    /// Strikes a weak hunter beside the bot, which would only follow.
    pub(super) fn shake_off(&self, outlook: &Outlook) -> Option<Action> {
        let hunters = outlook.foes.iter().filter(|foe| foe.is_alert());
        let beside = hunters.filter(|foe| foe.is_beside(outlook.here) && !foe.is_stone());
        let weak = beside.filter(|foe| !self.is_dangerous(outlook, foe));
        strike(outlook, weak.min_by_key(|foe| rounds_to_kill(foe))?)
    }
}

/// Returns a step to another cell beside the same enemy.
fn another_place(outlook: &Outlook, foe: &Creature) -> Option<Direction> {
    let is_free = |way: &Direction| {
        let cell = outlook.here + way.delta();
        foe.is_beside(cell) && outlook.is_walkable(cell) && !outlook.is_taken(cell)
    };
    Direction::ALL.into_iter().find(is_free)
}
