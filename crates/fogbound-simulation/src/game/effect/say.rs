//! The verb `say`: those who see a creature read a sentence.

use bevy::prelude::*;

use crate::game::being::{Did, FactKind, Incident, Verb, sentence, tell_of};
use crate::game::bestiary::can_be_shown;

/// The most characters of a sentence.
const LONGEST: usize = 120;

impl FactKind {
    /// The file of the actor, or of a thing that it uses, says something about it. The outcome is a sentence in which `{who}`
    /// stands for the actor.
    pub const SAID: Self = Self::new("said");
}

/// Shows a sentence to whoever sees the creature.
#[derive(Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Say {
    /// The sentence. `{who}` stands for the creature.
    pub text: String,
}

impl Verb for Say {
    fn act(&self, world: &mut World, incident: &Incident) {
        let said = Did::of(FactKind::SAID).outcome(sentence(&self.text));
        let gone = (incident.at, incident.hidden);
        tell_of(world, incident.who, gone, incident.at, said.into());
    }

    fn check(&self) -> Result<(), String> {
        let text = &self.text;
        let fits = (1..=LONGEST).contains(&text.trim().chars().count());
        match fits && text.chars().all(can_be_shown) {
            true => Ok(()),
            false => Err(format!(
                "text: expected one sentence of 1 to {LONGEST} Latin letters and signs, such as \"{{who}} laughs.\""
            )),
        }
    }
}
