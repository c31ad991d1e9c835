//! Picking things up.

use bevy::prelude::*;

use crate::control::{AddControl, Button, NewControl};
use crate::game::Action;
use crate::game::PlayerCommand;
use crate::view::{AddDeedWords, DeedWords};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::PICKING_UP,
        DeedWords::default().refusal("nothing here", "There is nothing here to pick up."),
    )
    .add_control(
        NewControl::new("pick-up", "pick up what lies here")
            .key(Button::Types('g'))
            .after("drop")
            .commands(PlayerCommand::Act(Action::PICK_UP)),
    );
}
