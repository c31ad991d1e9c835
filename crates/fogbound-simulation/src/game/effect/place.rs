//! The verbs that leave something on the ground: `place`, `darken`, and lights that last.

use bevy::prelude::*;

use super::cells::reached;
use super::words::{a, cells, required, turns, within};
use crate::game::being::{
    Area, Incident, Purpose, TICKS_PER_TURN, Things, Verb, Within, leave_things,
};
use crate::map::TileMap;
use crate::vision::Light;

/// Puts a thing on the ground: on one cell or, with a shape, on each walkable cell of it.
#[derive(Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Place {
    /// The name of the thing.
    pub thing: String,
    /// How long the thing lasts, in turns. With 0, it stays.
    #[reflect(@Within::new(0, 9999))]
    pub turns: u32,
}

impl Verb for Place {
    fn act(&self, world: &mut World, incident: &Incident) {
        let Some(kind) = world.resource::<Things>().named(&self.thing) else {
            return;
        };
        let until = incident.tick + u64::from(self.turns) * TICKS_PER_TURN;
        let cells = match incident.area.is_one_cell() {
            true => vec![incident.center()],
            false => {
                let map = world.resource::<TileMap>();
                let all = reached(world, incident).into_iter();
                all.filter(|cell| map.is_walkable(*cell)).collect()
            }
        };
        let until = (self.turns > 0).then_some(until);
        leave_things(world, kind, &cells, until);
    }

    fn words(&self, area: Area) -> Option<String> {
        let long = match self.turns {
            0 => String::new(),
            long => format!(" for {}", turns(long)),
        };
        let place = match area.is_one_cell() {
            true => String::new(),
            false => format!(" on each cell {}", within(area)),
        };
        Some(format!("leaves {}{place}{long}", a(&self.thing)))
    }

    fn check(&self) -> Result<(), String> {
        required("thing", &self.thing, "a thing")
    }

    fn things(&self) -> Vec<&str> {
        vec![&self.thing]
    }
}

/// Takes light away from cells for a while.
#[derive(Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Darken {
    /// How long the darkness lasts, in turns.
    #[reflect(@Within::new(1, 9999))]
    pub turns: u32,
    /// The name of the thing that is seen at the centre.
    pub looks: String,
}

impl Default for Darken {
    fn default() -> Self {
        Self {
            turns: 30,
            looks: "gloom".to_owned(),
        }
    }
}

impl Verb for Darken {
    fn act(&self, world: &mut World, incident: &Incident) {
        let light = Light::new(incident.area.far).as_darkness();
        shine_for(world, incident, (&self.looks, light), self.turns);
    }

    fn purpose(&self) -> Option<Purpose> {
        Some(Purpose::Hide)
    }

    fn things(&self) -> Vec<&str> {
        vec![&self.looks]
    }

    fn words(&self, area: Area) -> Option<String> {
        let far = cells(area.far);
        Some(format!(
            "swallows light {far} around for {}",
            turns(self.turns)
        ))
    }
}

/// Leaves a light, or a darkness, on the ground for a while. It looks like the thing with this name.
pub(super) fn shine_for(
    world: &mut World,
    incident: &Incident,
    (looks, light): (&str, Light),
    turns: u32,
) {
    let until = incident.tick + u64::from(turns) * TICKS_PER_TURN;
    let Some(kind) = world.resource::<Things>().named(looks) else {
        return;
    };
    for glow in leave_things(world, kind, &[incident.center()], Some(until)) {
        world.entity_mut(glow).insert(light);
    }
}
