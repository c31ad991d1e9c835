//! The game's title.

use bevy::prelude::*;

/// The game's title, shown above the panel and on the window.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Title(pub String);

impl Default for Title {
    fn default() -> Self {
        Self("Fogbound".to_owned())
    }
}
