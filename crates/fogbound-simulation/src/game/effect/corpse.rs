//! The verbs `raise` and `consume`, which need a corpse.

use bevy::prelude::*;

use super::cells::reached;
use super::spawn::put;
use super::words::{a, required, within};
use crate::game::being::{
    Affect, Area, Did, FactKind, Happening, Health, Incident, Occupancy, Things, Verb, Within,
    lying_at, room_for_creatures, tell,
};
use crate::game::bestiary::Bestiary;
use crate::vision::ObjectKind;

impl FactKind {
    /// The actor has risen from a corpse, the thing.
    pub const ROSE: Self = Self::new("rose");
}

/// Makes monsters of corpses. They are on the side of the creature that has the effect.
#[derive(Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Raise {
    /// The name of the monster.
    pub kind: String,
}

impl Verb for Raise {
    fn act(&self, world: &mut World, incident: &Incident) {
        let Some(monster) = world.resource::<Bestiary>().get(&self.kind).cloned() else {
            return;
        };
        for cell in reached(world, incident) {
            let is_free = world.resource::<Occupancy>().at(cell).is_none();
            if !is_free || room_for_creatures(world, 1) == 0 {
                continue;
            }
            if let Some((corpse, kind)) = corpse_on(world, cell) {
                world.despawn(corpse);
                let risen = put(world, &monster, cell, incident);
                tell(world, risen, cell, Did::of(FactKind::ROSE).with(kind));
            }
        }
    }

    fn check(&self) -> Result<(), String> {
        required("kind", &self.kind, "a monster")
    }

    fn monsters(&self) -> Vec<&str> {
        vec![&self.kind]
    }

    fn words(&self, area: Area) -> Option<String> {
        let (kind, within) = (a(&self.kind), within(area));
        Some(format!("makes {kind} of each corpse {within}"))
    }
}

/// Heals the creature that has the effect for each corpse, which is gone then.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Consume {
    /// How many hit points it regains for each.
    #[reflect(@Within::new(0, 999))]
    pub amount: i32,
}

impl Default for Consume {
    fn default() -> Self {
        Self { amount: 5 }
    }
}

impl Verb for Consume {
    fn act(&self, world: &mut World, incident: &Incident) {
        for cell in reached(world, incident) {
            let Some((corpse, _)) = corpse_on(world, cell) else {
                continue;
            };
            world.despawn(corpse);
            let Some(mut health) = world.get_mut::<Health>(incident.owner) else {
                continue;
            };
            let points = health.heal(self.amount).unsigned_abs();
            let healed = Happening::Affected(Affect::Healed(points));
            tell(world, incident.owner, incident.from, healed);
        }
    }

    fn words(&self, area: Area) -> Option<String> {
        let (amount, within) = (self.amount, within(area));
        Some(format!(
            "turns each corpse {within} into {amount} hit points"
        ))
    }
}

/// Returns a corpse on a cell, and its kind.
fn corpse_on(world: &mut World, cell: IVec2) -> Option<(Entity, ObjectKind)> {
    let lying = lying_at(world, cell);
    let things = world.resource::<Things>();
    let mut lying = lying.into_iter().map(|(it, kind)| (it, ObjectKind(kind)));
    lying.find(|(_, kind)| things.is_corpse(*kind))
}
