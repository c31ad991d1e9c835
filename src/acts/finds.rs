//! What the player comes upon and takes.

use crate::game::FactKind;
use bevy::prelude::*;

use crate::view::{AddDeedWords, DeedWords, Fact, Noise, capitalized, pack_letter};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        FactKind::FOUND,
        DeedWords::default().own(|fact: &Fact| Some(format!("You come upon {}.", fact.thing()?))),
    )
    .add_deed_words(
        FactKind::PICKED_UP,
        DeedWords::default().own(picked_up).sound(|did, _| {
            let is_taken = did.outcome != "no room";
            is_taken.then_some(Noise::Taken)
        }),
    )
    .add_deed_words(
        FactKind::TOOK_TREASURE,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You take the treasure: {} points.", fact.amount())))
            .sound(|_, _| Some(Noise::Taken)),
    )
    .add_deed_words(
        FactKind::TOOK_BEACON,
        DeedWords::default()
            .own(took_goal)
            .sound(|_, _| Some(Noise::Taken)),
    )
    .add_deed_words(
        FactKind::GOAL,
        DeedWords::default().own(|fact: &Fact| Some(capitalized(&format!("{}.", fact.outcome())))),
    )
    .add_deed_words(
        FactKind::ALL_DONE,
        DeedWords::default().own(|fact: &Fact| {
            let done = fact.game?.setup.goals.done();
            (!done.is_empty()).then(|| done.to_owned())
        }),
    );
}

fn took_goal(fact: &Fact) -> Option<String> {
    Some(fact.game?.setup.goals.taken().to_owned())
}

fn picked_up(fact: &Fact) -> Option<String> {
    let thing = fact.thing()?;
    Some(match fact.outcome() {
        "no room" => format!("Your pack has no room for {thing}."),
        _ => format!(
            "You pick up {thing} ({}).",
            pack_letter(fact.amount() as usize)
        ),
    })
}
