//! Words for what something that the player wears has just done for it.

use bevy::prelude::*;

use crate::game::{FactKind, Number};
use crate::view::{AddDeedWords, DeedWords, Fact};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(FactKind::WORN_HELPED, DeedWords::default().own(thanks_to));
}

fn thanks_to(fact: &Fact) -> Option<String> {
    let did = match Number::named(fact.outcome())? {
        Number::Accuracy => "the blow finds its way".to_owned(),
        Number::Blindness => "the flash does not blind you".to_owned(),
        Number::Defence => "the blow goes wide".to_owned(),
        Number::Surprise => "the blow goes deep".to_owned(),
        Number::Steps => format!("{} does not hear the step", fact.whom),
        Number::Noticed | Number::Dim => format!("{} looks past you", fact.whom),
        _ => return None,
    };
    Some(format!("Thanks to your {}, {did}.", fact.thing_name()?))
}
