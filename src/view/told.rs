//! What the player has been told, for front ends that show it in another way than on the screen.

use bevy::prelude::*;

use super::noise::Noise;
use crate::game::{GameEvent, Perceived};

/// Sent when the log has told the player of an event, or the map has shown the player's own step.
///
/// A front end that makes sounds reads only these messages, so that a sound never tells anything else.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// What happened.
    pub event: GameEvent,
    /// How the player perceived it.
    pub how: Perceived,
    /// The cell of the player.
    pub from: IVec2,
    /// Whether the player did it.
    pub is_own: bool,
    /// Its sound, if the player sees or feels it and it has one.
    pub noise: Option<Noise>,
}
