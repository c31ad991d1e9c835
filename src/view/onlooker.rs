//! A viewer who watches a game without playing, and may see more than the player.

use bevy::prelude::*;

/// An onlooker's view, or `None` if someone is playing. Someone who is playing sees only what the player's character
/// sees.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Onlooker(pub Option<Watching>);

/// An onlooker's view of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watching {
    /// The creature whose view is shown, or `None` for the player.
    pub eyes: Option<Entity>,
    /// Whether to show the whole map and every creature on it.
    pub reveals: bool,
    /// Lines for the panel, below the list of what is in view.
    pub lines: Vec<String>,
}
