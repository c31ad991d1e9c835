//! Yes-or-no questions.

use bevy::prelude::*;

use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::saves::{what_happens_to_it, what_is_lost};
use crate::control::KeyDown;
use crate::view::{Scene, Screen};

/// The action that an answer takes.
type OnAnswer = Box<dyn FnOnce(&mut World) -> Then + Send + Sync>;

/// A question that runs an action if the answer is yes. Any other answer only closes the question, unless it has an action, too.
pub(super) struct Confirm {
    title: &'static str,
    question: String,
    yes: String,
    no: String,
    on_yes: Option<OnAnswer>,
    /// What the other answer does besides closing the question.
    on_no: Option<OnAnswer>,
    list: List,
}

impl Confirm {
    /// Asks `question` and offers these two answers.
    pub(super) fn new(
        question: impl Into<String>,
        (yes, no): (&str, &str),
        on_yes: impl FnOnce(&mut World) -> Then + Send + Sync + 'static,
    ) -> Box<Self> {
        Box::new(Self {
            title: "Are you sure?",
            question: question.into(),
            yes: yes.to_owned(),
            no: no.to_owned(),
            on_yes: Some(Box::new(on_yes)),
            on_no: None,
            list: List::default(),
        })
    }

    /// Has another title, for a question that is no warning.
    pub(super) fn titled(mut self: Box<Self>, title: &'static str) -> Box<Self> {
        self.title = title;
        self
    }

    /// Also runs an action if the answer is no. Escape still only closes the question.
    pub(super) fn or(
        mut self: Box<Self>,
        on_no: impl FnOnce(&mut World) -> Then + Send + Sync + 'static,
    ) -> Box<Self> {
        self.on_no = Some(Box::new(on_no));
        self
    }

    /// Asks, during a game, whether to quit the program, and says what will happen to the game.
    pub(super) fn quit_game(world: &World) -> Box<Self> {
        let question = format!("Quit? {}", what_happens_to_it(world));
        Self::new(question, ("Quit", "Cancel"), |_| Then::Quit)
    }

    /// Asks, when no game is being played, whether to quit the program. Warns if a game could not be saved.
    pub(super) fn quit(question: &str, world: &World) -> Box<Self> {
        let lost = what_is_lost(world).map_or_else(String::new, |it| format!(" {it}"));
        let question = format!("{question}{lost}");
        Self::new(question, ("Quit", "Cancel"), |_| Then::Quit)
    }

    /// Returns a menu with the question. The entry that means yes is `true`, and the other one is `false`.
    fn menu(&self) -> Menu<bool> {
        Menu::new(self.title)
            .head([self.question.as_str()])
            .entry(format!("{} (n)", self.no), false)
            .entry(format!("{} (y)", self.yes), true)
    }
}

impl Mode for Confirm {
    fn name(&self) -> &'static str {
        "confirm"
    }

    /// The keys `y` and `n` may be bound to other controls, such as steps.
    fn takes_keys(&self) -> bool {
        true
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let input = match input {
            Input::Key(KeyDown {
                character: Some('y' | 'Y'),
                ..
            }) => return self.accept(world),
            Input::Key(KeyDown {
                character: Some('n' | 'N'),
                ..
            }) => return self.refuse(world),
            Input::Key(KeyDown {
                control: Some(control),
                ..
            }) => Input::Asked(control),
            other => other,
        };
        let menu = self.menu();
        match self.list.input(input, menu, world.resource()) {
            Picked::Entry(false) => self.refuse(world),
            Picked::Closed => Then::Pop,
            Picked::Entry(true) => self.accept(world),
            Picked::Nothing | Picked::Change(..) => Then::Stay,
        }
    }

    fn words(&self, _: &Scene, _: &World) -> Vec<String> {
        self.list.words(&self.menu())
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        self.list.draw(&self.menu(), &scene.palette, screen);
    }
}

impl Confirm {
    fn refuse(&mut self, world: &mut World) -> Then {
        match self.on_no.take() {
            Some(on_no) => on_no(world),
            None => Then::Pop,
        }
    }

    fn accept(&mut self, world: &mut World) -> Then {
        match self.on_yes.take() {
            Some(on_yes) => on_yes(world),
            None => Then::Pop,
        }
    }
}
