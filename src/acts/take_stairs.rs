//! The way out, and hunters that come up the stairs.

use bevy::prelude::*;

use crate::game::CAME_UP;
use crate::game::deed::CAME_OUT;
use crate::view::{AddDeedWords, DeedWords, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        CAME_OUT,
        DeedWords::default()
            .own("You step out into the fog, and it gives way.")
            .sound(|_, _| Some(Noise::Stairs)),
    )
    .add_deed_words(
        CAME_UP,
        DeedWords::default()
            .seen("{who} comes up the stairs.")
            .heard("You hear steps on the stairs to the {from}.")
            .sound(|_, _| Some(Noise::Stairs)),
    );
}
