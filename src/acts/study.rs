//! Studying monsters, and the boons that this earns.

use bevy::prelude::*;

use crate::control::Control;
use crate::game::{CHOSE_BOON, EARNED_BOON, STUDIED};
use crate::view::{AddDeedWords, DeedWords, Fact};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        STUDIED,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You know {} now.", fact.known_target))),
    )
    .add_deed_words(
        EARNED_BOON,
        DeedWords::default().own(|fact: &Fact| {
            let key = fact.key(Control::Boon);
            Some(format!(
                "You have learned enough to choose a boon: press {key}."
            ))
        }),
    )
    .add_deed_words(
        CHOSE_BOON,
        DeedWords::default()
            .refusal("no boon", "You have no such boon to choose.")
            .own(|fact: &Fact| {
                let mut boons = fact.game?.setup.boons.iter();
                let boon = boons.nth(fact.amount() as usize)?;
                Some(format!("You choose {}. {}", boon.name, boon.words))
            }),
    );
}
