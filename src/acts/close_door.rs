//! Closing a door.

use bevy::prelude::*;

use super::doors::door_name;
use crate::control::{Button, NewControl};
use crate::game::Action;
use crate::game::PlayerCommand;
use crate::modes::{AddAnswer, Then, ask_way, ways_beside};
use crate::view::{AddDeedWords, DeedWords, Fact, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::CLOSE_DOOR,
        DeedWords::default()
            .own(own)
            .seen(|fact: &Fact| closes(fact, format!("{} closes a door.", fact.who)))
            .heard(|fact: &Fact| closes(fact, format!("You hear a door to the {}.", fact.from)))
            .sound(|_, _| Some(Noise::Door))
            .refusal("no door", "There is no open door here."),
    )
    .add_answer(
        NewControl::new("close-door", "close a door beside you")
            .key(Button::Types('c'))
            .after("stairs-down"),
        close_door,
    );
}

fn own(fact: &Fact) -> Option<String> {
    let door = door_name(fact.tile);
    Some(match (fact.outcome(), fact.thing()) {
        ("held", _) => {
            let holder = fact.did.target.map_or("something", |_| &fact.known_target);
            format!("{holder} holds the door open.")
        }
        (_, Some(thing)) => format!("You push {thing} aside and close the {door}."),
        (_, None) => format!("You close the {door}."),
    })
}

/// Nothing is said of another creature's door that an enemy holds open.
fn closes(fact: &Fact, words: String) -> Option<String> {
    (fact.outcome() != "held").then_some(words)
}

/// Closes the door beside the player, or asks which one to close if there are several.
fn close_door(world: &mut World) -> Then {
    let ways = ways_beside(world, |tile| tile.closes_to().is_some());
    if ways.len() > 1 {
        return ask_way("Close which door?", ways, Action::close_door);
    }
    Then::Do(PlayerCommand::Act(Action::CLOSE_A_DOOR))
}
