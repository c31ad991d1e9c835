//! Where to go next.

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

/// Explores a level, or travels on it, a step at a time.
///
/// It keeps in mind which cells the player has stood beside and learnt nothing of, such as those beyond the edge of an
/// open map, so that it does not come back for them; and where creatures were last seen, so that it does not come back
/// to one that blocks the way.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    map: Option<MapId>,
    in_vain: HashSet<IVec2>,
    ghosts: Ghosts,
}

/// Why there is no step to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoStep {
    /// The player is there already; or, when exploring, nothing is left that it could walk to.
    #[error("nothing is left to explore")]
    Done,
    /// A creature that the player sees, or saw there last, blocks the only way.
    #[error("a creature blocks the only way")]
    Blocked,
    /// All that is left lies near an enemy that sleeps.
    #[error("only ground near a sleeping enemy is left")]
    NearSleeper,
    /// The player tried, and got nowhere.
    #[error("something is in the way")]
    Hindered,
    /// No way that the player knows leads there.
    #[error("no way is known that leads there")]
    NoWay,
}

impl Explorer {
    /// The next step towards the nearest cell with something unknown beside it, or with something on it that is worth
    /// having, through doors, for a player who stands on `here` and knows what is in `memory`. Ground near sleeping enemies
    /// comes last, and only for one who insists.
    ///
    /// # Errors
    ///
    /// Why there is none.
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

    /// The next step of one who goes on although it has been told why it should not: to ground near sleeping enemies, or
    /// up to the creature that is in the way. `to`: where it travels; none: it explores. `why`: what it has been told.
    ///
    /// # Errors
    ///
    /// Why there is none: it is there already, or stands beside the creature in its way.
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
        // One who went round in circles before a creature that moves goes straight for it.
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

    /// The next step towards the nearest cell worth going to, near sleeping enemies or not, past the cells that `blocks`
    /// names.
    pub(super) fn seek(
        &mut self,
        memory: &MapMemory,
        here: IVec2,
        blocks: impl Fn(IVec2) -> bool,
    ) -> Option<Action> {
        self.stand(memory, here);
        self.step(memory, here, None, blocks)
    }

    /// The next step to a cell, or else to the nearest one worth going to.
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

    /// Takes in what the player perceives, and the cell of a creature that it felt: see [`Ghosts::look`].
    pub(super) fn look(&mut self, outlook: &Outlook, felt: Option<IVec2>) {
        let (memory, here) = (outlook.memory, outlook.here);
        self.stand(memory, here);
        let (now, sighted) = ((here, outlook.tick), outlook.creatures());
        self.ghosts.look(now, &sighted, felt, |cell, far| {
            // A creature in foliage is made out from beside it only.
            let is_opaque = memory.tile(cell).is_some_and(Tile::is_opaque);
            let far = if is_opaque { far.min(1) } else { far };
            distance(cell, here) <= far && outlook.sees(cell)
        });
    }

    /// Whether the player has looked around at this tick of this level.
    pub(super) fn has_looked(&self, memory: &MapMemory, tick: u64) -> bool {
        self.map == memory.map() && self.ghosts.tick() == tick
    }

    /// Whether a creature stands on a cell, as far as the player knows.
    pub(super) fn holds(&self, cell: IVec2) -> bool {
        self.ghosts.holds(cell)
    }

    /// The cells on which creatures of these names stand, as far as the player knows, and whether they sleep.
    pub(super) fn ghosts_of(
        &self,
        names: &BTreeSet<String>,
    ) -> impl Iterator<Item = (IVec2, bool)> {
        self.ghosts.named(names)
    }

    /// Notes where the player stands, and forgets everything on another level.
    fn stand(&mut self, memory: &MapMemory, here: IVec2) {
        if self.map != memory.map() {
            self.map = memory.map();
            self.in_vain.clear();
            self.ghosts.clear();
        }
        // What is beside the player it sees, if it can be seen at all.
        let unknown = |cell: &IVec2| memory.tile(*cell).is_none();
        self.in_vain.extend(around(here).filter(unknown));
    }

    /// Whether one who explores goes to a cell: something is unknown beside it, or worth having on it.
    fn is_goal(&self, memory: &MapMemory, cell: IVec2) -> bool {
        memory
            .tile(cell)
            .is_some_and(|tile| tile.kind().taken.is_some())
            || self.is_frontier(memory, cell)
    }

    /// Whether there is something unknown beside a cell that can be learnt.
    pub(super) fn is_frontier(&self, memory: &MapMemory, cell: IVec2) -> bool {
        around(cell).any(|it| memory.tile(it).is_none() && !self.in_vain.contains(&it))
    }

    /// What the creature is called that is the reason for having no step, if the player has seen it: the first on the way
    /// to a cell, or else to what is worth going to.
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

    /// The next step of the cheapest way to a cell, over cells that the player knows.
    ///
    /// # Errors
    ///
    /// Why there is none.
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

/// The cells of the cheapest way that the player knows from `here` to a cell, the last of them included; none if no way
/// is known.
pub fn known_way(memory: &MapMemory, here: IVec2, to: IVec2) -> Option<Vec<IVec2>> {
    if here == to {
        return Some(Vec::new());
    }
    let (ways, nearest) = Ways::search(here, |cell| cost(memory, cell), |cell| cell == to);
    ways.way(nearest?)
}

/// The cell that `suits`, which the player knows and can walk to, and which is nearest on foot.
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
