//! The page that shows the whole message log.

use bevy::prelude::*;
use ratatui::style::Style;
use ratatui::text::Line;

use super::mode::{Input, Mode, Then};
use super::page::{Scroll, Scrolled, page_size};
use crate::view::{MessageLog, Scene, Screen};

/// The page with all messages.
pub(super) struct Messages {
    scroll: Scroll,
}

impl Default for Messages {
    fn default() -> Self {
        Self {
            scroll: Scroll::from_end(),
        }
    }
}

impl Mode for Messages {
    fn name(&self) -> &'static str {
        "messages"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let (columns, rows) = page_size(world.resource::<Screen>().buffer().area);
        let lines = world.resource::<MessageLog>().lines(columns, usize::MAX, 0);
        match self.scroll.input(input, lines.len(), rows) {
            Scrolled::Open => Then::Stay,
            Scrolled::Closed => Then::Pop,
        }
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        scene
            .log
            .lines(usize::MAX, usize::MAX, 0)
            .into_iter()
            .map(|it| it.text)
            .collect()
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        let buffer = screen.buffer_mut();
        let (columns, _) = page_size(buffer.area);
        let messages = scene.log.lines(columns, usize::MAX, 0).into_iter();
        let lines: Vec<Line> = messages
            .map(|line| {
                let color = match line.is_warning {
                    true => scene.palette.warning(),
                    false => scene.palette.text(),
                };
                Line::styled(line.text, Style::new().fg(color))
            })
            .collect();
        self.scroll
            .draw(&scene.palette, "Message log", &lines, buffer);
    }
}
