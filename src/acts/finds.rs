//! What the player comes upon and takes.

use bevy::prelude::*;

use crate::game::deed::{FOUND, TOOK_BEACON, TOOK_TREASURE};
use crate::view::{AddDeedWords, DeedWords, Fact, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        FOUND,
        DeedWords::default().own(|fact: &Fact| Some(format!("You come upon {}.", fact.thing()?))),
    )
    .add_deed_words(
        TOOK_TREASURE,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You take the treasure: {} points.", fact.amount())))
            .sound(|_, _| Some(Noise::Taken)),
    )
    .add_deed_words(
        TOOK_BEACON,
        DeedWords::default()
            .own(
                "You take the beacon. Its light cannot be covered, and everything wakes up. \
                 Carry it out the way you came in!",
            )
            .sound(|_, _| Some(Noise::Taken)),
    );
}
