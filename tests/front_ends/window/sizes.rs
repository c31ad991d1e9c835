//! Tests of a window that is resized, covered and hidden.

use std::thread;
use std::time::Duration;

use super::game::{Game, arguments};
use super::layout::Layout;
use super::program::Program;
use super::routes::{FIRST_SCREENS, SEED};
use super::stage::Stage;
use crate::support::{self, all_at_once};

/// Sizes that leave a margin on all sides, that are too small for a whole screen, or that have room for double-sized
/// glyphs.
const SIZES: [(usize, usize); 3] = [(645, 333), (400, 300), (2560, 1440)];

/// Keys that change the size of map cells, and the size after each.
const ZOOMS: [(&str, usize); 4] = [("+", 28), ("+", 32), ("-", 28), ("-", 24)];

/// How many times a window is resized while it is drawing.
const CHANGES: usize = 12;

pub fn a_window_is_resized_covered_and_hidden() {
    all_at_once([
        a_window_of_any_size_and_zoom_shows_as_many_cells_as_fit,
        a_new_size_during_a_frame_shows_without_another_event,
        a_covered_or_hidden_window_shows_everything_again,
    ]);
}

fn a_window_of_any_size_and_zoom_shows_as_many_cells_as_fit() {
    let Some(stage) = Stage::enter() else { return };
    let display = stage.display(2600, 1460);
    let mut game = Game::start(&display, Layout::new(960, 540), &arguments(SEED));
    game.play(&["l", "j", "o", "l"]);
    for (width, height) in SIZES {
        game.resize(Layout::new(width, height));
        game.text = game.text.in_layout(game.layout);
        game.assert_right("in another size");
        game.play(FIRST_SCREENS);
    }
    game.resize(Layout::new(960, 540));
    game.text = game.text.in_layout(game.layout);
    // A key that is pressed before the window has its new size would change the zoom of the old one.
    game.assert_right("in the first size again");
    for (key, zoom) in ZOOMS {
        game.type_only(key);
        game.text.play(key);
        game.layout = Layout::mapped(960, 540, 16, zoom);
        game.text = game.text.in_layout(game.layout);
        game.assert_right(key);
    }
}

/// Each frame asks the X server for the window's size. The test halts the server around the moment of that request, so
/// that the server's answer and the resize event arrive together. The thread that reads both must wake the thread that
/// waits for events.
fn a_new_size_during_a_frame_shows_without_another_event() {
    let Some(stage) = Stage::enter() else { return };
    let layouts = [Layout::new(640, 320), Layout::new(645, 333)];
    let display = stage.display(700, 400);
    let mut game = Game::start(&display, layouts[1], &arguments(SEED));
    let screens = layouts.map(|layout| game.text.in_layout(layout).screen().clone());
    for count in 0..CHANGES {
        display.wait_quiet(Duration::from_millis(100), Duration::from_secs(30));
        // Moving the mouse over the log draws one frame without changes.
        display.point((100 + count, 290));
        // The pauses end at different moments in the frame.
        thread::sleep(Duration::from_millis(count as u64));
        let (layout, screen) = (layouts[count % 2], &screens[count % 2]);
        display.halted(Duration::from_millis(50), || game.resize(layout));
        game.assert_shows(screen, &format!("change {}", count + 1));
    }
}

fn a_covered_or_hidden_window_shows_everything_again() {
    let Some(stage) = Stage::enter() else { return };
    let display = stage.display(700, 400);
    let mut game = Game::start(&display, Layout::new(640, 320), &arguments(SEED));
    let is_gone =
        |game: &Game| support::wait(Duration::from_secs(30), || !game.shows(game.text.screen()));
    let cover = Program::start(&display, &arguments(&["--seed", "6"]));
    assert!(is_gone(&game), "the other window does not show");
    display.wait_quiet(Duration::from_millis(500), Duration::from_secs(30));
    drop(cover);
    display.focus(game.program.window);
    game.assert_right("after another window covered the game");
    display.hide(game.program.window);
    assert!(is_gone(&game), "the window does not go away");
    display.show(game.program.window);
    display.focus(game.program.window);
    game.assert_right("after the window was hidden");
    game.play(&["l", "h"]);
}
