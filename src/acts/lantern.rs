//! Setting a lantern, and its oil.

use bevy::prelude::*;

use crate::control::Button::{Pad, PadShift, Types};
use crate::control::{NewControl, PadButton, WizardMode};
use crate::game::{Action, FactKind, Lantern, OilLevel};
use crate::game::{Game, LightRule, PlayerCommand, player_of};
use crate::modes::{AddAnswer, Then, hint};
use crate::view::{AddDeedWords, DeedWords, Fact, Noise, Warns, turns};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::LANTERN,
        DeedWords::default()
            .own(set)
            .refusal("uncoverable", "The beacon cannot be covered.")
            .refusal("no lantern", "You can't set your lantern that way.")
            .sound(|did, _| {
                let is_shut = did.amount == Lantern::Shut as u32;
                Some(if is_shut { Noise::PutOut } else { Noise::Lit })
            }),
    )
    .add_deed_words(
        FactKind::TOOK_OIL,
        DeedWords::default()
            .own(|fact: &Fact| {
                let gained = turns(fact.amount());
                Some(format!("You fill your lantern: oil for {gained}."))
            })
            .sound(|_, _| Some(Noise::Taken)),
    )
    .add_deed_words(
        FactKind::LEFT_OIL,
        DeedWords::default().own("You leave the oil. Your lantern has no room for all of it yet."),
    )
    .add_deed_words(
        FactKind::OIL_LOW,
        DeedWords::default().own(low).warns(Warns::Own),
    )
    .add_answer(
        NewControl::new("shorter-sight", "close your lantern")
            .keys([Types('['), Pad(PadButton::LeftShoulder)])
            .after("previous")
            .repeats(),
        |world| change(world, -1, Lantern::closed),
    )
    .add_answer(
        NewControl::new("longer-sight", "open your lantern")
            .keys([Types(']'), Pad(PadButton::RightShoulder)])
            .after("shorter-sight")
            .repeats(),
        |world| change(world, 1, Lantern::opened),
    )
    .add_answer(
        NewControl::new("shut-lantern", "shut your lantern at once")
            .keys([Types('{'), PadShift(PadButton::LeftShoulder)])
            .after("longer-sight"),
        |world| set_lantern(world, |now| Some(Lantern::Shut).filter(|it| *it != now)),
    )
    .add_answer(
        NewControl::new("open-lantern", "open your lantern at once")
            .keys([Types('}'), PadShift(PadButton::RightShoulder)])
            .after("shut-lantern"),
        |world| set_lantern(world, |now| Some(Lantern::Open).filter(|it| *it != now)),
    );
}

fn set(fact: &Fact) -> Option<String> {
    let lantern = *Lantern::ALL.get(fact.amount() as usize)?;
    let words = match lantern {
        Lantern::Shut => "You shut your lantern.",
        Lantern::Narrowed => "You set your lantern to a beam.",
        Lantern::Open => "You open your lantern.",
    };
    Some(words.to_owned())
}

/// Warns of the oil in the player's lantern.
fn low(fact: &Fact) -> Option<String> {
    let is = |level: OilLevel| fact.amount() == level as u32;
    let words = match () {
        () if is(OilLevel::Quarter) => "A quarter of your oil is left.",
        () if is(OilLevel::Tenth) => "A tenth of your oil is left.",
        () if is(OilLevel::Empty) => "Your oil is gone. Only an ember glows in your lantern.",
        () => return None,
    };
    Some(words.to_owned())
}

/// Changes the lantern by one step. A wizard, and a player in a world without darkness, change the radius of the sight
/// instead.
fn change(world: &mut World, by: i32, wanted: fn(Lantern) -> Option<Lantern>) -> Then {
    if world.resource::<WizardMode>().is_on {
        return Then::Do(PlayerCommand::StretchRadius(by));
    }
    match (lantern(world), is_dark(world)) {
        (None, false) => Then::Do(PlayerCommand::ChangeRadius(by)),
        _ => set_lantern(world, wanted),
    }
}

/// Sets the lantern as wanted, or says that it is set so already.
fn set_lantern(world: &mut World, wanted: impl Fn(Lantern) -> Option<Lantern>) -> Then {
    let now = lantern(world);
    // The game refuses to set a lantern that the player does not have, and says why.
    let to = now.map_or(Some(Lantern::Shut), wanted);
    match (to, now) {
        (Some(to), _) => Then::Do(PlayerCommand::Act(Action::set_lantern(to))),
        (None, now) => {
            let already = now.map(|it| format!("Your lantern is already {}.", it.name()));
            hint(world, already.unwrap_or_default());
            Then::Stay
        }
    }
}

fn is_dark(world: &World) -> bool {
    let game = world.get_resource::<Game>();
    game.is_some_and(|it| it.setup.light != LightRule::Off)
}

/// Returns the setting of the player's lantern, if the player has one.
fn lantern(world: &World) -> Option<Lantern> {
    world.get::<Lantern>(player_of(world)?).copied()
}
