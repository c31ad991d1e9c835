//! Walking by itself: the next step of a player that explores, travels, rushes or rests, based on what it knows.
//!
//! ```text
//! MapMemory, the player's position, the creatures it sees or last saw -> Explorer, Rush -> the next Action, or why
//!                                                                          there is none
//! Journey: one step a frame, as an ordinary PlayerCommand, until something needs attention -> Stopped
//! Bot: the next PlayerCommand of a player that plays the whole game by itself
//! ```
//!
//! Steps never depend on anything that the player does not know: two worlds that look the same to the player give the
//! same step. Steps are ordinary commands, so a recording needs nothing else.

mod alarm;
mod bot;
mod explore;
mod ghosts;
mod journey;
mod outlook;
mod rush;

use bevy::prelude::*;

use crate::game::{GameEvent, PlayerCommand};

pub use alarm::Alarm;
pub use bot::{Bot, Temperament};
pub use explore::{Explorer, NoStep, known_way, nearest_known};
pub use journey::{Goal, Journey, Stopped, look};
pub use rush::Rush;

/// Lets the player move by itself, one step a frame, in [`PreUpdate`].
pub struct ExplorerPlugin;

/// The step of a journey. Systems that begin or end a journey run before it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JourneyStep;

impl Plugin for ExplorerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Journey>()
            .add_message::<PlayerCommand>()
            .add_message::<GameEvent>()
            .add_message::<Stopped>()
            .add_systems(PreUpdate, journey::go_on.in_set(JourneyStep));
    }
}
