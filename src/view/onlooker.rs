//! Somebody who looks on while a game is shown, and may see what the player does not.

use bevy::prelude::*;

/// How somebody looks on who is not playing. None: somebody plays, and sees what the player sees.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Onlooker(pub Option<Watching>);

/// How somebody looks on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watching {
    /// Whose eyes the screen is drawn through, if not the player's.
    pub eyes: Option<Entity>,
    /// Whether the whole map and everybody on it is shown.
    pub reveals: bool,
    /// What stands beside the map, below those in view.
    pub lines: Vec<String>,
}
