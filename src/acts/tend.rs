//! Lighting and putting out flames.

use bevy::prelude::*;

use crate::control::Button::{PadShift, Types};
use crate::control::{NewControl, PadButton};
use crate::game::Action;
use crate::game::PlayerCommand;
use crate::map::Tile;
use crate::modes::{AddAnswer, Then, ask_way, hint, ways_beside};
use crate::view::{AddDeedWords, DeedWords, Fact, Noise, turns};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::TEND,
        DeedWords::default()
            .own(own)
            .seen(seen)
            .heard("You hear a bump to the {from}.")
            .refusal("no flame", "There is nothing to light or put out there.")
            .refusal("no oil", "You don't have enough oil to light this.")
            .sound(|did, _| {
                let is_lit = did.outcome == "lit";
                Some(if is_lit { Noise::Lit } else { Noise::PutOut })
            }),
    )
    .add_answer(
        NewControl::new("flame", "light or put out a flame")
            .keys([Types('T'), PadShift(PadButton::RightStick)])
            .after("open-lantern"),
        tend,
    );
}

fn own(fact: &Fact) -> Option<String> {
    Some(match (fact.outcome(), fact.amount()) {
        ("lit", _) if fact.tile.is_some_and(Tile::burns) => "You start a fire.".to_owned(),
        ("lit", 0) => format!("You light the {}.", fact.tile_name()),
        ("lit", oil) => format!(
            "You light the {} with oil for {}.",
            fact.tile_name(),
            turns(oil)
        ),
        _ => "You put out the flame.".to_owned(),
    })
}

fn seen(fact: &Fact) -> Option<String> {
    let does = match fact.outcome() {
        "lit" => "lights",
        _ => "puts out",
    };
    Some(format!("{} {does} a flame.", fact.who))
}

/// Lights or puts out the flame beside the player, or asks which one if there are several.
fn tend(world: &mut World) -> Then {
    // Braziers and torches take precedence over tiles that would burn down.
    let burns_down = |tile: Tile| tile.kindled().is_some_and(|it| it.kind().spreads);
    let mut ways = ways_beside(world, |it| {
        it.put_out().is_some() || it.kindled().is_some() && !burns_down(it)
    });
    if ways.is_empty() {
        ways = ways_beside(world, burns_down);
    }
    match ways[..] {
        [] => {
            hint(
                world,
                "There is nothing beside you to light or put out.".to_owned(),
            );
            Then::Stay
        }
        [way] => Then::Do(PlayerCommand::Act(Action::tend(way))),
        _ => ask_way("Light or put out what?", ways, Action::tend),
    }
}
