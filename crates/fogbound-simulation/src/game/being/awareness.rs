//! What a creature knows of its enemies.

use bevy::prelude::*;

/// What a creature knows of its enemies.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Awareness {
    /// Sleeps: sees nothing, and may be woken.
    Asleep,
    /// Knows of no enemy.
    #[default]
    Unaware,
    /// Is not sure what it saw.
    Noticing {
        /// Where that was.
        at: IVec2,
    },
    /// Knows its enemy.
    Hunting {
        /// Where it was seen or heard last.
        last_known: IVec2,
    },
    /// Knows that somebody is about.
    Searching {
        /// Where somebody was seen or heard last.
        around: IVec2,
        /// The tick at which it gives up.
        until: u64,
    },
}

/// The bare name of an [`Awareness`].
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
    /// In words.
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
    /// Its bare name.
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
