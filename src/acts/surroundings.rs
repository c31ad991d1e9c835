//! What light, fire and air do, and what a level does.

use crate::game::FactKind;
use bevy::prelude::*;

use crate::view::{AddDeedWords, DeedWords, Fact, Moves, Noise, Warns};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(FactKind::SCORCHED, burns("fire").warns(Warns::Own))
        .add_deed_words(FactKind::SEARED, burns("light"))
        .add_deed_words(
            FactKind::TURNED,
            DeedWords::default()
                .own(|fact: &Fact| {
                    let worn = fact
                        .thing_name()
                        .map(|it| format!("Your {it} turns the blow."));
                    Some(worn.unwrap_or_else(|| "What you wear turns the blow.".to_owned()))
                })
                .seen(|fact: &Fact| Some(format!("{} turns the blow.", fact.who))),
        )
        .add_deed_words(
            FactKind::AIR_CLEARED,
            DeedWords::default().own("The air around you clears."),
        )
        .add_deed_words(
            FactKind::TOOK_HEART,
            DeedWords::default().own("You take heart."),
        )
        .add_deed_words(
            FactKind::NO_DUNGEON,
            DeedWords::default()
                .own("The new dungeon could not be built, so you stay where you are."),
        )
        .add_deed_words(
            FactKind::RADIUS_CHANGED,
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
