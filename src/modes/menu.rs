//! The game menu, and the menu of all commands.

use bevy::prelude::*;

use super::confirm::Confirm;
use super::help::Help;
use super::keys::Keys;
use super::list::{List, Picked, Shown, plain};
use super::messages::Messages;
use super::mode::{Input, Mode, Then};
use super::new_game::next_game;
use super::options::Options;
use super::saves::what_happens_to_it;
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
    "Resume",
    "Commands",
    "Message log",
    "Help",
    "Options",
    "Keys",
    "New game",
    "Main menu",
    "Quit",
];

fn with_list<T>(act: impl FnOnce(&Shown) -> T) -> T {
    act(&Shown {
        title: "Menu",
        head: &[],
        entries: &plain(ENTRIES),
    })
}

/// Asks for confirmation, and says what happens to the present game if the player lives.
fn confirm(world: &World, question: &str, yes: &str, act: fn(&mut World) -> Then) -> Then {
    let question = match world.resource::<Fate>().is_alive() {
        true => format!("{question} {}", what_happens_to_it(world)),
        false => question.to_owned(),
    };
    Then::Replace(Confirm::new(question, (yes, "Cancel"), act))
}

impl Mode for Menu {
    fn name(&self) -> &'static str {
        "menu"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        match with_list(|shown| self.list.input(input, shown, world.resource())) {
            Picked::Nothing | Picked::Change(..) => Then::Stay,
            Picked::Closed | Picked::Entry(0) => Then::Pop,
            Picked::Entry(1) => Then::Push(Box::new(CommandMenu::default())),
            Picked::Entry(2) => Then::Replace(Box::new(Messages::default())),
            Picked::Entry(3) => Then::Replace(Box::new(Help::default())),
            Picked::Entry(4) => Then::Push(Box::new(Options::default())),
            Picked::Entry(5) => Then::Push(Box::new(Keys::default())),
            Picked::Entry(6) => confirm(world, "Start a new game?", "New game", next_game),
            Picked::Entry(7) => confirm(world, "Go to the main menu?", "Main menu", |_| {
                Then::Only(Box::new(TitleScreen::default()))
            }),
            Picked::Entry(_) => Then::Replace(Confirm::quit_game(world)),
        }
    }

    fn words(&self, _: &Scene, _: &World) -> Vec<String> {
        with_list(|shown| self.list.words(shown))
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        with_list(|shown| self.list.draw(shown, &scene.palette, screen));
    }
}

/// The menu of all commands, for players who don't know the keys.
#[derive(Default)]
struct CommandMenu {
    list: List,
}

/// Returns the commands that make sense in a menu, all except movement and the controls of menus: control, words, keys.
fn commands(bindings: &Bindings, is_wizard: bool) -> Vec<(Control, String, String)> {
    let is_useful = |control: Control| {
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
    let lines = lines.filter(|line| is_useful(line.control));
    lines
        .map(|line| (line.control, line.words, line.keys.join(" ")))
        .collect()
}

fn with_commands<T>(world: &World, act: impl FnOnce(&Shown, &[Control]) -> T) -> T {
    let is_wizard = world.resource::<WizardMode>().is_on;
    let commands = commands(world.resource(), is_wizard);
    let controls: Vec<Control> = commands.iter().map(|(control, ..)| *control).collect();
    let entries: Vec<_> = commands
        .into_iter()
        .map(|(_, words, keys)| (words, keys))
        .collect();
    let shown = Shown {
        title: "Commands",
        head: &[],
        entries: &entries,
    };
    act(&shown, &controls)
}

impl Mode for CommandMenu {
    fn name(&self) -> &'static str {
        "commands"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        with_commands(world, |shown, controls| {
            match self.list.input(input, shown, world.resource()) {
                Picked::Nothing | Picked::Change(..) => Then::Stay,
                Picked::Closed => Then::Pop,
                Picked::Entry(entry) => match controls.get(entry) {
                    Some(control) => Then::Ask(*control),
                    None => Then::Pop,
                },
            }
        })
    }

    fn words(&self, _: &Scene, world: &World) -> Vec<String> {
        with_commands(world, |shown, _| self.list.words(shown))
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        with_commands(world, |shown, _| {
            self.list.draw(shown, &scene.palette, screen)
        });
    }
}
