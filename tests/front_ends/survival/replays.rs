//! Tests of replays in a terminal.

use std::fs;

use super::saves::Saves;
use crate::support::game;
use crate::support::pty::{Protocol, Terminal};
use crate::support::text::{Layout, Text};
use crate::terminal::game::{Game, size};

/// Keys that step back and forth, jump to events, change the point of view and the display, jump to a turn, and open
/// other screens.
const ROUTE: &str = "<Right> <Right><Right> <Left> <PgDn> e v v e v E <Tab> <Shift+Tab> <Up> \
                     t5 <Enter> <End> <Right> m <Escape> <Home>";

pub fn every_cell_of_a_replay_is_right_and_its_journal_does_not_change() {
    let saves = Saves::new();
    let explorer = [vec!["watch".to_owned()], saves.options(3)].concat();
    let mut watched = Text::start(Layout::new(80, 24, "16"), &explorer);
    watched.play(&"<Right>".repeat(200));
    assert_eq!(watched.end(), (Some(0), String::new()));
    let before = fs::read(saves.journal()).unwrap();
    for layout in [Layout::new(80, 24, "truecolor"), Layout::new(120, 40, "16")] {
        let replay = ["replay".to_owned(), saves.journal().display().to_string()];
        let front_end = ["--frontend", "terminal"].map(str::to_owned);
        let arguments = [&replay[..], &front_end, &layout.options()].concat();
        let terminal = Terminal::open(game(), &arguments, size(layout), Protocol::Plain, &[]);
        let mut both = Game::of(terminal, Text::start(layout, &replay));
        both.compare("at first");
        let route: Vec<&str> = ROUTE.split(' ').collect();
        both.play_all(&route);
    }
    assert_eq!(fs::read(saves.journal()).unwrap(), before);
    saves.assert_whole(game());
}
