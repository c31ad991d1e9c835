//! What actors can do, and what the player can ask for.

use std::fmt;

use bevy::prelude::*;

use super::lantern::Lantern;
use crate::grid::Direction;

/// A kind of action: the name of a [`Deed`](super::super::deed::Deed).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ActionKind(&'static str);

impl ActionKind {
    /// Creates a kind of action with this name.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Returns the name of this kind.
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
    /// Returns the direction if the aim is a direction.
    pub fn way(self) -> Option<Direction> {
        match self {
            Self::Way(way) => Some(way),
            _ => None,
        }
    }

    /// Returns the target if the aim is an actor.
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
    /// The kind of action that [`step`](Self::step) creates.
    pub const STEP: ActionKind = ActionKind::new("step");
    /// The kind of action that [`run`](Self::run) creates.
    pub const RUN: ActionKind = ActionKind::new("run");
    /// The kind of action that [`bump`](Self::bump) creates.
    pub const BUMP: ActionKind = ActionKind::new("bump");
    /// The kind of action that [`attack`](Self::attack) creates.
    pub const ATTACK: ActionKind = ActionKind::new("attack");
    /// The kind of action that [`shoot`](Self::shoot) creates.
    pub const SHOOT: ActionKind = ActionKind::new("shoot");
    /// The kind of action that [`open_door`](Self::open_door) creates.
    pub const OPEN_DOOR: ActionKind = ActionKind::new("open a door");
    /// The kind of action that [`close_door`](Self::close_door) creates.
    pub const CLOSE_DOOR: ActionKind = ActionKind::new("close a door");
    /// The kind of the [`PICK_UP`](Self::PICK_UP) action.
    pub const PICKING_UP: ActionKind = ActionKind::new("pick up");
    /// The kind of action that [`drop`](Self::drop) creates.
    pub const DROP: ActionKind = ActionKind::new("drop");
    /// The kind of action that [`use_thing`](Self::use_thing) creates.
    pub const USE: ActionKind = ActionKind::new("use");
    /// The kind of action that [`wear`](Self::wear) creates.
    pub const WEAR: ActionKind = ActionKind::new("wear");
    /// The kind of action that [`throw`](Self::throw) creates.
    pub const THROW: ActionKind = ActionKind::new("throw");
    /// The kind of the [`WAIT`](Self::WAIT) action.
    pub const WAITING: ActionKind = ActionKind::new("wait");
    /// The kind of the [`TAKE_STAIRS`](Self::TAKE_STAIRS) action.
    pub const STAIRS: ActionKind = ActionKind::new("take the stairs");
    /// The kind of action that [`cry`](Self::cry) creates.
    pub const CRY: ActionKind = ActionKind::new("cry");
    /// The kind of action that [`set_lantern`](Self::set_lantern) creates.
    pub const LANTERN: ActionKind = ActionKind::new("set the lantern");
    /// The kind of action that [`tend`](Self::tend) creates.
    pub const TEND: ActionKind = ActionKind::new("tend a flame");
    /// The kind of action that [`break_door`](Self::break_door) creates.
    pub const BREAK_DOOR: ActionKind = ActionKind::new("break a door");
    /// The kind of action that [`draw_breath`](Self::draw_breath) creates.
    pub const DRAW_BREATH: ActionKind = ActionKind::new("draw breath");
    /// The kind of the [`BREATHE`](Self::BREATHE) action.
    pub const BREATHING: ActionKind = ActionKind::new("breathe fire");
    /// The kind of the [`SEARCH`](Self::SEARCH) action.
    pub const SEARCHING: ActionKind = ActionKind::new("search");
}

impl Action {
    /// Creates an action of any kind.
    pub const fn new(kind: ActionKind, aim: Aim) -> Self {
        Self { kind, aim }
    }

    /// Waits one turn.
    pub const WAIT: Self = Self::new(Self::WAITING, Aim::Here);

    /// Searches the surrounding walls for secrets.
    pub const SEARCH: Self = Self::new(Self::SEARCHING, Aim::Here);

    /// Takes the stairs that the actor is standing on, up or down.
    pub const TAKE_STAIRS: Self = Self::new(Self::STAIRS, Aim::Here);

    /// Walks one cell. If a closed door is in the way, the actor opens it; if an enemy is in the way, the actor attacks
    /// it.
    pub const fn step(way: Direction) -> Self {
        Self::new(Self::STEP, Aim::Way(way))
    }

    /// Runs one cell. Running takes less time than walking, but it is louder, makes the actor more conspicuous and uses
    /// up [`Breath`](super::Breath). Without breath, running takes as long as walking. If the run turns into another
    /// action, it takes as long as that other action.
    pub const fn run(way: Direction) -> Self {
        Self::new(Self::RUN, Aim::Way(way))
    }

    /// Bumps into something unexpected on a cell.
    pub const fn bump(cell: IVec2) -> Self {
        Self::new(Self::BUMP, Aim::Cell(cell))
    }

    /// Attacks whichever actor is visible in this direction, friend or enemy.
    pub const fn attack(way: Direction) -> Self {
        Self::new(Self::ATTACK, Aim::Way(way))
    }

    /// Attacks the actor `who` if that actor is still within reach when the blow falls. If that actor has moved away
    /// and `follows` is set, the attacker follows it by one step instead of striking at nothing.
    pub const fn attack_target(who: Entity, follows: bool) -> Self {
        Self::new(Self::ATTACK, Aim::Target { who, follows })
    }

    /// Shoots at the actor visible on this cell, along a line of sight, with the shooter's
    /// [`Shoots`](super::super::mind::Shoots) weapon.
    pub const fn shoot(cell: IVec2) -> Self {
        Self::new(Self::SHOOT, Aim::Cell(cell))
    }

    /// Shoots at the actor `who` if that actor is still in view and in range when the shot is fired. If that actor has
    /// moved away and `follows` is set, the shooter follows it by one step.
    pub const fn shoot_target(who: Entity, follows: bool) -> Self {
        Self::new(Self::SHOOT, Aim::Target { who, follows })
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

    /// Puts out or lights the brazier or wall torch beside the actor.
    pub const fn tend(way: Direction) -> Self {
        Self::new(Self::TEND, Aim::Way(way))
    }

    /// Strikes a closed door beside the actor until the door breaks.
    pub const fn break_door(way: Direction) -> Self {
        Self::new(Self::BREAK_DOOR, Aim::Way(way))
    }

    /// Draws breath to breathe fire at this cell.
    pub const fn draw_breath(cell: IVec2) -> Self {
        Self::new(Self::DRAW_BREATH, Aim::Cell(cell))
    }

    /// Breathes fire in the direction in which the actor has drawn breath.
    pub const BREATHE: Self = Self::new(Self::BREATHING, Aim::Here);

    /// Picks up what lies on the actor's cell.
    pub const PICK_UP: Self = Self::new(Self::PICKING_UP, Aim::Here);

    /// Drops a thing from this place of the actor's pack.
    pub const fn drop(place: u8) -> Self {
        Self::new(Self::DROP, Aim::Amount(place as u32))
    }

    /// Uses the thing in this place of the actor's pack.
    pub const fn use_thing(place: u8) -> Self {
        Self::new(Self::USE, Aim::Amount(place as u32))
    }

    /// Puts on the thing in this place of the actor's pack, or takes it off.
    pub const fn wear(place: u8) -> Self {
        Self::new(Self::WEAR, Aim::Amount(place as u32))
    }

    /// Throws a thing from this place of the actor's pack at a cell.
    pub const fn throw(place: u8, at: IVec2) -> Self {
        Self::new(Self::THROW, Aim::Thing { place, at })
    }

    /// Cries out. The cry can be heard up to `cells` cells away.
    pub const fn cry(cells: u32) -> Self {
        Self::new(Self::CRY, Aim::Amount(cells))
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
