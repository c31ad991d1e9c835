//! The numbers of a creature that something it has changes, such as a boon.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::body::{Breath, Defence, Health, Melee};
use super::senses::Hearing;
use crate::vision::Viewshed;

/// A number of a creature that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Number {
    /// How far the creature sees in the dark, in cells.
    DarkSight,
    /// The hit points of the unhurt creature.
    Health,
    /// How many steps the creature can run when rested.
    Breath,
    /// The chance to hit, in percentage points.
    Accuracy,
    /// The least and the most damage of a hit.
    Damage,
    /// The percentage points that an attacker loses.
    Defence,
    /// The acuity of the creature's hearing, in percentage points of normal hearing.
    Hearing,
    /// How far the creature's steps can be heard, in percent of the usual distance.
    Steps,
    /// The oil that the creature's lantern burns, in percent of the usual amount.
    OilBurnt,
    /// The chance that others notice the creature, in percent of the usual chance.
    Noticed,
    /// How long the creature takes to feel its way in the dark, in percent of the usual additional time.
    Feeling,
    /// How long the creature takes to handle doors, lanterns and flames, in percent of the usual time.
    Hands,
}

/// A change of one number. Numbers in percent begin at 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// The number.
    pub number: Number,
    /// What is added to the number.
    pub by: i32,
}

/// All changes of a creature's numbers, added up.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wearer(BTreeMap<Number, i32>);

/// Every number, with its name in data files.
const NAMES: [(Number, &str); 12] = [
    (Number::DarkSight, "dark sight"),
    (Number::Health, "health"),
    (Number::Breath, "breath"),
    (Number::Accuracy, "accuracy"),
    (Number::Damage, "damage"),
    (Number::Defence, "defence"),
    (Number::Hearing, "hearing"),
    (Number::Steps, "steps"),
    (Number::OilBurnt, "oil"),
    (Number::Noticed, "noticed"),
    (Number::Feeling, "feeling"),
    (Number::Hands, "hands"),
];

impl Number {
    /// Returns the names of all numbers.
    pub fn names() -> [&'static str; 12] {
        NAMES.map(|(_, name)| name)
    }

    /// Returns the number with this name.
    pub fn named(name: &str) -> Option<Self> {
        let found = NAMES.iter().find(|(_, it)| *it == name);
        found.map(|(number, _)| *number)
    }
}

impl Wearer {
    /// Returns the sum of all changes of a number.
    pub fn points(&self, number: Number) -> i32 {
        self.0.get(&number).copied().unwrap_or(0)
    }

    /// Returns a number in percent, which is 100 without any changes and never negative.
    pub fn percent(&self, number: Number) -> u32 {
        self.points(number)
            .saturating_add(100)
            .max(0)
            .unsigned_abs()
    }

    /// Returns `amount` changed by a number in percent, rounded.
    pub fn scale(&self, number: Number, amount: u32) -> u32 {
        let scaled = (u64::from(amount) * u64::from(self.percent(number)) + 50) / 100;
        u32::try_from(scaled).unwrap_or(u32::MAX)
    }
}

/// Returns a creature's number in percent, which is 100 without any changes.
pub(crate) fn percent(world: &World, who: Entity, number: Number) -> u32 {
    world
        .get::<Wearer>(who)
        .map_or(100, |it| it.percent(number))
}

/// Changes the numbers of a creature.
pub(crate) fn wear(world: &mut World, who: Entity, changes: &[Change]) {
    let Ok(mut body) = world.get_entity_mut(who) else {
        return;
    };
    let mut wearer = body.take::<Wearer>().unwrap_or_default();
    for &Change { number, by } in changes {
        let sum = wearer.0.entry(number).or_default();
        *sum = sum.saturating_add(by);
        change_body(&mut body, number, by);
    }
    body.insert(wearer);
}

/// Changes a number that a component of the creature holds. The rules ask for the other numbers when they need them.
fn change_body(body: &mut EntityWorldMut, number: Number, by: i32) {
    match number {
        Number::DarkSight => {
            if let Some(mut it) = body.get_mut::<Viewshed>() {
                let far = it.dark_sight().saturating_add_signed(by);
                it.set_dark_sight(far);
            }
        }
        Number::Health => {
            if let Some(mut it) = body.get_mut::<Health>() {
                it.max = it.max.saturating_add(by).max(1);
                it.now = it.now.saturating_add(by).clamp(1, it.max);
            }
        }
        Number::Breath => {
            if let Some(mut it) = body.get_mut::<Breath>() {
                it.max = it.max.saturating_add_signed(by);
                it.now = it.now.saturating_add_signed(by).min(it.max);
            }
        }
        Number::Accuracy => {
            if let Some(mut it) = body.get_mut::<Melee>() {
                it.accuracy = it.accuracy.saturating_add(by);
            }
        }
        Number::Damage => {
            if let Some(mut it) = body.get_mut::<Melee>() {
                let (least, most) = it.damage;
                it.damage = (least.saturating_add(by), most.saturating_add(by));
            }
        }
        Number::Defence => {
            if let Some(mut it) = body.get_mut::<Defence>() {
                it.0 = it.0.saturating_add(by);
            }
        }
        Number::Hearing => {
            if let Some(mut it) = body.get_mut::<Hearing>() {
                it.acuity = it.acuity.saturating_add_signed(by);
            }
        }
        Number::Steps | Number::OilBurnt | Number::Noticed | Number::Feeling | Number::Hands => {}
    }
}
