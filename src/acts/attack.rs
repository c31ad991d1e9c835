//! The refusal of whatever needs a target and has none. The words for blows and shots are in `view::sentences` and
//! `view::others`.

use bevy::prelude::*;

use crate::game::Action;
use crate::view::{AddDeedWords, DeedWords};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::ATTACK,
        DeedWords::default().refusal("no target", "There is nothing to aim at."),
    );
}
