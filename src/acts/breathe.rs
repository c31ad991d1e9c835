//! Drawing breath and breathing fire.

use bevy::prelude::*;

use crate::game::Action;
use crate::view::{AddDeedWords, DeedWords, Noise, Warns};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::DRAW_BREATH,
        DeedWords::default()
            .own("You draw breath.")
            .seen("{who} draws breath.")
            .heard("You hear something draw breath to the {from}.")
            .warns(Warns::Others),
    )
    .add_deed_words(
        Action::BREATHING,
        DeedWords::default()
            .own("You breathe fire.")
            .seen("{who} breathes fire!")
            .heard("You hear the roar of fire to the {from}.")
            .sound(|_, _| Some(Noise::Lit)),
    );
}
