//! The high scores.

use bevy::prelude::*;

use super::list::{List, Picked, Shown, plain};
use super::mode::{Input, Mode, Then};
use super::saves::Saves;
use crate::journal::{DataFolder, Entry};
use crate::view::{Scene, Screen};

/// The list of high scores, the best first.
pub(super) struct Hall {
    list: List,
    entries: Vec<String>,
    /// The error of the file, in lines.
    problem: Vec<String>,
}

impl Hall {
    /// Reads the high scores.
    pub(super) fn open(world: &World) -> Self {
        let folder = &world.resource::<Saves>().0;
        const COLUMNS: usize = 54;
        let scores = folder.as_ref().map(DataFolder::scores).unwrap_or_default();
        let problem = scores.problem.iter();
        let problem = problem.flat_map(|it| textwrap::wrap(it, COLUMNS));
        Self {
            list: List::default(),
            entries: scores.entries.iter().map(Entry::words).collect(),
            problem: problem.map(|it| it.into_owned()).collect(),
        }
    }

    fn with_list<T>(&self, act: impl FnOnce(&Shown) -> T) -> T {
        let mut head = match (self.entries.is_empty(), self.problem.is_empty()) {
            (false, _) => vec!["Points, and how they were earned.".to_owned()],
            (true, true) => vec!["No high scores yet.".to_owned()],
            (true, false) => Vec::new(),
        };
        head.extend(self.problem.iter().cloned());
        let entries = self.entries.iter().map(String::as_str);
        act(&Shown {
            title: "High scores",
            head: &head,
            entries: &plain(entries.chain(["Back"])),
        })
    }
}

impl Mode for Hall {
    fn name(&self) -> &'static str {
        "high scores"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let mut list = std::mem::take(&mut self.list);
        let picked = self.with_list(|shown| list.input(input, shown, world.resource()));
        self.list = list;
        match picked {
            Picked::Closed => Then::Pop,
            Picked::Entry(number) if number == self.entries.len() => Then::Pop,
            _ => Then::Stay,
        }
    }

    fn words(&self, _: &Scene, _: &World) -> Vec<String> {
        self.with_list(|shown| self.list.words(shown))
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        self.with_list(|shown| self.list.draw(shown, &scene.palette, screen));
    }
}
