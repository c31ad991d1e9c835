//! Pointing things at cells.

use bevy::prelude::*;

use crate::game::{Action, Inventory, Occasion, PlayerCommand, Things, player_of};
use crate::modes::{AddWish, Then, Wish, aim_throw};
use crate::view::{AddDeedWords, DeedWords, Fact, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::ZAP,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You point {}.", fact.thing()?)))
            .seen(|fact: &Fact| Some(format!("{} points {}.", fact.who, fact.thing()?)))
            .sound(|_, _| Some(Noise::Taken)),
    )
    .add_wish(WISH);
}

/// Who uses such a thing points it at a cell.
const WISH: Wish = Wish {
    control: "use",
    title: "Use what?",
    refusal: "You have nothing to use.",
    entry: |item, _| item.responds_to(Occasion::ZAP).then_some("Use it"),
    act: |place, world| match is_spent(place, world) {
        // Nobody aims what is spent. The rules say so.
        true => Then::Obey(PlayerCommand::Act(Action::zap(place, IVec2::ZERO))),
        false => aim_throw(place, Action::zap, world),
    },
};

fn is_spent(place: u8, world: &World) -> bool {
    let pack = player_of(world).and_then(|it| world.get::<Inventory>(it));
    let held = pack.and_then(|it| it.get(place.into()));
    let item = held.and_then(|it| world.resource::<Things>().item(it.kind));
    held.zip(item)
        .is_some_and(|(held, item)| item.is_spent(held))
}
