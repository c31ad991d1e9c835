//! What a key has asked for.

use bevy::prelude::*;

use super::asks::Control;

/// A key has asked for this, just now or because it is held.
///
/// Written in [`PreUpdate`], in [`ControlSystems::Command`](super::ControlSystems::Command). What the game's own
/// controls become, it sees to itself; a system of a plugin's reads this for those that are no command of the
/// player's.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked(pub Control);
