//! Dropping things.

use bevy::prelude::*;

use crate::game::Action;
use crate::view::{AddDeedWords, DeedWords, Fact, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::DROP,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You drop {}.", fact.thing()?)))
            .sound(|_, _| Some(Noise::Throw)),
    );
}
