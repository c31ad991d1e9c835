//! The verbs `strike` and `shoot`: blows and shots of the creature that has the effect.

use bevy::prelude::*;

use super::cells::concerned;
use super::words::within;
use crate::fov::Sight;
use crate::game::being::{Area, Incident, Purpose, Verb, Within, cells, place_of};
use crate::game::deed::{Blow, Doer};
use crate::game::sense::{knows_of, line_of_sight};
use crate::map::TileMap;

/// Strikes creatures.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Strike {
    /// The least and the most damage.
    #[reflect(@Within::new(0, 999))]
    pub damage: (i32, i32),
    /// The chance to hit a creature without defence, in percent.
    #[reflect(@Within::new(0, 100))]
    pub accuracy: i32,
    /// How many cells away a creature can be.
    #[reflect(@Within::new(1, 64))]
    pub reach: u32,
}

impl Default for Strike {
    fn default() -> Self {
        Self {
            damage: (1, 3),
            accuracy: 70,
            reach: 1,
        }
    }
}

impl Verb for Strike {
    fn act(&self, world: &mut World, incident: &Incident) {
        let blow = (self.damage, self.accuracy, false);
        land(world, incident, self.reach, blow);
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        !reaches(world, incident, self.reach)
    }

    fn purpose(&self) -> Option<Purpose> {
        Some(Purpose::Harm)
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(words("strikes", self.damage, self.reach, area))
    }
}

/// Shoots at creatures, along a clear line.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Shoot {
    /// The least and the most damage.
    #[reflect(@Within::new(0, 999))]
    pub damage: (i32, i32),
    /// The chance to hit a creature without defence, in percent.
    #[reflect(@Within::new(0, 100))]
    pub accuracy: i32,
    /// How many cells away a creature can be.
    #[reflect(@Within::new(1, 64))]
    pub range: u32,
}

impl Default for Shoot {
    fn default() -> Self {
        Self {
            damage: (1, 3),
            accuracy: 70,
            range: 7,
        }
    }
}

impl Verb for Shoot {
    fn act(&self, world: &mut World, incident: &Incident) {
        let blow = (self.damage, self.accuracy, true);
        land(world, incident, self.range, blow);
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        !reaches(world, incident, self.range)
    }

    fn purpose(&self) -> Option<Purpose> {
        Some(Purpose::Harm)
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(words("shoots", self.damage, self.range, area))
    }
}

fn words(does: &str, (least, most): (i32, i32), far: u32, area: Area) -> String {
    let whom = match area == Area::CELL {
        true => format!("an enemy within {}", cells(far)),
        false => format!("everyone {}", within(area)),
    };
    let at = if does == "shoots" { " at" } else { "" };
    format!("{does}{at} {whom} for {least} to {most}")
}

/// Returns whether a blow from the owner's cell may land on another cell.
fn reaches(world: &World, incident: &Incident, far: u32) -> bool {
    let at = incident.center();
    let is_other = at != incident.from && is_clear(world, incident.from, at, far);
    is_other || !incident.area.is_one_cell()
}

fn is_clear(world: &World, from: IVec2, at: IVec2, far: u32) -> bool {
    let is_beside = (at - from).abs().max_element() <= 1;
    let is_near = Sight::default().with_radius(far).reaches(at - from);
    is_beside || is_near && line_of_sight(world.resource::<TileMap>(), at, from)
}

/// Lands a blow on each creature concerned but the owner, as far as the blow reaches.
fn land(
    world: &mut World,
    incident: &Incident,
    far: u32,
    (damage, accuracy, shot): ((i32, i32), i32, bool),
) {
    for target in concerned(world, incident) {
        let place = place_of(world, target).filter(|_| target != incident.owner);
        let doer = Doer::of(world, incident.owner);
        let (Some(at), Some(doer)) = (place, doer) else {
            continue;
        };
        // A blow at a single cell meets whoever is there. Nobody strikes around itself at those it does not perceive.
        let aims = incident.area.is_one_cell() || knows_of(world, incident.owner, target, at);
        if aims && is_clear(world, doer.at, at, far) {
            let dice = incident.dice(world, &format!("blow at {} {}", at.x, at.y));
            let blow = Blow::of_effect(accuracy, damage, shot, dice);
            blow.land(world, &doer, target, at);
        }
    }
}
