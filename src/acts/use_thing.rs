//! Using things.

use bevy::prelude::*;

use crate::control::Button::{PadShift, Types};
use crate::control::{NewControl, PadButton};
use crate::game::Action;
use crate::game::{Inventory, Occasion, Player, PlayerCommand, Things};
use crate::modes::aim_throw;
use crate::modes::{AddAnswer, AddWish, Then, Wish, choose_thing};
use crate::view::{AddDeedWords, DeedWords, Fact, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::USE,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You use {}.", fact.thing()?)))
            .seen(|fact: &Fact| Some(format!("{} uses {}.", fact.who, fact.thing()?)))
            .sound(|_, _| Some(Noise::Taken))
            .refusal("no thing", "You have no such thing.")
            .refusal("no charges", "It is spent.")
            .refusal("no effect", "That would do nothing now.")
            .refusal("no use", "You can't use that by itself."),
    )
    .add_wish(WISH)
    .add_answer(
        NewControl::new("use", "use something")
            .keys([Types('I'), PadShift(PadButton::RightTrigger)])
            .after("pack"),
        |world| choose_thing(WISH, world),
    );
}

const WISH: Wish = Wish {
    title: "Use what?",
    refusal: "You have nothing to use.",
    entry: |item, _| {
        let uses = [Occasion::USE, Occasion::ZAP];
        uses.iter()
            .any(|it| item.responds_to(*it))
            .then_some("Use it")
    },
    act: |place, world| match points(place, world) {
        true => aim_throw(place, Action::zap, world),
        false => Then::Obey(PlayerCommand::Act(Action::use_thing(place))),
    },
};

/// Returns whether what is in this place of the player's pack is pointed at a cell.
fn points(place: u8, world: &mut World) -> bool {
    let mut packs = world.query_filtered::<&Inventory, With<Player>>();
    let things = world.resource::<Things>();
    let held = packs.single(world).ok().and_then(|it| it.get(place.into()));
    let item = held.and_then(|it| things.item(it.kind));
    item.is_some_and(|it| it.responds_to(Occasion::ZAP))
}
