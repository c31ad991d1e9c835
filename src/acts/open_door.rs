//! Opening a door.

use bevy::prelude::*;

use super::doors::door_name;
use crate::game::Action;
use crate::view::{AddDeedWords, DeedWords, Fact, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::OPEN_DOOR,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You open the {}.", door_name(fact.tile))))
            .refusal("locked", "It is locked, and you have no key to it.")
            .seen("{who} opens a door.")
            .heard("You hear a door to the {from}.")
            .sound(|_, _| Some(Noise::Door)),
    );
}
