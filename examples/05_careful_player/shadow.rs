//! The careful bot with a hand on its lantern: it goes by a beam, shuts it when somebody is in view who need not know of
//! it, and lets those who hunt it lose it in the dark.

use fogbound::game::{Action, Lantern, State, Witnessed};

use crate::care::Care;
use crate::danger::{harm, is_rooted};
use crate::eyes::{Screen, distance};

/// For how many turns it stays dark after the last monster has gone out of view.
const STAYS_DARK: u64 = 3;

/// What it has in mind beside what every careful bot has.
#[derive(Default)]
pub struct Shadow {
    care: Care,
    /// When a monster that is better avoided was in view last.
    wary: Option<u64>,
}

impl Shadow {
    /// What it does now.
    pub fn decide(&mut self, screen: &Screen, log: &[Witnessed]) -> Action {
        let wanted = self.lantern(screen);
        match screen.lantern {
            Some(lantern) if lantern != wanted => Action::set_lantern(wanted),
            _ => self.care.decide(screen, log),
        }
    }

    fn lantern(&mut self, screen: &Screen) -> Lantern {
        let now = screen.lantern.unwrap_or_default();
        let minds = |state| state != State::Asleep;
        let mut awake = screen
            .foes
            .iter()
            .filter(|foe| minds(foe.state) && harm(&foe.kind) > 0.0 && !is_rooted(&foe.kind));
        // In a fight there is no time for it.
        if awake.clone().any(|foe| distance(foe.at, screen.here) <= 2) {
            return now;
        }
        if awake.any(|_| true) {
            self.wary = Some(screen.turn);
        }
        let is_wary = self
            .wary
            .is_some_and(|turn| screen.turn <= turn + STAYS_DARK);
        if is_wary {
            Lantern::Shut
        } else {
            Lantern::Narrowed
        }
    }
}
