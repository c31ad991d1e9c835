//! The careful bot: what a good player does who wants to live.

use std::collections::BTreeMap;

use bevy::prelude::*;
use fogbound::game::minds::Guards;
use fogbound::game::{Action, Happening, Perceived, State, Witnessed};
use fogbound::grid::Direction;
use fogbound::map::Tile;

use crate::bots::step;
use crate::danger::{self, calls, cost, harm, is_rooted, opens_doors, shoots};
use crate::eyes::{Foe, Screen, distance};
use crate::ways::{Ways, is_frontier, sides};

/// Rests below this much health, in percent.
const RESTS_BELOW: i32 = 85;
/// Attacks monsters that do not know of it only above this much health, in percent.
const AMBUSHES_ABOVE: i32 = 70;
/// Fights only if it has this many times the health that the fight should cost.
const MARGIN: f32 = 1.6;
/// For how many turns it minds a hunter that has gone out of view.
const MINDS_LOST: u64 = 8;
/// For how many turns it lets hunters come before it does something else.
const PATIENCE: u32 = 10;
/// Monsters no quicker than this can be struck and stepped away from in turn.
const SLOW: u32 = 60;
/// For how many turns it keeps out of sight on a level before it goes past.
const EVADES: u32 = 30;
/// For how many turns it stays off a level from which it has fled.
const BACKS_OFF: u64 = 40;

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
    /// Where each one was when it was seen to act last, and in which turn.
    acted: BTreeMap<Entity, (IVec2, u64)>,
    waited: u32,
    stalked: u32,
    /// For how many turns it has kept out of somebody's sight on this level.
    evaded: u32,
    /// Where it flees to.
    refuge: Option<IVec2>,
    backs_off_until: u64,
    /// From where it was shot at last by somebody whom it did not make out, and when.
    shot_from: Option<(Direction, u64)>,
    /// The cells on which that happened.
    shot_at: Vec<IVec2>,
}

impl Care {
    pub fn decide(&mut self, screen: &Screen, log: &[Witnessed]) -> Action {
        self.remember(screen, log);
        let hunters = self.hunters(screen);
        self.answer(screen, &hunters)
            .or_else(|| self.leave_the_line(screen))
            .or_else(|| self.ambush(screen))
            .or_else(|| self.evade(screen))
            .or_else(|| self.rest(screen))
            .or_else(|| self.travel(screen))
            .unwrap_or(Action::Wait)
    }

    fn remember(&mut self, screen: &Screen, log: &[Witnessed]) {
        if self.depth != screen.depth {
            self.depth = screen.depth;
            self.known.clear();
            self.waited = 0;
            self.evaded = 0;
            self.refuge = None;
        }
        for Witnessed { event, how } in log {
            if event.actor != screen.you {
                self.acted
                    .insert(event.actor, (event.actor_at, screen.turn));
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
            let in_view = known.turn == screen.turn;
            let stays = is_rooted(&known.foe.kind) || known.foe.state == State::Asleep;
            let gone = !is_rooted(&known.foe.kind) && screen.view.sees(known.foe.at);
            in_view
                || (!gone && (stays || known.turn + 40 > screen.turn))
                || known.turn + 1 >= screen.turn
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

    fn left(&self, foe: &Foe) -> i32 {
        let wounds = self.wounds.get(&foe.who).copied().unwrap_or_default();
        (foe.kind.health - wounds).max(1)
    }

    /// What it does about those who know of it: fights them or flees.
    fn answer(&mut self, screen: &Screen, hunters: &[Hunter]) -> Option<Action> {
        if hunters.is_empty() {
            self.waited = 0;
            self.refuge = None;
            return None;
        }
        let all: Vec<_> = hunters.iter().map(|it| (&*it.foe.kind, it.left)).collect();
        let abreast = match self.narrow_place(screen, hunters) {
            Some(_) => 1,
            None => sides(screen, screen.here).min(3),
        };
        let is_dire = cost(&all, abreast) * MARGIN + 3.0 > screen.health as f32;
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

    fn fight(&mut self, screen: &Screen, hunters: &[Hunter]) -> Option<Action> {
        let here = screen.here;
        let in_view = || hunters.iter().filter(|it| it.in_view);
        let beside = in_view().filter(|it| distance(it.foe.at, here) <= 1);
        let worth =
            |it: &&Hunter| harm(&it.foe.kind) / danger::toughness(&it.foe.kind, it.left, false);
        if let Some(target) = beside.max_by(|one, other| worth(one).total_cmp(&worth(other))) {
            let way = Direction::from_delta(target.foe.at - here)?;
            self.waited = 0;
            let back = self.step_back(screen, hunters);
            return back.or(Some(Action::Attack(way)));
        }
        if self.waited >= PATIENCE {
            return None;
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
            return step(screen, self.ways.way_to(cell).first().copied());
        }
        // Who lets them come strikes first.
        self.waited += 1;
        Some(Action::Wait)
    }

    /// A step away from a slow one that is about to strike: it has to come after, and is struck as it comes.
    fn step_back(&mut self, screen: &Screen, hunters: &[Hunter]) -> Option<Action> {
        let [slow] = hunters else { return None };
        let has_just_acted = self
            .acted
            .get(&slow.foe.who)
            .is_some_and(|it| it.1 >= screen.turn);
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
        Some(Action::Step(way))
    }

    /// Round the next corner, if that is nearer than the archers are, and they are not near.
    fn cover(&mut self, screen: &Screen, archers: &[&Hunter]) -> Option<Action> {
        let far = archers
            .iter()
            .map(|it| distance(it.foe.at, screen.here))
            .min()? as u32;
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

    fn approach(&mut self, screen: &Screen, goal: IVec2) -> Option<Action> {
        self.ways.measure(screen, |_| Some(0));
        step(screen, self.ways.way_to(goal).first().copied())
    }

    /// By the stairs, behind a door, or away as long as that gains time; nothing if there is no way out.
    fn flee(&mut self, screen: &Screen, hunters: &[Hunter]) -> Option<Action> {
        // Those beside it follow. It leaves the others behind.
        let follows = |it: &&Hunter| {
            distance(it.foe.at, screen.here) <= 1 && it.foe.kind.minds.get::<Guards>().is_none()
        };
        let followers = hunters.iter().filter(follows).count();
        let leads_on = screen.memory.tile(screen.here) == Some(Tile::StairsDown);
        if screen.are_stairs(screen.here) && (leads_on || followers < hunters.len()) {
            self.backs_off_until = screen.turn + BACKS_OFF;
            return Some(Action::TakeStairs);
        }
        if let Some(door) = door_to_close(screen, hunters) {
            return Some(Action::CloseDoor(door));
        }
        let speed = hunters.iter().map(|it| it.foe.kind.speed).max()?.max(1);
        let starts = hunters.iter().map(|it| (it.foe.at, 0));
        self.chase.measure_from(screen, starts);
        // To run costs breath, and is not done without need.
        self.outpace(screen, hunters, false)
            .or_else(|| self.outpace(screen, hunters, true))
    }

    /// A step on a way on which these hunters, whose ways are measured, never come near enough to strike.
    fn outpace(&mut self, screen: &Screen, hunters: &[Hunter], runs: bool) -> Option<Action> {
        let speed = hunters.iter().map(|it| it.foe.kind.speed).max()?.max(1);
        let breath = if runs { screen.breath } else { 0 };
        if runs && breath == 0 {
            return None;
        }
        let chase = &self.chase;
        // In ticks from now: when the first of them could strike it on a cell, if it acts at once, and when
        // it has left the cell again, so many steps from here.
        let struck = |cell| {
            let way = chase.to(cell);
            way.map_or(99_999, |way| way.saturating_sub(1) * 10_000 / speed)
        };
        let left = |way: u32| 60 * way.min(breath) + 100 * way.saturating_sub(breath);
        self.ways.measure(screen, |cell| {
            let least = left(distance(cell, screen.here).unsigned_abs());
            (screen.foe_at(cell).is_none() && least <= struck(cell)).then_some(0)
        });
        let ways = &self.ways;
        let is_safe = |goal: IVec2| {
            let way = ways.way_to(goal);
            let gets_on = |&cell: &IVec2| left(ways.to(cell).unwrap_or(999)) <= struck(cell);
            !way.is_empty() && way.iter().all(gets_on)
        };
        let in_sight = |cell| {
            hunters
                .iter()
                .any(|it| screen.is_open_between(cell, it.foe.at))
        };
        // Whoever is quicker comes after it wherever it goes, save to another level.
        let can_elude = speed <= 100;
        let goal = ways
            .nearest(screen, |cell| screen.are_stairs(cell) && is_safe(cell))
            .or_else(|| self.refuge.filter(|&cell| can_elude && is_safe(cell)))
            .or_else(|| {
                ways.best(screen, |cell, way| {
                    let ahead = i64::from(struck(cell)) - i64::from(left(way));
                    // Where the known ends there may be more of a way.
                    let more = if is_frontier(screen, cell) { 500 } else { 0 };
                    let hidden = if in_sight(cell) { 0 } else { 800 };
                    let score = ahead.min(2_000) + more + hidden;
                    (can_elude && way >= 4 && is_safe(cell)).then_some(-score)
                })
            })?;
        self.refuge = Some(goal);
        let next = ways.way_to(goal).first().copied()?;
        let way = Direction::from_delta(next - screen.here)?;
        Some(if runs {
            Action::Run(way)
        } else {
            Action::Step(way)
        })
    }

    /// Out of the line from which somebody shoots whom it does not see.
    fn leave_the_line(&mut self, screen: &Screen) -> Option<Action> {
        let (from, turn) = self.shot_from?;
        if turn + 5 < screen.turn {
            self.shot_at.clear();
            return None;
        }
        let is_free = |cell| screen.foe_at(cell).is_none().then_some(0);
        self.ways.measure(screen, is_free);
        let near = |one: IVec2, reach| self.shot_at.iter().any(|&at| distance(one, at) <= reach);
        // The way from which a shot comes is felt only roughly.
        let towards = from.delta().as_vec2().normalize();
        let rays = [-0.4_f32, 0.0, 0.4].map(|angle| Vec2::from_angle(angle).rotate(towards));
        let is_hidden = |cell: IVec2| {
            rays.iter().all(|ray| {
                (1..=6).any(|far| {
                    let at = (cell.as_vec2() + *ray * far as f32).round().as_ivec2();
                    screen.memory.tile(at).is_some_and(Tile::is_opaque)
                })
            })
        };
        if is_hidden(screen.here) && !near(screen.here, 0) {
            return Some(Action::Wait);
        }
        let is_better = |cell| screen.are_stairs(cell) || (is_hidden(cell) && !near(cell, 1));
        if screen.are_stairs(screen.here) && screen.percent() < RESTS_BELOW {
            self.backs_off_until = screen.turn + BACKS_OFF;
            return Some(Action::TakeStairs);
        }
        let cell = self.ways.nearest(screen, is_better)?;
        let next = self.ways.way_to(cell).first().copied()?;
        let way = Direction::from_delta(next - screen.here)?;
        Some(match screen.breath {
            0 => Action::Step(way),
            _ => Action::Run(way),
        })
    }

    /// Attacks one that does not know of it, if that costs little.
    fn ambush(&mut self, screen: &Screen) -> Option<Action> {
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
            let surprise = if foe.who == target.who && expects_nothing {
                7
            } else {
                0
            };
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

    /// Goes out of the sight of those who are too strong and have not noticed it yet.
    fn evade(&mut self, screen: &Screen) -> Option<Action> {
        let walks = |foe: &&Foe| {
            foe.state != State::Asleep && harm(&foe.kind) > 0.0 && !is_rooted(&foe.kind)
        };
        let near: Vec<&Foe> = screen.foes.iter().filter(walks).collect();
        let all: Vec<_> = near
            .iter()
            .map(|foe| (&*foe.kind, self.left(foe)))
            .collect();
        let is_dire = cost(&all, 1) * 2.0 * MARGIN > screen.health as f32;
        if near.is_empty() || !is_dire || self.evaded >= EVADES {
            return None;
        }
        self.evaded += 1;
        if screen.are_stairs(screen.here) {
            self.backs_off_until = screen.turn + BACKS_OFF;
            return Some(Action::TakeStairs);
        }
        let starts = near.iter().map(|foe| (foe.at, 0));
        self.chase.measure_from(screen, starts);
        let chase = &self.chase;
        self.ways.measure(screen, |cell| {
            let is_theirs = chase.to(cell).is_some_and(|way| way <= 2);
            (!is_theirs).then_some(0)
        });
        let hidden = self.ways.best(screen, |cell, way| {
            let in_sight = near.iter().any(|foe| screen.is_open_between(cell, foe.at));
            let gains = chase.to(cell).is_none_or(|theirs| theirs > way + 2);
            (!in_sight && gains && way <= 12).then_some(way)
        });
        step(screen, self.ways.way_to(hidden?).first().copied())
    }

    /// Lets wounds close, on stairs if there are any near by.
    fn rest(&mut self, screen: &Screen) -> Option<Action> {
        let minds = |foe: &Foe| {
            foe.state != State::Asleep && harm(&foe.kind) > 0.0 && !is_rooted(&foe.kind)
        };
        let needs = screen.percent() < RESTS_BELOW || screen.turn < self.backs_off_until;
        if !needs || screen.foes.iter().any(minds) {
            return None;
        }
        if !screen.are_stairs(screen.here) {
            self.measure_with_care(screen);
            let stairs = self.ways.nearest(screen, |cell| screen.are_stairs(cell));
            if let Some(stairs) =
                stairs.filter(|&cell| self.ways.to(cell).is_some_and(|way| way < 60))
            {
                return step(screen, self.ways.way_to(stairs).first().copied());
            }
        }
        let beside = self
            .known
            .values()
            .any(|it| distance(it.foe.at, screen.here) <= 1);
        (!beside).then_some(Action::Wait)
    }

    /// Goes down, or looks for the stairs.
    fn travel(&mut self, screen: &Screen) -> Option<Action> {
        let down = |cell| screen.memory.tile(cell) == Some(Tile::StairsDown);
        if down(screen.here) {
            let is_fresh = screen.breath >= 10;
            return Some(if is_fresh {
                Action::TakeStairs
            } else {
                Action::Wait
            });
        }
        self.measure_with_care(screen);
        let goal = self.ways.nearest(screen, down);
        let goal = goal.or_else(|| self.ways.nearest(screen, |cell| is_frontier(screen, cell)));
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
                    _ if calls(kind) => danger::sight(kind).min(6),
                    State::Asleep => 3,
                    _ => 4,
                };
                let is_worth = harm(kind) > 0.0 || calls(kind);
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

/// One that calls others and cannot be silenced in time.
fn calls_from_afar(foe: &Foe) -> bool {
    calls(&foe.kind) && foe.state == State::Hunting
}

/// The open door beside the player that keeps all hunters out, if it can be closed.
fn door_to_close(screen: &Screen, hunters: &[Hunter]) -> Option<Direction> {
    if hunters.iter().any(|it| opens_doors(&it.foe.kind)) {
        return None;
    }
    Direction::ALL.into_iter().find(|way| {
        let door = screen.here + way.delta();
        let beyond = |at: IVec2| {
            let toward = at - door;
            toward.dot(way.delta()) > 0 && distance(at, screen.here) > 1 && at != door
        };
        let is_open = screen.memory.tile(door) == Some(Tile::OpenDoor);
        is_open && screen.foe_at(door).is_none() && hunters.iter().all(|it| beyond(it.foe.at))
    })
}
