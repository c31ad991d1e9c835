//! The menu of a game.

use bevy::prelude::*;

use super::confirm::Confirm;
use super::help::Help;
use super::keys::Keys;
use super::list::{List, Picked, Shown, plain};
use super::messages::Messages;
use super::mode::{Input, Mode, Then};
use super::new_game::next_game;
use super::options::Options;
use super::saves::what_becomes_of_it;
use super::title::TitleScreen;
use crate::control::{Bindings, Control, WizardMode};
use crate::game::Fate;
use crate::view::{Scene, Screen, key_lines};

/// The menu that opens over a game.
#[derive(Default)]
pub(super) struct Menu {
    list: List,
}

const ENTRIES: [&str; 9] = [
    "Go on",
    "Do something...",
    "Messages",
    "Help",
    "Options",
    "Keys",
    "New game",
    "To the title",
    "Leave",
];

fn with_list<T>(act: impl FnOnce(&Shown) -> T) -> T {
    act(&Shown {
        title: "Menu",
        head: &[],
        entries: &plain(ENTRIES),
    })
}

/// Asks first if a run would be lost.
fn if_meant(world: &World, question: &str, yes: &str, act: fn(&mut World) -> Then) -> Then {
    if world.resource::<Fate>().is_alive() {
        let question = format!("{question} {}", what_becomes_of_it(world));
        Then::Replace(Confirm::new(question, (yes, "Go on playing"), act))
    } else {
        Then::Replace(Confirm::new("Really?", (yes, "Stay"), act))
    }
}

impl Mode for Menu {
    fn name(&self) -> &'static str {
        "menu"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        match with_list(|shown| self.list.input(input, shown, world.resource())) {
            Picked::Nothing | Picked::Change(..) => Then::Stay,
            Picked::Closed | Picked::Entry(0) => Then::Pop,
            Picked::Entry(1) => Then::Push(Box::new(Doings::default())),
            Picked::Entry(2) => Then::Replace(Box::new(Messages::default())),
            Picked::Entry(3) => Then::Replace(Box::new(Help::default())),
            Picked::Entry(4) => Then::Push(Box::new(Options::default())),
            Picked::Entry(5) => Then::Push(Box::new(Keys::default())),
            Picked::Entry(6) => if_meant(world, "A new game?", "Begin a new game", next_game),
            Picked::Entry(7) => if_meant(world, "To the title?", "Leave this game", |_| {
                Then::Only(Box::new(TitleScreen::default()))
            }),
            Picked::Entry(_) => Then::Replace(Confirm::leave(world)),
        }
    }

    fn words(&self, _: &Scene, _: &World) -> Vec<String> {
        with_list(|shown| self.list.words(shown))
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        with_list(|shown| self.list.draw(shown, &scene.palette, screen));
    }
}

/// All that can be done, for those who have no key for it.
#[derive(Default)]
struct Doings {
    list: List,
}

/// What is worth doing from a menu: all but moving about, and what menus are closed with.
fn doings(bindings: &Bindings, is_wizard: bool) -> Vec<(Control, String, String)> {
    let is_worth_it = |control: Control| {
        (is_wizard || !control.is_for_wizards())
            && !matches!(
                control,
                Control::Step(_)
                    | Control::Rush(_)
                    | Control::Run(_)
                    | Control::Close
                    | Control::Confirm
                    | Control::Previous
            )
    };
    let lines = key_lines(bindings).into_iter();
    let lines = lines.filter(|line| is_worth_it(line.control));
    lines
        .map(|line| (line.control, line.words, line.keys.join(" ")))
        .collect()
}

impl Doings {
    fn entries(world_bindings: &Bindings, is_wizard: bool) -> Vec<(String, String)> {
        let doings = doings(world_bindings, is_wizard).into_iter();
        doings.map(|(_, words, keys)| (words, keys)).collect()
    }
}

impl Mode for Doings {
    fn name(&self) -> &'static str {
        "doings"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let bindings = world.resource::<Bindings>();
        let is_wizard = world.resource::<WizardMode>().is_on;
        let shown = Shown {
            title: "Do what?",
            head: &[],
            entries: &Self::entries(bindings, is_wizard),
        };
        match self.list.input(input, &shown, world.resource()) {
            Picked::Nothing | Picked::Change(..) => Then::Stay,
            Picked::Closed => Then::Pop,
            Picked::Entry(entry) => match doings(bindings, is_wizard).get(entry) {
                Some((control, ..)) => Then::Ask(*control),
                None => Then::Pop,
            },
        }
    }

    fn words(&self, scene: &Scene, world: &World) -> Vec<String> {
        let is_wizard = world.resource::<WizardMode>().is_on;
        self.list.words(&Shown {
            title: "Do what?",
            head: &[],
            entries: &Self::entries(&scene.bindings, is_wizard),
        })
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        let is_wizard = world.resource::<WizardMode>().is_on;
        let shown = Shown {
            title: "Do what?",
            head: &[],
            entries: &Self::entries(&scene.bindings, is_wizard),
        };
        self.list.draw(&shown, &scene.palette, screen);
    }
}
