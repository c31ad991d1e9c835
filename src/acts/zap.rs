//! Pointing things at cells.

use bevy::prelude::*;

use crate::game::Action;
use crate::view::{AddDeedWords, DeedWords, Fact, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::ZAP,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You point {}.", fact.thing()?)))
            .seen(|fact: &Fact| Some(format!("{} points {}.", fact.who, fact.thing()?)))
            .sound(|_, _| Some(Noise::Taken)),
    );
}
