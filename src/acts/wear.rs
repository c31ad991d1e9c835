//! Putting things on, and taking them off.

use bevy::prelude::*;

use crate::game::Action;
use crate::view::{AddDeedWords, DeedWords, Fact, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::WEAR,
        DeedWords::default()
            .own(|fact: &Fact| {
                Some(match fact.outcome() {
                    "taken off" => format!("You take off the {}.", fact.thing_name()?),
                    _ => format!("You put on {}.", fact.thing()?),
                })
            })
            .sound(|_, _| Some(Noise::Taken))
            .refusal("not worn", "You can't wear that."),
    );
}
