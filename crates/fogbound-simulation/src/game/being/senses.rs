//! What an actor senses: everything its mind may know.
//!
//! Minds read nothing else about others. They never ask where the player is or what it sees.

use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;

use super::awareness::State;

/// An actor in view.
#[derive(MapEntities, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The actor.
    #[entities]
    pub who: Entity,
    /// The cell it was seen on.
    pub at: IVec2,
}

/// What an actor has sensed since its last turn.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
#[require(super::Awareness)]
pub struct Senses {
    /// The enemies in its view, nearest first. For a creature that [hunts by
    /// sound](super::super::mind::HuntsBySound), the enemies it touches.
    #[entities]
    pub enemies: Vec<Sighting>,
    /// The friends in its view, nearest first. Filled only for creatures in a [`Pack`](super::super::mind::Pack),
    /// because no others use it.
    #[entities]
    pub friends: Vec<Sighting>,
    /// The loudest noise it heard.
    pub heard: Option<Heard>,
    /// Where it saw a flame go out or light up for no visible reason.
    pub startled: Option<IVec2>,
    /// The nearest flame in its view. Filled only for creatures that are
    /// [`DrawnToLight`](super::super::mind::DrawnToLight), because no others use it.
    pub flame: Option<IVec2>,
    /// The origin of a blow or shot that was aimed at it.
    pub struck_from: Option<IVec2>,
    /// An actor that it touched, or that struck it from an adjacent cell, and where. It knows about this actor,
    /// visible or not, until its next action is done.
    #[entities]
    pub felt: Option<Sighting>,
    /// Whether an enemy is looking at it. It feels the gaze, not whose it is or where it comes from.
    pub watched: bool,
    /// How many turns in a row it has hunted without sensing any enemy.
    pub in_vain: u32,
}

impl Senses {
    /// Updates `in_vain` for a turn that begins in this state.
    pub(crate) fn count_in_vain(&mut self, state: State) {
        let has_clue =
            !self.enemies.is_empty() || self.heard.is_some() || self.struck_from.is_some();
        self.in_vain = match state {
            State::Hunting if !has_clue => self.in_vain.saturating_add(1),
            _ => 0,
        };
    }
}

/// A noise as it reaches a listener.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heard {
    /// Where it comes from: the cell where it was made.
    pub from: IVec2,
    /// How loud it still is: how many more cells it would carry.
    pub loudness: u32,
}

/// Hears noises. An actor without this component is deaf.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Hearing {
    /// Sharpness in percent of normal: noises carry that much further to this listener.
    pub acuity: u32,
}

impl Default for Hearing {
    fn default() -> Self {
        Self { acuity: 100 }
    }
}
