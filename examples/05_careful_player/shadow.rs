//! The careful bot with a hand on its lantern: it shuts it when somebody is in view who is too strong for it, and goes where
//! it is lost in the dark; and it lets its wounds close in the dark, where nobody comes to look.

use fogbound::game::{Action, Lantern, Witnessed};

use crate::care::{Care, RESTS_BELOW, minds};
use crate::eyes::{Screen, distance};

/// For how many turns it stays dark after it has seen somebody whom it dreads.
const STAYS_DARK: u64 = 15;

/// What it has in mind beside what every careful bot has.
#[derive(Default)]
pub struct Shadow {
    care: Care,
    /// When it last saw somebody whom it dreads.
    wary: Option<u64>,
}

impl Shadow {
    /// What it does now.
    pub fn decide(&mut self, screen: &Screen, log: &[Witnessed]) -> Action {
        let action = self.care.decide(screen, log);
        let wanted = self.lantern(screen, action);
        match screen.lantern {
            Some(lantern) if lantern != wanted => Action::set_lantern(wanted),
            _ => action,
        }
    }

    /// How the lantern should be, for one who is about to do this.
    fn lantern(&mut self, screen: &Screen, action: Action) -> Lantern {
        let mut awake = screen.foes.iter().filter(|foe| minds(foe));
        // Who is beside it feels it anyway, and in a fight there is no time for it.
        if awake.any(|foe| distance(foe.at, screen.here) <= 1) {
            return screen.lantern.unwrap_or_default();
        }
        if self.care.dreads(screen) {
            self.wary = Some(screen.turn);
        }
        let is_wary = |turn: u64| screen.turn <= turn + STAYS_DARK;
        let is_hurt = screen.percent() < RESTS_BELOW;
        let rests = action == Action::WAIT && screen.foes.is_empty() && is_hurt;
        if rests || self.wary.is_some_and(is_wary) {
            Lantern::Shut
        } else {
            Lantern::Open
        }
    }
}
