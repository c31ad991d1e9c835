//! Dropping things.

use bevy::prelude::*;

use crate::control::{Button::Types, NewControl};
use crate::game::Action;
use crate::game::PlayerCommand;
use crate::modes::{AddAnswer, AddWish, Then, Wish, choose_thing};
use crate::view::{AddDeedWords, DeedWords, Fact, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::DROP,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You drop {}.", fact.thing()?)))
            .refusal("sticks", "You can't get it off.")
            .refusal("clings", "You can't get rid of it.")
            .sound(|_, _| Some(Noise::Throw)),
    )
    .add_wish(WISH)
    .add_answer(
        NewControl::new("drop", "drop something")
            .keys([Types('p')])
            .after("wear"),
        |world| choose_thing(WISH, world),
    );
}

const WISH: Wish = Wish {
    control: "drop",
    title: "Drop what?",
    refusal: "Your pack is empty.",
    entry: |_, _| Some("Drop it"),
    act: |place, _| Then::Obey(PlayerCommand::Act(Action::drop(place))),
};
