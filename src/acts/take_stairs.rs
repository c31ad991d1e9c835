//! The way out, and hunters that come up the stairs.

use bevy::prelude::*;

use crate::game::deed::CAME_OUT;
use crate::game::{Action, CAME_UP};
use crate::view::{AddDeedWords, DeedWords, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::STAIRS,
        DeedWords::default()
            .refusal("no stairs", "There are no stairs here that you can take.")
            .refusal(
                "no beacon",
                "This is the way out, but you won't leave without the beacon.",
            ),
    )
    .add_deed_words(
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
