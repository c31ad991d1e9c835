//! What something that the player wears has just done for it.

use bevy::prelude::*;

use crate::game::FactKind;
use crate::view::{AddDeedWords, DeedWords, Fact};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(FactKind::WORN_HELPED, DeedWords::default().own(thanks_to));
}

fn thanks_to(fact: &Fact) -> Option<String> {
    let did = match fact.outcome() {
        "accuracy" => "the blow finds its way".to_owned(),
        "blindness" => "the flash does not blind you".to_owned(),
        "defence" => "the blow goes wide".to_owned(),
        "surprise" => "the blow goes deep".to_owned(),
        "steps" => format!("{} does not hear the step", fact.whom),
        "noticed" | "dim" => format!("{} looks past you", fact.whom),
        _ => return None,
    };
    Some(format!("Thanks to your {}, {did}.", fact.thing_name()?))
}
