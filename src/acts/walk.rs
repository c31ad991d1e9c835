//! Steps.

use bevy::prelude::*;

use crate::game::Action;
use crate::view::{AddDeedWords, DeedWords};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::STEP,
        DeedWords::default().refusal("fire", "A fire burns there. Run to go through it."),
    );
}
