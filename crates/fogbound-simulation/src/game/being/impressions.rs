//! What an actor feels of an effect, and what it hears of a noise.

use bevy::prelude::*;

use super::number::Change;
use crate::grid::Direction;

/// What an effect does to an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affect {
    /// The actor regained hit points.
    Healed(u32),
    /// The actor was blinded.
    Blinded,
    /// The actor can see again.
    SeesAgain,
    /// The actor learned the ground around it.
    LearnedGround,
    /// The actor hears where everyone is.
    HearsAll(u32),
    /// The actor does not hear where everyone is any more.
    HearsAllEnds,
    /// The actor saw something from another place, and this many creatures.
    Glimpsed(u32),
    /// Enemies that the actor sees have seen it in a mirror.
    Betrayed,
    /// The actor learned in which direction its way leads, or that it is here.
    Pointed(Option<Direction>),
    /// The actor was shoved.
    Shoved,
    /// It was pulled from its cell.
    Pulled,
    /// The actor is suddenly somewhere else.
    Blinked,
    /// One of the actor's numbers has changed for a while.
    Changed(Change),
    /// A change of one of the actor's numbers has ended.
    ChangeEnds(Change),
}

/// What a noise sounds like.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sound {
    /// A voice.
    #[default]
    Voice,
    /// A cry of alarm.
    Cry,
    /// Footsteps.
    Steps,
    /// Running feet.
    Running,
    /// A door.
    Door,
    /// A fight.
    Fight,
    /// Something that falls.
    Fall,
    /// A bell.
    Bell,
}
