//! The end of a game.

use bevy::prelude::*;

/// How the player died.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Death {
    /// The name of who did it; none if the player did not make it out.
    pub killer: Option<String>,
    /// The cell where it happened.
    pub at: IVec2,
    /// The level where it happened, counted from 1 downward.
    pub depth: u32,
    /// The turn when it happened.
    pub turn: u64,
}

/// What has become of the player. The dead do nothing but begin again.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fate(pub Option<Death>);

impl Fate {
    /// Whether the player lives.
    pub fn is_alive(&self) -> bool {
        self.0.is_none()
    }
}
