//! The high scores.

use bevy::prelude::*;

use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::new_game::game_in_view;
use super::saves::Saves;
use crate::files::printable;
use crate::journal::{Entry, score_table};
use crate::view::{Scene, Screen};

/// The list of high scores, best first.
pub(super) struct Hall {
    list: List,
    entries: Vec<Entry>,
    /// The entry whose parts are shown.
    shown: Option<usize>,
    /// What is wrong with the high-score file, if anything.
    problem: Option<String>,
    /// The names of the mods of these games.
    mods: String,
}

impl Hall {
    /// Reads the high scores.
    pub(super) fn open(world: &World) -> Self {
        let folder = &world.resource::<Saves>().0;
        let mods = game_in_view(world).map_or_else(Vec::new, |it| it.monsters.mods().to_owned());
        let scores = folder.as_ref().map(|it| it.scores(&mods));
        let scores = scores.unwrap_or_default();
        Self {
            list: List::default(),
            entries: scores.entries,
            shown: None,
            problem: scores.problem,
            mods: mods.join(", "),
        }
    }

    /// Returns a menu of the scores. Picking an entry shows the parts of that score, and picking `None` closes the screen.
    fn menu(&self) -> Menu<Option<usize>> {
        let head = match (self.entries.is_empty(), &self.problem) {
            (false, _) => {
                Some("Points, and how each game ended. Choose one to see what earned them.")
            }
            (true, None) => Some("No high scores yet."),
            (true, Some(_)) => None,
        };
        let of = (!self.mods.is_empty()).then(|| format!("Games with {}.", printable(&self.mods)));
        let menu = Menu::new("High scores").head(of).head(head);
        let menu = menu.head(&self.problem);
        let shown = self.shown.and_then(|it| self.entries.get(it));
        let menu = menu.head(shown.map_or_else(Vec::new, table));
        let entries = self.entries.iter().enumerate();
        let menu = entries.fold(menu, |menu, (number, it)| {
            menu.entry(it.words(), Some(number))
        });
        menu.entry("Back", None)
    }
}

/// Returns the parts of an entry's score as lines of text.
fn table(entry: &Entry) -> Vec<String> {
    match score_table(&entry.parts) {
        none if none.is_empty() => {
            vec!["This game was played before points were listed.".to_owned()]
        }
        lines => lines,
    }
}

impl Mode for Hall {
    fn name(&self) -> &'static str {
        "high scores"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let menu = self.menu();
        match self.list.input(input, menu, world.resource()) {
            Picked::Closed | Picked::Entry(None) => Then::Pop,
            Picked::Entry(shown) => {
                self.shown = shown;
                Then::Stay
            }
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
