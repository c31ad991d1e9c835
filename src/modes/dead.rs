//! The screen at the end of a game: how the player died or won, and the score.

use bevy::prelude::*;

use super::ask::with_scene;
use super::help::Help;
use super::list::{List, Picked, Shown, plain};
use super::messages::Messages;
use super::mode::{Input, Mode, Then};
use super::new_game::next_game;
use super::saves::LastEntry;
use super::title::TitleScreen;
use crate::control::Control;
use crate::game::Game;
use crate::map::Tile;
use crate::view::{Eyes, Scene, Screen, article};

/// The screen at the end of a game.
#[derive(Default)]
pub(super) struct Dead {
    list: List,
}

const ENTRIES: [&str; 5] = [
    "Message log",
    "New game",
    "Restart this game",
    "Main menu",
    "Quit",
];

impl Dead {
    pub(super) const NAME: &'static str = "dead";
}

/// Returns the report of the end, wrapped to `columns`.
fn report(scene: &Scene, last: Option<&LastEntry>, columns: usize) -> Vec<String> {
    let mut report = Vec::new();
    if let Some(victory) = scene.fate.victory() {
        report.push(format!(
            "The fog gives way. You brought out the beacon on turn {}, and the lighthouse burns again.",
            victory.turn
        ));
    } else if let Some(death) = scene.fate.death() {
        let by = match &death.killer {
            Some(killer) => format!("{} {killer}", article(killer)),
            None => "something unseen".to_owned(),
        };
        report.push(format!(
            "Killed by {by} on level {}, turn {}.",
            death.depth, death.turn
        ));
        if let Some(eyes) = scene.player() {
            report.push(explored(&eyes));
            report.extend(last_seen(scene, &eyes));
        }
    } else {
        return report;
    }
    report.extend(score(scene, last));
    let wrapped = report.iter().flat_map(|it| textwrap::wrap(it, columns));
    wrapped.map(|it| it.into_owned()).collect()
}

/// Says how much of the level the player explored.
fn explored(eyes: &Eyes) -> String {
    let known = eyes.memory.known_cells();
    let known: Vec<Tile> = known.filter_map(|(_, it)| it.tile()).collect();
    let floor = known.iter().filter(|it| it.is_passable()).count();
    let cells = if floor == 1 { "cell" } else { "cells" };
    let found = match known.contains(&Tile::STAIRS_DOWN) {
        true => "found",
        false => "never found",
    };
    format!("You explored {floor} {cells} here and {found} the stairs down.")
}

/// Says which creatures the player saw at the end, if any.
fn last_seen(scene: &Scene, eyes: &Eyes) -> Option<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    let sights = scene.in_view(eyes, false).into_iter();
    for sight in sights.filter(|it| it.who.is_some()) {
        match counted.iter_mut().find(|it| it.0 == sight.called) {
            Some((_, count)) => *count += 1,
            None => counted.push((sight.called, 1)),
        }
    }
    let counted = counted.into_iter().map(|(called, count)| match count {
        1 => called,
        _ => format!("{called} (x{count})"),
    });
    let names: Vec<String> = counted.collect();
    (!names.is_empty()).then(|| format!("In view at the end: {}.", names.join(", ")))
}

/// Returns the score, how it was earned, and its rank among the high scores.
fn score(scene: &Scene, last: Option<&LastEntry>) -> Vec<String> {
    let Some(game) = &scene.game else {
        return Vec::new();
    };
    let seed = game.setup.seed;
    let mut lines = Vec::new();
    if let Some(quest) = scene.quest.as_ref().filter(|it| it.last.is_some()) {
        let won = scene.fate.victory().is_some();
        let turn = scene.fate.turn().unwrap_or_else(|| scene.clock.turn());
        lines.push(format!(
            "{} points: treasure {}, level {} reached, hunted {} times, {turn} turns.",
            quest.score(won, turn),
            quest.treasure,
            quest.deepest,
            quest.hunted
        ));
        if won {
            lines.push(
                "The beacon is worth 1,000, minus 3 per hunt and 1 per 50 turns, but at least 200."
                    .to_owned(),
            );
        }
        // The last entry may belong to another game.
        let mine = last.filter(|it| it.entry.seed == seed && it.entry.turn == turn);
        if let Some(place) = mine.and_then(|it| it.place) {
            lines.push(format!("High score number {place}."));
        }
    }
    lines.push(format!("Seed {seed}."));
    lines
}

fn with_list<T>(title: &str, head: &[String], act: impl FnOnce(&Shown) -> T) -> T {
    act(&Shown {
        title,
        head,
        entries: &plain(ENTRIES),
    })
}

fn title(scene: &Scene) -> &'static str {
    if scene.fate.victory().is_some() {
        "You have won"
    } else {
        "You are dead"
    }
}

/// Returns the width of the report in columns.
fn columns(screen: &Screen) -> usize {
    usize::from(screen.buffer().area.width.saturating_sub(6)).clamp(8, 52)
}

impl Mode for Dead {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let columns = columns(world.resource());
        let head = with_scene(world, |scene, world| {
            (title(scene), report(scene, world.get_resource(), columns))
        });
        let (title, head) = head.unwrap_or_default();
        match input {
            Input::Asked(Control::Messages) => return Then::Push(Box::new(Messages::default())),
            Input::Asked(Control::Help) => return Then::Push(Box::new(Help::default())),
            Input::Asked(Control::Leave) => return Then::Quit,
            _ => {}
        }
        match with_list(title, &head, |shown| {
            self.list.input(input, shown, world.resource())
        }) {
            Picked::Entry(0) => Then::Push(Box::new(Messages::default())),
            Picked::Entry(1) => next_game(world),
            Picked::Entry(2) => match world.get_resource::<Game>() {
                Some(game) => Then::Begin(Box::new(game.again())),
                None => Then::Stay,
            },
            Picked::Entry(3) => Then::Only(Box::new(TitleScreen::default())),
            Picked::Entry(_) => Then::Quit,
            // It cannot be closed: the game below it is over.
            Picked::Nothing | Picked::Closed | Picked::Change(..) => Then::Stay,
        }
    }

    fn words(&self, scene: &Scene, world: &World) -> Vec<String> {
        let head = report(scene, world.get_resource(), usize::MAX);
        with_list(title(scene), &head, |shown| self.list.words(shown))
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        let head = report(scene, world.get_resource(), columns(screen));
        with_list(title(scene), &head, |shown| {
            self.list.draw(shown, &scene.palette, screen)
        });
    }
}
