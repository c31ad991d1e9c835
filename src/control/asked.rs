//! What a key has asked for.

use bevy::prelude::*;

use super::asks::Control;

/// A key has asked for this, just now or because it is held.
///
/// Written in [`PreUpdate`], in [`ControlSystems::Ask`](super::ControlSystems::Ask). What it means, the screen that has the keys
/// says; a system of a plugin's reads this for its own controls.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked(pub Control);
