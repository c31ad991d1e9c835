//! Searching the walls.

use bevy::prelude::*;

use crate::control::{AddControl, Button, NewControl};
use crate::game::PlayerCommand;
use crate::game::{Action, FactKind};
use crate::view::{AddDeedWords, DeedWords};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::SEARCHING,
        DeedWords::default().own("You search the walls around you."),
    )
    .add_deed_words(
        FactKind::FOUND_SECRET,
        DeedWords::default()
            .own("You find a secret door!")
            .seen("{who} finds a secret door."),
    )
    .add_control(
        NewControl::new("search", "search the walls around you")
            .key(Button::Types('F'))
            .after("flame")
            .repeats()
            .commands(PlayerCommand::Act(Action::SEARCH)),
    );
}
