//! A screen: how many leaps there have been in this game.

use bevy::prelude::*;
use fogbound::control::{AddControl, Asked, Button, Control, ControlSystems, NewControl};
use fogbound::modes::{Input, Mode, Modes, Then};
use fogbound::view::{Scene, Screen};

use super::leap::Leaps;

/// The name of the control that opens the screen.
const TALLY: Control = Control::Named("tally");

pub fn plugin(app: &mut App) {
    app.add_control(NewControl::new("tally", "count leaps").key(Button::Types('v')))
        .add_systems(PreUpdate, open.in_set(ControlSystems::Answer));
}

/// Opens the screen, over whatever is shown.
fn open(mut asked: MessageReader<Asked>, mut modes: ResMut<Modes>) {
    if asked.read().any(|it| it.control() == Some(TALLY)) {
        modes.push(Tally);
    }
}

struct Tally;

impl Mode for Tally {
    fn name(&self) -> &'static str {
        "tally"
    }

    /// Closes the screen on any key.
    fn input(&mut self, input: Input, _: &mut World) -> Then {
        match input {
            Input::Asked(_) | Input::Key(_) => Then::Pop,
            Input::Mouse(_) => Then::Stay,
        }
    }

    fn draw(&self, _: &Scene, world: &World, screen: &mut Screen) {
        for (line, y) in self.lines(world).iter().zip(1..) {
            for (letter, x) in line.chars().zip(2..) {
                if let Some(cell) = screen.buffer_mut().cell_mut((x, y)) {
                    cell.set_char(letter);
                }
            }
        }
    }
}

impl Tally {
    fn lines(&self, world: &World) -> [String; 2] {
        let leaps = world.resource::<Leaps>().0;
        [format!("Leaps: {leaps}"), "Any key closes this.".to_owned()]
    }
}
