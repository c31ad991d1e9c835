//! Tests of all screens in terminals of several sizes and colour depths.

use std::thread::sleep;
use std::time::Duration;

use super::game::{Game, SEED, USUAL};
use super::routes::{AGAIN, DEAD, DEATH, LOST, PLAY, TITLE, mouse};
use super::words;
use crate::support::text::Layout;
use crate::support::{Folder, all_at_once, at_once, stores};

pub fn every_screen_is_right_in_every_size_and_number_of_colors() {
    let layouts = [
        Layout::new(60, 22, "none"),
        Layout::new(80, 24, "8"),
        Layout::new(80, 24, "16"),
        Layout::new(120, 40, "256"),
        Layout::new(200, 60, "truecolor"),
    ];
    at_once(layouts, check_screens);
}

/// Plays a game that begins at the title and a game that is lost, using only keys.
fn check_screens(layout: Layout) {
    let mut game = Game::start(layout, &[]);
    game.compare_box("at the title");
    for script in TITLE {
        game.play_in_box(script);
    }
    game.play("<Enter>");
    game.play_all(PLAY);

    let folder = Folder::new();
    let map = folder.write("lost.txt", LOST);
    let mut lost = Game::start(layout, &["--map", &map, "--seed", "1"]);
    let first = lost.text.screen().clone();
    lost.compare("at the beginning of a lost game");
    lost.play_all(&DEATH);
    // What is typed in the moment of death is ignored.
    sleep(Duration::from_millis(600));
    let shown = lost.text.screen();
    assert!(
        shown.find(words::DEAD).is_some(),
        "the player lives:\n{shown}"
    );
    lost.play_all(&DEAD);
    lost.play(AGAIN);
    let again = lost.text.screen();
    assert_eq!(again, &first, "the same game began differently");
}

pub fn the_mouse_wide_cells_and_things_are_right() {
    all_at_once([
        the_mouse_works_in_a_terminal_as_in_the_text_front_end,
        wide_cells_are_shown_over_two_columns,
        things_are_picked_up_looked_at_thrown_and_dropped_in_a_terminal,
    ]);
}

fn the_mouse_works_in_a_terminal_as_in_the_text_front_end() {
    let mut game = Game::start(USUAL, &SEED);
    game.compare("at the beginning");
    game.play_all(&strs(&mouse()));
}

fn wide_cells_are_shown_over_two_columns() {
    let layout = Layout::new(120, 40, "truecolor").wide();
    let mut game = Game::start(layout, &SEED);
    game.compare("at the beginning");
    game.play_all(&strs(&mouse()));
    game.play_all(PLAY);
}

fn things_are_picked_up_looked_at_thrown_and_dropped_in_a_terminal() {
    let folder = Folder::new();
    let arguments = stores::arguments(&folder);
    let mut game = Game::start(USUAL, &strs(&arguments));
    game.compare("at the beginning");
    let mut was_thrown = false;
    for key in stores::KEYS {
        game.play(key);
        was_thrown |= game.text.screen().find(stores::THROWN).is_some();
    }
    assert!(was_thrown, "{}", game.text.screen());
}

#[test]
fn a_script_is_played_before_typed_keys() {
    let mut game = Game::start_with("lljjx", USUAL, &SEED);
    game.play("l");
}

fn strs(strings: &[String]) -> Vec<&str> {
    strings.iter().map(String::as_str).collect()
}
