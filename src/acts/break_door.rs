//! Striking a closed door.

use bevy::prelude::*;

use crate::game::Action;
use crate::view::{AddDeedWords, DeedWords, Fact, Moves, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::BREAK_DOOR,
        DeedWords::default()
            .own(|fact: &Fact| {
                let words = match has_fallen(fact) {
                    true => "You break the door down.",
                    false => "You hammer on the door.",
                };
                Some(words.to_owned())
            })
            .seen(|fact: &Fact| {
                let does = match fact.outcome() {
                    "burnt down" => "burns a door to ashes",
                    "broken" => "breaks a door down",
                    "set on fire" => "sets fire to a door",
                    _ => "hammers on a door",
                };
                Some(format!("{} {does}.", fact.who))
            })
            .heard(|fact: &Fact| {
                let from = fact.from;
                Some(match fact.outcome() {
                    "struck" => format!("Something hammers on wood to the {from}."),
                    "broken" => format!("You hear breaking wood to the {from}."),
                    _ => format!("You hear burning wood to the {from}."),
                })
            })
            .sound(|_, _| Some(Noise::Door))
            .moves(Moves::Flash),
    );
}

fn has_fallen(fact: &Fact) -> bool {
    matches!(fact.outcome(), "broken" | "burnt down")
}
