//! The title: where games begin.

use std::time::Duration;

use bevy::prelude::*;

use super::confirm::Confirm;
use super::demo::Demo;
use super::help::Help;
use super::keys::Keys;
use super::list::{List, Picked, Shown, plain};
use super::mode::{Input, Mode, Then};
use super::new_game::{begin_with, demo_game};
use super::options::Options;
use super::page::dim;
use super::seed::Seed;
use super::serve::serve;
use crate::control::{Control, Mouse};
use crate::dungeon::random::fresh_seed;
use crate::view::{Scene, Screen, clear, draw_map};

/// The title.
#[derive(Default)]
pub(super) struct TitleScreen {
    list: List,
    demo: Demo,
}

const ENTRIES: [&str; 6] = [
    "New game",
    "New game with a seed",
    "Options",
    "Keys",
    "Help",
    "Leave",
];

/// How bright the game behind the title is, in percent.
const DIM: u32 = 55;

fn with_list<T>(title: &str, act: impl FnOnce(&Shown) -> T) -> T {
    act(&Shown {
        title,
        head: &[
            "What you see, what you remember,".to_owned(),
            "what you do not know.".to_owned(),
        ],
        entries: &plain(ENTRIES),
    })
}

impl Mode for TitleScreen {
    fn name(&self) -> &'static str {
        "title"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        self.demo.wake(world);
        match input {
            Input::Asked(Control::Help) => return Then::Push(Box::new(Help::default())),
            Input::Asked(Control::Leave | Control::Close) => return leave(),
            Input::Asked(control @ (Control::Larger | Control::Smaller | Control::Picture)) => {
                return serve(control, world);
            }
            // There is nothing below it.
            Input::Mouse(Mouse::Right(_)) => return Then::Stay,
            _ => {}
        }
        let picked = with_list("", |shown| self.list.input(input, shown, world.resource()));
        match picked {
            Picked::Nothing | Picked::Change(..) | Picked::Closed => Then::Stay,
            Picked::Entry(0) => {
                // Half of a seed's bits, so that a person can copy it.
                begin_with(world, fresh_seed() >> 32).unwrap_or(Then::Stay)
            }
            Picked::Entry(1) => Then::Push(Box::new(Seed::default())),
            Picked::Entry(2) => Then::Push(Box::new(Options::default())),
            Picked::Entry(3) => Then::Push(Box::new(Keys::default())),
            Picked::Entry(4) => Then::Push(Box::new(Help::default())),
            Picked::Entry(_) => leave(),
        }
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        with_list(&scene.title.0, |shown| self.list.words(shown))
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        clear(scene, screen.buffer_mut());
        let area = screen.buffer().area;
        draw_map(scene, screen, area);
        dim(screen.buffer_mut(), DIM);
        // What is empty is as dark as ever.
        let unknown = crate::view::at_brightness(scene.palette.background(), DIM);
        for cell in &mut screen.buffer_mut().content {
            if cell.bg == unknown {
                cell.bg = scene.palette.background();
            }
        }
        with_list(&scene.title.0, |shown| {
            self.list.draw(shown, &scene.palette, screen)
        });
    }

    fn tick(&mut self, world: &mut World) {
        self.demo.tick(world, demo_game);
    }

    fn next_tick(&self, now: Duration) -> Option<Duration> {
        self.demo.next_tick(now)
    }
}

fn leave() -> Then {
    Then::Push(Confirm::new("Leave the game?", ("Leave", "Stay"), |_| {
        Then::Leave
    }))
}
