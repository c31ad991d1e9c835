//! The careful bot: what a good player does who wants to live.

mod fight;
mod flight;

use std::collections::BTreeMap;

use bevy::prelude::*;
use fogbound::game::{Action, Happening, Perceived, State, Witnessed};
use fogbound::grid::Direction;

use crate::bots::step;
use crate::danger::{calls, cost, harm, is_rooted, sight};
use crate::eyes::{Foe, Screen, distance};
use crate::ways::{Ways, is_frontier};

/// Rests below this much health, in percent.
pub const RESTS_BELOW: i32 = 85;
/// For how many turns it minds a hunter that has gone out of view.
const MINDS_LOST: u64 = 8;
/// After so many turns it takes it that a monster has gone elsewhere.
const FORGETS: u64 = 40;
/// For how many turns it stays off a level from which it has fled.
const BACKS_OFF: u64 = 40;

/// It dreads a fight that so many of would kill it.
const DREADS: f32 = 2.0;

/// Whether a monster is awake and one to mind.
pub fn minds(foe: &Foe) -> bool {
    foe.state != State::Asleep && harm(&foe.kind) > 0.0 && !is_rooted(&foe.kind)
}

/// A monster as it was seen last.
struct Known {
    foe: Foe,
    turn: u64,
}

/// One that knows of the player, as far as the player knows.
struct Hunter {
    foe: Foe,
    /// How much health it has left, by the wounds that the log tells of.
    left: i32,
    in_view: bool,
}

/// What the careful bot has in mind.
#[derive(Default)]
pub struct Care {
    ways: Ways,
    /// The ways of those who hunt it.
    chase: Ways,
    depth: u32,
    known: BTreeMap<Entity, Known>,
    wounds: BTreeMap<Entity, i32>,
    /// In which turn each monster was seen to do something last.
    acted: BTreeMap<Entity, u64>,
    /// For how many turns in a row it has let hunters come.
    waited: u32,
    /// For how many turns of late it has gone after monsters that do not know of it.
    stalked: u32,
    /// For how many turns it has kept out of somebody's sight on this level.
    evaded: u32,
    /// Where it flees to.
    refuge: Option<IVec2>,
    /// Until this turn it stays off the level from which it has fled.
    backs_off_until: u64,
    /// From where it was shot at last by somebody whom it did not make out, and when.
    shot_from: Option<(Direction, u64)>,
    /// The cells on which that happened.
    shot_at: Vec<IVec2>,
}

impl Care {
    /// What it does now.
    pub fn decide(&mut self, screen: &Screen, log: &[Witnessed]) -> Action {
        self.remember(screen, log);
        let hunters = self.hunters(screen);
        self.answer(screen, &hunters)
            .or_else(|| self.leave_the_line(screen))
            .or_else(|| self.ambush(screen))
            .or_else(|| self.evade(screen))
            .or_else(|| self.rest(screen))
            .or_else(|| self.travel(screen))
            .unwrap_or(Action::WAIT)
    }

    /// Whether those in view who are awake are too strong for it, or nearly so.
    pub fn dreads(&self, screen: &Screen) -> bool {
        let awake = screen.foes.iter().filter(|foe| minds(foe));
        let all: Vec<_> = awake.map(|foe| (&*foe.kind, self.left(foe))).collect();
        !all.is_empty() && fight::is_dire(DREADS * cost(&all, 2), screen.health)
    }

    /// Takes note of what is on the screen and in the log.
    fn remember(&mut self, screen: &Screen, log: &[Witnessed]) {
        if self.depth != screen.depth {
            self.depth = screen.depth;
            self.known.clear();
            self.waited = 0;
            self.evaded = 0;
            self.refuge = None;
        }
        for Witnessed { event, how } in log {
            if let Perceived::Seen { actor: true, .. } = how {
                self.acted.insert(event.actor, screen.turn);
            }
            match event.what {
                Happening::Hit { target, damage, .. } if event.actor == screen.you => {
                    *self.wounds.entry(target).or_default() += damage;
                }
                Happening::Died { .. } => {
                    self.known.remove(&event.actor);
                }
                Happening::Hit { shot: true, .. } | Happening::Missed { shot: true, .. } => {
                    if let Perceived::Felt { from } = *how {
                        self.shot_from = Some((from, screen.turn));
                        self.shot_at.push(screen.here);
                    }
                }
                _ => {}
            }
        }
        for foe in &screen.foes {
            let (foe, turn) = (foe.clone(), screen.turn);
            self.known.insert(foe.who, Known { foe, turn });
        }
        self.known.retain(|_, known| {
            let stays = is_rooted(&known.foe.kind) || known.foe.state == State::Asleep;
            let is_gone = screen.view.sees(known.foe.at) && !is_rooted(&known.foe.kind);
            let is_recent = known.turn + MINDS_LOST > screen.turn;
            is_recent || (!is_gone && (stays || known.turn + FORGETS > screen.turn))
        });
    }

    /// Those who hunt it or are about to, the nearest first.
    fn hunters(&self, screen: &Screen) -> Vec<Hunter> {
        let knows = |state| !matches!(state, State::Asleep | State::Unaware);
        let all = self.known.values().filter(|known| {
            let foe = &known.foe;
            let is_near = known.turn + MINDS_LOST > screen.turn;
            is_near && knows(foe.state) && harm(&foe.kind) > 0.0 && !is_rooted(&foe.kind)
        });
        let mut hunters: Vec<Hunter> = all
            .map(|known| Hunter {
                left: self.left(&known.foe),
                in_view: known.turn == screen.turn,
                foe: known.foe.clone(),
            })
            .collect();
        hunters.sort_by_key(|it| (distance(it.foe.at, screen.here), it.foe.at.y, it.foe.at.x));
        hunters
    }

    /// How much health a monster has left, as far as the player knows.
    fn left(&self, foe: &Foe) -> i32 {
        let wounds = self.wounds.get(&foe.who).copied().unwrap_or_default();
        (foe.kind.health - wounds).max(1)
    }

    /// Lets wounds close, on stairs if there are any near by.
    fn rest(&mut self, screen: &Screen) -> Option<Action> {
        let needs = screen.percent() < RESTS_BELOW || screen.turn < self.backs_off_until;
        if !needs || screen.foes.iter().any(minds) {
            return None;
        }
        if !screen.are_stairs(screen.here) {
            self.measure_with_care(screen);
            let is_near = |cell| self.ways.to(cell).is_some_and(|way| way < 60);
            let stairs = |cell| screen.are_stairs(cell) && is_near(cell);
            if let Some(stairs) = self.ways.nearest(screen, stairs) {
                return step(screen, self.ways.way_to(stairs).first().copied());
            }
        }
        let is_beside = |it: &Known| distance(it.foe.at, screen.here) <= 1;
        (!self.known.values().any(is_beside)).then_some(Action::WAIT)
    }

    /// Goes down, or looks for the stairs.
    fn travel(&mut self, screen: &Screen) -> Option<Action> {
        let down = |cell| screen.leads_on(cell);
        if down(screen.here) {
            let is_fresh = screen.breath >= 10;
            return Some(if is_fresh {
                Action::TAKE_STAIRS
            } else {
                Action::WAIT
            });
        }
        self.measure_with_care(screen);
        let goal = |ways: &Ways| {
            let stairs = ways.nearest(screen, down);
            stairs.or_else(|| ways.nearest(screen, |cell| is_frontier(screen, cell)))
        };
        let goal = goal(&self.ways).or_else(|| {
            // Then past whatever it would rather have left alone.
            self.ways.measure(screen, |_| Some(0));
            goal(&self.ways)
        });
        step(screen, self.ways.way_to(goal?).first().copied())
    }

    /// Measures ways that keep away from what is better left alone.
    fn measure_with_care(&mut self, screen: &Screen) {
        let shunned: Vec<(IVec2, i32)> = self
            .known
            .values()
            .filter_map(|known| {
                let kind = &known.foe.kind;
                let reach = match known.foe.state {
                    _ if is_rooted(kind) && !calls(kind) => 1,
                    _ if calls(kind) => sight(kind).min(6),
                    State::Asleep => 3,
                    _ => 4,
                };
                let has_called = known.foe.state == State::Hunting;
                let is_worth = harm(kind) > 0.0 || (calls(kind) && !has_called);
                is_worth.then_some((known.foe.at, reach))
            })
            .collect();
        self.ways.measure(screen, |cell| {
            let near = shunned
                .iter()
                .filter(|(at, reach)| distance(*at, cell) <= *reach);
            let tolls = near.map(|(at, _)| 24 / distance(*at, cell).max(1) as u32);
            Some(tolls.sum::<u32>().min(40))
        });
    }
}
