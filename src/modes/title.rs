//! The title screen, where games begin.

use std::time::Duration;

use bevy::prelude::*;
use ratatui::layout::{Rect, Size};

use super::about::About;
use super::confirm::Confirm;
use super::course::{begin_lesson, is_to_offer};
use super::demo::Demo;
use super::hall::Hall;
use super::help::Help;
use super::keys::Keys;
use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::new_game::{begin_with, demo_game, game_in_view, last_level};
use super::options::Options;
use super::page::dim;
use super::saves::{Saves, enter_missing};
use super::seed::Seed;
use super::settings::Settings;
use super::slots::Slots;
use crate::control::{Control, Mouse};
use crate::dungeon::random::fresh_seed;
use crate::journal::SavedGame;
use crate::view::{
    MessageLog, Scene, Screen, Title, banner_size, clear, draw_banner, draw_known, key_of,
};

/// The title screen.
#[derive(Default)]
pub(super) struct TitleScreen {
    list: List,
    demo: Demo,
    /// The saved games; `None` until the folder has been read. It is read only once.
    slots: Option<Vec<SavedGame>>,
    /// The errors in files that cannot be played.
    broken: Vec<String>,
    /// A warning about the high scores, split into lines.
    warning: Vec<String>,
}

/// What a menu entry does.
type Act = fn(&TitleScreen, &mut World) -> Then;

/// Where the parts of the title screen are.
struct Layout {
    /// The name in large letters, if there is room for it.
    banner: Option<Rect>,
    /// The menu.
    menu: Rect,
    /// The game that plays itself. The menu covers a part of it if there is no room for both.
    demo: Rect,
}

/// The number of columns of the narrowest game beside the menu.
const NARROWEST: u16 = 44;
/// The fewest columns of a screen with wider margins.
const ROOMY: u16 = 140;

impl Layout {
    fn of(screen: &Screen, title: &str, menu: Rect) -> Self {
        let area = screen.buffer().area;
        // One row above the name, and one below it.
        let left = area.height.saturating_sub(menu.height + 2);
        let banner = banner_size(title, Size::new(area.width, left)).map(|size| {
            let y = u16::from(left >= size.height);
            Rect::new(area.x, y, area.width, size.height)
        });
        let top = banner.map_or(0, |it| it.bottom() + 1);
        let rest = Rect::new(area.x, top, area.width, area.height - top);
        // One empty column on either side of the menu, or more on a wide screen.
        let margin = if area.width < ROOMY { 1 } else { 5 };
        let beside = menu.width + 2 * margin;
        if area.width < beside + NARROWEST {
            return Self {
                banner,
                menu: rest,
                demo: area,
            };
        }
        // A map cell begins at an even column, and its width is a whole number of cells.
        let columns = screen.map_columns();
        let x = beside.next_multiple_of(columns);
        let width = (area.width - x) / columns * columns;
        Self {
            banner,
            menu: Rect::new(rest.x, rest.y, beside, rest.height),
            demo: Rect::new(x, rest.y, width, rest.height),
        }
    }

    /// Returns whether the menu covers a part of the game.
    fn overlaps(&self) -> bool {
        self.demo.intersects(self.menu)
    }
}

impl TitleScreen {
    /// Returns the menu at its place on the screen, and the places of the other parts.
    fn placed(&self, screen: &Screen, world: &World) -> (Menu<Act>, Layout) {
        let title = &world.resource::<Title>().0;
        let size = self.menu("", world).area(screen.buffer().area);
        let layout = Layout::of(screen, title, size);
        // The name is not written twice.
        let head = if layout.banner.is_some() { "" } else { title };
        (self.menu(head, world).within(layout.menu), layout)
    }

    fn menu(&self, title: &str, world: &World) -> Menu<Act> {
        let mut menu = Menu::<Act>::new(title)
            .head(head(world))
            .head(&self.warning);
        if !self.unfinished().is_empty() {
            menu = menu.entry("Continue", |title, _| title.resume());
        }
        menu = menu
            // Use only half of the seed's bits, so that the seed is short enough to copy by hand.
            .entry("New game", |title, world| {
                match title.unfinished().as_slice() {
                    [] if title.all().is_empty() && is_to_offer(world) => offer_lesson(world),
                    [] => begin_fresh(world),
                    games => ask_to_begin(games),
                }
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
            .entry("Help", |_, _| Then::push(Help::over_title()))
            .entry("About", |_, _| Then::push(About::default()))
            .entry("Quit", |_, world| quit(world))
    }

    fn all(&self) -> &[SavedGame] {
        self.slots.as_deref().unwrap_or_default()
    }

    fn unfinished(&self) -> Vec<SavedGame> {
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
            Input::Asked(Control::HELP) => return Then::push(Help::over_title()),
            Input::Asked(Control::LEAVE | Control::CLOSE) => return quit(world),
            // There is nothing below the title to return to.
            Input::Mouse(Mouse::Right(_)) => return Then::Stay,
            _ => {}
        }
        let (menu, _) = self.placed(world.resource(), world);
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
        let (menu, layout) = self.placed(screen, world);
        draw_known(scene, screen, layout.demo);
        if layout.overlaps() {
            dim(&scene.palette, screen);
        }
        if let Some(area) = layout.banner {
            draw_banner(&scene.title.0, &scene.palette, area, screen.buffer_mut());
        }
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

/// Begins a game with a new seed.
fn begin_fresh(world: &mut World) -> Then {
    begin_with(world, fresh_seed() >> 32).unwrap_or(Then::Stay)
}

/// Asks a new player whether to take the lesson first. This is asked once.
fn offer_lesson(world: &mut World) -> Then {
    let warning = world.resource_mut::<Settings>().offer_lesson();
    world.resource_mut::<MessageLog>().warn_if(warning);
    let question = "A lesson of a few small rooms shows how light and sight work. \
                    You find it under Help at any time.";
    let answers = ("Play the lesson", "Begin the game");
    Then::Push(
        Confirm::new(question, answers, |world| match begin_lesson(world) {
            Then::Push(trouble) => Then::Replace(trouble),
            then => then,
        })
        .titled("Is this your first game?")
        .or(begin_fresh),
    )
}

/// Asks whether to begin a game although others are unfinished.
fn ask_to_begin(games: &[SavedGame]) -> Then {
    let question = match games {
        [game] => format!(
            "Start a new game? Your game on level {}, turn {}, is kept: you can continue it later.",
            game.depth, game.turn
        ),
        games => format!(
            "Start a new game? Your {} unfinished games are kept: you can continue them later.",
            games.len()
        ),
    };
    Then::Push(Confirm::new(question, ("New game", "Cancel"), begin_fresh))
}

fn quit(world: &World) -> Then {
    Then::Push(Confirm::quit("Quit the game?", world))
}

/// Returns the lines above the entries, which state the player's goal.
fn head(world: &World) -> Vec<String> {
    let goal = match last_level(world).zip(game_in_view(world)) {
        Some((last, setup)) => vec![setup.goals.title(last)],
        None => Vec::new(),
    };
    let key = |control| key_of(world.resource(), control);
    let (confirm, help) = (key(Control::CONFIRM), key(Control::HELP));
    let light = [
        "Light shows you the way, and shows you to others.".to_owned(),
        format!("{confirm} chooses. {help} explains the rest."),
    ];
    goal.into_iter().chain(light).collect()
}
