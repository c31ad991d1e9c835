//! The verb `split`: a creature becomes several, which share its health.

use bevy::prelude::*;

use super::cells::{free_beside, known_free_beside};
use super::spawn::put;
use crate::game::being::{Awareness, Health, Incident, Senses, Verb, Within, room_for_creatures};
use crate::game::bestiary::MadeBy;

/// Splits the creature into several of the same kind. They share the health that it has left, and none of them can
/// regain more than its share. A creature does not split if it has only one point of health, no free cell
/// beside it, or if the level is full.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Split {
    /// How many creatures there are afterwards.
    #[reflect(@Within::new(2, 9))]
    pub into: u32,
}

impl Default for Split {
    fn default() -> Self {
        Self { into: 2 }
    }
}

impl Verb for Split {
    fn act(&self, world: &mut World, incident: &Incident) {
        let cells = free_beside(world, incident.at);
        let (Some(health), Some(made_by)) = (
            world.get::<Health>(incident.who).copied(),
            world.get::<MadeBy>(incident.who),
        ) else {
            return;
        };
        let monster = made_by.0.clone();
        let room = (cells.len() as i32).saturating_add(1);
        let parts = (self.into as i32).min(room).min(health.now());
        if parts < 2 {
            return;
        }
        let others = room_for_creatures(world, parts as usize - 1) as i32;
        if others == 0 {
            return;
        }
        let parts = 1 + others;
        // The first parts get the points that are left over.
        let (each, rest) = (health.now() / parts, health.now() % parts);
        let share = |number: i32| each + i32::from(number < rest);
        let awareness = world.get::<Awareness>(incident.who).copied();
        let senses = world.get::<Senses>(incident.who);
        let struck_from = senses.and_then(|it| it.struck_from);
        set_health(world, incident.who, share(0));
        for (cell, number) in cells.into_iter().zip(1..parts) {
            let part = put(world, &monster, cell, incident);
            set_health(world, part, share(number));
            if let (Some(known), Some(mut own)) = (awareness, world.get_mut::<Awareness>(part)) {
                *own = known;
            }
            if let Some(mut senses) = world.get_mut::<Senses>(part) {
                senses.struck_from = struck_from;
            }
        }
    }

    /// Only monsters split.
    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        let health = world.get::<Health>(incident.who);
        world.get::<MadeBy>(incident.who).is_none()
            || health.is_none_or(|it| it.now() < 2)
            || known_free_beside(world, incident).is_empty()
    }
}

fn set_health(world: &mut World, who: Entity, points: i32) {
    if let Some(mut health) = world.get_mut::<Health>(who) {
        health.set_max(points);
    }
}
