//! The screen at the end of a game: how the player died or won, and the score.

use std::path::Path;

use bevy::prelude::*;
use ratatui::layout::Rect;

use super::downfall::{Downfall, light_words};
use super::help::Help;
use super::list::{List, Menu, Picked};
use super::messages::Messages;
use super::mode::{Input, Mode, Then};
use super::new_game::next_game;
use super::queries::with_scene;
use super::replay::ReplayScreen;
use super::saves::{LastEntry, LastFiles};
use super::serve::serve;
use super::title::TitleScreen;
use crate::control::Control;
use crate::files::printable;
use crate::game::Game;
use crate::journal::score_table;
use crate::map::Tile;
use crate::view::{MessageLog, PointOfView, Scene, Screen, killed_by};

/// The screen at the end of a game.
#[derive(Default)]
pub(super) struct Dead {
    list: List,
}

/// Returns the paragraphs of the report on how the game ended, the most important ones first.
fn report(scene: &Scene, world: &World) -> Vec<String> {
    let last = world.get_resource::<LastEntry>();
    let mut report = Vec::new();
    if let Some(victory) = scene.fate.victory() {
        let goals = scene.game.as_ref().map(|it| it.setup.goals.clone());
        report.push(goals.unwrap_or_default().won(victory.turn));
    } else if let Some(death) = scene.fate.death() {
        let by = killed_by(death, scene.map.as_deref());
        report.push(format!(
            "Killed by {by} on level {}, turn {}.",
            death.depth, death.turn
        ));
        if let Some(eyes) = scene.player() {
            let light = light_words(scene, &eyes);
            report.extend(light.map(|it| format!("At the end, you were {it}.")));
            let seed = scene.game.as_ref().map(|it| it.setup.seed);
            let downfall = world.resource::<Downfall>();
            report.extend(seed.and_then(|it| downfall.words(it, death.turn)));
            report.push(explored(&eyes));
            report.extend(last_seen(scene, &eyes));
        }
    } else {
        return report;
    }
    report.extend(score(scene, last));
    report.extend(last_words(scene, &files(world)));
    report
}

/// Says where the report and the replay of the game are.
fn files(world: &World) -> Vec<String> {
    let Some(files) = LastFiles::of(world) else {
        return Vec::new();
    };
    let path = |path: &Path| printable(&path.display().to_string());
    let report = files.report.as_deref();
    let report = report.map(|it| format!("Report: {}", path(it)));
    let replay = format!("Replay: {}", path(&files.journal));
    report.into_iter().chain([replay]).collect()
}

/// Returns the last messages of the game, without those that name its `files`.
fn last_words(scene: &Scene, files: &[String]) -> Vec<String> {
    const LAST: usize = 4;
    let said = scene.log.last(LAST + files.len());
    let mut said: Vec<String> = said.filter(|it| !files.contains(it)).collect();
    said.drain(..said.len().saturating_sub(LAST));
    let heading = (!said.is_empty()).then(|| "The last moments:".to_owned());
    let said = said.into_iter().map(|it| format!("- {it}"));
    heading.into_iter().chain(said).collect()
}

/// Writes into the log where the report and the replay of the game are, and opens the log.
fn show_files(world: &mut World) -> Then {
    for line in files(world) {
        world.resource_mut::<MessageLog>().say(line);
    }
    Then::push(Messages::default())
}

/// Plays the last moments of the game again.
fn watch_last_moments(world: &mut World) -> Then {
    let Some(file) = LastFiles::of(world).map(|it| it.journal.clone()) else {
        return Then::Stay;
    };
    match ReplayScreen::last_moments(world, &file) {
        Ok(replay) => Then::only(replay),
        Err(error) => {
            let why = format!("The last moments cannot be shown: {error}.");
            world.resource_mut::<MessageLog>().warn(why);
            Then::Stay
        }
    }
}

/// Says how much of the level the player knew, seen or felt.
fn explored(eyes: &PointOfView) -> String {
    let known = eyes.memory.known_cells();
    let known: Vec<Tile> = known.filter_map(|(_, it)| it.tile()).collect();
    let floor = known.iter().filter(|it| it.is_passable()).count();
    let cells = if floor == 1 { "cell" } else { "cells" };
    let found = match known.contains(&Tile::STAIRS_DOWN) {
        true => "found",
        false => "never found",
    };
    format!("You knew {floor} {cells} of this level and {found} the stairs down.")
}

/// Says which creatures the player saw at the end, if any.
fn last_seen(scene: &Scene, eyes: &PointOfView) -> Option<String> {
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

/// Describes the score, how it was earned, and its rank among the high scores.
fn score(scene: &Scene, last: Option<&LastEntry>) -> Vec<String> {
    let Some(game) = &scene.game else {
        return Vec::new();
    };
    let seed = game.setup.seed;
    let mut lines = Vec::new();
    if let Some(quest) = scene.quest.as_ref().filter(|it| it.last.is_some()) {
        let won = scene.fate.victory().is_some();
        let turn = scene.fate.turn().unwrap_or_else(|| scene.clock.turn());
        let numbers = &game.setup.numbers.score;
        let points = quest.score(won, turn, numbers);
        lines.push(format!("{points} points on turn {turn}:"));
        let prize = won.then(|| game.setup.goals.prize());
        lines.extend(score_table(&quest.score_parts(prize, turn, numbers), 2));
        // The last entry may belong to another game.
        let mine = last.filter(|it| it.entry.seed == seed && it.entry.turn == turn);
        if let Some(place) = mine.and_then(|it| it.place) {
            lines.push(format!("Rank {place} in the high scores."));
        }
    }
    lines.push(format!("Seed {seed}."));
    lines
}

/// Returns the part of a screen that leaves the place of death visible beside it, if the screen is wide enough for both.
fn room(screen: Rect) -> Option<Rect> {
    const WIDE: u16 = 110;
    let left = screen.width / 2;
    let room = Rect::new(left, screen.y, screen.width - left, screen.height);
    (screen.width >= WIDE).then_some(room)
}

/// Returns a menu with the report and what the player can do next.
fn menu(scene: &Scene, world: &World, screen: &Screen) -> Menu<fn(&mut World) -> Then> {
    let title = match scene.fate.victory() {
        Some(_) => "You have won",
        None => "You are dead",
    };
    let mut menu = Menu::<fn(&mut World) -> Then>::new(title).head(report(scene, world));
    if let Some(room) = room(screen.buffer().area) {
        menu = menu.within(room);
    }
    if LastFiles::of(world).is_some() {
        menu = menu.entry("Watch the last moments", watch_last_moments);
    }
    menu = menu.entry("Message log", |_| Then::push(Messages::default()));
    if LastFiles::of(world).is_some() {
        menu = menu.entry("Where the report is", show_files);
    }
    menu.entry("New game", next_game)
        .entry("Restart this game", |world| {
            match world.get_resource::<Game>() {
                Some(game) => Then::Begin(Box::new(game.again())),
                None => Then::Stay,
            }
        })
        .entry("Main menu", |_| Then::only(TitleScreen::default()))
        .entry("Quit", |_| Then::Quit)
}

impl Mode for Dead {
    fn name(&self) -> &'static str {
        "dead"
    }

    fn closes(&self) -> bool {
        false
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        match input {
            Input::Asked(Control::MESSAGES) => return Then::push(Messages::default()),
            Input::Asked(Control::HELP) => return Then::push(Help::default()),
            Input::Asked(Control::LEAVE) => return Then::Quit,
            Input::Asked(Control::COPY_SEED) => return serve(Control::COPY_SEED, world),
            _ => {}
        }
        let Some(menu) = with_scene(world, |scene, world| menu(scene, world, world.resource()))
        else {
            return Then::Stay;
        };
        match self.list.input(input, menu, world.resource()) {
            Picked::Entry(act) => act(world),
            // This screen cannot be closed, because the game below it is over.
            Picked::Nothing | Picked::Closed | Picked::Change(..) => Then::Stay,
        }
    }

    fn words(&self, scene: &Scene, world: &World) -> Vec<String> {
        self.list.words(&menu(scene, world, world.resource()))
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        let menu = menu(scene, world, screen);
        self.list.draw(&menu, &scene.palette, screen);
    }
}
