//! How the player goes, and whether a wizard plays.

use bevy::prelude::*;

/// How the player goes when told to step.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gait {
    /// Quietly.
    #[default]
    Walking,
    /// In less time, but louder and easier to notice.
    Running,
}

impl Gait {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Walking => Self::Running,
            Self::Running => Self::Walking,
        }
    }
}

/// Whether a wizard is at the keys.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WizardMode {
    /// A wizard is.
    pub is_on: bool,
}

/// What a wizard asks of the screen.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum WizardCommand {
    /// Show the whole map and everybody on it, or no longer.
    Reveal,
    /// Look through the next creature's eyes.
    NextEyes,
    /// Mark what those eyes see, then what they have seen, then nothing.
    NextOverlay,
    /// Choose the next kind of monster.
    NextKind,
    /// Put a monster of the chosen kind on this cell.
    Conjure(IVec2),
}
