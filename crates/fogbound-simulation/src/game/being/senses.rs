//! What an actor senses, and therefore everything that its minds may know.
//!
//! Minds read nothing else about other actors. They never ask where the player is or what the player sees.

use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;

use super::awareness::State;
use crate::game::saved::{Mix, Scribe};

/// An actor in view.
#[derive(MapEntities, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The actor.
    #[entities]
    pub who: Entity,
    /// The cell on which the actor was seen.
    pub at: IVec2,
}

/// What an actor has sensed since its last turn.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
#[require(super::awareness::Awareness)]
pub struct Senses {
    /// The enemies in view, nearest first. For a creature that [hunts by sound](super::super::mind::HuntsBySound),
    /// these are the enemies that it touches.
    #[entities]
    pub enemies: Vec<Sighting>,
    /// The friends in view, nearest first. Filled only for creatures that [follow](super::super::mind::Follows), and with
    /// the other members for those in a [`Pack`](super::super::mind::Pack), because no other creature uses this list.
    #[entities]
    pub friends: Vec<Sighting>,
    /// The loudest noise heard.
    pub heard: Option<Heard>,
    /// Where the actor saw a flame go out or light up for no visible reason.
    pub startled: Option<IVec2>,
    /// The brightest cell in view on which the actor sees the light of the beacon or the lantern that an enemy carries.
    pub gleam: Option<IVec2>,
    /// The nearest flame in view. Filled only for creatures that are
    /// [`DrawnToLight`](super::super::mind::DrawnToLight) or flee from the dark, because no other creature uses it.
    pub flame: Option<IVec2>,
    /// The dark cells in view that have lit ground nearby, nearest first. Filled only for unaware creatures that
    /// [lie in wait](super::super::mind::LiesInWait), because no other creature uses this list.
    pub shades: Vec<IVec2>,
    /// The origin of a blow or shot aimed at the actor.
    pub struck_from: Option<IVec2>,
    /// Another actor that this one touched, or that struck this one from an adjacent cell. Even if the other actor is
    /// not visible, its position is known until this actor has performed its next action.
    #[entities]
    pub felt: Option<Sighting>,
    /// Whether an enemy is looking at the actor. The actor feels the gaze, but not which enemy is looking or from
    /// where.
    pub watched: bool,
    /// How many turns in a row the actor has been hunting without sensing any enemy.
    pub in_vain: u32,
}

impl Senses {
    /// Writes the senses into a check value.
    pub(crate) fn write(&self, scribe: &Scribe, mix: &mut Mix) {
        for seen in [&self.enemies, &self.friends] {
            mix.number(seen.len() as u64);
            for sighting in seen {
                mix.value(&(scribe.id(sighting.who), sighting.at));
            }
        }
        mix.value(&self.felt.map(|felt| (scribe.id(felt.who), felt.at)));
        mix.value(&(self.heard, self.startled, self.gleam, self.flame));
        mix.value(&(&self.shades, self.struck_from, self.watched, self.in_vain));
    }

    /// Updates `in_vain` for a turn that the actor starts in this state.
    pub(crate) fn count_in_vain(&mut self, state: State) {
        let has_clue = !self.enemies.is_empty()
            || self.heard.is_some()
            || self.struck_from.is_some()
            || self.gleam.is_some();
        self.in_vain = match state {
            State::Hunting if !has_clue => self.in_vain.saturating_add(1),
            _ => 0,
        };
    }
}

/// A noise as it reaches a listener.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heard {
    /// The cell on which the noise was made.
    pub from: IVec2,
    /// The remaining loudness: how many more cells the noise would carry.
    pub loudness: u32,
}

/// An actor's sense of hearing. An actor without this component is deaf.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Hearing {
    /// The sharpness of the actor's hearing, as a percentage of normal hearing. At 200, noises carry twice as far to
    /// this listener. [`Wearer::hearing`](super::Wearer::hearing) returns it with everything that changes it.
    pub acuity: u32,
}

impl Default for Hearing {
    fn default() -> Self {
        Self { acuity: 100 }
    }
}
