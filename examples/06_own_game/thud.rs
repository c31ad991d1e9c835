//! An occasion: someone has landed beside a monster after a leap.

use bevy::prelude::*;
use fogbound::game::Occupancy;
use fogbound::game::effect::{AddTerms, Occasion, trigger_at};
use fogbound::grid::Direction;

const THUD: Occasion = Occasion {
    name: "thud",
    begins: "When someone lands beside it",
    has_it: true,
    about: "someone has landed beside the monster after a leap",
    ..Occasion::PLAIN
};

pub fn plugin(app: &mut App) {
    app.add_occasion(THUD);
}

/// Lets the monsters beside a cell respond to a landing there.
pub fn land(world: &mut World, cell: IVec2) {
    for way in Direction::ALL {
        if let Some(who) = world.resource::<Occupancy>().at(cell + way.delta()) {
            trigger_at(world, who, THUD, cell);
        }
    }
}
