//! A game in a terminal and the same game in the text front end. Both must look the same.

use std::fs;
use std::path::Path;
use std::time::Duration;

use vt100::Color;

use super::words::MENU;
use crate::support::emulator::{Protocol, Size};
use crate::support::keys::{place_of_mouse, resolve, tokens};
use crate::support::pty::Terminal;
use crate::support::screen::{Area, Attributes, Cell, Screen};
use crate::support::text::{Layout, Text};
use crate::support::{Folder, game, wait};

/// The maximum number of wrong cells to list.
const LISTED: usize = 12;

/// The layout that most tests use.
pub const USUAL: Layout = Layout::new(80, 24, "truecolor");

/// The game's arguments in most tests.
pub const SEED: [&str; 2] = ["--seed", "5"];

/// Returns the size of the terminal for a layout.
pub fn size(layout: Layout) -> Size {
    Size::new(layout.columns, layout.rows)
}

/// Returns the arguments that start the game in a terminal.
pub fn terminal_arguments(layout: Layout, arguments: &[&str]) -> Vec<String> {
    let mut all = vec!["--frontend".to_owned(), "terminal".to_owned()];
    all.extend(arguments.iter().copied().map(str::to_owned));
    all.extend(layout.options());
    all
}

/// Starts the game in a terminal, without a text front end beside it.
pub fn open_alone(protocol: Protocol) -> Terminal {
    open(USUAL, &SEED, protocol)
}

fn open(layout: Layout, arguments: &[&str], protocol: Protocol) -> Terminal {
    let arguments = terminal_arguments(layout, arguments);
    Terminal::open(game(), &arguments, size(layout), protocol, &[])
}

/// Presses Escape until the menu is open.
///
/// # Panics
///
/// If the menu does not open.
pub fn escape_to_menu(terminal: &Terminal) {
    for _ in 0..8 {
        let before = terminal.screen();
        if before.says(MENU) {
            return;
        }
        terminal.type_keys("<Escape>");
        wait(Duration::from_secs(5), || terminal.screen() != before);
    }
    terminal.wait_for(MENU);
}

fn copy_saves(from: &str, to: &str) {
    let [from, to] = [from, to].map(|folder| Path::new(folder).join("games"));
    fs::create_dir_all(&to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("a game was saved") {
        let entry = entry.expect("the folder can be read");
        fs::copy(entry.path(), to.join(entry.file_name())).expect("files can be copied");
    }
}

/// A game in a terminal and the same game in the text front end.
pub struct Game {
    pub terminal: Terminal,
    pub text: Text,
    /// The column and row of the mouse, in script syntax.
    pointer: Option<String>,
    /// A folder that is removed when the game has ended.
    folder: Option<Folder>,
}

impl Game {
    /// Starts the game in both front ends, with a terminal like xterm. Does not compare anything yet.
    pub fn start(layout: Layout, arguments: &[&str]) -> Self {
        Self::start_on(layout, arguments, Protocol::Plain)
    }

    /// Like [`Game::start`], with another kind of terminal.
    pub fn start_on(layout: Layout, arguments: &[&str], protocol: Protocol) -> Self {
        let terminal = open(layout, arguments, protocol);
        Self::beside(terminal, layout, arguments)
    }

    /// Starts the game in both front ends and plays a script first. Unlike typed keys, this script does not interrupt
    /// journeys.
    pub fn start_with(script: &str, layout: Layout, arguments: &[&str]) -> Self {
        let terminal = open(
            layout,
            &[arguments, &["--keys", script]].concat(),
            Protocol::Plain,
        );
        let mut game = Self::beside(terminal, layout, arguments);
        game.text.play(script);
        game.compare("after the script");
        game
    }

    /// Continues a saved game in both front ends. `saves` is the folder that holds the game.
    pub fn resume(layout: Layout, saves: &str) -> Self {
        let folder = Folder::new();
        let arguments = ["terminal", "text"].map(|name| {
            let copy = folder.join(name);
            copy_saves(saves, &copy);
            ["--continue".to_owned(), "--data-dir".to_owned(), copy]
        });
        let [in_terminal, as_text] = arguments
            .each_ref()
            .map(|it| it.each_ref().map(String::as_str));
        let terminal = open(layout, &in_terminal, Protocol::Plain);
        let mut game = Self::beside(terminal, layout, &as_text);
        game.folder = Some(folder);
        game
    }

    /// Starts the text front end beside a terminal that runs a game with the same arguments.
    pub fn beside(terminal: Terminal, layout: Layout, arguments: &[&str]) -> Self {
        let arguments: Vec<String> = arguments.iter().copied().map(str::to_owned).collect();
        Self::of(terminal, Text::start(layout, &arguments))
    }

    /// Pairs a terminal with a text front end.
    pub fn of(terminal: Terminal, text: Text) -> Self {
        Self {
            terminal,
            text,
            pointer: None,
            folder: None,
        }
    }

    /// Plays a script in both front ends without comparing them.
    pub fn act(&mut self, script: &str) {
        let before = self.text.screen().clone();
        for act in tokens(script) {
            let act = resolve(act, self.text.screen());
            self.terminal.type_keys(&act);
            let act = self.as_text(&act);
            self.text.play(&act);
        }
        // Without a visible change, the test could not tell when Escape has been handled, and might type the next key
        // too early.
        let is_seen = !script.ends_with("<Escape>") || *self.text.screen() != before;
        assert!(is_seen, "{script} changes nothing:\n{before}");
    }

    /// Plays a script in both front ends and compares all cells.
    pub fn play(&mut self, script: &str) {
        self.act(script);
        self.compare(&format!("after {script:?}"));
    }

    /// Plays scripts one after another, and compares all cells after each.
    pub fn play_all(&mut self, route: &[&str]) {
        for (step, script) in route.iter().enumerate() {
            self.act(script);
            self.compare(&format!("after step {step}, {script:?}, of {route:?}"));
        }
    }

    /// Plays a script in both front ends and compares only the largest box on the screen, because the demo behind the
    /// title runs at its own pace.
    pub fn play_in_box(&mut self, script: &str) {
        self.act(script);
        self.compare_box(&format!("after {script:?}"));
    }

    /// Waits until the terminal shows what the text front end printed.
    ///
    /// # Panics
    ///
    /// If the terminal shows anything else.
    pub fn compare(&mut self, when: &str) {
        let wanted = self.text.screen().clone();
        self.compare_with(&wanted, None, when);
    }

    /// Like [`Game::compare`], but compares only the largest box.
    pub fn compare_box(&mut self, when: &str) {
        let wanted = self.text.screen().clone();
        let area = wanted.largest_box();
        let area = area.unwrap_or_else(|| panic!("there is no box {when}:\n{wanted}"));
        self.compare_with(&wanted, Some(area), when);
    }

    /// Like [`Game::compare`], for a terminal that has been resized.
    pub fn compare_on(&mut self, layout: Layout, when: &str) {
        let wanted = self.text.on(layout);
        self.compare_with(&wanted, None, when);
    }

    /// Resizes the terminal and compares all cells.
    pub fn resize(&mut self, layout: Layout) {
        self.terminal.resize(size(layout));
        self.compare_on(layout, &format!("on {layout:?}"));
    }

    /// Waits until the terminal shows this screen, or the part of the screen in `area` if there is one.
    ///
    /// # Panics
    ///
    /// If the terminal shows other cells, or if the game has written a sequence that some terminals do not support.
    pub fn compare_with(&mut self, wanted: &Screen, area: Option<Area>, when: &str) {
        let part = |screen: &Screen| area.map_or_else(|| screen.clone(), |area| screen.part(area));
        let wanted_part = part(wanted);
        let is_there = |shown: &Screen| shown.size() == wanted.size() && part(shown) == wanted_part;
        match self.terminal.wait_until(is_there) {
            Ok(shown) => {
                let colors = self.text.layout().colors;
                let shown = part(&shown);
                let beyond = shown.cells().iter().find(|cell| !is_within(colors, cell));
                assert_eq!(beyond, None, "{when}: beyond `--colors {colors}`");
            }
            Err(shown) if shown.size() != wanted.size() => {
                panic!(
                    "{when}: {:?} cells instead of {:?}",
                    shown.size(),
                    wanted.size()
                )
            }
            Err(shown) => {
                let wrong = part(&shown).differences(&wanted_part);
                let listed = wrong[..wrong.len().min(LISTED)].join("\n");
                panic!(
                    "{when}: {} cells are wrong\n{listed}\n{shown}wanted:\n{wanted}",
                    wrong.len()
                );
            }
        }
        let problems = self.terminal.problems();
        assert!(problems.is_empty(), "{when}: {problems:?}");
    }

    /// Returns the script for the text front end. If the action takes place at a new position, the script first moves
    /// the mouse there.
    fn as_text(&mut self, act: &str) -> String {
        let Some(place) = place_of_mouse(act) else {
            return act.to_owned();
        };
        let comes = format!("<Hover {place}>");
        let is_new = self.pointer.as_ref() != Some(&place);
        self.pointer = Some(place);
        match (is_new, act == comes) {
            (true, false) => comes + act,
            _ => act.to_owned(),
        }
    }
}

/// Returns whether a terminal with this many colours can show this cell.
pub fn is_within(colors: &str, cell: &Cell) -> bool {
    let is_known = |color| match (colors, color) {
        ("truecolor", Color::Rgb(..)) | ("none", Color::Default) => true,
        // The first sixteen colours look different in different terminals.
        ("256", Color::Idx(index)) => index >= 16,
        ("16", Color::Idx(index)) => index < 16,
        ("8", Color::Idx(index)) => index < 8,
        _ => false,
    };
    let allowed = match colors {
        "8" => Attributes {
            bold: cell.attributes.bold,
            ..Attributes::default()
        },
        "none" => Attributes {
            italic: false,
            two_columns: false,
            ..cell.attributes
        },
        // The creature whose view is drawn is bold: the player, or a monster in a replay.
        _ => Attributes {
            bold: cell.attributes.bold && (cell.glyph == '@' || cell.glyph.is_ascii_alphabetic()),
            ..Attributes::default()
        },
    };
    is_known(cell.fore) && is_known(cell.back) && cell.attributes == allowed
}
