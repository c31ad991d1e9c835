//! How the careful bot fights: whom, where and from which side.

use bevy::prelude::*;
use fogbound::game::{Action, State};
use fogbound::grid::Direction;
use fogbound::map::Tile;

use super::{Care, Hunter};
use crate::bots::step;
use crate::danger::{calls, cost, harm, is_rooted, shoots, toughness};
use crate::eyes::{Foe, Screen, distance};
use crate::ways::sides;

/// Attacks monsters that do not know of it only above this much health, in percent.
const AMBUSHES_ABOVE: i32 = 70;
/// Fights only if it has this many times the health that the fight should cost, and a little more.
const MARGIN: f32 = 1.4;
/// How much health a surprise attack takes, on average.
const SURPRISE: i32 = 7;
/// For how many turns it lets hunters come before it does something else.
const PATIENCE: u32 = 10;
/// Monsters no quicker than this can be struck and stepped away from in turn.
const SLOW: u32 = 60;

/// Whether a fight that should cost so much is one to flee from.
pub(super) fn is_dire(cost: f32, health: i32) -> bool {
    cost * MARGIN + 3.0 > health as f32
}

impl Care {
    /// What it does about those who know of it: fights them or flees.
    pub(super) fn answer(&mut self, screen: &Screen, hunters: &[Hunter]) -> Option<Action> {
        if hunters.is_empty() {
            // Slowly, for some hunters stay where they are and show themselves again and again.
            let forgets = screen.turn.is_multiple_of(4);
            self.waited = self.waited.saturating_sub(forgets.into());
            self.refuge = None;
            return None;
        }
        let all: Vec<_> = hunters.iter().map(|it| (&*it.foe.kind, it.left)).collect();
        let abreast = match self.narrow_place(screen, hunters) {
            Some(_) => 1,
            None => sides(screen, screen.here).min(3),
        };
        let is_dire = is_dire(cost(&all, abreast), screen.health);
        // Nobody outruns an arrow.
        let archer = hunters.iter().find(|it| it.in_view && shoots(&it.foe.kind));
        let is_shot = archer.is_some_and(|it| distance(it.foe.at, screen.here) <= 3);
        let is_alone = hunters.len() == 1;
        (is_dire && !(is_shot && is_alone))
            .then(|| self.flee(screen, hunters))
            .flatten()
            .or_else(|| self.fight(screen, hunters))
    }

    /// The nearest cell where fewer can come at it, if it is there before them: its own, if that is one.
    fn narrow_place(&mut self, screen: &Screen, hunters: &[Hunter]) -> Option<IVec2> {
        if sides(screen, screen.here) <= 2 {
            return Some(screen.here);
        }
        let is_free = |cell| screen.foe_at(cell).is_none().then_some(0);
        self.ways.measure(screen, is_free);
        let there_first = |cell: IVec2, way: u32| {
            hunters.iter().all(|it| {
                let pace = it.foe.kind.speed.max(1) as i32;
                distance(it.foe.at, cell) * 100 / pace > way as i32
            })
        };
        self.ways.best(screen, |cell, way| {
            let suits = way <= 6 && sides(screen, cell) <= 2 && there_first(cell, way);
            suits.then_some(way)
        })
    }

    /// Strikes, seeks a better place, or lets them come; nothing if they do not.
    fn fight(&mut self, screen: &Screen, hunters: &[Hunter]) -> Option<Action> {
        let here = screen.here;
        let in_view = || hunters.iter().filter(|it| it.in_view);
        let beside = in_view().filter(|it| distance(it.foe.at, here) <= 1);
        let worth = |it: &&Hunter| harm(&it.foe.kind) / toughness(&it.foe.kind, it.left);
        if let Some(target) = beside.max_by(|one, other| worth(one).total_cmp(&worth(other))) {
            let way = Direction::from_delta(target.foe.at - here)?;
            self.waited = 0;
            let back = self.step_back(screen, hunters);
            return back.or(Some(Action::attack(way)));
        }
        if self.waited >= PATIENCE {
            // Those who do not come, and can be beaten, are gone up to.
            let nearest = in_view().next().filter(|_| self.waited < 3 * PATIENCE);
            self.waited += 1;
            return nearest.and_then(|it| self.approach(screen, it.foe.at));
        }
        let archers: Vec<&Hunter> = in_view().filter(|it| shoots(&it.foe.kind)).collect();
        if let Some(nearest) = archers.first() {
            self.waited += 1;
            let at = nearest.foe.at;
            return self
                .cover(screen, &archers)
                .or_else(|| self.approach(screen, at));
        }
        let is_pressed = hunters.len() == 1 && distance(hunters[0].foe.at, here) < 3;
        if !is_pressed
            && let Some(cell) = self.narrow_place(screen, hunters)
            && cell != here
        {
            self.waited += 1;
            return step(screen, self.ways.way_to(cell).first().copied());
        }
        // Who lets them come strikes first.
        self.waited += 1;
        Some(Action::WAIT)
    }

    /// A step away from a slow one that is about to strike: it has to come after, and is struck as it comes.
    fn step_back(&mut self, screen: &Screen, hunters: &[Hunter]) -> Option<Action> {
        let [slow] = hunters else { return None };
        let acted = self.acted.get(&slow.foe.who);
        let has_just_acted = acted.is_some_and(|&turn| turn >= screen.turn);
        if slow.foe.kind.speed > SLOW || has_just_acted {
            return None;
        }
        let room = |way: &Direction| {
            let cell = screen.here + way.delta();
            let tile = screen.memory.tile(cell);
            let is_free = tile.is_some_and(Tile::is_walkable) && screen.foe_at(cell).is_none();
            is_free && distance(cell, slow.foe.at) > 1
        };
        let ways = Direction::ALL.into_iter().filter(room);
        let way = ways.max_by_key(|way| sides(screen, screen.here + way.delta()))?;
        Some(Action::step(way))
    }

    /// Round the next corner, if that is nearer than the archers are, and they are not near.
    fn cover(&mut self, screen: &Screen, archers: &[&Hunter]) -> Option<Action> {
        let distances = archers.iter().map(|it| distance(it.foe.at, screen.here));
        let far = distances.min()?.unsigned_abs();
        let is_free = |cell| screen.foe_at(cell).is_none().then_some(0);
        self.ways.measure(screen, is_free);
        let hidden = |cell| {
            let mut all = archers.iter();
            all.all(|it| !screen.is_open_between(cell, it.foe.at))
        };
        let cover = self.ways.nearest(screen, hidden)?;
        let way = self.ways.to(cover)?;
        if far <= 3 || way > 6 || way > far {
            return None;
        }
        step(screen, self.ways.way_to(cover).first().copied())
    }

    /// A step towards a monster, or a blow at it.
    fn approach(&mut self, screen: &Screen, goal: IVec2) -> Option<Action> {
        self.ways.measure(screen, |_| Some(0));
        step(screen, self.ways.way_to(goal).first().copied())
    }

    /// Attacks one that does not know of it, if that costs little.
    pub(super) fn ambush(&mut self, screen: &Screen) -> Option<Action> {
        let target = screen.foes.iter().find(|foe| {
            let stalks = distance(foe.at, screen.here) <= 5 && !is_rooted(&foe.kind);
            stalks && !calls_from_afar(foe)
        });
        let Some(target) = target.filter(|_| screen.percent() >= AMBUSHES_ABOVE) else {
            self.stalked = self.stalked.saturating_sub(1);
            return None;
        };
        let expects_nothing = matches!(target.state, State::Asleep | State::Unaware);
        let all = screen.foes.iter().map(|foe| {
            let is_surprised = foe.who == target.who && expects_nothing;
            let surprise = if is_surprised { SURPRISE } else { 0 };
            (&*foe.kind, (self.left(foe) - surprise).max(1))
        });
        let all: Vec<_> = all.collect();
        let is_cheap = cost(&all, 2) * 5.0 <= screen.health as f32;
        if !is_cheap || self.stalked > 20 {
            return None;
        }
        self.stalked += 2;
        let goal = target.at;
        self.approach(screen, goal)
    }
}

/// One that calls others and cannot be silenced in time.
fn calls_from_afar(foe: &Foe) -> bool {
    calls(&foe.kind) && foe.state == State::Hunting
}
