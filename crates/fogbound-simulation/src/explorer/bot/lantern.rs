//! When the bot opens and shuts its lantern.

use super::choose::Bot;
use super::temperament::Temperament;
use crate::explorer::outlook::{Creature, Outlook};
use crate::game::{Action, Lantern, State, TICKS_PER_TURN};

/// How long, in ticks, the lantern stays shut after the bot has seen an enemy that is too strong.
const STAYS_DARK: u64 = 15 * TICKS_PER_TURN;
/// How long, in ticks, the bot leaves its lantern as it is before it changes its mind.
const STEADY: u64 = 6 * TICKS_PER_TURN;
/// How many known cells must lie ahead for the bot to shut an open lantern, and to leave a lantern shut.
const DARK_WALK: (usize, usize) = (8, 3);
/// The percentage of oil below which the bot narrows its lantern to a beam.
const LOW: i32 = 25;

impl Bot {
    /// Returns a lantern action to take before `action`, or `None` if the lantern need not change.
    pub(super) fn set_lantern(&mut self, outlook: &Outlook, action: Action) -> Option<Action> {
        let lantern = outlook.lantern?;
        let wanted = match self.temperament {
            Temperament::Blind => Lantern::Shut,
            Temperament::Careful => self.wanted(outlook, lantern, action)?,
            Temperament::Bright | Temperament::Rash => Lantern::Open,
        };
        let place = |it: Lantern| Lantern::ALL.iter().position(|other| *other == it);
        let opens = place(wanted) > place(lantern);
        let next = if opens {
            lantern.opened()
        } else {
            lantern.closed().filter(|_| wanted != lantern)
        };
        let (when, opened) = self.turned;
        let changes_mind = opened != opens && outlook.tick < when + STEADY;
        if self.temperament == Temperament::Careful && changes_mind {
            return None;
        }
        next.map(|next| {
            self.turned = (outlook.tick, opens);
            Action::set_lantern(next)
        })
    }

    /// Returns the setting that suits what the bot is about to do, or `None` if the setting does not matter.
    fn wanted(&mut self, outlook: &Outlook, lantern: Lantern, action: Action) -> Option<Lantern> {
        let is_awake = |foe: &&Creature| foe.state != State::Asleep && foe.can_hurt();
        let awake: Vec<&Creature> = outlook.foes.iter().filter(is_awake).collect();
        let unaware = awake.iter().copied().filter(|foe| !foe.is_alert());
        let strong: Vec<&Creature> = unaware
            .filter(|foe| self.is_dangerous(outlook, foe))
            .collect();
        if !strong.is_empty() && self.can_hide(outlook, &strong) {
            self.hide(outlook);
        }
        if outlook.tick < self.dark_until {
            return Some(Lantern::Shut);
        }
        // A blow at an enemy that is only felt often misses.
        if action.kind == Action::ATTACK {
            let target = action.aim.cell(outlook.here);
            let mut foes = outlook.foes.iter();
            let target = foes.find(|foe| foe.at == target)?;
            return target.is_felt().then_some(Lantern::Open);
        }
        if awake.iter().any(|foe| foe.is_alert()) {
            return None;
        }
        if action == Action::WAIT {
            return outlook.foes.is_empty().then_some(Lantern::Shut);
        }
        // Known ground needs no light.
        let known = self.path.iter();
        let known = known
            .take_while(|cell| outlook.is_known_ground(**cell))
            .count();
        let (open, otherwise) = DARK_WALK;
        let enough = match lantern {
            Lantern::Open => open,
            _ => otherwise,
        };
        Some(if known >= enough {
            Lantern::Shut
        } else if outlook.oil_percent() < LOW {
            Lantern::Narrowed
        } else {
            Lantern::Open
        })
    }

    /// Keeps the lantern shut for a while.
    pub(super) fn hide(&mut self, outlook: &Outlook) {
        self.dark_until = outlook.tick + STAYS_DARK;
    }
}
