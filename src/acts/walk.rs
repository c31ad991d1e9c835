//! Steps.

use bevy::prelude::*;

use crate::game::{Action, FactKind};
use crate::view::{AddDeedWords, DeedWords};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::STEP,
        DeedWords::default().refusal("fire", "A fire burns there. Run to go through it."),
    )
    .add_deed_words(
        FactKind::CHANGED_PLACES,
        DeedWords::default().own("You change places with {whom}."),
    );
}
