//! A new kind of thing.

use bevy::prelude::*;
use fogbound::game::{AddThing, Thing};

pub fn plugin(app: &mut App) {
    app.add_thing(Thing {
        color: Some((120, 190, 170)),
        // Statues are three times as common as bones.
        weight: 3,
        ..Thing::new("a", "weathered statue", 'Ω')
    });
}
