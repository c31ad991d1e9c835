//! Where to go next.

use bevy::math::IVec2;
use bevy::platform::collections::HashSet;
use thiserror::Error;

use super::ways::Ways;
use crate::game::Action;
use crate::grid::Direction;
use crate::vision::{MapId, MapMemory};

/// Explores a level, or travels on it, a step at a time.
///
/// It keeps in mind which cells the player has stood beside and learnt nothing of, such as those beyond the edge of an
/// open map, so that it does not come back for them.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    map: Option<MapId>,
    in_vain: HashSet<IVec2>,
}

/// Why there is no step to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoStep {
    /// It is there already; or, for one who explores, nothing is left that it could walk to.
    #[error("nothing is left to explore")]
    Done,
    /// Somebody whom the player sees stands in the only way.
    #[error("somebody is in the way")]
    Blocked,
    /// No way that the player knows leads there.
    #[error("no way is known that leads there")]
    NoWay,
}

impl Explorer {
    /// The next step towards the nearest cell with something unknown beside it, through doors, for a player who stands
    /// on `here`, knows what is in `memory` and sees somebody on the cells for which `is_taken` says so.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn explore(
        &mut self,
        memory: &MapMemory,
        here: IVec2,
        is_taken: impl Fn(IVec2) -> bool,
    ) -> Result<Action, NoStep> {
        if self.map != memory.map() {
            self.map = memory.map();
            self.in_vain.clear();
        }
        // What is beside the player it sees, if it can be seen at all.
        let unknown = |cell: &IVec2| memory.tile(*cell).is_none();
        self.in_vain.extend(around(here).filter(unknown));
        let is_frontier = |cell: IVec2| self.is_frontier(memory, cell);
        let step = |blocks: &dyn Fn(IVec2) -> bool| {
            let ways = Ways::measure(here, |cell| cost(memory, cell).filter(|_| !blocks(cell)));
            ways.first_step(ways.nearest(is_frontier)?)
        };
        match step(&is_taken) {
            Some(way) => Ok(Action::step(way)),
            None if step(&|_| false).is_some() => Err(NoStep::Blocked),
            None => Err(NoStep::Done),
        }
    }

    /// Whether there is something unknown beside a cell that can be learnt.
    pub(super) fn is_frontier(&self, memory: &MapMemory, cell: IVec2) -> bool {
        around(cell).any(|it| memory.tile(it).is_none() && !self.in_vain.contains(&it))
    }

    /// The first cell for which `is_taken` says so on the way to a cell, or else to what is unknown, as it would be if
    /// nobody stood there.
    pub(super) fn blocked_at(
        &self,
        memory: &MapMemory,
        here: IVec2,
        to: Option<IVec2>,
        is_taken: impl Fn(&IVec2) -> bool,
    ) -> Option<IVec2> {
        let ways = Ways::measure(here, |cell| cost(memory, cell));
        let goal = to.or_else(|| ways.nearest(|cell| self.is_frontier(memory, cell)));
        ways.way(goal?)?.into_iter().find(is_taken)
    }

    /// The next step of the cheapest way to a cell, over cells that the player knows.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn travel(
        &self,
        memory: &MapMemory,
        here: IVec2,
        to: IVec2,
        is_taken: impl Fn(IVec2) -> bool,
    ) -> Result<Action, NoStep> {
        if here == to {
            return Err(NoStep::Done);
        }
        let step = |blocks: &dyn Fn(IVec2) -> bool| {
            let free = |cell| cost(memory, cell).filter(|_| !blocks(cell));
            Ways::measure(here, free).first_step(to)
        };
        match step(&is_taken) {
            Some(way) => Ok(Action::step(way)),
            None if step(&|_| false).is_some() => Err(NoStep::Blocked),
            None => Err(NoStep::NoWay),
        }
    }
}

/// The cells of the cheapest way that the player knows from `here` to a cell, the last of them included; none if no way
/// is known.
pub fn known_way(memory: &MapMemory, here: IVec2, to: IVec2) -> Option<Vec<IVec2>> {
    Ways::measure(here, |cell| cost(memory, cell)).way(to)
}

/// The cell that `suits`, which the player knows and can walk to, and which is nearest on foot.
pub fn nearest_known(
    memory: &MapMemory,
    here: IVec2,
    suits: impl Fn(IVec2) -> bool,
) -> Option<IVec2> {
    Ways::measure(here, |cell| cost(memory, cell)).nearest(suits)
}

/// What walking onto a cell costs as far as the player knows: a door is opened first.
pub(super) fn cost(memory: &MapMemory, cell: IVec2) -> Option<u32> {
    let tile = memory.tile(cell)?;
    if tile.is_walkable() {
        Some(1)
    } else {
        tile.opens_to().map(|_| 2)
    }
}

fn around(cell: IVec2) -> impl Iterator<Item = IVec2> {
    Direction::ALL
        .into_iter()
        .map(move |way| cell + way.delta())
}
