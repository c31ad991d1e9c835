//! Where the bot goes when it would lose a fight.

use bevy::prelude::*;

use super::learnt::Learnt;
use crate::explorer::explore::Explorer;
use crate::explorer::outlook::{Creature, Outlook, distance};
use crate::fov::{FieldOfView, OpacityMap, Sight};
use crate::game::{Action, Aim, KnownMap, TICKS_PER_TURN};
use crate::grid::Direction;
use crate::map::Tile;
use crate::path::{FleeMap, Ways};

/// The time that a running step takes, as a percentage of the time for a walking step.
const RUNNING: u64 = 60;
/// The distance to keep from enemies that are not aware of the player, in cells.
const ARMS: i32 = 2;
/// The maximum distance to a better position, in cells.
const NEAR: u32 = 5;

/// A race between the player and its hunters.
pub(super) struct Race {
    /// The paths on which no hunter can cut the player off.
    safe: Ways,
    theirs: Vec<(Ways, u64)>,
    breath: u64,
}

impl Race {
    pub(super) fn new(outlook: &Outlook, hunters: &[&Creature], learnt: &Learnt) -> Self {
        let theirs: Vec<_> = hunters
            .iter()
            .map(|foe| {
                let ways = outlook.ways(foe.at, |_| false);
                (ways, learnt.pace_of(foe).max(50))
            })
            .collect();
        let mine = outlook.ways(outlook.here, |cell| outlook.is_taken(cell));
        let breath = u64::from(outlook.breath());
        let is_cut_off = |cell: IVec2| {
            let ours = mine.cost_to(cell).map(|cells| time(cells, breath));
            let first = first(&theirs, cell);
            ours.is_none_or(|ours| first.is_some_and(|first| first <= ours))
        };
        // Enemies that are not hunting are avoided too.
        let is_near_another = |cell: IVec2| {
            let mut others = outlook.foes.iter().filter(|foe| !foe.is_alert());
            others.any(|foe| foe.can_hurt() && distance(foe.at, cell) <= ARMS)
        };
        let safe = outlook.ways(outlook.here, |cell| {
            outlook.is_taken(cell) || is_near_another(cell) || is_cut_off(cell)
        });
        Self {
            safe,
            theirs,
            breath,
        }
    }

    /// Returns the first step to stairs that the player reaches before its hunters, and the distance. Stairs down are
    /// preferred. Stairs up count only if no hunter is close enough to follow.
    pub(super) fn to_stairs(&self, outlook: &Outlook, may_go_up: bool) -> Option<(Direction, u32)> {
        let down = |cell: IVec2| outlook.leads_on(cell);
        let up = |cell: IVec2| {
            may_go_up
                && outlook.depth > 1
                && outlook.are_stairs(cell)
                && self.lead(cell) > 2 * TICKS_PER_TURN
        };
        let to = self.safe.nearest(down).or_else(|| self.safe.nearest(up))?;
        Some((self.safe.first_step(to)?, self.safe.cost_to(to)?))
    }

    /// Returns the first step to the nearest cell beside an unknown cell.
    pub(super) fn to_the_unknown(
        &self,
        outlook: &Outlook,
        explorer: &Explorer,
    ) -> Option<Direction> {
        let to = self.safe.nearest(|cell| {
            explorer.is_frontier(outlook.memory, cell) && self.lead(cell) > TICKS_PER_TURN
        })?;
        self.safe.first_step(to)
    }

    /// Returns the first step to a nearby cell where at most two enemies can attack at the same time.
    pub(super) fn to_a_narrow_place(&self, outlook: &Outlook) -> Option<Direction> {
        let to = self.safe.nearest(|cell| {
            let is_near = self.safe.cost_to(cell).is_some_and(|cost| cost <= NEAR);
            is_near && outlook.openness(cell) <= 2 && self.lead(cell) > 0
        })?;
        self.safe.first_step(to)
    }

    /// Returns the number of ticks by which the player reaches a cell before its hunters, or 0 if the player does not
    /// get there first.
    fn lead(&self, cell: IVec2) -> u64 {
        let ours = self
            .safe
            .cost_to(cell)
            .map(|cells| time(cells, self.breath));
        let first = first(&self.theirs, cell).unwrap_or(u64::MAX);
        first.saturating_sub(ours.unwrap_or(u64::MAX))
    }
}

/// Returns the number of ticks that the player needs for a path of `cells` cells if it runs until it is out of breath.
fn time(cells: u32, breath: u64) -> u64 {
    let cells = u64::from(cells);
    let run = cells.min(breath);
    (run * RUNNING + (cells - run) * 100) * TICKS_PER_TURN / 100
}

/// Returns the number of ticks after which the first hunter reaches a cell.
fn first(theirs: &[(Ways, u64)], cell: IVec2) -> Option<u64> {
    let times = theirs.iter().filter_map(|(ways, pace)| {
        let cells = u64::from(ways.cost_to(cell)?);
        Some(cells * TICKS_PER_TURN * 100 / pace)
    });
    times.min()
}

/// Closes a door between the player and all of its hunters, if no hunter has reached the door.
pub(super) fn shut_out(outlook: &Outlook, hunters: &[&Creature]) -> Option<Action> {
    let closing = outlook.closing?;
    let ways = Direction::ALL.into_iter();
    let mut doors = ways.filter(|way| {
        let door = outlook.here + way.delta();
        outlook.memory.tile(door) == Some(Tile::OPEN_DOOR)
            && !outlook.is_taken(door)
            && hunters.iter().all(|foe| distance(foe.at, door) > 1)
    });
    doors
        .find(|way| {
            let door = outlook.here + way.delta();
            let before = outlook.ways(outlook.here, |_| false);
            let after = outlook.ways(outlook.here, |cell| cell == door);
            hunters.iter().all(|foe| {
                let (before, after) = (before.cost_to(foe.at), after.cost_to(foe.at));
                before.is_some_and(|before| after.is_none_or(|after| after > before + 10))
            })
        })
        .map(|way| Action::new(closing, Aim::Way(way)))
}

/// Returns the first step to the nearest cell that, as far as the player knows, is out of sight of all shooters.
/// Returns `None` if there is no such cell nearby.
pub(super) fn to_cover(outlook: &Outlook, shooters: &[&Creature]) -> Option<Direction> {
    let known = KnownMap::new(&outlook.memory, []);
    let known = known.with_air(outlook.map.air(), Some(outlook.viewshed));
    let is_opaque = |cell: IVec2| known.is_opaque(cell);
    let known = OpacityMap::from_fn(outlook.map.size(), is_opaque);
    let engine = &mut FieldOfView::new();
    let mut is_seen = |cell: IVec2| {
        let mut eyes = shooters.iter();
        eyes.any(|foe| engine.can_see(&known, foe.at, cell, Sight::default().unlimited()))
    };
    let ways = outlook.ways(outlook.here, |cell| outlook.is_taken(cell));
    let near = |cell: &IVec2| ways.cost_to(*cell).is_some_and(|cost| cost <= NEAR);
    let reach = NEAR as i32;
    let cells = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| IVec2::new(x, y)));
    let mut cells: Vec<IVec2> = cells.map(|it| outlook.here + it).filter(near).collect();
    cells.sort_by_key(|cell| (ways.cost_to(*cell), cell.y, cell.x));
    let cover = cells.into_iter().find(|cell| !is_seen(*cell))?;
    ways.first_step(cover)
}

pub(super) fn step_away(outlook: &Outlook, hunters: &[&Creature]) -> Option<Direction> {
    let threats: Vec<IVec2> = hunters.iter().map(|foe| foe.at).collect();
    let mut flags = outlook.memory.flags();
    FleeMap::default().step(
        outlook.here,
        &threats,
        |start| flags.at(start).into(),
        |cell| outlook.is_walkable(cell) && !outlook.is_taken(cell),
    )
}
