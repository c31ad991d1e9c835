//! What keys can ask for.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use crate::grid::Direction;

/// What a key can ask for.
#[derive(Actionlike, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// Step north.
    North,
    /// Step north-east.
    NorthEast,
    /// Step east.
    East,
    /// Step south-east.
    SouthEast,
    /// Step south.
    South,
    /// Step south-west.
    SouthWest,
    /// Step west.
    West,
    /// Step north-west.
    NorthWest,
    /// Let a turn pass.
    Wait,
    /// Run from now on, or walk again.
    ChangeGait,
    /// Close the door beside the player.
    CloseDoor,
    /// Take the stairs here.
    TakeStairs,
    /// Walk to what is unknown, step by step, until something happens.
    Explore,
    /// See one cell less far.
    ShorterSight,
    /// See one cell further, if it was less far than at first; as a wizard, however far.
    LongerSight,
    /// Wizard: see by the next algorithm.
    NextAlgorithm,
    /// Leave for a fresh dungeon.
    NewDungeon,
    /// After death: the same game again.
    Again,
    /// Leave the game.
    Leave,
    /// Wizard: on or off.
    Wizard,
    /// Wizard: show the whole map, or no longer.
    Reveal,
    /// Wizard: look through the next creature's eyes.
    NextEyes,
    /// Wizard: mark what those eyes see, have seen, or nothing.
    NextOverlay,
    /// Wizard: point at a cell with the keys that move, or no longer.
    Point,
    /// Wizard: choose the next kind of monster.
    NextKind,
    /// Wizard: put a monster of that kind where the pointer is.
    Conjure,
    /// Something that a plugin has [added](super::AddControl).
    Own(OwnControl),
}

/// The name of a control that a plugin has added.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OwnControl(pub &'static str);

impl Control {
    /// The way it moves the player, if it does.
    pub fn direction(self) -> Option<Direction> {
        Some(match self {
            Self::North => Direction::North,
            Self::NorthEast => Direction::NorthEast,
            Self::East => Direction::East,
            Self::SouthEast => Direction::SouthEast,
            Self::South => Direction::South,
            Self::SouthWest => Direction::SouthWest,
            Self::West => Direction::West,
            Self::NorthWest => Direction::NorthWest,
            _ => return None,
        })
    }

    /// What it does, in a word or two.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Wait => "wait",
            Self::ChangeGait => "run/walk",
            Self::CloseDoor => "close door",
            Self::TakeStairs => "stairs",
            Self::Explore => "explore",
            Self::ShorterSight | Self::LongerSight => "radius",
            Self::NextAlgorithm => "algorithm",
            Self::NewDungeon => "new",
            Self::Again => "again",
            Self::Leave => "leave",
            Self::Wizard => "off",
            Self::Reveal => "reveal",
            Self::NextEyes => "eyes",
            Self::NextOverlay => "marks",
            Self::Point => "point",
            Self::NextKind => "kind",
            Self::Conjure => "conjure",
            Self::Own(own) => own.0,
            _ => "step",
        }
    }

    /// Whether it is for wizards only.
    pub fn is_for_wizards(self) -> bool {
        matches!(
            self,
            Self::NextAlgorithm
                | Self::Wizard
                | Self::Reveal
                | Self::NextEyes
                | Self::NextOverlay
                | Self::Point
                | Self::NextKind
                | Self::Conjure
        )
    }

    /// Whether holding the key asks again and again.
    pub(super) fn repeats(self) -> bool {
        self.direction().is_some()
            || matches!(self, Self::Wait | Self::ShorterSight | Self::LongerSight)
    }
}
