//! A question that asks for a direction.

use bevy::prelude::*;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::mode::{Input, Mode, Then};
use super::page::{centred, draw_box};
use super::queries::{cell_at, player_cell};
use crate::control::{Control, Mouse};
use crate::game::{Action, PlayerCommand};
use crate::grid::Direction;
use crate::view::{Marks, Scene, Screen, compass, draw_game, keys_of};

/// A question that asks for the direction of an action.
struct Aim {
    question: &'static str,
    /// The directions to offer.
    ways: Vec<Direction>,
    act: fn(Direction) -> Action,
}

/// Asks for the direction of an action. `ways` lists the directions to offer.
pub fn ask_way(question: &'static str, ways: Vec<Direction>, act: fn(Direction) -> Action) -> Then {
    Then::push(Aim {
        question,
        ways,
        act,
    })
}

impl Mode for Aim {
    fn name(&self) -> &'static str {
        "aim"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let way = match input {
            Input::Asked(Control::CLOSE) | Input::Mouse(Mouse::Right(_)) => return Then::Pop,
            Input::Asked(Control::Step(way)) => Some(way),
            Input::Mouse(Mouse::Click(at)) => {
                let cell = cell_at(world, at, &Marks::default());
                let here = player_cell(world);
                cell.zip(here)
                    .and_then(|(cell, here)| Direction::from_delta(cell - here))
            }
            _ => None,
        };
        let Some(way) = way else {
            return Then::Stay;
        };
        world.write_message(PlayerCommand::Act((self.act)(way)));
        Then::Pop
    }

    fn words(&self, _: &Scene, _: &World) -> Vec<String> {
        let ways: Vec<&str> = self.ways.iter().map(|way| compass(*way)).collect();
        vec![format!("{} {}.", self.question, ways.join(", "))]
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        let mut marks = Marks::default();
        if let Some(eyes) = scene.player() {
            marks.way = self.ways.iter().map(|way| eyes.at + way.delta()).collect();
        }
        draw_game(scene, screen, &marks);
        let ways: Vec<&str> = self.ways.iter().map(|way| compass(*way)).collect();
        let close = keys_of(&scene.bindings, Control::CLOSE);
        let lines = [
            format!("{}.", ways.join(", ")),
            format!("Choose a direction, or {close} to cancel."),
        ];
        let columns = lines
            .iter()
            .map(|it| it.chars().count())
            .max()
            .unwrap_or_default();
        let buffer = screen.buffer_mut();
        let mut area = centred(buffer.area, columns as u16, 2);
        area.y = 0;
        let inside = draw_box(&scene.palette, self.question, area, buffer);
        let text = Style::new().fg(scene.palette.text());
        let lines: Vec<Line> = lines.into_iter().map(|it| Line::styled(it, text)).collect();
        Paragraph::new(lines).render(inside, buffer);
    }
}
