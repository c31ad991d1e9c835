//! What actors can do, and what the player can ask for.

use std::fmt;

use bevy::prelude::*;

use super::lantern::Lantern;
use crate::grid::Direction;

/// What kind of action it is: the name of a [`Deed`](super::super::deed::Deed).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ActionKind(&'static str);

impl ActionKind {
    /// The kind of this name.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Its name.
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
    /// Nothing, or what is where the actor stands.
    Here,
    /// The neighbouring cell that way.
    Way(Direction),
    /// This cell.
    Cell(IVec2),
    /// Somebody, wherever that one is when it is done.
    Whom {
        /// Who is meant.
        who: Entity,
        /// If it has gone: goes a step after it.
        follows: bool,
    },
    /// So much, in a unit that the kind of action knows.
    Amount(u32),
}

impl Aim {
    /// The way, if it is one.
    pub fn way(self) -> Option<Direction> {
        match self {
            Self::Way(way) => Some(way),
            _ => None,
        }
    }

    /// Who is meant, if it is somebody.
    pub fn whom(self) -> Option<Entity> {
        match self {
            Self::Whom { who, .. } => Some(who),
            _ => None,
        }
    }

    /// The cell that is meant by an actor who stands on `from`: its own if the aim names none.
    pub fn cell(self, from: IVec2) -> IVec2 {
        match self {
            Self::Way(way) => from + way.delta(),
            Self::Cell(cell) => cell,
            Self::Here | Self::Whom { .. } | Self::Amount(_) => from,
        }
    }
}

/// Something an actor does with its turn. Player and monsters choose from the same list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// What is done.
    pub kind: ActionKind,
    /// At whom, whereto, how loudly.
    pub aim: Aim,
}

impl Action {
    /// [`step`](Self::step)s.
    pub const STEP: ActionKind = ActionKind::new("step");
    /// [`run`](Self::run)s.
    pub const RUN: ActionKind = ActionKind::new("run");
    /// [`bump`](Self::bump)s.
    pub const BUMP: ActionKind = ActionKind::new("bump");
    /// [`attack`](Self::attack)s.
    pub const ATTACK: ActionKind = ActionKind::new("attack");
    /// [`shoot`](Self::shoot)s.
    pub const SHOOT: ActionKind = ActionKind::new("shoot");
    /// [`open_door`](Self::open_door).
    pub const OPEN_DOOR: ActionKind = ActionKind::new("open a door");
    /// [`close_door`](Self::close_door).
    pub const CLOSE_DOOR: ActionKind = ActionKind::new("close a door");
    /// [`WAIT`](Self::WAIT).
    pub const WAITING: ActionKind = ActionKind::new("wait");
    /// [`TAKE_STAIRS`](Self::TAKE_STAIRS).
    pub const STAIRS: ActionKind = ActionKind::new("take the stairs");
    /// [`cry`](Self::cry)s.
    pub const CRY: ActionKind = ActionKind::new("cry");
    /// [`set_lantern`](Self::set_lantern).
    pub const LANTERN: ActionKind = ActionKind::new("set the lantern");
    /// [`tend`](Self::tend)s.
    pub const TEND: ActionKind = ActionKind::new("tend a flame");
    /// [`SEARCH`](Self::SEARCH).
    pub const SEARCHING: ActionKind = ActionKind::new("search");
}

impl Action {
    /// An action of any kind.
    pub const fn new(kind: ActionKind, aim: Aim) -> Self {
        Self { kind, aim }
    }

    /// Lets the turn pass.
    pub const WAIT: Self = Self::new(Self::WAITING, Aim::Here);

    /// Searches the walls around for what is not what it seems.
    pub const SEARCH: Self = Self::new(Self::SEARCHING, Aim::Here);

    /// Takes the stairs the actor stands on, up or down.
    pub const TAKE_STAIRS: Self = Self::new(Self::STAIRS, Aim::Here);

    /// Walks one cell. A closed door in the way is opened instead, an enemy there is struck.
    pub const fn step(way: Direction) -> Self {
        Self::new(Self::STEP, Aim::Way(way))
    }

    /// Walks one cell in less time: louder, easier to notice, and not without
    /// [`Breath`](super::Breath). Without it, and where something else than walking comes of it, it takes
    /// the time that that takes.
    pub const fn run(way: Direction) -> Self {
        Self::new(Self::RUN, Aim::Way(way))
    }

    /// Runs into what is on a cell and was not known.
    pub const fn bump(cell: IVec2) -> Self {
        Self::new(Self::BUMP, Aim::Cell(cell))
    }

    /// Strikes whoever the actor makes out there, friend or enemy.
    pub const fn attack(way: Direction) -> Self {
        Self::new(Self::ATTACK, Aim::Way(way))
    }

    /// Strikes this one, if it is still within reach when the blow falls. If it has gone, an actor that
    /// `follows` goes a step after it instead of striking the air.
    pub const fn attack_whom(who: Entity, follows: bool) -> Self {
        Self::new(Self::ATTACK, Aim::Whom { who, follows })
    }

    /// Shoots at whoever the actor makes out on this cell, along a line of sight, with what the actor
    /// [`Shoots`](super::super::mind::Shoots).
    pub const fn shoot(cell: IVec2) -> Self {
        Self::new(Self::SHOOT, Aim::Cell(cell))
    }

    /// Shoots at this one, if it is still in view and range when the arrow flies. If it has gone, an actor
    /// that `follows` goes a step after it.
    pub const fn shoot_whom(who: Entity, follows: bool) -> Self {
        Self::new(Self::SHOOT, Aim::Whom { who, follows })
    }

    /// Opens a closed door beside the actor.
    pub const fn open_door(way: Direction) -> Self {
        Self::new(Self::OPEN_DOOR, Aim::Way(way))
    }

    /// Closes an open door beside the actor.
    pub const fn close_door(way: Direction) -> Self {
        Self::new(Self::CLOSE_DOOR, Aim::Way(way))
    }

    /// Opens, narrows or shuts the actor's [`Lantern`].
    pub const fn set_lantern(to: Lantern) -> Self {
        Self::new(Self::LANTERN, Aim::Amount(to as u32))
    }

    /// Puts out the flame beside the actor, or lights it if it is out: a brazier, or a torch in a wall.
    pub const fn tend(way: Direction) -> Self {
        Self::new(Self::TEND, Aim::Way(way))
    }

    /// Cries out so that it can be heard this many cells away.
    pub const fn cry(cells: u32) -> Self {
        Self::new(Self::CRY, Aim::Amount(cells))
    }
}

/// What stands in the way of an action, as far as the actor knows. What it cannot know, it finds out by
/// trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The cell cannot be walked on, or is off the map.
    Terrain,
    /// Somebody stands there.
    Actor(Entity),
    /// There is no such door.
    NoDoor,
    /// Nobody is made out there to be struck or shot at, or the actor has nothing to do it with.
    NoTarget,
    /// There are no stairs here, or not for this actor.
    NoStairs,
    /// The actor has no lantern, or it is set so already.
    NoLantern,
    /// The way out is not to be taken without what the player came for.
    NoBeacon,
    /// What the player carries cannot be covered.
    Uncoverable,
    /// There is no brazier and no torch there, or not for this actor.
    NoFlame,
    /// What stands in the way of an action of a plugin's own: a name, by which the words for it are found.
    Own(&'static str),
}

/// What an actor has decided to do, until it is resolved in `Act`.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Intent(pub Option<Action>);
