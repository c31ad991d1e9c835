//! The high scores.

use bevy::prelude::*;

use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::new_game::game_in_view;
use super::saves::Saves;
use super::serve::copy_seed;
use super::slots::date;
use crate::control::{Bindings, Control};
use crate::files::printable;
use crate::journal::{Entry, score_table};
use crate::view::{Scene, Screen, key_of};

/// The list of high scores, best first.
pub(super) struct Hall {
    list: List,
    entries: Vec<Entry>,
    /// What came of copying a seed.
    copied: Option<String>,
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
            copied: None,
            problem: scores.problem,
            mods: mods.join(", "),
        }
    }

    /// Returns a page of the scores, each with how the game ended and what earned the points. Choosing an entry copies its
    /// seed, and choosing `None` closes the screen.
    fn menu(&self, bindings: &Bindings) -> Menu<Option<u64>> {
        let none = self.entries.is_empty() && self.problem.is_none();
        let head = match (&self.copied, none) {
            (Some(copied), _) => Some(copied.clone()),
            (None, true) => Some("No high scores yet.".to_owned()),
            (None, false) => None,
        };
        let of = (!self.mods.is_empty()).then(|| format!("Games with {}.", printable(&self.mods)));
        let menu = Menu::page("High scores").searched().head(of).head(head);
        let menu = menu.head(&self.problem);
        let copies = key_of(bindings, Control::CONFIRM);
        let menu = self.entries.iter().fold(menu, |menu, it| {
            let (short, _) = it.words();
            menu.entry(short, Some(it.seed)).text(about(it, &copies))
        });
        menu.entry("Back", None)
    }
}

/// Returns what there is to say about an entry, as lines of text. `copies` is the key that copies the seed.
fn about(entry: &Entry, copies: &str) -> Vec<String> {
    let (_, whole) = entry.words();
    let begun = entry.begun().map(|it| format!("Begun {}.", date(it)));
    let seed = format!("Seed {}. {copies} copies it.", entry.seed);
    let mut lines = vec![whole];
    lines.extend(begun);
    lines.extend([seed, String::new()]);
    lines.extend(match score_table(&entry.parts, 1) {
        none if none.is_empty() => {
            vec!["This game was played before points were listed.".to_owned()]
        }
        parts => parts,
    });
    lines
}

impl Mode for Hall {
    fn name(&self) -> &'static str {
        "high scores"
    }

    fn takes_keys(&self) -> bool {
        self.list.is_searching()
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let menu = self.menu(world.resource());
        match self.list.input(input, menu, world.resource()) {
            Picked::Closed | Picked::Entry(None) => Then::Pop,
            Picked::Entry(Some(seed)) => {
                self.copied = Some(copy_seed(world, seed));
                Then::Stay
            }
            _ => Then::Stay,
        }
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        self.list.words(&self.menu(&scene.bindings))
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        self.list
            .draw(&self.menu(&scene.bindings), &scene.palette, screen);
    }
}
