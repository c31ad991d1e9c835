//! What effects of creatures and things do.

use bevy::prelude::*;

use crate::game::FactKind;
use crate::view::{AddDeedWords, DeedWords, Fact, Moves, Noise, Warns};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        FactKind::HURT,
        DeedWords::default()
            .own(|fact: &Fact| {
                let points = if fact.amount() == 1 {
                    "point"
                } else {
                    "points"
                };
                Some(format!("You lose {} hit {points}.", fact.amount()))
            })
            .seen("{who} is hurt.")
            .sound(|_, is_own| is_own.then_some(Noise::Wound))
            .moves(Moves::Wound)
            .warns(Warns::Own),
    )
    .add_deed_words(
        FactKind::STOLE,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You take {} from {}.", fact.thing()?, fact.whom)))
            .seen(|fact: &Fact| {
                Some(format!(
                    "{} takes {} from {}.",
                    fact.who,
                    fact.thing()?,
                    fact.whom
                ))
            })
            .felt(|fact: &Fact| Some(format!("something takes {} from you.", fact.thing()?)))
            .sound(|_, _| Some(Noise::Taken)),
    )
    .add_deed_words(
        FactKind::GAVE,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("You give {} {}.", fact.whom, fact.thing()?)))
            .seen(|fact: &Fact| {
                Some(format!(
                    "{} gives {} {}.",
                    fact.who,
                    fact.whom,
                    fact.thing()?
                ))
            })
            .felt(|fact: &Fact| Some(format!("something gives you {}.", fact.thing()?)))
            .sound(|_, _| Some(Noise::Taken)),
    )
    .add_deed_words(
        FactKind::LANTERN_OUT,
        DeedWords::default()
            .own("Your lantern goes out!")
            .warns(Warns::Own),
    )
    .add_deed_words(
        FactKind::HELD,
        DeedWords::default()
            .own("You cannot move!")
            .seen("{who} stands as if rooted to the ground.")
            .warns(Warns::Own),
    )
    .add_deed_words(
        FactKind::ROOTED,
        DeedWords::default()
            .own("You cannot leave this spot!")
            .seen("{who} is rooted to the spot.")
            .warns(Warns::Own),
    )
    .add_deed_words(
        FactKind::HID,
        DeedWords::default()
            .own("You are hard to see.")
            .seen("{who} fades from view."),
    )
    .add_deed_words(
        FactKind::SEEN_AGAIN,
        DeedWords::default().own("You can be seen again."),
    )
    .add_deed_words(FactKind::FELL, DeedWords::default().own("You fall!"))
    .add_deed_words(
        FactKind::STRUGGLED,
        DeedWords::default()
            .own("You pull, but cannot step away.")
            .seen("{who} pulls, but cannot step away."),
    )
    .add_deed_words(
        FactKind::FREED,
        DeedWords::default().own("You can step away again."),
    )
    .add_deed_words(
        FactKind::SHIELDED,
        DeedWords::default()
            .own(|fact: &Fact| Some(format!("Something takes {} of it for you.", fact.amount())))
            .seen(|fact: &Fact| {
                Some(format!(
                    "something takes {} of it for {}.",
                    fact.amount(),
                    fact.who
                ))
            }),
    )
    .add_deed_words(
        FactKind::LOST,
        DeedWords::default()
            .own(|fact: &Fact| {
                let end = match fact.outcome() {
                    "" => "is gone",
                    _ => "falls to the ground",
                };
                Some(format!("Your {} {end}.", fact.thing_name()?))
            })
            .seen(|fact: &Fact| {
                let drops = !fact.outcome().is_empty();
                let thing = fact.thing().filter(|_| drops)?;
                Some(format!("{} drops {thing}.", fact.who))
            }),
    )
    .add_deed_words(
        FactKind::JOINED,
        DeedWords::default().seen("{who} changes sides."),
    )
    .add_deed_words(
        FactKind::SPARED,
        DeedWords::default()
            .own("That should have killed you!")
            .seen("{who} should be dead, but stands.")
            .warns(Warns::Own),
    )
    .add_deed_words(
        FactKind::FOUND_HIDDEN,
        DeedWords::default().own(|fact: &Fact| Some(format!("You find {}.", fact.thing()?))),
    )
    .add_deed_words(
        FactKind::SAID,
        DeedWords::default()
            .own(|fact: &Fact| Some(fact.outcome().replace("{who}", "you")))
            .seen(|fact: &Fact| Some(fact.outcome().replace("{who}", fact.who))),
    )
    .add_deed_words(
        FactKind::BECAME,
        DeedWords::default().seen(|fact: &Fact| Some(format!("the {}.", fact.outcome()))),
    )
    .add_deed_words(
        FactKind::VANISHED,
        DeedWords::default().seen("{who} vanishes."),
    )
    .add_deed_words(
        FactKind::ROSE,
        DeedWords::default()
            .seen(|fact: &Fact| Some(format!("{} rises: {}.", fact.thing()?, fact.who))),
    );
}
