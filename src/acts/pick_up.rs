//! Picking things up.

use bevy::prelude::*;

use crate::game::Action;
use crate::view::{AddDeedWords, DeedWords, Fact, Noise, pack_letter};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::PICKING_UP,
        DeedWords::default()
            .own(own)
            .refusal("nothing here", "There is nothing here to pick up.")
            .sound(|did, _| {
                let is_taken = did.outcome != "no room";
                is_taken.then_some(Noise::Taken)
            }),
    );
}

fn own(fact: &Fact) -> Option<String> {
    let thing = fact.thing()?;
    Some(match fact.outcome() {
        "no room" => format!("Your pack has no room for {thing}."),
        _ => format!(
            "You pick up {thing} ({}).",
            pack_letter(fact.amount() as usize)
        ),
    })
}
