//! What the bot does while no enemy needs an answer: it explores, and goes on to the next level.

use bevy::prelude::*;

use super::choose::{Bot, RETURNS};
use super::temperament::Temperament;
use crate::explorer::outlook::{Outlook, distance};
use crate::game::Action;
use crate::grid::Direction;

/// The distances to keep from dangerous monsters, in cells.
const SHUN_AWAKE: i32 = 4;
const SHUN_ASLEEP: i32 = 2;
/// How many times the bot flees on a level before it stops exploring. It still looks for a gift until it has fled twice
/// as often.
const FLIGHTS: u32 = 2;

/// The percentage of health below which the bot would rather heal on the level above.
const WEAK: i32 = 40;
/// The percentage of oil below which the bot looks for more.
const LITTLE_OIL: i32 = 60;
/// How far the bot walks to draw oil from a brazier or torch, in cells.
const TO_OIL: u32 = 20;

/// Where dangerous enemies are, as far as the player knows, and the cells of friends.
struct Avoided {
    /// The cells of dangerous enemies, in view or not, and whether each of them is asleep.
    strong: Vec<(IVec2, bool)>,
    friends: Vec<IVec2>,
}

impl Avoided {
    fn is_taken(&self, cell: IVec2) -> bool {
        self.strong.iter().any(|(at, _)| *at == cell) || self.friends.contains(&cell)
    }

    fn is_shunned(&self, cell: IVec2) -> bool {
        let is_near = |(at, is_asleep): &(IVec2, bool)| {
            distance(cell, *at) <= if *is_asleep { SHUN_ASLEEP } else { SHUN_AWAKE }
        };
        self.is_taken(cell) || self.strong.iter().any(is_near)
    }
}

impl Bot {
    /// Explores the level or leaves it. Returns `None` if there is nothing left to do.
    pub(super) fn go_on(&mut self, outlook: &Outlook) -> Option<Action> {
        let avoided = Avoided {
            // Enemies that are no longer in view are still avoided. Otherwise, the bot would keep returning to them.
            strong: self.explorer.ghosts_of(&self.feared).collect(),
            friends: outlook.others.iter().map(|it| it.at).collect(),
        };
        let is_patient = self.rounds.lost == 0;
        if is_patient && let Some(action) = self.draw_oil(outlook, &avoided) {
            return Some(action);
        }
        if is_patient && self.wants_more(outlook) && !self.is_weak(outlook) {
            let explores = self.explore(outlook, |cell| avoided.is_shunned(cell));
            if explores.is_some() {
                return explores;
            }
        }
        if is_patient && let Some(action) = self.go_back(outlook, &avoided) {
            return Some(action);
        }
        if outlook.leads_on(outlook.here) {
            let lies_low = outlook.tick < self.here.lies_low_until;
            return Some(if lies_low && !self.temperament.hurries() && is_patient {
                Action::WAIT
            } else {
                self.note_unexplored(outlook, &avoided);
                Action::TAKE_STAIRS
            });
        }
        // Weak enemies in the way are attacked. Strong ones are attacked only if there is no other path.
        let careful = is_patient
            .then(|| self.step_on(outlook, |cell| avoided.is_shunned(cell)))
            .flatten();
        careful
            .or_else(|| self.step_on(outlook, |cell| avoided.is_taken(cell)))
            .or_else(|| self.step_on(outlook, |_| false))
    }

    /// Puts out a burning brazier or torch nearby for its oil, or walks there.
    fn draw_oil(&mut self, outlook: &Outlook, avoided: &Avoided) -> Option<Action> {
        if outlook.oil_percent() >= LITTLE_OIL {
            return None;
        }
        let beside = |cell: IVec2| {
            let mut ways = Direction::ALL.into_iter();
            ways.find(|way| outlook.is_oil_to_draw(cell + way.delta()))
        };
        if let Some(way) = beside(outlook.here) {
            return Some(Action::tend(way));
        }
        let ways = outlook.ways(outlook.here, |cell| avoided.is_shunned(cell));
        let near = ways.nearest(|cell| beside(cell).is_some())?;
        let is_near = ways.cost_to(near).is_some_and(|it| it <= TO_OIL);
        let path = ways.way(near).filter(|_| is_near)?;
        self.follow(outlook, path)
    }

    /// Records whether the bot leaves ground on this level that it could safely explore.
    fn note_unexplored(&mut self, outlook: &Outlook, avoided: &Avoided) {
        let (memory, here) = (outlook.memory, outlook.here);
        let more = self
            .explorer
            .seek(memory, here, |cell| avoided.is_shunned(cell));
        if more.is_some() {
            self.unexplored.insert(outlook.depth);
        } else {
            self.unexplored.remove(&outlook.depth);
        }
    }

    /// Returns whether the bot would rather heal on the level above, which is less dangerous.
    fn is_weak(&self, outlook: &Outlook) -> bool {
        outlook.depth > 1
            && outlook.health.percent() < WEAK
            && self.unexplored.contains(&(outlook.depth - 1))
            && self.returns < RETURNS
            && !outlook.goes_back
            && !self.temperament.hurries()
    }

    /// Returns a step towards the stairs up if the bot wants to heal on the level above.
    fn go_back(&mut self, outlook: &Outlook, avoided: &Avoided) -> Option<Action> {
        if !self.is_weak(outlook) {
            return None;
        }
        let up = |cell: IVec2| outlook.are_stairs(cell) && !outlook.leads_on(cell);
        if up(outlook.here) {
            self.note_unexplored(outlook, avoided);
            return Some(Action::TAKE_STAIRS);
        }
        let ways = outlook.ways(outlook.here, |cell| avoided.is_shunned(cell));
        let path = ways.nearest(up).and_then(|cell| ways.way(cell));
        match path {
            Some(path) => self.follow(outlook, path),
            None => self.explore(outlook, |cell| avoided.is_shunned(cell)),
        }
    }

    /// Returns whether the bot wants to see more of the level before it leaves.
    fn wants_more(&self, outlook: &Outlook) -> bool {
        if outlook.goes_back || self.temperament.hurries() {
            return false;
        }
        if self.here.flights >= FLIGHTS {
            return self.wants_gift(outlook) && self.here.flights < 2 * FLIGHTS;
        }
        self.wants_gift(outlook)
            || outlook.health.percent() < 100
            || outlook.oil_percent() < LITTLE_OIL
    }

    /// Returns a step towards the nearest cell worth visiting.
    fn explore(&mut self, outlook: &Outlook, blocks: impl Fn(IVec2) -> bool) -> Option<Action> {
        let (memory, here) = (outlook.memory, outlook.here);
        let path = self.explorer.seek(memory, here, blocks)?;
        self.follow(outlook, path)
    }

    /// Returns a step towards the way onward if it is known, and towards unknown cells otherwise.
    fn step_on(&mut self, outlook: &Outlook, blocks: impl Fn(IVec2) -> bool) -> Option<Action> {
        let ways = outlook.ways(outlook.here, &blocks);
        let on = ways.nearest(|cell| outlook.leads_on(cell));
        match on.and_then(|cell| ways.way(cell)) {
            Some(path) => self.follow(outlook, path),
            None => self.explore(outlook, blocks),
        }
    }

    /// Takes the first step of a path.
    pub(super) fn follow(&mut self, outlook: &Outlook, path: Vec<IVec2>) -> Option<Action> {
        let way = Direction::from_delta(*path.first()? - outlook.here)?;
        self.path = path;
        let runs = self.temperament == Temperament::Runner
            && outlook.breath() > 0
            && outlook.foes.iter().any(|foe| foe.is_alert())
            && !outlook.is_taken(outlook.here + way.delta());
        Some(if runs {
            Action::run(way)
        } else {
            Action::step(way)
        })
    }
}
