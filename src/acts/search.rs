//! Searching the walls.

use bevy::prelude::*;

use crate::game::Action;
use crate::game::deed::FOUND_SECRET;
use crate::view::{AddDeedWords, DeedWords};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::SEARCHING,
        DeedWords::default().own("You search the walls around you."),
    )
    .add_deed_words(
        FOUND_SECRET,
        DeedWords::default()
            .own("You find a secret door!")
            .seen("{who} finds a secret door."),
    );
}
