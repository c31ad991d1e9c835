//! The game menu, and the menu of all commands.

use bevy::prelude::*;

use super::confirm::Confirm;
use super::course::{Lesson, begin_room, leave};
use super::help::Help;
use super::keys::Keys;
use super::list::{List, Menu, Picked};
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
pub(super) struct GameMenu {
    list: List,
}

/// Returns the game menu's entries. The lesson can be left, or a room of it begun again.
fn game_menu(world: &World) -> Menu<fn(&mut World) -> Then> {
    let is_lesson = world.contains_resource::<Lesson>();
    let menu = Menu::<fn(&mut World) -> Then>::new(if is_lesson { "Lesson" } else { "Menu" })
        .entry("Resume", |_| Then::Pop)
        .entry("Commands", |_| Then::push(CommandMenu::default()))
        .entry("Message log", |_| Then::replace(Messages::default()))
        .entry("Help", |_| Then::replace(Help::default()))
        .entry("Options", |_| Then::push(Options::default()))
        .entry("Keys", |_| Then::push(Keys::default()));
    let menu = match is_lesson {
        true => menu
            .entry("Begin this room again", |world| {
                let room = world.get_resource::<Lesson>().map_or(0, |it| it.room);
                begin_room(world, room)
            })
            .entry("Leave the lesson", |world| {
                leave(world);
                Then::only(TitleScreen::default())
            }),
        false => with_other_games(menu),
    };
    menu.entry("Quit", |world| Then::Replace(Confirm::quit_game(world)))
}

/// Adds the entries that end the current game.
fn with_other_games(menu: Menu<fn(&mut World) -> Then>) -> Menu<fn(&mut World) -> Then> {
    menu.entry("New game", |world| {
        confirm(world, "Start a new game?", "New game", next_game)
    })
    .entry("Main menu", |world| {
        let open = |_: &mut World| Then::only(TitleScreen::default());
        confirm(world, "Go to the main menu?", "Main menu", open)
    })
}

/// Asks for confirmation and, if the player is alive, says what will happen to the current game.
fn confirm(world: &World, question: &str, yes: &str, act: fn(&mut World) -> Then) -> Then {
    let question = match world.resource::<Fate>().is_alive() {
        true => format!("{question} {}", what_happens_to_it(world)),
        false => question.to_owned(),
    };
    Then::Replace(Confirm::new(question, (yes, "Cancel"), act))
}

impl Mode for GameMenu {
    fn name(&self) -> &'static str {
        "menu"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let menu = game_menu(world);
        match self.list.input(input, menu, world.resource()) {
            Picked::Nothing | Picked::Change(..) => Then::Stay,
            Picked::Closed => Then::Pop,
            Picked::Entry(act) => act(world),
        }
    }

    fn words(&self, _: &Scene, world: &World) -> Vec<String> {
        self.list.words(&game_menu(world))
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        self.list.draw(&game_menu(world), &scene.palette, screen);
    }
}

/// The menu of all commands, for players who don't know the keys.
#[derive(Default)]
struct CommandMenu {
    list: List,
}

/// Returns a menu of the commands that make sense in a menu: all except movement and the controls that operate menus.
fn command_menu(world: &World) -> Menu<Control> {
    let is_wizard = world.resource::<WizardMode>().is_on;
    let bindings = world.resource::<Bindings>();
    let is_useful = |control: Control| {
        (is_wizard || !bindings.is_for_wizards(control)) && bindings.is_on_menus(control)
    };
    let lines = key_lines(bindings).into_iter();
    let lines = lines.filter(|line| is_useful(line.control));
    lines.fold(Menu::new("Commands"), |menu, line| {
        menu.setting(line.words, line.keys.join(" "), line.control)
    })
}

impl Mode for CommandMenu {
    fn name(&self) -> &'static str {
        "commands"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let menu = command_menu(world);
        match self.list.input(input, menu, world.resource()) {
            Picked::Nothing | Picked::Change(..) => Then::Stay,
            Picked::Closed => Then::Pop,
            Picked::Entry(control) => Then::Ask(control),
        }
    }

    fn words(&self, _: &Scene, world: &World) -> Vec<String> {
        self.list.words(&command_menu(world))
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        self.list.draw(&command_menu(world), &scene.palette, screen);
    }
}
