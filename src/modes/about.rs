//! What the program is, its version, and the licences of the program and of everything that comes with it.

use bevy::prelude::*;
use ratatui::style::Style;
use ratatui::text::Line;

use super::mode::{Input, Mode, Then};
use super::page::{Scroll, Scrolled, page_size};
use crate::map::is_shown;
use crate::view::{Palette, Scene, Screen};

/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The page about the program.
#[derive(Default)]
pub(super) struct About {
    scroll: Scroll,
}

/// Returns the paragraphs, each with whether it is a heading. The texts of the licences come last.
fn paragraphs(title: &str) -> Vec<(String, bool)> {
    let engine = match title {
        "Fogbound" => String::new(),
        _ => "Built on Fogbound. ".to_owned(),
    };
    let mut words = vec![
        (format!("{title} {VERSION}"), true),
        (
            format!("{engine}A roguelike in which sight is the mechanic: light shows you the way, and shows you to others."),
            false,
        ),
        (
            "Fogbound is free software. You may use it under the MIT licence or the Apache licence 2.0, as you choose. \
             It is built on Bevy and other Rust libraries, which have licences of their own."
                .to_owned(),
            false,
        ),
        ("The licences that come with it".to_owned(), true),
    ];
    let files = fogbound_assets::LICENCES;
    words.extend(files.iter().map(|it| (it.path.to_owned(), false)));
    for file in files {
        words.push((file.path.to_owned(), true));
        // Not every font has every character of a licence.
        let shown = |it: char| if is_shown(it) || it == '\n' { it } else { '?' };
        let text: String = file.text.trim_matches('\n').chars().map(shown).collect();
        words.push((text, false));
    }
    words
}

fn lines(title: &str, palette: &Palette, columns: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (words, is_heading) in paragraphs(title) {
        let color = if is_heading {
            palette.accent()
        } else {
            palette.text()
        };
        let wrapped = textwrap::wrap(words.trim_end(), columns.max(1)).into_iter();
        lines.extend(wrapped.map(|it| Line::styled(it.into_owned(), Style::new().fg(color))));
        lines.push(Line::default());
    }
    lines.pop();
    lines
}

impl Mode for About {
    fn name(&self) -> &'static str {
        "about"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let (columns, rows) = page_size(world.resource::<Screen>().buffer().area);
        let title = &world.resource::<crate::view::Title>().0;
        let count = lines(title, world.resource(), columns).len();
        match self.scroll.input(input, count, rows) {
            Scrolled::Open => Then::Stay,
            Scrolled::Closed => Then::Pop,
        }
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        let paragraphs = paragraphs(&scene.title.0);
        // The texts of the licences are long, so only their files are named.
        let is_text = |it: &(String, bool)| {
            it.1 && fogbound_assets::LICENCES
                .iter()
                .any(|file| file.path == it.0)
        };
        let shown = paragraphs.into_iter().take_while(|it| !is_text(it));
        shown.map(|(words, _)| words).collect()
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        let buffer = screen.buffer_mut();
        let (columns, _) = page_size(buffer.area);
        let lines = lines(&scene.title.0, &scene.palette, columns);
        self.scroll.draw(&scene.palette, "About", &lines, buffer);
    }
}
