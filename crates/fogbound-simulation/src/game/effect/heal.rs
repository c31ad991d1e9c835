//! The verbs `heal` and `oil`, which give back what is lost.

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell};
use crate::game::being::{
    Affect, Area, Did, FactKind, Happening, Health, Incident, Oil, Purpose, Verb, Within, place_of,
    tell,
};

/// Heals creatures.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Heal {
    /// How many hit points each of them regains.
    #[reflect(@Within::new(1, 999))]
    pub amount: i32,
}

impl Default for Heal {
    fn default() -> Self {
        Self { amount: 10 }
    }
}

impl Verb for Heal {
    fn act(&self, world: &mut World, incident: &Incident) {
        for who in concerned(world, incident) {
            let Some(mut health) = world.get_mut::<Health>(who) else {
                continue;
            };
            if health.is_hurt() {
                let points = health.heal(self.amount).unsigned_abs();
                let at = place_of(world, who).unwrap_or(incident.at);
                tell(world, who, at, Happening::Affected(Affect::Healed(points)));
            }
        }
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        let health = world.get::<Health>(incident.who);
        is_own_cell(incident) && health.is_some_and(|it| !it.is_hurt())
    }

    fn purpose(&self) -> Option<Purpose> {
        Some(Purpose::Heal)
    }

    fn words(&self, _area: Area) -> Option<String> {
        let points = if self.amount == 1 { "point" } else { "points" };
        Some(format!("heals {} {points}", self.amount))
    }
}

/// Fills lanterns with oil.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct GiveOil {
    /// For how many turns an open lantern burns the oil.
    #[reflect(@Within::new(1, 9999))]
    pub turns: u32,
}

impl Default for GiveOil {
    fn default() -> Self {
        Self { turns: 150 }
    }
}

impl Verb for GiveOil {
    fn act(&self, world: &mut World, incident: &Incident) {
        for who in concerned(world, incident) {
            if let Some(mut oil) = world.get_mut::<Oil>(who) {
                let turns = oil.add(self.turns);
                let at = place_of(world, who).unwrap_or(incident.at);
                tell(world, who, at, Did::of(FactKind::TOOK_OIL).amount(turns));
            }
        }
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        let oil = world.get::<Oil>(incident.who);
        is_own_cell(incident) && !oil.is_some_and(|it| it.has_room_for(1))
    }

    fn words(&self, _area: Area) -> Option<String> {
        Some(format!("gives a lantern oil for {} turns", self.turns))
    }
}
