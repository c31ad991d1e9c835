//! The game's title.

use bevy::prelude::*;

/// The game's title, shown at the top of the panel and in the window's title bar.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Title(pub String);

impl Default for Title {
    fn default() -> Self {
        Self("Fogbound".to_owned())
    }
}
