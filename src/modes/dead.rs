//! The end of a game: what killed the player, and how far it came.

use bevy::prelude::*;

use super::ask::with_scene;
use super::help::Help;
use super::list::{List, Picked, Shown, plain};
use super::messages::Messages;
use super::mode::{Input, Mode, Then};
use super::new_game::next_game;
use super::title::TitleScreen;
use crate::control::Control;
use crate::game::Game;
use crate::map::Tile;
use crate::view::{Scene, Screen, article};

/// The screen of the dead.
#[derive(Default)]
pub(super) struct Dead {
    list: List,
}

const ENTRIES: [&str; 5] = [
    "Look back at what was said",
    "A new game",
    "The same game again",
    "To the title",
    "Leave",
];

impl Dead {
    pub(super) const NAME: &'static str = "dead";
}

/// What is told of the end, a line each of at most so many columns.
fn report(scene: &Scene, columns: usize) -> Vec<String> {
    let Some(death) = &scene.fate.0 else {
        return Vec::new();
    };
    let by = match &death.killer {
        Some(killer) => format!("{} {killer}", article(killer)),
        None => "something that you did not see".to_owned(),
    };
    let mut told = vec![format!(
        "Killed by {by}, on level {}, in turn {}.",
        death.depth, death.turn
    )];
    if let Some(eyes) = scene.player() {
        let known = eyes.memory.known_cells();
        let seen: Vec<Tile> = known.filter_map(|(_, it)| it.tile()).collect();
        let floor = seen.iter().filter(|it| it.is_passable()).count();
        let stairs = seen.contains(&Tile::StairsDown);
        let way = if stairs {
            "and the way down"
        } else {
            "and no way down"
        };
        told.push(format!(
            "Of this level you had seen {floor} cells to walk on, {way}."
        ));
        let others = scene.in_view(&eyes, false);
        let mut counted: Vec<(String, usize)> = Vec::new();
        for sight in others.into_iter().filter(|it| it.who.is_some()) {
            match counted
                .iter_mut()
                .find(|(called, _)| *called == sight.called)
            {
                Some((_, count)) => *count += 1,
                None => counted.push((sight.called, 1)),
            }
        }
        let others: Vec<String> = counted
            .into_iter()
            .map(|(called, count)| match count {
                1 => called,
                _ => format!("{called} (x{count})"),
            })
            .collect();
        if !others.is_empty() {
            told.push(format!("The last that you saw: {}.", others.join(", ")));
        }
    }
    if let Some(game) = &scene.game {
        told.push(format!("Seed {}.", game.seed()));
    }
    let wrapped = told.iter().flat_map(|it| textwrap::wrap(it, columns));
    wrapped.map(|it| it.into_owned()).collect()
}

fn with_list<T>(head: &[String], act: impl FnOnce(&Shown) -> T) -> T {
    act(&Shown {
        title: "You are dead",
        head,
        entries: &plain(ENTRIES),
    })
}

/// How many columns the report has.
fn columns(screen: &Screen) -> usize {
    usize::from(screen.buffer().area.width.saturating_sub(6)).clamp(8, 52)
}

impl Mode for Dead {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let columns = columns(world.resource());
        let head = with_scene(world, |scene, _| report(scene, columns));
        let head = head.unwrap_or_default();
        match input {
            Input::Asked(Control::Messages) => return Then::Push(Box::new(Messages::default())),
            Input::Asked(Control::Help) => return Then::Push(Box::new(Help::default())),
            Input::Asked(Control::Leave) => return Then::Leave,
            _ => {}
        }
        match with_list(&head, |shown| {
            self.list.input(input, shown, world.resource())
        }) {
            Picked::Entry(0) => Then::Push(Box::new(Messages::default())),
            Picked::Entry(1) => next_game(world),
            Picked::Entry(2) => match world.get_resource::<Game>() {
                Some(game) => Then::Begin(Box::new(game.again())),
                None => Then::Stay,
            },
            Picked::Entry(3) => Then::Only(Box::new(TitleScreen::default())),
            Picked::Entry(_) => Then::Leave,
            // It is not closed by chance: what is below it is over.
            Picked::Nothing | Picked::Closed | Picked::Change(..) => Then::Stay,
        }
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        with_list(&report(scene, usize::MAX), |shown| self.list.words(shown))
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        let head = report(scene, columns(screen));
        with_list(&head, |shown| self.list.draw(shown, &scene.palette, screen));
    }
}
