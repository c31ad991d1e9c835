//! The title screen, where games begin.

use std::time::Duration;

use bevy::prelude::*;

use super::confirm::Confirm;
use super::demo::Demo;
use super::hall::Hall;
use super::help::Help;
use super::keys::Keys;
use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::new_game::{begin_with, demo_game, last_level};
use super::options::Options;
use super::page::dim;
use super::saves::{Saves, enter_missing};
use super::seed::Seed;
use super::serve::serve;
use super::slots::Slots;
use crate::control::{Control, Mouse};
use crate::dungeon::random::fresh_seed;
use crate::journal::Slot;
use crate::view::{Marks, Scene, Screen, clear, draw_map, key_of};

/// The title screen.
#[derive(Default)]
pub(super) struct TitleScreen {
    list: List,
    demo: Demo,
    /// The saved games; `None` until the folder has been read. It is read only once.
    slots: Option<Vec<Slot>>,
    /// The errors in files that cannot be played.
    broken: Vec<String>,
    /// A warning about the high scores, split into lines.
    warning: Vec<String>,
}

/// What a menu entry does.
type Act = fn(&TitleScreen, &mut World) -> Then;

/// The brightness of the game behind the title, as a percentage.
const DIM: u32 = 55;

impl TitleScreen {
    fn menu(&self, title: &str, world: &World) -> Menu<Act> {
        let mut menu = Menu::<Act>::new(title)
            .head(head(world))
            .head(&self.warning);
        if !self.unfinished().is_empty() {
            menu = menu.entry("Continue", |title, _| title.resume());
        }
        menu = menu
            // Use only half of the seed's bits, so that the seed is short enough to copy by hand.
            .entry("New game", |_, world| {
                begin_with(world, fresh_seed() >> 32).unwrap_or(Then::Stay)
            })
            .entry("New game with a seed", |_, _| Then::push(Seed::default()));
        if !self.all().is_empty() || !self.broken.is_empty() {
            menu = menu.entry("Watch a replay", |title, _| {
                Then::push(Slots::to_watch(title.all().to_vec(), &title.broken))
            });
        }
        menu.entry("High scores", |_, world| Then::push(Hall::open(world)))
            .entry("Options", |_, _| Then::push(Options::default()))
            .entry("Keys", |_, _| Then::push(Keys::default()))
            .entry("Help", |_, _| Then::push(Help::default()))
            .entry("Quit", |_, world| quit(world))
    }

    fn all(&self) -> &[Slot] {
        self.slots.as_deref().unwrap_or_default()
    }

    fn unfinished(&self) -> Vec<Slot> {
        let slots = self.all().iter().filter(|it| it.end.is_none());
        slots.cloned().collect()
    }

    /// Resumes the only unfinished game, or asks which one to resume if there are several.
    fn resume(&self) -> Then {
        let slots = self.unfinished();
        match slots.as_slice() {
            [slot] => Then::Continue(slot.file.clone()),
            _ => Then::push(Slots::to_continue(slots)),
        }
    }
}

impl Mode for TitleScreen {
    fn name(&self) -> &'static str {
        "title"
    }

    fn closes(&self) -> bool {
        false
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        self.demo.wake(world);
        match input {
            Input::Asked(Control::Help) => return Then::push(Help::default()),
            Input::Asked(Control::Leave | Control::Close) => return quit(world),
            Input::Asked(control @ (Control::Larger | Control::Smaller | Control::Picture)) => {
                return serve(control, world);
            }
            // There is nothing below the title to return to.
            Input::Mouse(Mouse::Right(_)) => return Then::Stay,
            _ => {}
        }
        let menu = self.menu("", world);
        match self.list.input(input, menu, world.resource()) {
            Picked::Entry(act) => act(self, world),
            _ => Then::Stay,
        }
    }

    fn words(&self, scene: &Scene, world: &World) -> Vec<String> {
        self.list.words(&self.menu(&scene.title.0, world))
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        clear(scene, screen.buffer_mut());
        let area = screen.buffer().area;
        let reveals = scene.reveals();
        draw_map(scene, screen, area, &Marks::default(), reveals);
        dim(screen.buffer_mut(), DIM);
        // Keep the background of unknown cells as dark as on other screens.
        let unknown = crate::view::at_brightness(scene.palette.background(), DIM);
        for cell in &mut screen.buffer_mut().content {
            if cell.bg == unknown {
                cell.bg = scene.palette.background();
            }
        }
        let menu = self.menu(&scene.title.0, world);
        self.list.draw(&menu, &scene.palette, screen);
    }

    fn tick(&mut self, world: &mut World) {
        if self.slots.is_none() {
            const COLUMNS: usize = 54;
            let (slots, broken) = world.resource::<Saves>().look();
            let warning = enter_missing(world, &slots);
            let lines = warning.iter().flat_map(|it| textwrap::wrap(it, COLUMNS));
            self.warning = lines.map(|it| it.into_owned()).collect();
            (self.broken, self.slots) = (broken, Some(slots));
        }
        self.demo.tick(world, demo_game);
    }

    fn next_tick(&self, now: Duration) -> Option<Duration> {
        self.demo.next_tick(now)
    }
}

fn quit(world: &World) -> Then {
    Then::Push(Confirm::quit("Quit the game?", world))
}

/// Returns the lines above the entries, which state the player's goal.
fn head(world: &World) -> Vec<String> {
    let goal = match last_level(world) {
        Some(last) => vec![
            "The lighthouse is dead, and the fog has come in.".to_owned(),
            format!("Bring the beacon up from level {last}, and out"),
            "by the stairs up from level 1.".to_owned(),
        ],
        None => Vec::new(),
    };
    let help = key_of(world.resource(), Control::Help);
    let light = [
        "Light shows you the way, and shows you to others.".to_owned(),
        format!("{help} explains the rest."),
    ];
    goal.into_iter().chain(light).collect()
}
