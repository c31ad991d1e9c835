//! Conditions of effects.

use bevy::prelude::*;

use super::verb::Incident;

/// A condition for an effect, about the creature that has the effect. Two conditions are the same if their names are.
///
/// A new condition is a constant that is registered with [`add_condition`](super::AddTerms::add_condition).
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The name in data files.
    pub name: &'static str,
    /// Says when the condition holds for you, such as `if you are badly hurt`.
    pub for_you: &'static str,
    /// Says when the condition holds for a monster, such as `while hurt`.
    pub for_it: &'static str,
    /// When the condition holds, for the documentation.
    pub about: &'static str,
    /// Returns whether the condition holds now. For the effect of a thing, this may depend only on what the creature
    /// knows.
    pub holds: fn(&World, &Incident) -> bool,
}

impl PartialEq for Condition {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Condition {}
