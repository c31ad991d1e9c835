//! What an actor senses: all that its mind may know.
//!
//! Minds read nothing else of others. They never ask where the player is or what the player sees.

use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;

use super::awareness::State;

/// Somebody in view.
#[derive(MapEntities, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// Who is seen.
    #[entities]
    pub who: Entity,
    /// The cell it is seen on.
    pub at: IVec2,
}

/// What an actor sensed since its last turn.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
#[require(super::Awareness)]
pub struct Senses {
    /// The enemies in its own view, the nearest first; to one that
    /// [hunts by sound](super::super::mind::HuntsBySound), those it touches.
    #[entities]
    pub enemies: Vec<Sighting>,
    /// The friends in its own view, the nearest first. Filled for creatures in a
    /// [`Pack`](super::super::mind::Pack) only: nobody else asks.
    #[entities]
    pub friends: Vec<Sighting>,
    /// The loudest noise it heard.
    pub heard: Option<Heard>,
    /// Where it saw a flame go out or come on without knowing why.
    pub startled: Option<IVec2>,
    /// The nearest flame in its own view. Filled for those who are
    /// [`DrawnToLight`](super::super::mind::DrawnToLight) only: nobody else asks.
    pub flame: Option<IVec2>,
    /// Where a blow or a shot came from that met it.
    pub struck_from: Option<IVec2>,
    /// Somebody whom it has touched, or who has struck it from beside it, and where that was. It knows of
    /// that one, seen or not, until its next deed is done.
    #[entities]
    pub felt: Option<Sighting>,
    /// Whether an enemy's eyes rest on it. A gaze is felt; whose it is and from where is not.
    pub watched: bool,
    /// How many turns in a row it has hunted without sensing anything of an enemy.
    pub in_vain: u32,
}

impl Senses {
    /// Counts a turn that begins in this state.
    pub(crate) fn count_in_vain(&mut self, state: State) {
        let has_clue =
            !self.enemies.is_empty() || self.heard.is_some() || self.struck_from.is_some();
        self.in_vain = match state {
            State::Hunting if !has_clue => self.in_vain.saturating_add(1),
            _ => 0,
        };
    }
}

/// A noise as it reaches an ear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heard {
    /// Where it seems to come from: the cell where it was made.
    pub from: IVec2,
    /// How loud it still is, in cells that it would carry on.
    pub loudness: u32,
}

/// Hears noises. Without this component an actor is deaf.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Hearing {
    /// How well, in percent of usual: a noise carries so much further to this ear.
    pub acuity: u32,
}

impl Default for Hearing {
    fn default() -> Self {
        Self { acuity: 100 }
    }
}
