//! Help: what the game is about, what the signs mean, and the keys in force.

use bevy::prelude::*;
use ratatui::style::Style;
use ratatui::text::Line;

use super::mode::{Input, Mode, Then};
use super::page::{Scroll, Scrolled, page_size};
use crate::control::{Bindings, Control};
use crate::view::{Palette, Scene, Screen, key_lines};

/// The help.
#[derive(Default)]
pub(super) struct Help {
    scroll: Scroll,
}

/// What everybody should know.
const ABOUT: &[&str] = &[
    "You are the @, in the dark. What you see is bright, and darker the further it is. What you saw before is cold and \
     dim, as it was when you saw it last. The rest you do not know.",
    "Walls # and closed doors + stop sight; so does foliage \", which you can walk through. Through windows = you see \
     and cannot walk. Walk into a door to open it, into a monster to strike it. > leads deeper, < back up.",
    "Letters are monsters. They see by the same rule as you, and only what they see, hear or remember do they know. The \
     sign after the letter tells what one is about:",
];

/// The signs after a monster's letter.
const SIGNS: &[(&str, &str)] = &[
    ("z", "asleep: noise wakes it"),
    (" ", "it knows nothing of you"),
    ("?", "it has noticed something, and looks"),
    ("!", "it hunts you"),
    ("~", "it has lost you, and searches"),
];

const ADVICE: &[&str] = &[
    "Break the line of sight, be elsewhere when the hunter arrives, and close doors behind you. Who is surprised is hit \
     more often, and twice as hard. Running is quick and loud, and costs breath.",
    "The mouse: what is under it is told, a click walks there, the second button looks closely, the wheel scrolls.",
];

fn lines(bindings: &Bindings, palette: &Palette, columns: usize) -> Vec<Line<'static>> {
    let text = Style::new().fg(palette.text());
    let accent = Style::new().fg(palette.accent());
    let mut lines = Vec::new();
    let paragraph = |lines: &mut Vec<Line<'static>>, words: &str| {
        let wrapped = textwrap::wrap(words, columns).into_iter();
        lines.extend(wrapped.map(|it| Line::styled(it.into_owned(), text)));
        lines.push(Line::default());
    };
    ABOUT.iter().for_each(|it| paragraph(&mut lines, it));
    lines.pop();
    for (sign, meaning) in SIGNS {
        lines.push(Line::styled(format!("  k{sign}  {meaning}"), text));
    }
    lines.push(Line::default());
    ADVICE.iter().for_each(|it| paragraph(&mut lines, it));
    let shown = key_lines(bindings).into_iter();
    let (wizards, players): (Vec<_>, Vec<_>) = shown
        .filter(|line| !line.keys.is_empty())
        .partition(|line| line.control.is_for_wizards() && line.control != Control::Wizard);
    for (title, keys) in [("Keys", players), ("Keys of wizards", wizards)] {
        lines.push(Line::styled(title, accent));
        for line in keys {
            let words = format!("  {:<36} ", line.words);
            let indent = " ".repeat(words.chars().count().min(columns / 2));
            let options = textwrap::Options::new(columns).subsequent_indent(&indent);
            let whole = format!("{words}{}", line.keys.join("  "));
            let wrapped = textwrap::wrap(&whole, options).into_iter();
            lines.extend(wrapped.map(|it| Line::styled(it.into_owned(), text)));
        }
        lines.push(Line::default());
    }
    lines.pop();
    lines
}

impl Mode for Help {
    fn name(&self) -> &'static str {
        "help"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let (columns, rows) = page_size(world.resource::<Screen>().buffer().area);
        let count = lines(world.resource(), world.resource(), columns).len();
        match self.scroll.input(input, count, rows) {
            Scrolled::Open => Then::Stay,
            Scrolled::Closed => Then::Pop,
        }
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        let lines = lines(&scene.bindings, &scene.palette, usize::from(u16::MAX));
        lines.iter().map(ToString::to_string).collect()
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        let buffer = screen.buffer_mut();
        let (columns, _) = page_size(buffer.area);
        let lines = lines(&scene.bindings, &scene.palette, columns);
        self.scroll.draw(&scene.palette, "Help", &lines, buffer);
    }
}
