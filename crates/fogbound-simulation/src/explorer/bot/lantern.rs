//! When the bot opens and shuts its lantern.

use super::choose::Bot;
use super::danger::{is_bearable, is_dangerous};
use super::temperament::Temperament;
use crate::explorer::outlook::{Creature, Outlook};
use crate::game::{Action, State, TICKS_PER_TURN};

/// How long it stays dark after it has seen somebody who is too strong for it, in ticks.
const STAYS_DARK: u64 = 15 * TICKS_PER_TURN;

impl Bot {
    /// A turn of the lantern, in place of the action that the bot is about to do; none if the lantern is as it should be.
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

    /// Whether darkness would help, to hide from the strong or to rest where nobody comes to look; none if it is too late to
    /// change anything.
    fn wants_darkness(&mut self, outlook: &Outlook, action: Action) -> Option<bool> {
        let is_awake = |foe: &&Creature| foe.state != State::Asleep && foe.can_hurt();
        let awake: Vec<&Creature> = outlook.foes.iter().filter(is_awake).collect();
        // One that is beside the player feels it anyway.
        if awake.iter().any(|foe| foe.is_beside(outlook.here)) {
            return None;
        }
        let is_dangerous = |foe: &&Creature| is_dangerous(outlook, foe, &self.learnt);
        if awake.iter().any(is_dangerous) || !is_bearable(outlook, &awake, &self.learnt) {
            self.dark_until = outlook.tick + STAYS_DARK;
        }
        let rests = action == Action::WAIT && outlook.foes.is_empty() && self.rest.goes_on;
        Some(rests || outlook.tick < self.dark_until)
    }
}
