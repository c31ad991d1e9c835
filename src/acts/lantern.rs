//! Setting a lantern, and its oil.

use bevy::prelude::*;

use crate::game::deed::{LEFT_OIL, TOOK_OIL};
use crate::game::{Action, Lantern, OIL_LOW, OilLevel};
use crate::view::{AddDeedWords, DeedWords, Fact, Noise, Warns, turns};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::LANTERN,
        DeedWords::default()
            .own(set)
            .refusal("uncoverable", "The beacon cannot be covered.")
            .refusal("no lantern", "You can't set your lantern that way.")
            .sound(|did, _| {
                let is_shut = did.amount == Lantern::Shut as u32;
                Some(if is_shut { Noise::PutOut } else { Noise::Lit })
            }),
    )
    .add_deed_words(
        TOOK_OIL,
        DeedWords::default()
            .own(|fact: &Fact| {
                let gained = turns(fact.amount());
                Some(format!("You fill your lantern: oil for {gained}."))
            })
            .sound(|_, _| Some(Noise::Taken)),
    )
    .add_deed_words(
        LEFT_OIL,
        DeedWords::default().own("You leave the oil. Your lantern has no room for all of it yet."),
    )
    .add_deed_words(OIL_LOW, DeedWords::default().own(low).warns(Warns::Own));
}

fn set(fact: &Fact) -> Option<String> {
    let lantern = *Lantern::ALL.get(fact.amount() as usize)?;
    let words = match lantern {
        Lantern::Shut => "You shut your lantern.",
        Lantern::Narrowed => "You set your lantern to a beam.",
        Lantern::Open => "You open your lantern.",
    };
    Some(words.to_owned())
}

/// Warns of the oil in the player's lantern.
fn low(fact: &Fact) -> Option<String> {
    let is = |level: OilLevel| fact.amount() == level as u32;
    let words = match () {
        () if is(OilLevel::Quarter) => "A quarter of your oil is left.",
        () if is(OilLevel::Tenth) => "A tenth of your oil is left.",
        () if is(OilLevel::Empty) => "Your oil is gone. Only an ember glows in your lantern.",
        () => return None,
    };
    Some(words.to_owned())
}
