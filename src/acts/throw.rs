//! Throwing things.

use bevy::prelude::*;

use crate::control::Button::{Pad, Types};
use crate::control::{NewControl, PadButton};
use crate::game::Action;
use crate::modes::aim_throw;
use crate::modes::{AddAnswer, AddWish, Wish, choose_thing};
use crate::view::{AddDeedWords, DeedWords, Fact, Moves, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::THROW,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You throw {}.", fact.thing()?)))
            .refusal("sticks", "You can't get it off.")
            .refusal("clings", "You can't get rid of it.")
            .seen(|fact: &Fact| Some(format!("{} throws {}.", fact.who, fact.thing()?)))
            .sound(|_, _| Some(Noise::Throw))
            .moves(Moves::Flight),
    )
    .add_wish(WISH)
    .add_answer(
        NewControl::new("throw", "throw something")
            .keys([Types('t'), Pad(PadButton::RightTrigger)])
            .after("use"),
        |world| choose_thing(WISH, world),
    );
}

const WISH: Wish = Wish {
    control: "throw",
    title: "Throw what?",
    refusal: "Your pack is empty.",
    entry: |_, _| Some("Throw it"),
    act: |place, world| aim_throw(place, Action::throw, world),
};
