//! Rushing: moving straight on until something deserves attention.

use bevy::math::IVec2;

use super::explore::NoStep;
use crate::game::Action;
use crate::grid::Direction;
use crate::map::Tile;
use crate::vision::MapMemory;

/// The state of a player who is rushing in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rush {
    way: Direction,
    /// The surroundings before the last step, or `None` before the first step and after a bend.
    sides: Option<Sides>,
    /// The cells on which the player has been, in order.
    been: Vec<IVec2>,
}

/// The surroundings of a walking player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sides {
    /// Whether the cells to the left and right of a player who faces in the rush direction are walkable.
    open: [bool; 2],
    /// The number of doors, stairs and things worth taking on the player's cell and adjacent cells.
    landmarks: usize,
}

impl Rush {
    /// Creates a rush that has not begun.
    pub fn new(way: Direction) -> Self {
        Self {
            way,
            sides: None,
            been: Vec::new(),
        }
    }

    /// Returns the player's next step. `here` is the player's cell, and `memory` is what the player knows. `is_taken`
    /// returns whether the player sees a creature on a cell. The rush follows the bends of passages, but ends in the
    /// corner of a room, and where the player has been already.
    ///
    /// # Errors
    ///
    /// Returns [`NoStep::Done`] where something deserves attention: a branch, a door, stairs, treasure or a dead end.
    pub fn step(
        &mut self,
        memory: &MapMemory,
        here: IVec2,
        is_taken: impl Fn(IVec2) -> bool,
    ) -> Result<Action, NoStep> {
        let is_free =
            |cell: IVec2| memory.tile(cell).is_some_and(Tile::is_walkable) && !is_taken(cell);
        let is_blocked = !is_free(here + self.way.delta());
        let was_here = self.been.contains(&here);
        let is_first = self.been.is_empty();
        self.been.push(here);
        // The first step is always taken in the requested direction: it may open a door or report a wall.
        if is_first && is_blocked {
            return Ok(Action::step(self.way));
        }
        // A first step that opened a door has not moved the player.
        if was_here && (is_blocked || self.been.len() > 2) {
            return Err(NoStep::Done);
        }
        if is_blocked {
            self.way = bend(memory, here, self.way, is_free).ok_or(NoStep::Done)?;
            self.sides = None;
        }
        let sides = Sides::at(memory, here, self.way);
        let is_news = |before: Sides| {
            let opens = before
                .open
                .iter()
                .zip(sides.open)
                .any(|(was, is)| !was && is);
            opens || sides.landmarks > before.landmarks
        };
        if self.sides.is_some_and(is_news) {
            return Err(NoStep::Done);
        }
        self.sides = Some(sides);
        Ok(Action::step(self.way))
    }
}

impl Sides {
    fn at(memory: &MapMemory, here: IVec2, way: Direction) -> Self {
        let tile = |way: Direction| memory.tile(here + way.delta());
        let walkable = |way: Direction| tile(way).is_some_and(Tile::is_walkable);
        let is_landmark = |tile: Tile| {
            let is_door = tile.opens_to().is_some() || tile.closes_to().is_some();
            is_door || tile.stairs().is_some() || tile.kind().taken.is_some()
        };
        let (left, right) = across(way);
        let here = memory.tile(here).filter(|it| is_landmark(*it));
        let around = Direction::ALL.into_iter().filter_map(tile);
        Self {
            open: [walkable(left), walkable(right)],
            landmarks: around.filter(|it| is_landmark(*it)).count() + usize::from(here.is_some()),
        }
    }
}

/// Returns the directions at right angles to `way`, to the left and to the right.
fn across(way: Direction) -> (Direction, Direction) {
    let at = Direction::ALL
        .iter()
        .position(|it| *it == way)
        .unwrap_or_default();
    let turned = |by: usize| Direction::ALL[(at + by) % Direction::ALL.len()];
    (turned(6), turned(2))
}

/// Returns the direction in which a passage bends, or `None` unless there is exactly one such direction. The corner of a
/// room is not a bend: there, the cell diagonally behind the player is walkable.
fn bend(
    memory: &MapMemory,
    here: IVec2,
    way: Direction,
    is_free: impl Fn(IVec2) -> bool,
) -> Option<Direction> {
    let (left, right) = across(way);
    let mut ways = [left, right]
        .into_iter()
        .filter(|it| is_free(here + it.delta()));
    let new = ways.next().filter(|_| ways.next().is_none())?;
    let behind = memory.tile(here + new.delta() - way.delta());
    (!behind.is_some_and(Tile::is_walkable)).then_some(new)
}
