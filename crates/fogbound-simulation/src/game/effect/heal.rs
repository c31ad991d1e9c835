//! The verbs `heal` and `oil`, which give back what is lost.

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell};
use crate::game::being::{
    Affect, Area, Did, FactKind, Happening, Harm, Health, Incident, Oil, Purpose, Verb, Within,
    place_of, tell,
};
use crate::game::deed::burn;

/// Heals creatures, or hurts them.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Heal {
    /// How many hit points each of them regains or, below 0, loses.
    #[reflect(@Within::new(-999, 999))]
    pub amount: i32,
    /// Of what this is a percentage, if of anything.
    pub of: Share,
}

/// Of what an amount is a percentage.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Share {
    /// Of nothing: it is a number of points.
    #[default]
    Points,
    /// Of the points that were lost on the occasion, such as by a blow.
    Blow,
    /// Of the points of the unhurt creature.
    Health,
}

impl Default for Heal {
    fn default() -> Self {
        let of = Share::Points;
        Self { amount: 10, of }
    }
}

impl Heal {
    /// Returns how many points a creature with this much health gets or, below 0, loses.
    fn points(&self, health: &Health, incident: &Incident) -> i32 {
        let whole = match self.of {
            Share::Points => return self.amount,
            Share::Blow => incident.damage,
            Share::Health => health.max(),
        };
        let points = i64::from(whole) * i64::from(self.amount) / 100;
        points.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

impl FactKind {
    /// An effect hurt the actor. The amount is how many hit points it lost.
    pub const HURT: Self = Self::new("hurt");
}

impl Verb for Heal {
    fn act(&self, world: &mut World, incident: &Incident) {
        for who in concerned(world, incident) {
            let Some(mut health) = world.get_mut::<Health>(who) else {
                continue;
            };
            let points = self.points(&health, incident);
            if points < 0 {
                harm(world, who, points.saturating_neg(), incident);
            } else if points > 0 && health.is_hurt() {
                let points = health.heal(points).unsigned_abs();
                let at = place_of(world, who).unwrap_or(incident.at);
                tell(world, who, at, Happening::Affected(Affect::Healed(points)));
            }
        }
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        let health = world.get::<Health>(incident.who);
        self.amount >= 0 && is_own_cell(incident) && health.is_some_and(|it| !it.is_hurt())
    }

    fn check(&self) -> Result<(), String> {
        match self.amount {
            0 => Err("amount: found `0`; expected a number that is not 0".to_owned()),
            _ => Ok(()),
        }
    }

    fn purpose(&self) -> Option<Purpose> {
        Some(if self.amount < 0 {
            Purpose::Harm
        } else {
            Purpose::Heal
        })
    }

    fn words(&self, _area: Area) -> Option<String> {
        let amount = self.amount.abs();
        let points = if amount == 1 { "point" } else { "points" };
        let does = if self.amount < 0 { "takes" } else { "heals" };
        Some(match self.of {
            Share::Points => format!("{does} {amount} {points}"),
            Share::Blow => format!("{does} {amount}% of what the blow took"),
            Share::Health => format!("{does} {amount}% of full health"),
        })
    }
}

/// Takes hit points from a creature. What kills it is called after the creature or thing that has the effect.
fn harm(world: &mut World, who: Entity, damage: i32, incident: &Incident) {
    let Some(at) = place_of(world, who) else {
        return;
    };
    let by = world.get::<Name>(incident.owner).map(Name::to_string);
    let hurt = Did::of(FactKind::HURT).amount(damage.unsigned_abs());
    burn(
        world,
        (who, at),
        (damage, Harm::Other),
        hurt.into(),
        by.as_deref().unwrap_or("something"),
    );
}

/// Fills lanterns with oil, or empties them.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct GiveOil {
    /// For how many turns an open lantern burns the oil. Below 0, it is taken out.
    #[reflect(@Within::new(-9999, 9999))]
    pub turns: i32,
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
                if self.turns < 0 {
                    oil.spend(self.turns.unsigned_abs());
                    continue;
                }
                let turns = oil.add(self.turns.unsigned_abs());
                let at = place_of(world, who).unwrap_or(incident.at);
                tell(world, who, at, Did::of(FactKind::TOOK_OIL).amount(turns));
            }
        }
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        let oil = world.get::<Oil>(incident.who);
        self.turns > 0 && is_own_cell(incident) && !oil.is_some_and(|it| it.has_room_for(1))
    }

    fn check(&self) -> Result<(), String> {
        match self.turns {
            0 => Err("turns: found `0`; expected a number that is not 0".to_owned()),
            _ => Ok(()),
        }
    }

    fn words(&self, _area: Area) -> Option<String> {
        let turns = self.turns.abs();
        Some(match self.turns < 0 {
            true => format!("takes oil for {turns} turns from a lantern"),
            false => format!("gives a lantern oil for {turns} turns"),
        })
    }
}
