//! The entries in the list of what is in view.

use std::cmp::{Ordering, Reverse};

use bevy::prelude::*;
use ratatui::style::Color;

use super::state_words::state_word;
use crate::game::State;
use crate::game::deed::Odds;
use crate::grid::Direction;
use crate::map::PictureId;

/// The kinds of entries in the list of what is in view, with the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InViewKind {
    /// A creature on another side.
    Enemy,
    /// Any other creature.
    Friend,
    /// Stairs, or a tile that holds something to take.
    Place,
    /// A thing on the ground.
    Scenery,
    /// The remains of a creature.
    Corpse,
}

/// How a creature knows where another one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knows {
    /// It sees it.
    Sees,
    /// It is beside it, and only feels it.
    Feels,
}

/// The odds of a fight between the owner of the eyes and a creature in view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fight {
    /// The odds of the owner's blows, if it can strike the creature.
    pub own: Option<Odds>,
    /// The odds of the creature's blows, if it fights hand to hand.
    pub blows: Option<Odds>,
    /// The odds of the creature's shots, if it shoots.
    pub shots: Option<Odds>,
}

/// A creature, a thing or a place in view.
#[derive(Clone, Debug, PartialEq)]
pub struct InView {
    /// The kind of entry.
    pub kind: InViewKind,
    /// The entity, if the entry is a creature.
    pub who: Option<Entity>,
    /// The entry's cell.
    pub at: IVec2,
    /// The entry's glyph.
    pub glyph: char,
    /// The glyph's colour.
    pub color: Color,
    /// What a window draws in place of the glyph.
    pub picture: Option<PictureId>,
    /// What the creature knows about its enemies, if it has a mind.
    pub state: Option<State>,
    /// Whether creatures of this kind go after their enemies or shoot at them.
    pub pursues: bool,
    /// The name, without an article.
    pub name: String,
    /// The name with its indefinite article: `a rat`, `some bones`.
    pub called: String,
    /// The creature's health, as a percentage.
    pub health: Option<i32>,
    /// Which way the creature looks, if it sees only in a sector before it.
    pub facing: Option<Direction>,
    /// How the creature knows where the owner of the eyes is, if it is an enemy that does.
    pub knows: Option<Knows>,
    /// The odds of a fight, if the creature is an enemy and they have been asked for.
    pub fight: Option<Fight>,
    /// The average damage of the creature's blow or shot against an enemy without defence, in 200ths of a point.
    pub harm: i32,
}

impl InView {
    /// Returns the word for the creature's state, if the entry is a creature with a mind.
    pub fn state_word(&self) -> Option<&'static str> {
        let is_friend = self.kind == InViewKind::Friend;
        self.state.map(|state| match state {
            State::Hunting if is_friend => "on your side, hunting",
            State::Asleep if is_friend => "on your side, asleep",
            _ if is_friend => "on your side",
            _ => state_word(state, self.pursues),
        })
    }

    /// Compares two entries in the order used by every list of what is in view: enemies, other creatures, places,
    /// scenery, corpses. Creatures that are hunting come first, followed by those that have noticed something, are
    /// searching, are unaware and are asleep. Among creatures in the same state, stronger ones come before weaker ones.
    /// All other ties are broken by distance from `eye`. The order never depends on entity IDs.
    pub(super) fn compare(&self, other: &Self, eye: IVec2) -> Ordering {
        let alertness = |state: Option<State>| match state {
            Some(State::Hunting) => 0,
            Some(State::Noticing) => 1,
            Some(State::Searching) => 2,
            Some(State::Unaware) => 3,
            Some(State::Asleep) => 4,
            None => 5,
        };
        let key = |it: &Self| {
            let far = it.at.distance_squared(eye);
            let urgency = (it.kind, alertness(it.state), Reverse(it.harm));
            (urgency, far, it.at.y, it.at.x, it.glyph)
        };
        let order = key(self).cmp(&key(other));
        order.then_with(|| self.name.cmp(&other.name))
    }
}
