//! Exploring and travelling, one step at a time.

use std::collections::BTreeSet;

use bevy::math::IVec2;
use bevy::platform::collections::HashSet;
use thiserror::Error;

use super::hindrances::Hindrances;
use super::known::{Known, cost};
use super::outlook::{Outlook, distance};
use crate::game::Action;
use crate::grid::Direction;
use crate::map::Tile;
use crate::path::Ways;
use crate::vision::{MapId, MapMemory};

/// A guide for exploring a level or travelling on it, one step at a time.
///
/// The explorer remembers which unknown cells remained unknown when the player stood beside them, such as cells beyond
/// the edge of an open map, so that it does not return to them. It also reads where creatures were last seen, so that it
/// does not return to one that blocks the way, and where the player has seen thick fog. What blocks a way only for a
/// while, such as a fire, is taken to be gone once it is out of view, so that the player looks again.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    map: Option<MapId>,
    in_vain: HashSet<IVec2>,
    /// The cells on which the player saw thick fog, unless it has seen since that it is gone.
    fog: HashSet<IVec2>,
    /// The cells in view that cannot be entered now, but will be passable in time.
    closed: HashSet<IVec2>,
    hindrances: Hindrances,
}

/// What a detour is worth, in steps, that spares the player a look at a cell that was closed when it was last seen.
const LOOK_AGAIN: u32 = 12;

/// How far away things are that are fetched before the player explores on, in steps.
const AT_HAND: u32 = 12;

/// The reason why there is no next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoStep {
    /// The player has arrived or, when exploring, has nothing left to visit within reach.
    #[error("nothing is left to explore")]
    Done,
    /// All that is left to visit are things that the player's pack has no room for.
    #[error("the pack is full")]
    PackFull,
    /// A creature blocks the only path, as far as the player knows.
    #[error("a creature blocks the only way")]
    Blocked,
    /// The only cells left to visit are near a sleeping enemy.
    #[error("only cells near a sleeping enemy are left")]
    NearSleeper,
    /// The only thing left to visit is the beacon, which wakes every monster.
    #[error("only the beacon is left")]
    Beacon,
    /// An enemy in view hunts the player.
    #[error("an enemy hunts the player")]
    Hunted,
    /// An enemy that hunts the player is beside it.
    #[error("an enemy that hunts the player is beside it")]
    Beset,
    /// The player is blind for a while.
    #[error("the player is blind")]
    Blind,
    /// Thick fog covers the only way, as far as the player knows.
    #[error("fog is in the way")]
    Fog,
    /// A tile that the player sees, such as a fire, closes the only way, but will be passable in time.
    #[error("the {} closes the only way for a while", .0.name())]
    Closed(Tile),
    /// The player has tried to move but made no progress.
    #[error("something is in the way")]
    Hindered,
    /// The player knows of no path to the destination.
    #[error("no known path leads there")]
    NoWay,
}

impl NoStep {
    /// Returns whether this is about the way to the goal, and not about the player's own situation.
    pub(super) fn is_about_the_way(self) -> bool {
        !matches!(self, Self::Hunted | Self::Beset | Self::Blind)
    }
}

impl Explorer {
    /// Returns the next step towards the nearest cell worth visiting: one that is beside an unknown cell or has
    /// something worth taking. The path may lead through doors, but not into thick fog. `here` is the player's cell, and
    /// `memory` is what the player knows. Cells near sleeping enemies, and the beacon, are not visited unless the player
    /// insists.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is no step.
    pub fn explore<'a>(
        &mut self,
        memory: impl Into<Known<'a>>,
        here: IVec2,
    ) -> Result<Action, NoStep> {
        let memory = memory.into();
        self.stand(memory, here);
        let holds = |cell: IVec2| self.hindrances.holds(cell);
        let blocks = |cell: IVec2| self.hindrances.holds(cell) || self.fog.contains(&cell);
        let is_goal = |cell: IVec2| self.is_goal(memory, cell);
        let step = |blocks: &dyn Fn(IVec2) -> bool, is_goal: &dyn Fn(IVec2) -> bool| {
            let is_blocked = |cell| blocks(cell) || self.closed.contains(&cell);
            let cost = |cell| self.cost(memory, cell).filter(|_| !is_blocked(cell));
            let (ways, nearest) = Ways::search(here, cost, is_goal);
            ways.first_step(nearest?)
        };
        let shuns = |cell: IVec2| blocks(cell) || memory.is_beacon(cell);
        let seeks = |cell: IVec2| is_goal(cell) && !memory.is_beacon(cell);
        let avoids = |cell: IVec2| shuns(cell) || self.hindrances.is_too_near(cell, here);
        let is_calm = |cell: IVec2| self.hindrances.sleeper_near(cell).is_none();
        let careful = || step(&avoids, &|cell| seeks(cell) && is_calm(cell));
        if let Some(way) = self.step_to_thing(memory, here, avoids).or_else(careful) {
            Ok(Action::step(way))
        } else if step(&shuns, &seeks).is_some() {
            Err(NoStep::NearSleeper)
        } else if step(&|cell| holds(cell) || memory.is_beacon(cell), &seeks).is_some() {
            Err(NoStep::Fog)
        } else if step(&blocks, &is_goal).is_some() {
            Err(NoStep::Beacon)
        } else if step(&|_| false, &is_goal).is_some() {
            Err(NoStep::Blocked)
        } else if let Some(tile) = self.closed_on_way(memory, here, None) {
            Err(NoStep::Closed(tile))
        } else if step(&|_| false, &|cell| memory.leaves_for_lack_of_room(cell)).is_some() {
            Err(NoStep::PackFull)
        } else {
            Err(NoStep::Done)
        }
    }

    /// Returns the first step to the nearest thing worth taking, if one is at most [`AT_HAND`] steps away: it costs less
    /// to fetch it at once than to come back for it.
    fn step_to_thing(
        &self,
        memory: Known,
        here: IVec2,
        avoids: impl Fn(IVec2) -> bool,
    ) -> Option<Direction> {
        let avoids = |cell: IVec2| avoids(cell) || self.closed.contains(&cell);
        let ways = Ways::within(here, AT_HAND, |cell| {
            self.cost(memory, cell).filter(|_| !avoids(cell))
        });
        let is_thing = |cell: IVec2| memory.is_worth_taking(cell) && !memory.is_beacon(cell);
        let is_calm = |cell: IVec2| self.hindrances.sleeper_near(cell).is_none();
        let things = ways.reached().iter();
        let things = things.filter(|(cell, _)| is_thing(*cell) && is_calm(*cell));
        let (nearest, _) = things.min_by_key(|(cell, far)| (*far, cell.y, cell.x))?;
        ways.first_step(*nearest)
    }

    /// Returns the next step despite an earlier refusal for the reason `why`. The step may lead to cells near sleeping
    /// enemies, or up to a creature that is in the way. `to` is the destination, or `None` when exploring.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is no step: for example, the player has arrived, or is beside the creature in its
    /// way.
    pub(super) fn insist(
        &mut self,
        memory: Known,
        here: IVec2,
        (to, why): (Option<IVec2>, NoStep),
    ) -> Result<Action, NoStep> {
        self.stand(memory, here);
        if to.is_some_and(|to| is_there(memory, here, to)) {
            return Err(NoStep::Done);
        }
        // If a moving creature has made the player go in circles, the player walks straight towards the creature.
        let goes_round = why != NoStep::Hindered;
        let around = self.step(memory, here, to, |cell| self.hindrances.holds(cell));
        if let Some(action) = around.filter(|_| goes_round) {
            return Ok(action);
        }
        let none = if to.is_some() {
            NoStep::NoWay
        } else {
            NoStep::Done
        };
        let action = self.step(memory, here, to, |_| false).ok_or(none)?;
        if self.hindrances.holds(action.aim.cell(here)) {
            return Err(match why {
                NoStep::Hindered => why,
                _ => NoStep::Blocked,
            });
        }
        Ok(action)
    }

    /// Returns the next step to the cell `to`, or to the nearest cell worth visiting if `to` is `None`, if a creature is
    /// in the way of that step.
    pub(super) fn blocked_step(
        &self,
        memory: Known,
        here: IVec2,
        to: Option<IVec2>,
    ) -> Option<Action> {
        let step = self.step(memory, here, to, |_| false)?;
        self.holds(step.aim.cell(here)).then_some(step)
    }

    /// Returns the path to the nearest cell worth visiting, even if it is near a sleeping enemy. The path avoids the
    /// cells for which `blocks` returns true, and does not include `here`.
    pub(super) fn seek(
        &mut self,
        memory: Known,
        here: IVec2,
        blocks: impl Fn(IVec2) -> bool,
    ) -> Option<Vec<IVec2>> {
        self.stand(memory, here);
        let way = |avoids_fog: bool| {
            let is_foggy = |cell: &IVec2| avoids_fog && self.fog.contains(cell);
            let is_shut = |cell: &IVec2| is_foggy(cell) || self.closed.contains(cell);
            let free = |cell: IVec2| !blocks(cell) && !is_shut(&cell);
            let known = |cell| cost(memory, cell).or_else(|| self.look_again(memory, cell));
            let cost = |cell| known(cell).filter(|_| free(cell));
            let (ways, nearest) = Ways::search(here, cost, |cell| self.is_goal(memory, cell));
            ways.way(nearest?)
        };
        let knows_fog = !self.fog.is_empty();
        way(true).or_else(|| knows_fog.then(|| way(false)).flatten())
    }

    /// Returns the cost of walking onto a cell, which is higher beside an enemy that never moves.
    fn cost(&self, memory: Known, cell: IVec2) -> Option<u32> {
        let cost = cost(memory, cell).or_else(|| self.look_again(memory, cell));
        Some(cost? + self.hindrances.detour(cell))
    }

    /// Returns the cost of a cell that was closed for a while when the player last saw it.
    fn look_again(&self, memory: Known, cell: IVec2) -> Option<u32> {
        let tile = memory.tile(cell)?;
        opens_in_time(tile).then_some(LOOK_AGAIN)
    }

    /// Returns the tile that closes the only way to the cell `to`, or to the nearest cell worth visiting if `to` is
    /// `None`, if the way is only closed for a while.
    fn closed_on_way(&self, memory: Known, here: IVec2, to: Option<IVec2>) -> Option<Tile> {
        let cost = |cell| self.cost(memory, cell);
        let (ways, nearest) = Ways::search(here, cost, |cell| self.suits(memory, cell, to));
        let way = ways.way(nearest?)?;
        let closed = way.into_iter().find(|it| self.closed.contains(it));
        memory.tile(closed?)
    }

    /// Returns whether a player on its way to the cell `to`, or to a cell worth visiting if `to` is `None`, has arrived.
    fn suits(&self, memory: Known, cell: IVec2, to: Option<IVec2>) -> bool {
        match to {
            Some(to) => is_there(memory, cell, to),
            None => self.is_goal(memory, cell),
        }
    }

    /// Returns the next step to the cell `to`, or to the nearest cell worth visiting if `to` is `None`. It leads through
    /// no cell that the player sees to be closed.
    fn step(
        &self,
        memory: Known,
        here: IVec2,
        to: Option<IVec2>,
        blocks: impl Fn(IVec2) -> bool,
    ) -> Option<Action> {
        let is_blocked = |cell| blocks(cell) || self.closed.contains(&cell);
        let cost = |cell| self.cost(memory, cell).filter(|_| !is_blocked(cell));
        let (ways, nearest) = Ways::search(here, cost, |cell| self.suits(memory, cell, to));
        ways.first_step(nearest?).map(Action::step)
    }

    /// Records what the player perceives, and the cell of a creature that the player has bumped into.
    pub(super) fn look(&mut self, outlook: &Outlook, felt: Option<IVec2>) {
        self.stand(outlook.memory, outlook.here);
        let now = (outlook.here, outlook.tick);
        self.hindrances.look(now, outlook.ghosts, felt);
        self.hindrances.let_pass(&outlook.passable);
        let rooted = outlook.foes.iter().filter(|it| it.is_rooted);
        let rooted = rooted.map(|it| it.at);
        self.hindrances.look_at_rooted(outlook.here, rooted);
        self.fog.retain(|cell| !outlook.sees(*cell));
        self.fog.extend(outlook.thick_fog());
        if !outlook.is_blind {
            let known = outlook.memory.known_cells();
            let closed = known.filter(|(cell, it)| {
                let is_perceived = || outlook.sees(*cell) || distance(*cell, outlook.here) <= 1;
                it.tile().is_some_and(opens_in_time) && is_perceived()
            });
            self.closed = closed.map(|(cell, _)| cell).collect();
        }
    }

    /// Returns whether the explorer has recorded what the player perceived at `tick` on this level.
    pub(super) fn has_looked(&self, memory: &MapMemory, tick: u64) -> bool {
        self.map == memory.map() && self.hindrances.tick() == tick
    }

    /// Returns whether a creature is on a cell, as far as the player knows.
    pub(super) fn holds(&self, cell: IVec2) -> bool {
        self.hindrances.holds(cell)
    }

    /// Returns the cells where the player believes creatures with the given names to be, and whether each creature is
    /// asleep.
    pub(super) fn ghosts_of(
        &self,
        names: &BTreeSet<String>,
    ) -> impl Iterator<Item = (IVec2, bool)> {
        self.hindrances.named(names)
    }

    /// Records the player's position. Forgets everything if the player has entered a new level.
    fn stand(&mut self, memory: Known, here: IVec2) {
        if self.map != memory.map() {
            self.map = memory.map();
            self.in_vain.clear();
            self.fog.clear();
            self.closed.clear();
            self.hindrances.clear();
        }
        // Adjacent cells that the player still does not know cannot be seen at all.
        let unknown = |cell: &IVec2| memory.tile(*cell).is_none();
        self.in_vain.extend(around(here).filter(unknown));
    }

    /// Returns whether a cell is worth visiting when exploring: it is beside an unknown cell, or has something worth
    /// taking.
    fn is_goal(&self, memory: Known, cell: IVec2) -> bool {
        memory.is_worth_taking(cell) || self.is_frontier(memory, cell)
    }

    /// Returns whether a cell is beside an unknown cell that may still become known.
    pub(super) fn is_frontier(&self, memory: Known, cell: IVec2) -> bool {
        around(cell).any(|it| memory.tile(it).is_none() && !self.in_vain.contains(&it))
    }

    /// Returns the name of the creature that prevents a step, if the player has seen the creature. It is the first
    /// creature on the path to the cell `to` or, if `to` is `None`, to the nearest cell worth visiting.
    pub(super) fn hinderer(
        &self,
        memory: Known,
        here: IVec2,
        to: Option<IVec2>,
        why: NoStep,
    ) -> Option<String> {
        if why == NoStep::Fog {
            return None;
        }
        let cost = |cell| {
            let is_held = why == NoStep::NearSleeper && self.hindrances.holds(cell);
            cost(memory, cell).filter(|_| !is_held)
        };
        let (ways, nearest) = Ways::search(here, cost, |cell| self.suits(memory, cell, to));
        let way = ways.way(nearest?)?;
        let name = match why {
            NoStep::NearSleeper => way.iter().find_map(|it| self.hindrances.sleeper_near(*it)),
            _ => {
                let held = way.into_iter().find(|it| self.hindrances.holds(*it));
                self.hindrances.name_at(held?)
            }
        };
        name.map(str::to_owned)
    }

    /// Returns the next step on the cheapest path over known cells to the cell `to`.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is no step.
    pub fn travel<'a>(
        &self,
        memory: impl Into<Known<'a>>,
        here: IVec2,
        to: IVec2,
    ) -> Result<Action, NoStep> {
        let memory = memory.into();
        if is_there(memory, here, to) {
            return Err(NoStep::Done);
        }
        let holds = |cell| self.hindrances.holds(cell);
        let blocks = |cell| holds(cell) || self.fog.contains(&cell);
        match self.step(memory, here, Some(to), blocks) {
            Some(action) => Ok(action),
            None if self.step(memory, here, Some(to), holds).is_some() => Err(NoStep::Fog),
            None if self.step(memory, here, Some(to), |_| false).is_some() => Err(NoStep::Blocked),
            None => Err(self
                .closed_on_way(memory, here, Some(to))
                .map_or(NoStep::NoWay, NoStep::Closed)),
        }
    }
}

/// Returns whether a tile cannot be entered or opened, but will be passable in time, as a fire or a wedged door will.
fn opens_in_time(tile: Tile) -> bool {
    let in_time = tile.kind().in_time;
    !tile.is_passable() && in_time.is_some_and(|it| it.becomes.is_passable())
}

/// Returns whether a traveller to the cell `to` has arrived on `cell`: on `to` or, if that is a flame on a wall or a stand,
/// beside it, where it can be put out or lit.
fn is_there(memory: Known, cell: IVec2, to: IVec2) -> bool {
    let is_flame = |tile: Tile| tile.put_out().is_some() || tile.kindled().is_some();
    let is_beside = || (cell - to).abs().max_element() == 1;
    cell == to
        || is_beside()
            && memory
                .tile(to)
                .is_some_and(|tile| !tile.is_walkable() && is_flame(tile))
}

/// Returns the cheapest known path from `here` to a cell, including that cell but not `here`, or to a cell beside it if a
/// flame there cannot be stepped on. The path is empty if the player is already there. Returns `None` if no path is known.
pub fn known_way<'a>(memory: impl Into<Known<'a>>, here: IVec2, to: IVec2) -> Option<Vec<IVec2>> {
    let memory = memory.into();
    if is_there(memory, here, to) {
        return Some(Vec::new());
    }
    let arrives = |cell| is_there(memory, cell, to);
    let (ways, nearest) = Ways::search(here, |cell| cost(memory, cell), arrives);
    ways.way(nearest?)
}

/// Returns the cell that is nearest on foot, over known cells, among those for which `suits` returns true.
pub fn nearest_known<'a>(
    memory: impl Into<Known<'a>>,
    here: IVec2,
    suits: impl Fn(IVec2) -> bool,
) -> Option<IVec2> {
    let memory = memory.into();
    Ways::search(here, |cell| cost(memory, cell), suits).1
}

fn around(cell: IVec2) -> impl Iterator<Item = IVec2> {
    Direction::ALL
        .into_iter()
        .map(move |way| cell + way.delta())
}
