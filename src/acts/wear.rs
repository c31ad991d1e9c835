//! Putting things on, and taking them off.

use bevy::prelude::*;

use crate::control::{Button::Types, NewControl};
use crate::game::Action;
use crate::game::PlayerCommand;
use crate::modes::{AddAnswer, AddWish, Then, Wish, choose_thing};
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
            .refusal("not worn", "You can't wear that.")
            .refusal("sticks", "You can't get it off.")
            .refusal("other sticks", "You can't get off what you wear there."),
    )
    .add_wish(WISH)
    .add_answer(
        NewControl::new("wear", "put something on, or take it off")
            .keys([Types('e')])
            .after("use"),
        |world| choose_thing(WISH, world),
    );
}

const WISH: Wish = Wish {
    control: "wear",
    title: "Put on or take off what?",
    refusal: "You have nothing to wear.",
    entry: |item, is_worn| {
        let entry = if is_worn { "Take it off" } else { "Put it on" };
        item.worn.is_some().then_some(entry)
    },
    act: |place, _| Then::Obey(PlayerCommand::Act(Action::wear(place))),
};
