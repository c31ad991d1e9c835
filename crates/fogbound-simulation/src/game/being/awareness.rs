//! What a creature knows about its enemies.

use bevy::prelude::*;

/// A creature's knowledge about its enemies.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Awareness {
    /// The creature is asleep: it sees nothing, but can be woken.
    Asleep,
    /// The creature does not know of any enemy.
    #[default]
    Unaware,
    /// The creature saw something and is not sure what it was.
    Noticing {
        /// The cell on which the creature saw something.
        at: IVec2,
    },
    /// The creature knows where its enemy is or was.
    Hunting {
        /// The cell on which the enemy was last seen or heard.
        last_known: IVec2,
    },
    /// The creature knows that an enemy is near, but not where.
    Searching {
        /// The cell on which the enemy was last seen or heard.
        around: IVec2,
        /// The tick at which the creature gives up.
        until: u64,
    },
}

/// An [`Awareness`] without its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// [`Awareness::Asleep`].
    Asleep,
    /// [`Awareness::Unaware`].
    Unaware,
    /// [`Awareness::Noticing`].
    Noticing,
    /// [`Awareness::Hunting`].
    Hunting,
    /// [`Awareness::Searching`].
    Searching,
}

impl State {
    /// All states.
    pub const ALL: [Self; 5] = [
        Self::Asleep,
        Self::Unaware,
        Self::Noticing,
        Self::Hunting,
        Self::Searching,
    ];

    /// Returns the name of the state in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Asleep => "asleep",
            Self::Unaware => "unaware",
            Self::Noticing => "noticing",
            Self::Hunting => "hunting",
            Self::Searching => "searching",
        }
    }
}

impl Awareness {
    /// Returns the cell on which the creature believes its enemy to be, or to have been.
    pub fn mind_on(self) -> Option<IVec2> {
        match self {
            Self::Noticing { at } => Some(at),
            Self::Hunting { last_known } => Some(last_known),
            Self::Searching { around, .. } => Some(around),
            Self::Asleep | Self::Unaware => None,
        }
    }

    /// Returns the awareness without its details.
    pub fn state(self) -> State {
        match self {
            Self::Asleep => State::Asleep,
            Self::Unaware => State::Unaware,
            Self::Noticing { .. } => State::Noticing,
            Self::Hunting { .. } => State::Hunting,
            Self::Searching { .. } => State::Searching,
        }
    }
}
