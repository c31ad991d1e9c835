//! The help: what the game is about, every sign on the map, and the current keys.

use bevy::prelude::*;
use ratatui::style::Style;
use ratatui::text::Line;

use super::legend::{self, Sign};
use super::mode::{Input, Mode, Then};
use super::new_game::{game_in_view, last_level};
use super::page::{Scroll, Scrolled, page_size};
use crate::control::{Bindings, Control};
use crate::game::{Goals, Quest, Things};
use crate::view::{Hint, Palette, Scene, Screen, key_lines, with_keys};

/// The help page.
#[derive(Default)]
pub(super) struct Help {
    scroll: Scroll,
}

/// Says how far the goals of the game are met that are counted.
fn progress(world: &World, goals: &Goals) -> String {
    let (quest, things) = (
        world.get_resource::<Quest>(),
        world.get_resource::<Things>(),
    );
    let Some((quest, things)) = quest.zip(things).filter(|(it, _)| !it.progress.is_empty()) else {
        return String::new();
    };
    let counted = goals.iter().zip(&quest.progress).filter(|it| *it.1 > 0);
    let far = counted.map(|(goal, count)| format!("{} ({count})", goal.words(things)));
    let far: Vec<String> = far.collect();
    match far.is_empty() {
        true => String::new(),
        false => format!(" So far: {}.", far.join(", ")),
    }
}

/// Returns the introduction, with the current keys.
fn about(world: &World) -> Vec<String> {
    let bindings = world.resource::<Bindings>();
    let goal = last_level(world).zip(game_in_view(world)).map(|(last, setup)| {
        let story = setup.goals.story(last);
        let progress = progress(world, &setup.goals);
        format!(
            "{story}{progress} Treasure in dark corners earns points, and so do the ground you see and each level you \
             leave unnoticed."
        )
    });
    let texts = [
        "Light shows you the way, but it also shows you to others: they see you from afar in bright light, and \
             only from beside you in the dark. A monster that sees nothing but your light on a wall may come to look. \
             {shorter-sight} narrows your lantern to a beam, then shuts it; {longer-sight} opens it again. \
             {exposure} marks the cells you can be seen from, with the odds of being noticed beside you: 7 means about 70%, ! is nearly certain, ? is a kind that you do not know.",
        "If you see no new ground for a while, fog comes in, and blind creatures with it. Light drives it off.",
        "{explore} explores until something happens. {stairs-down} and {stairs-up} walk to the stairs down and up, and take them. {look} looks \
             around. {help} opens this help.",
        "You are the @. What you see has warm colours, brighter where more light falls on it. What you remember is cold and dim, and stays as \
         you last saw it. The rest is unknown. Walk into a door to open it, or into a monster to attack it.",
        "Break line of sight, be elsewhere when the hunter arrives, and close doors behind you. An enemy that \
             you see and that does not know of you is surprised: hits are likelier and deal triple damage, quadruple \
             to sleepers. What is only felt in the dark is much harder to \
             hit, but whoever strikes gives its place away until it moves: strike from the dark, and leave. In a beam you see your enemy, and it sees only the beam. Each blow turns the beam. Stepping away from a hunter \
             that sees you costs a blow. Running is fast and loud, and it costs breath: {run-north} and similar keys \
             run one step, {gait} runs until you are out of breath.",
        "Watch monsters that do not know of you, in the light, to study their kind. Of a kind that you know, look \
             tells the habits, {exposure} marks with ^ where each one believes you to be, and you hit it more often. {book} opens \
             the book of monsters. Every few kinds earn a boon: {boon} chooses it.",
        "Things lie about: walk onto them to pick them up. {pack} opens your pack and says what each of them does. {use} \
             uses something, {throw} throws it, and {wear} puts it on or takes it off. Before a throw, the cells that it would \
             reach are marked.",
        "Mouse: point at a cell, or at a row of the panel, to read what is there. Click on a cell to walk there and on a \
         row to look there or to do what it says. Right-click for a closer look, turn the wheel to scroll.",
    ];
    let texts = texts.map(|text| with_keys(bindings, text));
    goal.into_iter().chain(texts).collect()
}

/// Returns every sign on the map, in sections.
fn signs(world: &World) -> [(&'static str, Vec<Sign>); 4] {
    let states = "Letters are monsters. They see by the same rules as you, and know only what they see, hear or \
                  remember. A dim letter shows where a monster was last seen. The sign after a letter shows what \
                  that monster knows of you";
    [
        (states, legend::states()),
        ("Places", legend::tiles(world)),
        ("Things", legend::things(world)),
        ("Monsters", legend::monsters(world)),
    ]
}

fn lines(world: &World, columns: usize) -> Vec<Line<'static>> {
    let (bindings, palette) = (world.resource::<Bindings>(), world.resource::<Palette>());
    let text = Style::new().fg(palette.text());
    let accent = Style::new().fg(palette.accent());
    let mut lines = Vec::new();
    let wrap = |words: &str, indent: usize, style: Style| -> Vec<Line<'static>> {
        let indent = " ".repeat(indent.min(columns / 2));
        let options = textwrap::Options::new(columns).subsequent_indent(&indent);
        let wrapped = textwrap::wrap(words, options).into_iter();
        wrapped
            .map(|it| Line::styled(it.into_owned(), style))
            .collect()
    };
    for words in about(world) {
        lines.extend(wrap(&words, 0, text));
        lines.push(Line::default());
    }
    lines.extend(wrap("Hints, each of which a game shows once:", 0, accent));
    for hint in Hint::ALL {
        lines.extend(wrap(&format!("  {}", hint.words(bindings)), 2, text));
    }
    lines.push(Line::default());
    for (title, signs) in signs(world) {
        lines.extend(wrap(&format!("{title}:"), 0, accent));
        for (sign, meaning) in signs {
            lines.extend(wrap(&format!("  {sign}  {meaning}"), 5, text));
        }
        lines.push(Line::default());
    }
    let shown = key_lines(bindings).into_iter();
    let (wizards, players): (Vec<_>, Vec<_>) = shown
        .filter(|line| !line.keys.is_empty())
        .partition(|line| bindings.is_for_wizards(line.control) && line.control != Control::WIZARD);
    for (title, keys) in [("Keys", players), ("Wizard keys", wizards)] {
        lines.push(Line::styled(title, accent));
        for line in keys {
            let words = format!("  {:<36} ", line.words);
            let whole = format!("{words}{}", line.keys.join("  "));
            lines.extend(wrap(&whole, words.chars().count(), text));
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
        let count = lines(world, columns).len();
        match self.scroll.input(input, count, rows) {
            Scrolled::Open => Then::Stay,
            Scrolled::Closed => Then::Pop,
        }
    }

    fn words(&self, _: &Scene, world: &World) -> Vec<String> {
        let lines = lines(world, usize::from(u16::MAX));
        lines.iter().map(ToString::to_string).collect()
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        let buffer = screen.buffer_mut();
        let (columns, _) = page_size(buffer.area);
        let lines = lines(world, columns);
        self.scroll.draw(&scene.palette, "Help", &lines, buffer);
    }
}
