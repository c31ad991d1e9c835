//! When the bot opens and shuts its lantern.

use bevy::math::IVec2;

use super::choose::Bot;
use super::danger::rounds_to_kill;
use super::temperament::Temperament;
use crate::explorer::outlook::{Creature, Outlook, distance};
use crate::game::{Action, Lantern, State, TICKS_PER_TURN};

/// How long, in ticks, the lantern stays shut after the bot has seen an enemy that is too strong.
const STAYS_DARK: u64 = 15 * TICKS_PER_TURN;
/// How long, in ticks, the bot leaves its lantern as it is before it changes its mind.
const STEADY: u64 = 6 * TICKS_PER_TURN;
/// How many known cells must lie ahead for the bot to shut an open lantern, and to leave a lantern shut.
const DARK_WALK: (usize, usize) = (20, 5);
/// How long a fight must last for it to be worth a turn to narrow the lantern, in hundredths of a turn.
const LONG_FIGHT: i64 = 250;
/// The percentage of oil below which the bot narrows its lantern to a beam.
const LOW: i32 = 25;

/// How far, in cells, thick fog is that makes the bot open its lantern.
const FOG: i32 = 2;

impl Bot {
    /// Returns a lantern action to take before `action`, or `None` if the lantern need not change.
    pub(super) fn set_lantern(&mut self, outlook: &Outlook, action: Action) -> Option<Action> {
        let lantern = outlook.lantern?;
        let is_fight = action.kind == Action::ATTACK;
        let mut foes = outlook.foes.iter();
        let lurks = self.temperament.lurks()
            && (is_fight || foes.any(|foe| foe.is_alert() && foe.can_hurt()));
        let wanted = match self.temperament {
            _ if lurks => Lantern::Shut,
            Temperament::Blind => Lantern::Shut,
            it if !it.minds_its_light() => Lantern::Open,
            _ => self.wanted(outlook, lantern, action)?,
        };
        let place = |it: Lantern| Lantern::ALL.iter().position(|other| *other == it);
        let opens = place(wanted) > place(lantern);
        let (when, opened) = self.turned;
        let hides = outlook.tick < self.dark_until && wanted == Lantern::Shut;
        let changes_mind =
            !is_fight && !lurks && !hides && opened != opens && outlook.tick < when + STEADY;
        if self.temperament.minds_its_light() && changes_mind {
            return None;
        }
        (wanted != lantern).then(|| {
            self.turned = (outlook.tick, opens);
            Action::set_lantern(wanted)
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
        // What is stone while the player sees it strikes in the dark.
        if self.here.fetches && self.here.has_stone {
            return Some(Lantern::Open);
        }
        if outlook.foes.iter().any(Creature::is_stone) {
            // One that blocks the way has to be fought in the dark.
            let is_stuck = self.rounds.lost > 0;
            return Some(if is_stuck {
                Lantern::Shut
            } else {
                Lantern::Open
            });
        }
        let is_blow = action.kind == Action::ATTACK;
        if outlook.tick < self.dark_until && !is_blow {
            return Some(Lantern::Shut);
        }
        if is_blow || action == Action::WAIT && awake.iter().any(|foe| foe.is_alert()) {
            return self.light_to_fight_by(outlook, action);
        }
        if awake.iter().any(|foe| foe.is_alert()) {
            return None;
        }
        // An open lantern drives off the fog.
        let is_near = |cell: IVec2| distance(cell, outlook.here) <= FOG;
        if outlook.thick_fog().any(is_near) {
            return Some(Lantern::Open);
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

    /// Returns the setting to fight by: a beam shows an enemy that the player only feels. Darkness does not protect a player
    /// that strikes.
    fn light_to_fight_by(&self, outlook: &Outlook, action: Action) -> Option<Lantern> {
        let target = action.aim.cell(outlook.here);
        let target = outlook.foes.iter().find(|foe| foe.at == target)?;
        // Changing the lantern takes a turn, in which adjacent enemies strike.
        let hardly_hits = target
            .mine?
            .penalty
            .is_some_and(|it| it > target.given_away);
        (hardly_hits && rounds_to_kill(target) > LONG_FIGHT).then_some(Lantern::Narrowed)
    }

    /// Keeps the lantern shut for a while.
    pub(super) fn hide(&mut self, outlook: &Outlook) {
        self.dark_until = outlook.tick + STAYS_DARK;
    }
}
