//! The player's gait, and wizard mode.

use bevy::prelude::*;

/// How the player takes a step.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gait {
    /// Walking, which is quiet.
    #[default]
    Walking,
    /// Running, which is faster than walking, but louder and easier to notice.
    Running,
}

impl Gait {
    pub fn other(self) -> Self {
        match self {
            Self::Walking => Self::Running,
            Self::Running => Self::Walking,
        }
    }
}

/// Whether wizard mode is on.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WizardMode {
    /// `true` if wizard mode is on.
    pub is_on: bool,
}

/// A command that can only be given in wizard mode.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum WizardCommand {
    /// Show the whole map and every creature on it, or hide them again.
    Reveal,
    /// See through the next creature's eyes.
    NextEyes,
    /// Switch between marking what the observed creature sees, what it has seen, and nothing.
    NextOverlay,
    /// Choose the next kind of monster.
    NextKind,
    /// Put a monster of the chosen kind on this cell.
    Conjure(IVec2),
}
