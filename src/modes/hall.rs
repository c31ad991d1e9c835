//! The high scores.

use bevy::prelude::*;

use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::saves::Saves;
use crate::journal::{DataFolder, Entry};
use crate::view::{Scene, Screen};

/// The list of high scores, best first.
pub(super) struct Hall {
    list: List,
    entries: Vec<String>,
    /// What is wrong with the high-score file, if anything.
    problem: Option<String>,
}

impl Hall {
    /// Reads the high scores.
    pub(super) fn open(world: &World) -> Self {
        let folder = &world.resource::<Saves>().0;
        let scores = folder.as_ref().map(DataFolder::scores).unwrap_or_default();
        Self {
            list: List::default(),
            entries: scores.entries.iter().map(Entry::words).collect(),
            problem: scores.problem,
        }
    }

    /// Returns a menu of the scores. An entry is `true` if picking it closes the screen.
    fn menu(&self) -> Menu<bool> {
        let head = match (self.entries.is_empty(), &self.problem) {
            (false, _) => Some("Points, and how they were earned."),
            (true, None) => Some("No high scores yet."),
            (true, Some(_)) => None,
        };
        let menu = Menu::new("High scores").head(head).head(&self.problem);
        let entries = self.entries.iter();
        let menu = entries.fold(menu, |menu, words| menu.entry(words, false));
        menu.entry("Back", true)
    }
}

impl Mode for Hall {
    fn name(&self) -> &'static str {
        "high scores"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let menu = self.menu();
        match self.list.input(input, menu, world.resource()) {
            Picked::Closed | Picked::Entry(true) => Then::Pop,
            _ => Then::Stay,
        }
    }

    fn words(&self, _: &Scene, _: &World) -> Vec<String> {
        self.list.words(&self.menu())
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        self.list.draw(&self.menu(), &scene.palette, screen);
    }
}
