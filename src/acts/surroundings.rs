//! What light, fire and air do, and what a level does.

use bevy::prelude::*;

use crate::game::deed::{SCORCHED, SEARED};
use crate::game::{AIR_CLEARED, NO_DUNGEON, RADIUS_CHANGED, TOOK_HEART};
use crate::view::{AddDeedWords, DeedWords, Fact, Moves, Noise, Warns};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(SCORCHED, burns("fire").warns(Warns::Own))
        .add_deed_words(SEARED, burns("light"))
        .add_deed_words(
            AIR_CLEARED,
            DeedWords::default().own("The air around you clears."),
        )
        .add_deed_words(TOOK_HEART, DeedWords::default().own("You take heart."))
        .add_deed_words(
            NO_DUNGEON,
            DeedWords::default()
                .own("The new dungeon could not be built, so you stay where you are."),
        )
        .add_deed_words(
            RADIUS_CHANGED,
            DeedWords::default()
                .own(|fact: &Fact| Some(format!("Sight radius: {}.", fact.amount()))),
        );
}

/// Returns the words for a creature that something around it burns.
fn burns(what: &'static str) -> DeedWords {
    DeedWords::default()
        .own(move |fact: &Fact| Some(format!("The {what} burns you for {}.", fact.amount())))
        .seen(move |fact: &Fact| {
            Some(format!(
                "the {what} burns {} for {}.",
                fact.who,
                fact.amount()
            ))
        })
        .sound(|_, is_own| is_own.then_some(Noise::Wound))
        .moves(Moves::Wound)
}
