//! Throwing things.

use bevy::prelude::*;

use crate::game::Action;
use crate::view::{AddDeedWords, DeedWords, Fact, Moves, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::THROW,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You throw {}.", fact.thing()?)))
            .seen(|fact: &Fact| Some(format!("{} throws {}.", fact.who, fact.thing()?)))
            .sound(|_, _| Some(Noise::Throw))
            .moves(Moves::Flight),
    );
}
