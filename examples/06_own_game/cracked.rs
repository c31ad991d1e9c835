//! A condition: the creature stands on floor that a leap has cracked.

use bevy::prelude::*;
use fogbound::game::effect::{AddTerms, Condition, Subject};

use super::leap::CrackedFloor;

const CRACKED: Condition = Condition {
    name: "cracked",
    for_you: "on cracked floor",
    for_it: "on cracked floor",
    for_other: "if the other is on cracked floor",
    about: "a leap has cracked the floor under the monster",
    subject: Subject::Cell,
    holds: |world, incident, _| {
        let IVec2 { x, y } = incident.at;
        world.resource::<CrackedFloor>().0.contains(&(y, x))
    },
    ..Condition::PLAIN
};

pub fn plugin(app: &mut App) {
    app.add_condition(CRACKED);
}
