//! The way out, and hunters that come up the stairs.

use bevy::prelude::*;

use crate::control::Button::{PadShift, Types};
use crate::control::{Control, NewControl, PadButton};
use crate::explorer::Goal;
use crate::game::PlayerCommand;
use crate::game::{Action, FactKind};
use crate::modes::{AddAnswer, Then, hint, known_stairs, knows_of_stairs, player_cell, set_out};
use crate::view::{AddDeedWords, DeedWords, Fact, Noise};

pub(super) fn plugin(app: &mut App) {
    app.add_deed_words(
        Action::STAIRS,
        DeedWords::default().refusal("no stairs", "There are no stairs here that you can take."),
    )
    .add_deed_words(
        FactKind::CAME_OUT,
        DeedWords::default()
            .own(|fact: &Fact| {
                let goals = fact.game.map(|it| it.setup.goals.clone());
                Some(goals.unwrap_or_default().leaves().to_owned())
            })
            .sound(|_, _| Some(Noise::Stairs)),
    )
    .add_deed_words(
        FactKind::CAME_UP,
        DeedWords::default()
            .seen("{who} comes up the stairs.")
            .heard("You hear steps on the stairs to the {from}.")
            .sound(|_, _| Some(Noise::Stairs)),
    )
    .set_answer(Control::CONFIRM, |_| {
        Then::Do(PlayerCommand::Act(Action::TAKE_STAIRS))
    })
    .add_answer(
        NewControl::new("stairs-up", "go to the stairs up, or take them")
            .keys([Types('<'), PadShift(PadButton::East)])
            .after("travel"),
        |world| take_stairs(world, false),
    )
    .add_answer(
        NewControl::new("stairs-down", "go to the stairs down, or take them")
            .keys([Types('>'), PadShift(PadButton::South)])
            .after("stairs-up"),
        |world| take_stairs(world, true),
    );
}

/// Takes the stairs in the given direction, or walks to the nearest known ones if the player is not on stairs.
fn take_stairs(world: &mut World, down: bool) -> Then {
    let Some(here) = player_cell(world) else {
        return Then::Stay;
    };
    match known_stairs(world, down) {
        Some(at) if at == here => Then::Do(PlayerCommand::Act(Action::TAKE_STAIRS)),
        Some(at) => set_out(world, Goal::Travel(at)),
        None => {
            let way = if down { "down" } else { "up" };
            let words = match knows_of_stairs(world, down) {
                true => format!("You know of stairs {way}, but of no way there."),
                false => format!("You have not found any stairs {way}."),
            };
            hint(world, words);
            Then::Stay
        }
    }
}
