//! The game with a key that panics (F9), for the check of the terminal: whatever happens, the terminal is restored.

use std::process::ExitCode;

use bevy::prelude::*;
use fogbound::control::{AddControl, Asked, Button, Control, NewControl};

fn main() -> ExitCode {
    fogbound::cli::run(std::env::args_os(), |app| {
        let key = Button::Place(KeyCode::F9);
        app.add_control(NewControl::new("panic", "panic").key(key))
            .add_systems(Update, panic_if_asked);
    })
}

fn panic_if_asked(mut asked: MessageReader<Asked>) {
    for Asked(control) in asked.read() {
        assert!(!matches!(control, Control::Own(_)), "a panic on purpose");
    }
}
