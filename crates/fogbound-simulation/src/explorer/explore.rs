//! Exploring and travelling, one step at a time.

use std::collections::BTreeSet;

use bevy::math::IVec2;
use bevy::platform::collections::HashSet;
use thiserror::Error;

use super::ghosts::Ghosts;
use super::outlook::{Outlook, cost, distance};
use crate::game::Action;
use crate::grid::Direction;
use crate::map::Tile;
use crate::path::Ways;
use crate::vision::{MapId, MapMemory};

/// Explores a level or travels on it, a step at a time.
///
/// It remembers which unknown cells the player has been beside without learning anything, such as those beyond the
/// edge of an open map, so that it does not return to them. It also remembers where creatures were last seen, so that
/// it does not return to one that blocks the way.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    map: Option<MapId>,
    in_vain: HashSet<IVec2>,
    ghosts: Ghosts,
}

/// Why there is no next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoStep {
    /// The player has arrived; or, when exploring, nothing within reach is left.
    #[error("nothing is left to explore")]
    Done,
    /// A creature blocks the only path, as far as the player knows.
    #[error("a creature blocks the only way")]
    Blocked,
    /// Only cells near a sleeping enemy are left.
    #[error("only cells near a sleeping enemy are left")]
    NearSleeper,
    /// The player tried and made no progress.
    #[error("something is in the way")]
    Hindered,
    /// The player knows no path there.
    #[error("no known path leads there")]
    NoWay,
}

impl Explorer {
    /// Returns the next step towards the nearest cell that is beside something unknown or has something worth taking,
    /// through doors if necessary. The player is on `here` and knows `memory`. Cells near sleeping enemies come last,
    /// and only if the player insists.
    ///
    /// # Errors
    ///
    /// Returns why there is no step.
    pub fn explore(&mut self, memory: &MapMemory, here: IVec2) -> Result<Action, NoStep> {
        self.stand(memory, here);
        let blocks = |cell: IVec2| self.ghosts.holds(cell);
        let is_goal = |cell: IVec2| self.is_goal(memory, cell);
        let step = |blocks: &dyn Fn(IVec2) -> bool, is_goal: &dyn Fn(IVec2) -> bool| {
            let cost = |cell| cost(memory, cell).filter(|_| !blocks(cell));
            let (ways, nearest) = Ways::search(here, cost, is_goal);
            ways.first_step(nearest?)
        };
        let careful = step(
            &|cell| blocks(cell) || self.ghosts.is_too_near(cell, here),
            &|cell| is_goal(cell) && self.ghosts.sleeper_near(cell).is_none(),
        );
        if let Some(way) = careful {
            Ok(Action::step(way))
        } else if step(&blocks, &is_goal).is_some() {
            Err(NoStep::NearSleeper)
        } else if step(&|_| false, &is_goal).is_some() {
            Err(NoStep::Blocked)
        } else {
            Err(NoStep::Done)
        }
    }

    /// Returns the next step despite an earlier refusal `why`: to cells near sleeping enemies, or up to the creature
    /// in the way. `to` is the destination; `None` when exploring.
    ///
    /// # Errors
    ///
    /// Returns why there is no step: the player has arrived, or is beside the creature in its way.
    pub(super) fn insist(
        &mut self,
        memory: &MapMemory,
        here: IVec2,
        (to, why): (Option<IVec2>, NoStep),
    ) -> Result<Action, NoStep> {
        self.stand(memory, here);
        if to == Some(here) {
            return Err(NoStep::Done);
        }
        // After going in circles before a moving creature, the player walks straight towards it.
        let goes_round = why != NoStep::Hindered;
        let around = self.step(memory, here, to, |cell| self.ghosts.holds(cell));
        if let Some(action) = around.filter(|_| goes_round) {
            return Ok(action);
        }
        let none = if to.is_some() {
            NoStep::NoWay
        } else {
            NoStep::Done
        };
        let action = self.step(memory, here, to, |_| false).ok_or(none)?;
        if self.ghosts.holds(action.aim.cell(here)) {
            return Err(match why {
                NoStep::Hindered => why,
                _ => NoStep::Blocked,
            });
        }
        Ok(action)
    }

    /// Returns the next step towards the nearest cell worth visiting, near sleeping enemies or not, avoiding the
    /// cells that `blocks` names.
    pub(super) fn seek(
        &mut self,
        memory: &MapMemory,
        here: IVec2,
        blocks: impl Fn(IVec2) -> bool,
    ) -> Option<Action> {
        self.stand(memory, here);
        self.step(memory, here, None, blocks)
    }

    /// Returns the next step to a cell, or else to the nearest one worth visiting.
    fn step(
        &self,
        memory: &MapMemory,
        here: IVec2,
        to: Option<IVec2>,
        blocks: impl Fn(IVec2) -> bool,
    ) -> Option<Action> {
        let cost = |cell| cost(memory, cell).filter(|_| !blocks(cell));
        let (ways, nearest) = Ways::search(here, cost, |cell| match to {
            Some(to) => cell == to,
            None => self.is_goal(memory, cell),
        });
        ways.first_step(nearest?).map(Action::step)
    }

    /// Takes in what the player perceives, and the cell of a creature that it felt. See [`Ghosts::look`].
    pub(super) fn look(&mut self, outlook: &Outlook, felt: Option<IVec2>) {
        let (memory, here) = (outlook.memory, outlook.here);
        self.stand(memory, here);
        let (now, sighted) = ((here, outlook.tick), outlook.creatures());
        self.ghosts.look(now, &sighted, felt, |cell, far| {
            // A creature in foliage is visible only from adjacent cells.
            let is_opaque = memory.tile(cell).is_some_and(Tile::is_opaque);
            let far = if is_opaque { far.min(1) } else { far };
            distance(cell, here) <= far && outlook.sees(cell)
        });
    }

    /// Whether the explorer has taken in this tick on this level.
    pub(super) fn has_looked(&self, memory: &MapMemory, tick: u64) -> bool {
        self.map == memory.map() && self.ghosts.tick() == tick
    }

    /// Whether a creature is on a cell, as far as the player knows.
    pub(super) fn holds(&self, cell: IVec2) -> bool {
        self.ghosts.holds(cell)
    }

    /// Returns the cells with creatures of these names, as far as the player knows, and whether they sleep.
    pub(super) fn ghosts_of(
        &self,
        names: &BTreeSet<String>,
    ) -> impl Iterator<Item = (IVec2, bool)> {
        self.ghosts.named(names)
    }

    /// Records the player's position, and forgets everything on a new level.
    fn stand(&mut self, memory: &MapMemory, here: IVec2) {
        if self.map != memory.map() {
            self.map = memory.map();
            self.in_vain.clear();
            self.ghosts.clear();
        }
        // The player would see adjacent cells if they could be seen at all.
        let unknown = |cell: &IVec2| memory.tile(*cell).is_none();
        self.in_vain.extend(around(here).filter(unknown));
    }

    /// Whether a cell is worth visiting when exploring: it is beside something unknown, or has something worth taking.
    fn is_goal(&self, memory: &MapMemory, cell: IVec2) -> bool {
        memory
            .tile(cell)
            .is_some_and(|tile| tile.kind().taken.is_some())
            || self.is_frontier(memory, cell)
    }

    /// Whether a cell is beside something unknown that can still be learnt.
    pub(super) fn is_frontier(&self, memory: &MapMemory, cell: IVec2) -> bool {
        around(cell).any(|it| memory.tile(it).is_none() && !self.in_vain.contains(&it))
    }

    /// Returns the name of the creature that prevents a step, if the player has seen it: the first on the path to a
    /// cell, or else to the nearest cell worth visiting.
    pub(super) fn hinderer(
        &self,
        memory: &MapMemory,
        here: IVec2,
        to: Option<IVec2>,
        why: NoStep,
    ) -> Option<String> {
        let cost = |cell| {
            let is_held = why == NoStep::NearSleeper && self.ghosts.holds(cell);
            cost(memory, cell).filter(|_| !is_held)
        };
        let (ways, nearest) = Ways::search(here, cost, |cell| match to {
            Some(to) => cell == to,
            None => self.is_goal(memory, cell),
        });
        let way = ways.way(nearest?)?;
        let name = match why {
            NoStep::NearSleeper => way.iter().find_map(|it| self.ghosts.sleeper_near(*it)),
            _ => {
                let held = way.into_iter().find(|it| self.ghosts.holds(*it));
                self.ghosts.name_at(held?)
            }
        };
        name.map(str::to_owned)
    }

    /// Returns the next step of the cheapest path to a cell, over known cells.
    ///
    /// # Errors
    ///
    /// Returns why there is no step.
    pub fn travel(&self, memory: &MapMemory, here: IVec2, to: IVec2) -> Result<Action, NoStep> {
        if here == to {
            return Err(NoStep::Done);
        }
        match self.step(memory, here, Some(to), |cell| self.ghosts.holds(cell)) {
            Some(action) => Ok(action),
            None if self.step(memory, here, Some(to), |_| false).is_some() => Err(NoStep::Blocked),
            None => Err(NoStep::NoWay),
        }
    }
}

/// Returns the cheapest known path from `here` to a cell, including that cell; `None` if there is none.
pub fn known_way(memory: &MapMemory, here: IVec2, to: IVec2) -> Option<Vec<IVec2>> {
    if here == to {
        return Some(Vec::new());
    }
    let (ways, nearest) = Ways::search(here, |cell| cost(memory, cell), |cell| cell == to);
    ways.way(nearest?)
}

/// Returns the cell nearest on foot that `suits`, over known cells.
pub fn nearest_known(
    memory: &MapMemory,
    here: IVec2,
    suits: impl Fn(IVec2) -> bool,
) -> Option<IVec2> {
    Ways::search(here, |cell| cost(memory, cell), suits).1
}

fn around(cell: IVec2) -> impl Iterator<Item = IVec2> {
    Direction::ALL
        .into_iter()
        .map(move |way| cell + way.delta())
}
