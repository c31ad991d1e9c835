//! Yes-or-no questions.

use bevy::prelude::*;

use super::list::{List, Picked, Shown, plain};
use super::mode::{Input, Mode, Then};
use super::saves::{what_happens_to_it, what_is_lost};
use crate::control::KeyDown;
use crate::view::{Scene, Screen};

/// The action on yes.
type OnYes = Box<dyn FnOnce(&mut World) -> Then + Send + Sync>;

/// A question with an action on yes. Every other answer only closes it.
pub(super) struct Confirm {
    question: String,
    yes: String,
    no: String,
    on_yes: Option<OnYes>,
    list: List,
}

impl Confirm {
    /// Asks a question with these two answers.
    pub(super) fn new(
        question: impl Into<String>,
        (yes, no): (&str, &str),
        on_yes: impl FnOnce(&mut World) -> Then + Send + Sync + 'static,
    ) -> Box<Self> {
        Box::new(Self {
            question: question.into(),
            yes: yes.to_owned(),
            no: no.to_owned(),
            on_yes: Some(Box::new(on_yes)),
            list: List::default(),
        })
    }

    /// Asks whether to quit the program during a game, and says what happens to the game.
    pub(super) fn quit_game(world: &World) -> Box<Self> {
        let question = format!("Quit? {}", what_happens_to_it(world));
        Self::new(question, ("Quit", "Cancel"), |_| Then::Quit)
    }

    /// Asks whether to quit the program outside a game. Warns if a game could not be saved.
    pub(super) fn quit(question: &str, world: &World) -> Box<Self> {
        let lost = what_is_lost(world).map_or_else(String::new, |it| format!(" {it}"));
        let question = format!("{question}{lost}");
        Self::new(question, ("Quit", "Cancel"), |_| Then::Quit)
    }

    /// Calls `act` with the list, its question wrapped to `columns`.
    fn with_list<T>(&self, columns: usize, act: impl FnOnce(&Shown) -> T) -> T {
        let lines = textwrap::wrap(&self.question, columns).into_iter();
        let head: Vec<String> = lines.map(|it| it.into_owned()).collect();
        act(&Shown {
            title: "Are you sure?",
            head: &head,
            entries: &plain([format!("{} (n)", self.no), format!("{} (y)", self.yes)]),
        })
    }
}

/// Returns the width of the question in columns.
fn columns(screen: &Screen) -> usize {
    usize::from(screen.buffer().area.width.saturating_sub(6)).clamp(8, 60)
}

impl Mode for Confirm {
    fn name(&self) -> &'static str {
        "confirm"
    }

    /// `y` and `n` may be bound to controls, such as steps.
    fn takes_keys(&self) -> bool {
        true
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let columns = columns(world.resource());
        let input = match input {
            Input::Key(KeyDown {
                character: Some('y' | 'Y'),
                ..
            }) => return self.accept(world),
            Input::Key(KeyDown {
                character: Some('n' | 'N'),
                ..
            }) => return Then::Pop,
            Input::Key(KeyDown {
                control: Some(control),
                ..
            }) => Input::Asked(control),
            other => other,
        };
        let mut list = self.list.clone();
        let picked = self.with_list(columns, |shown| list.input(input, shown, world.resource()));
        self.list = list;
        match picked {
            Picked::Entry(0) | Picked::Closed => Then::Pop,
            Picked::Entry(_) => self.accept(world),
            Picked::Nothing | Picked::Change(..) => Then::Stay,
        }
    }

    fn words(&self, _: &Scene, _: &World) -> Vec<String> {
        self.with_list(usize::MAX, |shown| self.list.words(shown))
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        self.with_list(columns(screen), |shown| {
            self.list.draw(shown, &scene.palette, screen)
        });
    }
}

impl Confirm {
    fn accept(&mut self, world: &mut World) -> Then {
        match self.on_yes.take() {
            Some(on_yes) => on_yes(world),
            None => Then::Pop,
        }
    }
}
