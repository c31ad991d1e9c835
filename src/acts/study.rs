//! Studying monsters, and the boons that this earns.

use crate::game::FactKind;
use bevy::prelude::*;

use crate::control::Control;
use crate::view::{AddDeedWords, DeedWords, Fact};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        FactKind::STUDIED,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You know {} now.", fact.known_target))),
    )
    .add_deed_words(
        FactKind::EARNED_BOON,
        DeedWords::default().own(|fact: &Fact| {
            let key = fact.key(Control::BOON);
            Some(format!(
                "You have learned enough to choose a boon: press {key}."
            ))
        }),
    )
    .add_deed_words(
        FactKind::CHOSE_BOON,
        DeedWords::default()
            .refusal("no boon", "You have no such boon to choose.")
            .own(|fact: &Fact| {
                let mut boons = fact.game?.setup.boons.iter();
                let boon = boons.nth(fact.amount() as usize)?;
                Some(format!("You choose {}. {}", boon.name, boon.words))
            }),
    );
}
