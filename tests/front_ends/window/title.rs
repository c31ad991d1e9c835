//! Tests of the title screen, and of games that begin there.

use std::time::Duration;

use super::game::{Game, arguments};
use super::layout::Layout;
use super::routes::{NEW_GAME, SHOW_SEED, STEPS, TITLE, TO_OTHER_SEED};
use super::stage::Stage;
use super::text::Text;
use crate::support;

pub fn the_title_begins_games_with_random_and_chosen_seeds() {
    let Some(stage) = Stage::enter() else { return };
    let layout = Layout::new(1280, 720);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let mut game = Game::open(&display, layout, &[]);
    let problems = wrong_in_box(&game);
    assert!(
        problems.is_empty(),
        "the title, at first:\n{}",
        problems.join("\n")
    );
    game.play_until(TITLE, wrong_in_box);
    game.type_only(NEW_GAME);
    game.type_only(SHOW_SEED);
    let seed = shown_seed(&game);
    game.text = Text::start(layout, &arguments(&["--seed", &seed]));
    game.text.play(SHOW_SEED);
    game.assert_right(&format!("in a new game of seed {seed}"));
    game.play(&[SHOW_SEED]);
    game.play(STEPS);
    game.play(TO_OTHER_SEED);
    game.play(STEPS);
}

/// Waits until the largest box matches, and returns the differences that remain. The rest of the screen is not
/// compared, because the demo behind the title runs at its own pace.
fn wrong_in_box(game: &Game) -> Vec<String> {
    let screen = game.text.screen();
    let (first, last) = screen.largest_box().expect("the title is a box");
    game.until_shows(screen, game.layout.area_of(first, last))
}

/// Waits until the window shows the seed of its game, and returns the seed.
fn shown_seed(game: &Game) -> String {
    let mut seed = String::new();
    support::wait(Duration::from_secs(30), || {
        let text = game.shown_text().join("\n");
        let (_, behind) = text.split_once("seed ").unwrap_or_default();
        seed = behind.chars().take_while(char::is_ascii_digit).collect();
        !seed.is_empty()
    });
    assert!(
        !seed.is_empty(),
        "the window names no seed:\n{}",
        game.shown_text().join("\n")
    );
    seed
}
