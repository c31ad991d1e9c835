//! What actors can do, and what the player can ask for.

use std::fmt;

use bevy::prelude::*;

use crate::grid::Direction;

/// A kind of action: the name of a [`Deed`](super::super::deed::Deed). The file of the deed adds the kind, and functions
/// that create such actions, to [`Action`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ActionKind(&'static str);

impl ActionKind {
    /// Creates a kind of action with this name.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Debug for ActionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// What an action is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Nothing, or something on the actor's own cell.
    Here,
    /// The adjacent cell in the given direction.
    Way(Direction),
    /// The given cell.
    Cell(IVec2),
    /// An actor, wherever that actor is when the action is carried out.
    Target {
        /// The target.
        who: Entity,
        /// Whether the acting creature follows the target by one step if the target has moved away.
        follows: bool,
    },
    /// A number, in a unit that the kind of action defines.
    Amount(u32),
    /// A thing in this place of the actor's pack, and the cell at which it is thrown.
    Thing {
        /// The place, counted from 0.
        place: u8,
        /// The cell.
        at: IVec2,
    },
}

impl Aim {
    pub fn way(self) -> Option<Direction> {
        match self {
            Self::Way(way) => Some(way),
            _ => None,
        }
    }

    pub fn target(self) -> Option<Entity> {
        match self {
            Self::Target { who, .. } => Some(who),
            _ => None,
        }
    }

    /// Returns the cell that an actor on `from` is aiming at, or `from` itself if the aim does not name a cell.
    pub fn cell(self, from: IVec2) -> IVec2 {
        match self {
            Self::Way(way) => from + way.delta(),
            Self::Cell(cell) | Self::Thing { at: cell, .. } => cell,
            Self::Here | Self::Target { .. } | Self::Amount(_) => from,
        }
    }
}

/// Something an actor does with its turn. The player and monsters choose from the same list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// The kind of action.
    pub kind: ActionKind,
    /// The target, direction or amount.
    pub aim: Aim,
}

impl Action {
    pub const fn new(kind: ActionKind, aim: Aim) -> Self {
        Self { kind, aim }
    }
}

/// The reason why an action is impossible, as far as the actor knows. The actor discovers any other obstacle by trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The cell cannot be walked on, or is off the map.
    Terrain,
    /// Another actor stands on the cell.
    Actor(Entity),
    /// Anything else. The name stands beside the action that it prevents, and its words in that action's file in the
    /// front end.
    Named(&'static str),
}

/// The action that an actor has chosen, kept until the `Act` step resolves it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Intent(pub Option<Action>);
