//! Tests of all screens of a game, pixel by pixel.

use std::time::Duration;
use std::{fs, thread};

use super::game::{Game, arguments};
use super::layout::Layout;
use super::routes::{FIRST_HALF, FIRST_SCREENS, LEAVE, SECOND_HALF, SEED};
use super::stage::Stage;
use crate::support::{self, Folder, all_at_once, at_once, command, stores};

/// At least half of all keys must take effect on the screen within this time, even with software rendering.
const USUAL_DELAY: Duration = Duration::from_secs(1);

#[test]
fn every_pixel_is_right_on_all_routes() {
    at_once([FIRST_HALF, SECOND_HALF], play_and_leave);
}

#[test]
fn things_zoom_and_closing_work_in_a_window() {
    all_at_once([
        every_pixel_is_right_while_things_are_picked_up_thrown_and_dropped,
        the_option_zoom_enlarges_every_cell,
        closing_the_window_asks_ends_the_game_without_an_error_and_saves_it,
    ]);
}

fn play_and_leave(routes: &[&[&str]]) {
    let Some(stage) = Stage::enter() else { return };
    let layout = Layout::new(960, 576);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let mut game = Game::start(&display, layout, &arguments(SEED));
    for route in routes {
        game.play(route);
    }
    game.delays.sort();
    let usual = game.delays[game.delays.len() / 2];
    assert!(
        usual <= USUAL_DELAY,
        "half of the keys take {usual:?} or longer to show"
    );
    game.type_only(LEAVE);
    game.program.assert_ends_well();
}

fn every_pixel_is_right_while_things_are_picked_up_thrown_and_dropped() {
    let Some(stage) = Stage::enter() else { return };
    let layout = Layout::new(960, 576);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let folder = Folder::new();
    let mut game = Game::start(&display, layout, &stores::arguments(&folder));
    let mut was_thrown = false;
    for key in stores::KEYS {
        game.play(&[key]);
        was_thrown |= game.text.screen().find(stores::THROWN).is_some();
    }
    assert!(was_thrown);
    game.type_only(LEAVE);
    game.program.assert_ends_well();
}

fn the_option_zoom_enlarges_every_cell() {
    let Some(stage) = Stage::enter() else { return };
    let layout = Layout::zoomed(1024, 768, 28);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let mut game = Game::start(
        &display,
        layout,
        &arguments(&[SEED, &["--zoom", "28"]].concat()),
    );
    game.play(FIRST_SCREENS);
    game.play(&["<Hover near>", "<Click near>"]);
}

fn closing_the_window_asks_ends_the_game_without_an_error_and_saves_it() {
    let Some(stage) = Stage::enter() else { return };
    let layout = Layout::new(640, 320);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let mut game = Game::start(&display, layout, &arguments(SEED));
    game.play(&["l"]);
    display.ask_to_close(game.program.window);
    thread::sleep(Duration::from_secs(2));
    assert!(
        game.program.is_running(),
        "the window closed without a question"
    );
    // The second request is the answer.
    display.ask_to_close(game.program.window);
    game.program.assert_ends_well();
    let journals = game.program.journals();
    assert_eq!(journals.len(), 1, "{journals:?}");
    let journal = fs::read_to_string(&journals[0]).expect("a journal is UTF-8");
    // The journal has one line that begins like this for each command.
    assert_eq!(journal.matches("\n> ").count(), 1, "{journal}");
    let replay = command(support::game())
        .arg("replay")
        .arg(&journals[0])
        .arg("--check")
        .output();
    let checked = replay.expect("the game starts");
    assert!(checked.status.success(), "{checked:?}");
}
