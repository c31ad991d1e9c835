//! The help: what the game is about, every sign on the map, and the current keys.

use bevy::prelude::*;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::confirm::Confirm;
use super::course::{Lessons, begin_lesson};
use super::legend::{self, Sign};
use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::new_game::{game_in_view, last_level};
use super::saves::what_happens_to_it;
use crate::control::{Bindings, Control};
use crate::game::{Fate, Goals, Quest, Things};
use crate::view::{Hint, Palette, Scene, Screen, key_lines, line_with_keys};

/// The help page.
#[derive(Default)]
pub(super) struct Help {
    list: List,
    /// Whether the page is open over the title screen, where no game is played.
    is_over_title: bool,
}

impl Help {
    /// Returns the page to open over the title screen.
    pub(super) fn over_title() -> Self {
        Self {
            list: List::default(),
            is_over_title: true,
        }
    }

    /// Begins the lesson, after a question if a game is being played.
    fn begin_lesson(&self, world: &mut World) -> Then {
        let plays = world.get_resource::<Fate>().is_some_and(Fate::is_alive);
        if self.is_over_title || !plays {
            return begin_lesson(world);
        }
        let question = format!("Begin the lesson? {}", what_happens_to_it(world));
        let answers = ("Begin the lesson", "Cancel");
        Then::Push(Confirm::new(
            question,
            answers,
            |world| match begin_lesson(world) {
                Then::Push(trouble) => Then::Replace(trouble),
                then => then,
            },
        ))
    }
}

/// The name of the entry that begins the lesson.
const LESSON: &str = "Lesson";

fn about_lesson(bindings: &Bindings, key: Style) -> [Line<'static>; 2] {
    let texts = [
        "A few small rooms show how light and sight work. You play, and a text below the map says what to try.",
        "{confirm} on this entry begins the first room. {close} opens a menu, from which you can leave. A game that you play \
         now is saved as usual, and nothing in the lesson counts.",
    ];
    texts.map(|it| line_with_keys(bindings, it, key))
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
fn about(world: &World) -> Vec<Line<'static>> {
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
    let accent = Style::new().fg(world.resource::<Palette>().accent());
    let texts = texts.map(|text| line_with_keys(bindings, text, accent));
    goal.map(Line::from).into_iter().chain(texts).collect()
}

/// Returns every sign on the map, in sections.
fn signs(world: &World) -> [(&'static str, Option<&'static str>, Vec<Sign>); 4] {
    let states = "Letters are monsters. They see by the same rules as you, and know only what they see, hear or \
                  remember. A dim letter shows where a monster was last seen. The sign beside a letter shows what \
                  that monster knows of you.";
    [
        ("What they know", Some(states), legend::states()),
        ("Places", None, legend::tiles(world)),
        ("Things", None, legend::things(world)),
        ("Monsters", None, legend::monsters(world)),
    ]
}

/// Returns the chapters of the help, each with its lines.
fn chapters(world: &World) -> Vec<(String, Vec<Line<'static>>)> {
    let (bindings, palette) = (world.resource::<Bindings>(), world.resource::<Palette>());
    let accent = Style::new().fg(palette.accent());
    let spaced = |lines: Vec<Line<'static>>| -> Vec<Line<'static>> {
        let lines = lines.into_iter();
        lines.flat_map(|it| [it, Line::default()]).collect()
    };
    let hints = Hint::ALL.map(|hint| Line::from(hint.words(bindings)));
    let mut chapters = vec![
        ("The game".to_owned(), spaced(about(world))),
        ("Hints".to_owned(), {
            let first = Line::from("A game shows each of these once.");
            spaced(std::iter::once(first).chain(hints).collect())
        }),
    ];
    if world.contains_resource::<Lessons>() {
        chapters.insert(
            1,
            (
                LESSON.to_owned(),
                spaced(about_lesson(bindings, accent).into()),
            ),
        );
    }
    for (title, about, signs) in signs(world) {
        let first = about.map(|it| [Line::from(it), Line::default()]);
        let signs = signs.into_iter().map(|(sign, meaning)| {
            Line::from(vec![
                Span::styled(format!("{sign}  "), accent),
                Span::raw(meaning),
            ])
        });
        let lines = first.into_iter().flatten().chain(signs).collect();
        chapters.push((title.to_owned(), lines));
    }
    let shown = key_lines(bindings).into_iter();
    let (wizards, players): (Vec<_>, Vec<_>) = shown
        .filter(|line| !line.keys.is_empty())
        .partition(|line| bindings.is_for_wizards(line.control) && line.control != Control::WIZARD);
    for (title, keys) in [("Keys", players), ("Wizard keys", wizards)] {
        let lines = keys.into_iter().map(|line| {
            Line::from(vec![
                Span::raw(format!("{:<30} ", line.words)),
                Span::styled(line.keys.join("  "), accent),
            ])
        });
        chapters.push((title.to_owned(), lines.collect()));
    }
    chapters
}

/// Returns a menu of the chapters. The entry that begins the lesson is `true`.
fn menu(world: &World) -> Menu<bool> {
    let chapters = chapters(world).into_iter();
    let menu = chapters.fold(Menu::page("Help").searched(), |menu, (title, lines)| {
        let is_lesson = title == LESSON;
        menu.entry(title, is_lesson).text(lines)
    });
    menu.entry("Back", false)
}

impl Mode for Help {
    fn name(&self) -> &'static str {
        "help"
    }

    fn takes_keys(&self) -> bool {
        self.list.is_searching()
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        if input == Input::Asked(Control::HELP) {
            return Then::Pop;
        }
        let menu = menu(world);
        match self.list.input(input, menu, world.resource()) {
            Picked::Closed => Then::Pop,
            Picked::Entry(true) => self.begin_lesson(world),
            Picked::Entry(false) if input == Input::Asked(Control::CONFIRM) => Then::Pop,
            Picked::Nothing | Picked::Entry(false) | Picked::Change(..) => Then::Stay,
        }
    }

    fn words(&self, _: &Scene, world: &World) -> Vec<String> {
        let chapters = chapters(world).into_iter().enumerate();
        let words = chapters.flat_map(|(number, (title, lines))| {
            let lines = lines.into_iter().map(|it| it.to_string());
            // Only this chapter does something when it is chosen.
            let is_chosen = title == LESSON && self.list.is_at(number);
            let chosen = if is_chosen { " (chosen)" } else { "" };
            std::iter::once(format!("{title}{chosen}:")).chain(lines)
        });
        words.filter(|it| !it.is_empty()).collect()
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        self.list.draw(&menu(world), &scene.palette, screen);
    }
}
