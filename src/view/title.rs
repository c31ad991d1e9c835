//! What the game is called.

use bevy::prelude::*;

/// What the game is called: above the panel beside the map, and on the window.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Title(pub String);

impl Default for Title {
    fn default() -> Self {
        Self("Fogbound".to_owned())
    }
}
