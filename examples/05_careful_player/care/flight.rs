//! How the careful bot gets away: by the stairs, through doors, round corners.

use bevy::prelude::*;
use fogbound::game::Action;
use fogbound::game::mind::Guards;
use fogbound::grid::Direction;
use fogbound::map::Tile;

use super::fight::is_dire;
use super::{BACKS_OFF, Care, Hunter, RESTS_BELOW, minds};
use crate::bots::step;
use crate::danger::{cost, opens_doors};
use crate::eyes::{Foe, Screen, distance};
use crate::ways::is_frontier;

/// For how many turns it keeps out of sight on a level before it goes past.
const EVADES: u32 = 30;

impl Care {
    /// By the stairs, behind a door, or away as long as that gains time; nothing if there is no way out.
    pub(super) fn flee(&mut self, screen: &Screen, hunters: &[Hunter]) -> Option<Action> {
        // Those beside it follow. It leaves the others behind.
        let follows = |it: &&Hunter| {
            distance(it.foe.at, screen.here) <= 1 && it.foe.kind.minds.get::<Guards>().is_none()
        };
        let followers = hunters.iter().filter(follows).count();
        let leads_on = screen.leads_on(screen.here);
        if screen.are_stairs(screen.here) && (leads_on || followers < hunters.len()) {
            self.backs_off_until = screen.turn + BACKS_OFF;
            return Some(Action::TAKE_STAIRS);
        }
        if let Some(door) = door_to_close(screen, hunters) {
            return Some(Action::close_door(door));
        }
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
                    // A long way leads out of the room, a short one into its corner.
                    let score = ahead.min(2_000) + more + hidden + 40 * i64::from(way.min(50));
                    (can_elude && way >= 4 && is_safe(cell)).then_some(-score)
                })
            })?;
        self.refuge = Some(goal);
        let next = ways.way_to(goal).first().copied()?;
        let way = Direction::from_delta(next - screen.here)?;
        Some(if runs {
            Action::run(way)
        } else {
            Action::step(way)
        })
    }

    /// Out of the line from which somebody shoots whom it does not see.
    pub(super) fn leave_the_line(&mut self, screen: &Screen) -> Option<Action> {
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
            return Some(Action::WAIT);
        }
        let is_better = |cell| screen.are_stairs(cell) || (is_hidden(cell) && !near(cell, 1));
        if screen.are_stairs(screen.here) && screen.percent() < RESTS_BELOW {
            self.backs_off_until = screen.turn + BACKS_OFF;
            return Some(Action::TAKE_STAIRS);
        }
        let cell = self.ways.nearest(screen, is_better)?;
        let next = self.ways.way_to(cell).first().copied()?;
        let way = Direction::from_delta(next - screen.here)?;
        Some(match screen.breath {
            0 => Action::step(way),
            _ => Action::run(way),
        })
    }

    /// Goes out of the sight of those who are too strong and have not noticed it yet.
    pub(super) fn evade(&mut self, screen: &Screen) -> Option<Action> {
        let near: Vec<&Foe> = screen.foes.iter().filter(|foe| minds(foe)).collect();
        let all: Vec<_> = near
            .iter()
            .map(|foe| (&*foe.kind, self.left(foe)))
            .collect();
        let is_dire = is_dire(2.0 * cost(&all, 1), screen.health);
        if near.is_empty() || !is_dire || self.evaded >= EVADES {
            return None;
        }
        self.evaded += 1;
        if screen.are_stairs(screen.here) {
            self.backs_off_until = screen.turn + BACKS_OFF;
            return Some(Action::TAKE_STAIRS);
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
        let is_open = screen.memory.tile(door) == Some(Tile::OPEN_DOOR);
        is_open && screen.foe_at(door).is_none() && hunters.iter().all(|it| beyond(it.foe.at))
    })
}
