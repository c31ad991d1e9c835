//! A viewer who watches a game without playing, and may see more than the player.

use bevy::prelude::*;

/// What an onlooker sees. `None` while a player plays, who sees only what the character sees.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Onlooker(pub Option<Watching>);

/// An onlooker's view of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watching {
    /// The creature whose view is shown; `None` shows the player's.
    pub eyes: Option<Entity>,
    /// Whether to show the whole map and every creature on it.
    pub reveals: bool,
    /// Lines for the panel, below the list of what is in view.
    pub lines: Vec<String>,
}
