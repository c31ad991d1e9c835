//! The game with two extra keys that cause panics, for tests of terminals and saved games. `%` causes a panic in a
//! system, and `&` causes one in a player command.

use std::process::ExitCode;

use bevy::prelude::*;
use fogbound::control::{AddControl, Asked, Button, Control, NewControl};
use fogbound::game::deed::{AddDeed, Deed, Doer};
use fogbound::game::{Action, ActionKind, Aim, Obstacle, PlayerCommand};

const FALTER: ActionKind = ActionKind::new("falter");
const MESSAGE: &str = "a panic on purpose";

fn main() -> ExitCode {
    fogbound::cli::run(std::env::args_os(), |app| {
        let key = Button::Types('%');
        let command = PlayerCommand::Act(Action::new(FALTER, Aim::Here));
        let falter = NewControl::new("falter", "falter").key(Button::Types('&'));
        app.add_control(NewControl::new("panic", "panic").key(key))
            .add_systems(Update, panic_if_asked)
            .add_deed(FALTER, Falter)
            .add_control(falter.commands(command));
    })
}

fn panic_if_asked(mut asked: MessageReader<Asked>) {
    for control in asked.read().filter_map(Asked::control) {
        let is_ours = control == Control::Named("panic");
        assert!(!is_ours, "{MESSAGE}");
    }
}

struct Falter;

impl Deed for Falter {
    fn judge(&self, _: &World, _: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        Ok(Action::new(FALTER, aim))
    }

    fn carry_out(&self, _: &mut World, _: &Doer, _: Aim) {
        panic!("{MESSAGE}");
    }
}
