//! Automatic movement: the next step of a player that explores, travels, rushes or rests, based on what the player
//! knows.
//!
//! ```text
//! MapMemory, the player's position, the creatures it sees or last saw -> Explorer, Rush -> the next Action, or why
//!                                                                          there is none
//! Journey: one step per frame, as an ordinary PlayerCommand, until something needs attention -> Stopped
//! Bot: the next PlayerCommand of a player that a bot controls
//! ```
//!
//! Steps never depend on anything that the player does not know: in two worlds that look the same to the player, the
//! next step is the same. Steps are ordinary commands, so recordings store them like any other command.

mod alarm;
mod bot;
mod explore;
mod goal;
mod hindrances;
mod journey;
mod known;
mod outlook;
mod rush;

use bevy::prelude::*;

use crate::game::{GameEvent, PlayerCommand};

pub use alarm::Alarm;
pub use bot::{Bot, Temperament};
pub use explore::{Explorer, NoStep, known_way, nearest_known};
pub use goal::{CameIntoView, Goal, Stopped};
pub use journey::{Journey, look, look_again};
pub use known::Known;
pub use rush::Rush;

/// A plugin that moves the player along a journey, one step per frame, in [`PreUpdate`].
pub struct ExplorerPlugin;

/// The system set that takes the next step of a journey. Systems that begin or end a journey should run before this
/// set.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JourneyStep;

impl Plugin for ExplorerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Journey>()
            .add_message::<PlayerCommand>()
            .add_message::<GameEvent>()
            .add_message::<Stopped>()
            .add_message::<CameIntoView>()
            .add_systems(PreUpdate, journey::go_on.in_set(JourneyStep));
    }
}
