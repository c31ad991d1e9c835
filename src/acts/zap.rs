//! Pointing things at cells.

use bevy::prelude::*;

use crate::game::{Action, Inventory, Occasion, PlayerCommand, Things, player_of};
use crate::modes::{Then, aim_throw};
use crate::view::{AddDeedWords, DeedWords, Fact, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::ZAP,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You point {}.", fact.thing()?)))
            .seen(|fact: &Fact| Some(format!("{} points {}.", fact.who, fact.thing()?)))
            .sound(|_, _| Some(Noise::Taken)),
    );
}

/// Begins to aim what is in this place of the player's pack. Returns `None` if it is not pointed at anything.
pub(super) fn point(place: u8, world: &mut World) -> Option<Then> {
    let pack = world.get::<Inventory>(player_of(world)?)?;
    let things = world.resource::<Things>();
    let held = pack.get(place.into())?;
    let item = things.item(held.kind)?;
    // Nobody aims what is spent. The rules say so.
    let is_spent = item.is_spent(held);
    item.responds_to(Occasion::ZAP).then(|| match is_spent {
        true => Then::Obey(PlayerCommand::Act(Action::zap(place, IVec2::ZERO))),
        false => aim_throw(place, Action::zap, world),
    })
}
