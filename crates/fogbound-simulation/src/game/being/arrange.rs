//! Changes to a game from outside its rules, for scenes and tests.

use bevy::prelude::*;

use super::actor::ActorId;
use super::awareness::Awareness;
use super::body::Faction;
use super::lantern::Lantern;
use crate::grid::Direction;
use crate::map::Density;

/// A change to the world that no rule allows. It takes no time. A journal records it like any other command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrange {
    /// Moves an actor to a free cell. A disguise moves with the actor.
    Move {
        /// The actor.
        who: ActorId,
        /// The cell.
        to: IVec2,
    },
    /// Sets what a creature knows about its enemies.
    Awareness {
        /// The creature.
        who: ActorId,
        /// What the creature knows from now on.
        awareness: Awareness,
    },
    /// Sets an actor's hit points. The maximum grows if it is lower.
    Health {
        /// The actor.
        who: ActorId,
        /// The hit points, at least 1.
        health: i32,
    },
    /// Sets the side that an actor is on.
    Side {
        /// The actor.
        who: ActorId,
        /// The side.
        faction: Faction,
    },
    /// Turns an actor and its eyes in a direction.
    Face {
        /// The actor.
        who: ActorId,
        /// The direction.
        way: Direction,
    },
    /// Puts a thing into the pack of an actor.
    Give {
        /// The actor.
        who: ActorId,
        /// The number of the thing's [kind](crate::vision::ObjectKind).
        kind: u16,
        /// Whether the actor wears it.
        worn: bool,
    },
    /// Removes everything that an actor remembers about the map.
    Forget(ActorId),
    /// Makes the player know the kind of a creature.
    Know(ActorId),
    /// Gives the player a boon, by its place in the game's list of boons.
    Boon(usize),
    /// Removes a creature without a trace.
    Remove(ActorId),
    /// Sets the player's lantern.
    Lantern(Lantern),
    /// Sets for how many turns the oil in the player's lantern lasts.
    Oil(u32),
    /// Changes a tile.
    Tile {
        /// The cell.
        at: IVec2,
        /// The glyph of the new tile, as in ASCII maps.
        glyph: char,
    },
    /// Makes a noise that concerns every listener.
    Noise {
        /// The cell that the noise comes from.
        at: IVec2,
        /// How far the noise carries, as a walking distance in cells.
        loudness: u32,
    },
    /// Adds fog and smoke to a cell.
    Air {
        /// The cell.
        at: IVec2,
        /// The fog and smoke to add.
        more: Density,
    },
    /// Puts the corpse of a monster on a walkable cell.
    Corpse {
        /// The cell.
        at: IVec2,
        /// The letter of the monster.
        glyph: char,
    },
    /// Puts a thing on a walkable cell.
    Thing {
        /// The cell.
        at: IVec2,
        /// The number of the thing's [kind](crate::vision::ObjectKind).
        kind: u16,
    },
}

impl Arrange {
    pub(crate) fn cell(self) -> Option<IVec2> {
        match self {
            Self::Move { to: cell, .. }
            | Self::Tile { at: cell, .. }
            | Self::Noise { at: cell, .. }
            | Self::Air { at: cell, .. }
            | Self::Corpse { at: cell, .. }
            | Self::Thing { at: cell, .. } => Some(cell),
            Self::Awareness { awareness, .. } => match awareness {
                Awareness::Asleep | Awareness::Unaware => None,
                Awareness::Noticing { at } => Some(at),
                Awareness::Hunting { last_known } => Some(last_known),
                Awareness::Searching { around, .. } => Some(around),
            },
            _ => None,
        }
    }
}
