//! What modes mark on the map.

use bevy::platform::collections::{HashMap, HashSet};
use bevy::prelude::*;

/// The marks that a mode draws on the map below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The cell under the cursor. The camera follows the cursor.
    pub cursor: Option<IVec2>,
    /// A cell that is marked like the one under the cursor, but that the camera does not follow.
    pub pointed: Option<IVec2>,
    /// The cells of a path that the player could walk.
    pub way: Vec<IVec2>,
    /// The cells that the creature under the cursor sees.
    pub watched: HashSet<IVec2>,
    /// The cells that fire is about to burn.
    pub fire: HashSet<IVec2>,
    /// The cells from which the player can be seen.
    pub exposed: HashSet<IVec2>,
    /// The cells on which enemies believe the player to be.
    pub believed: HashSet<IVec2>,
    /// The character to draw beside each of these cells, if there is room.
    pub notes: HashMap<IVec2, char>,
}
