//! When the bot opens and shuts its lantern.

use super::choose::Bot;
use super::danger::{is_bearable, is_dangerous};
use super::temperament::Temperament;
use crate::explorer::outlook::{Creature, Outlook};
use crate::game::{Action, State, TICKS_PER_TURN};

/// How long, in ticks, the lantern stays shut after the bot has seen an enemy that is too strong.
const STAYS_DARK: u64 = 15 * TICKS_PER_TURN;

impl Bot {
    /// Returns a lantern action to take before `action`, or `None` if the lantern need not change.
    pub(super) fn set_lantern(&mut self, outlook: &Outlook, action: Action) -> Option<Action> {
        let lantern = outlook.lantern?;
        let is_dark = match self.temperament {
            Temperament::Blind => true,
            Temperament::Careful => self.wants_darkness(outlook, action)?,
            Temperament::Bright | Temperament::Rash => false,
        };
        let next = if is_dark {
            lantern.closed()
        } else {
            lantern.opened()
        };
        next.map(Action::set_lantern)
    }

    /// Returns whether darkness would help the bot to hide from strong enemies or to rest undisturbed. Returns `None`
    /// if an enemy is adjacent, because the light does not matter then.
    fn wants_darkness(&mut self, outlook: &Outlook, action: Action) -> Option<bool> {
        let is_awake = |foe: &&Creature| foe.state != State::Asleep && foe.can_hurt();
        let awake: Vec<&Creature> = outlook.foes.iter().filter(is_awake).collect();
        // Adjacent enemies notice the player even in the dark.
        if awake.iter().any(|foe| foe.is_beside(outlook.here)) {
            return None;
        }
        let is_dangerous = |foe: &&Creature| is_dangerous(outlook, foe, &self.learnt);
        if awake.iter().any(is_dangerous) || !is_bearable(outlook, &awake, &self.learnt) {
            self.dark_until = outlook.tick + STAYS_DARK;
        }
        let rests = action == Action::WAIT && outlook.foes.is_empty() && self.rest.is_resting;
        Some(rests || outlook.tick < self.dark_until)
    }
}
