//! The verbs `become` and `vanish`: a monster is another one, or is gone.

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell};
use super::words::required;
use crate::game::being::{Did, FactKind, Incident, Player, Verb, place_of, sentence, tell};
use crate::game::bestiary::{Bestiary, MadeBy, turn_into};
use crate::game::deed::vanish;

impl FactKind {
    /// The actor has become another monster. The outcome says which was which.
    pub const BECAME: Self = Self::new("became");
}

/// Turns monsters into other ones. They stay where they are, and keep their share of health, their pack and their side.
#[derive(Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Become {
    /// The name of the monster that they become.
    pub kind: String,
}

impl Verb for Become {
    fn act(&self, world: &mut World, incident: &Incident) {
        let Some(monster) = world.resource::<Bestiary>().get(&self.kind).cloned() else {
            return;
        };
        for who in concerned(world, incident) {
            let old = world.get::<MadeBy>(who).map(|it| it.0.name.clone());
            let (Some(old), Some(at)) = (old, place_of(world, who)) else {
                continue;
            };
            if old == monster.name {
                continue;
            }
            turn_into(world, who, &monster);
            // A disguise would be no good if everyone had seen how it was put on.
            if monster.seems.is_none() {
                let outcome = sentence(&format!("{old} becomes a {}", monster.name));
                tell(world, who, at, Did::of(FactKind::BECAME).outcome(outcome));
            }
        }
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        is_own_cell(incident) && world.get::<MadeBy>(incident.who).is_none()
    }

    fn check(&self) -> Result<(), String> {
        required("kind", &self.kind, "a monster")
    }

    fn monsters(&self) -> Vec<&str> {
        vec![&self.kind]
    }
}

/// Makes monsters go without a trace. They leave what they carry, but no corpse.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Vanish;

impl Verb for Vanish {
    fn act(&self, world: &mut World, incident: &Incident) {
        for who in concerned(world, incident) {
            if world.get::<Player>(who).is_none()
                && let Some(at) = place_of(world, who)
            {
                vanish(world, who, at);
            }
        }
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        is_own_cell(incident) && world.get::<Player>(incident.who).is_some()
    }
}
