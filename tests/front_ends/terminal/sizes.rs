//! Tests of terminals that change their size or are too small.

use super::game::{Game, SEED, USUAL, size, terminal_arguments};
use crate::support::emulator::{Protocol, Size};
use crate::support::game;
use crate::support::pty::Terminal;
use crate::support::text::Layout;

const SMALL: Size = Size::new(40, 10);

/// Different sizes, including the minimum.
const LAYOUTS: [Layout; 8] = [
    layout(120, 40),
    layout(60, 22),
    layout(61, 50),
    layout(200, 60),
    layout(80, 24),
    layout(333, 22),
    layout(79, 23),
    layout(100, 30),
];

const fn layout(columns: u16, rows: u16) -> Layout {
    Layout::new(columns, rows, USUAL.colors)
}

pub fn the_game_follows_the_size_of_the_terminal() {
    let mut game = Game::start(USUAL, &SEED);
    game.compare("at the beginning");
    game.play_all(&["l", "j", "o", "l"]);
    for layout in LAYOUTS {
        game.resize(layout);
    }
    for layout in LAYOUTS.repeat(3) {
        game.terminal.resize(size(layout));
    }
    game.compare_on(LAYOUTS[7], "after many sizes in quick succession");
}

pub fn a_key_and_a_resize_at_the_same_time_both_take_effect() {
    let mut game = Game::start(USUAL, &SEED);
    game.compare("at the beginning");
    for count in 0..24 {
        let layout = LAYOUTS[count % 2];
        if count % 4 < 2 {
            game.terminal.type_keys(".");
            game.terminal.resize(size(layout));
        } else {
            game.terminal.resize(size(layout));
            game.terminal.type_keys(".");
        }
        game.text.play(".");
        game.compare_on(layout, &format!("on {layout:?}, change {count}"));
    }
}

pub fn cells_are_wide_in_a_hundred_columns_or_more() {
    let mut game = Game::start(layout(120, 40).wide(), &SEED);
    game.compare("at the beginning");
    game.play("l");
    for layout in [
        layout(99, 30),
        layout(100, 30).wide(),
        USUAL,
        layout(120, 40).wide(),
    ] {
        game.resize(layout);
    }
}

#[test]
fn a_terminal_that_is_too_small_says_so_until_it_is_larger() {
    let arguments = terminal_arguments(USUAL, &SEED);
    let terminal = Terminal::open(game(), &arguments, SMALL, Protocol::Plain, &[]);
    let mut game = Game::beside(terminal, USUAL, &SEED);
    wait_for_notice(&game.terminal, SMALL);
    game.terminal.type_keys("llj");
    for small in [(59, 22), (60, 21), (12, 30), (200, 4)] {
        let small = Size::new(small.0, small.1);
        game.terminal.resize(small);
        wait_for_notice(&game.terminal, small);
    }
    game.terminal.resize(size(USUAL));
    game.compare("in a terminal that is large enough now");
    game.play("l");
    game.terminal.resize(SMALL);
    wait_for_notice(&game.terminal, SMALL);
    // Keys do nothing while the terminal is too small.
    game.terminal.type_keys("llhjQy");
    // On a busy machine, a new size may overtake keys. Once the game shows this size, it has also read the keys.
    let other = Size::new(59, 22);
    game.terminal.resize(other);
    wait_for_notice(&game.terminal, other);
    game.terminal.resize(size(USUAL));
    game.compare("in a terminal that was too small for a while");
    game.play("h");
}

#[test]
fn ctrl_c_quits_in_a_terminal_that_is_too_small() {
    let arguments = terminal_arguments(USUAL, &SEED);
    let mut terminal = Terminal::open(game(), &arguments, SMALL, Protocol::Plain, &[]);
    wait_for_notice(&terminal, SMALL);
    terminal.type_keys("<Ctrl+c>");
    assert_eq!(terminal.status(), Some(130));
}

/// Waits until the terminal shows its own size and the minimum size.
pub fn wait_for_notice(terminal: &Terminal, here: Size) {
    let says = |columns, rows| {
        let words = ["x", "×", " x ", " × "].map(|by| format!("{columns}{by}{rows}"));
        move |screen: &crate::support::screen::Screen| words.iter().any(|words| screen.says(words))
    };
    let (needed, here) = (says(60, 22), says(here.columns, here.rows));
    let shown = terminal.wait_until(|screen| needed(screen) && here(screen));
    assert!(
        shown.is_ok(),
        "the screen does not say what is needed:\n{shown:?}"
    );
}
