//! Asks for a seed.

use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::mode::{Input, Mode, Then};
use super::new_game::begin_with;
use super::page::{centred, draw_box};
use crate::control::{Button, Control, KeyDown, Mouse};
use crate::view::{Scene, Screen};

/// A question that asks for a new game's seed.
#[derive(Default)]
pub(super) struct Seed {
    digits: String,
    /// Why a game cannot begin with this seed.
    error: Option<String>,
}

/// The number of digits in the largest seed.
const LONGEST: usize = 20;

impl Mode for Seed {
    fn name(&self) -> &'static str {
        "seed"
    }

    fn takes_keys(&self) -> bool {
        true
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let key = match input {
            Input::Key(key) => key,
            Input::Mouse(Mouse::Right(_)) => return Then::Pop,
            _ => return Then::Stay,
        };
        match key {
            KeyDown {
                character: Some(digit),
                ..
            } if digit.is_ascii_digit() => {
                if self.digits.len() < LONGEST {
                    self.digits.push(digit);
                }
                self.error = None;
            }
            KeyDown {
                button: Button::Place(KeyCode::Backspace),
                ..
            } => {
                self.digits.pop();
                self.error = None;
            }
            KeyDown {
                control: Some(Control::CLOSE),
                ..
            } => return Then::Pop,
            KeyDown {
                control: Some(Control::CONFIRM),
                ..
            } => match self.digits.parse() {
                Ok(seed) => match begin_with(world, seed) {
                    Ok(begin) => return begin,
                    Err(error) => self.error = Some(error),
                },
                Err(_) => self.error = Some(format!("Enter a number from 0 to {}.", u64::MAX)),
            },
            KeyDown {
                character: Some(other),
                ..
            } if !other.is_control() => {
                self.error = Some(format!("Only digits: {other:?} is left out."));
            }
            _ => {}
        }
        Then::Stay
    }

    fn words(&self, _: &Scene, _: &World) -> Vec<String> {
        let error = self.error.clone();
        let asks = format!("New game with a seed. Seed: {}.", self.digits);
        [Some(asks), error].into_iter().flatten().collect()
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        let palette = &scene.palette;
        let buffer = screen.buffer_mut();
        let area = centred(buffer.area, 34, 5);
        let inside = draw_box(palette, "New game with a seed", area, buffer);
        let text = Style::new().fg(palette.text());
        let error = self.error.clone().unwrap_or_default();
        let columns = usize::from(inside.width).max(1);
        let mut lines = vec![
            Line::styled(" Same seed, same dungeon.", text),
            Line::default(),
            Line::styled(
                format!(" Seed: {}█", self.digits),
                text.fg(palette.accent()),
            ),
        ];
        let wrapped = textwrap::wrap(&error, columns).into_iter();
        lines.extend(wrapped.map(|it| Line::styled(it.into_owned(), text.fg(palette.warning()))));
        Paragraph::new(lines).render(inside, buffer);
    }
}
