//! Feet that find their way: the next step of a player who explores, travels, rushes or rests, from what the player
//! knows.
//!
//! ```text
//! MapMemory, where the player stands, the creatures it sees or saw last -> Explorer, Rush -> the next Action, or why
//!                                                                          there is none
//! Journey: one step a frame, as an ordinary PlayerCommand, until something is to be looked at -> Stopped
//! Bot: the next PlayerCommand of one who plays the whole game by itself
//! ```
//!
//! One step at a time, and never from anything that the player does not know: two worlds that look alike to the player
//! give the same step. So whoever follows an explorer sends ordinary commands, and a recording needs no more.

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

/// Has the player go on by itself, a step a frame, in [`PreUpdate`].
pub struct ExplorerPlugin;

/// The step of one who goes by itself. Whoever sets it out or stops it does so before.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GoOn;

impl Plugin for ExplorerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Journey>()
            .add_message::<PlayerCommand>()
            .add_message::<GameEvent>()
            .add_message::<Stopped>()
            .add_systems(PreUpdate, journey::go_on.in_set(GoOn));
    }
}
