//! What a creature knows about its enemies.

use bevy::prelude::*;

/// What a creature knows about its enemies.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Awareness {
    /// Sleeps: sees nothing, but can be woken.
    Asleep,
    /// Knows of no enemy.
    #[default]
    Unaware,
    /// Saw something and is not sure what.
    Noticing {
        /// Where it saw it.
        at: IVec2,
    },
    /// Knows where its enemy is or was.
    Hunting {
        /// Where the enemy was last seen or heard.
        last_known: IVec2,
    },
    /// Knows that an enemy is near.
    Searching {
        /// Where the enemy was last seen or heard.
        around: IVec2,
        /// The tick at which it gives up.
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
    /// Returns its name in lower case.
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
