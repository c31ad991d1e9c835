//! Lighting and putting out flames.

use bevy::prelude::*;

use crate::game::Action;
use crate::map::Tile;
use crate::view::{AddDeedWords, DeedWords, Fact, Noise, turns};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::TEND,
        DeedWords::default()
            .own(own)
            .seen(|fact: &Fact| {
                let does = match fact.outcome() {
                    "lit" => "lights",
                    _ => "puts out",
                };
                Some(format!("{} {does} a flame.", fact.who))
            })
            .heard("You hear a bump to the {from}.")
            .refusal("no flame", "There is nothing to light or put out there.")
            .refusal("no oil", "You don't have enough oil to light this.")
            .sound(|did, _| {
                let is_lit = did.outcome == "lit";
                Some(if is_lit { Noise::Lit } else { Noise::PutOut })
            }),
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
