//! Using things.

use bevy::prelude::*;

use crate::game::Action;
use crate::view::{AddDeedWords, DeedWords, Fact, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::USE,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You use {}.", fact.thing()?)))
            .seen(|fact: &Fact| Some(format!("{} uses {}.", fact.who, fact.thing()?)))
            .sound(|_, _| Some(Noise::Taken))
            .refusal("no thing", "You have no such thing.")
            .refusal("no effect", "That would do nothing now.")
            .refusal("no use", "You can't use that by itself."),
    );
}
