//! Using things.

use bevy::prelude::*;

use crate::control::Button::{PadShift, Types};
use crate::control::{NewControl, PadButton};
use crate::game::Action;
use crate::game::{Occasion, PlayerCommand};
use crate::modes::{AddAnswer, AddWish, Then, Wish, choose_thing};
use crate::view::{AddDeedWords, DeedWords, Fact, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::USE,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You use {}.", fact.thing()?)))
            .seen(|fact: &Fact| Some(format!("{} uses {}.", fact.who, fact.thing()?)))
            .sound(|_, _| Some(Noise::Taken))
            .refusal("no thing", "You have no such thing.")
            .refusal("no charges", "It is spent.")
            .refusal("no effect", "That would do nothing now.")
            .refusal("no use", "You can't use that by itself."),
    )
    .add_wish(WISH)
    .add_answer(
        NewControl::new("use", "use something")
            .keys([Types('I'), PadShift(PadButton::RightTrigger)])
            .after("pack"),
        |world| choose_thing(WISH, world),
    );
}

const WISH: Wish = Wish {
    control: "use",
    title: "Use what?",
    refusal: "You have nothing to use.",
    entry: |item, _| item.responds_to(Occasion::USE).then_some("Use it"),
    act: |place, _| Then::Obey(PlayerCommand::Act(Action::use_thing(place))),
};
