//! The verbs `become` and `vanish`: a monster is another one, or is gone.

use std::sync::Arc;

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell};
use super::words::{a, required};
use crate::game::being::{
    Actor, Clock, Did, FactKind, Health, Incident, Player, TICKS_PER_TURN, Verb, Within, place_of,
    sentence, tell,
};
use crate::game::bestiary::{Bestiary, MadeBy, Monster, Transformed, turn_into};
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
    /// For how many turns. With 0, for good.
    #[reflect(@Within::new(0, 9999))]
    pub turns: u32,
}

impl Verb for Become {
    fn act(&self, world: &mut World, incident: &Incident) {
        let Some(monster) = world.resource::<Bestiary>().get(&self.kind).cloned() else {
            return;
        };
        for who in concerned(world, incident) {
            let Some(old) = world.get::<MadeBy>(who).map(|it| it.0.clone()) else {
                continue;
            };
            if old.name == monster.name {
                continue;
            }
            let was = world.entity_mut(who).take::<Transformed>();
            let before = world.get::<Health>(who).map_or(0, Health::now);
            change(world, who, &monster);
            if self.turns > 0 {
                let now = world.get::<Health>(who).map_or(0, Health::now);
                let (back, before) = was.map_or((old, before), |it| (it.back, it.health.0));
                let until = incident.tick + u64::from(self.turns) * TICKS_PER_TURN;
                let health = (before, now);
                let transformed = Transformed {
                    back,
                    until,
                    health,
                };
                world.entity_mut(who).insert(transformed);
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

/// Makes another monster of one, and tells those who see it.
fn change(world: &mut World, who: Entity, new: &Arc<Monster>) {
    let old = world.get::<MadeBy>(who).map(|it| it.0.name.clone());
    let (Some(old), Some(at)) = (old, place_of(world, who)) else {
        return;
    };
    turn_into(world, who, new);
    // A disguise would be no good if everyone had seen how it was put on.
    if new.seems.is_none() {
        let outcome = sentence(&format!("{old} becomes {}", a(&new.name)));
        tell(world, who, at, Did::of(FactKind::BECAME).outcome(outcome));
    }
}

/// Makes monsters that were others for a while what they were, in the order of their IDs.
pub(super) fn turn_back(
    clock: Res<Clock>,
    changed: Query<(Entity, &Actor, &Transformed)>,
    mut commands: Commands,
) {
    let over = changed.iter().filter(|(.., it)| it.until <= clock.tick);
    let mut over: Vec<_> = over
        .map(|(who, actor, it)| (actor.id, who, it.back.clone()))
        .collect();
    over.sort_unstable_by_key(|(id, ..)| *id);
    for (_, who, back) in over {
        commands.queue(move |world: &mut World| {
            let was = world.entity_mut(who).take::<Transformed>();
            let now = world.get::<Health>(who).map_or(0, Health::now);
            change(world, who, &back);
            // Who has not been hurt since has the very health that it had.
            let whole = was.map(|it| it.health).filter(|it| it.1 == now);
            if let Some(((before, _), mut health)) = whole.zip(world.get_mut::<Health>(who)) {
                health.set_now(before);
            }
        });
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
