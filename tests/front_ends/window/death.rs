//! Tests of a game that is lost quickly and then played again.

use std::thread::sleep;
use std::time::Duration;

use super::game::{Game, arguments};
use super::layout::Layout;
use super::routes::{AFTER_DEATH, DEAD, DEATH, SAME_AGAIN, STEPS};
use super::stage::Stage;
use crate::support::Folder;

/// A player among trolls and ogres.
pub const LOST: &str = "\
#########
#.......#
#..OTO..#
#..T@T..#
#..OTO..#
#.......#
#########
";

#[test]
fn a_dead_player_can_look_back_and_play_the_same_game_again() {
    let Some(stage) = Stage::enter() else { return };
    let layout = Layout::new(1280, 720);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let folder = Folder::new();
    let file = folder.write("lost.txt", LOST);
    let mut game = Game::start(
        &display,
        layout,
        &arguments(&["--map", &file, "--seed", "1"]),
    );
    let first = game.text.screen().clone();
    game.play(DEATH);
    let dead = game.text.screen();
    assert!(
        dead.find(DEAD).is_some(),
        "no death screen:\n{}",
        dead.text().join("\n")
    );
    // What is typed in the moment of death is ignored.
    sleep(Duration::from_millis(600));
    game.play(AFTER_DEATH);
    game.play(&[SAME_AGAIN]);
    assert_eq!(
        game.text.screen().text(),
        first.text(),
        "the same game began differently"
    );
    // The player dies again soon.
    game.play(&STEPS[..3]);
}
