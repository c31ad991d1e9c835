//! Tests of the example game in a window that has the example's own name and colours.

use super::game::{Game, arguments};
use super::layout::Layout;
use super::palette::background_in;
use super::program::Program;
use super::stage::Stage;
use super::text::Text;
use crate::support::example;
use crate::support::own_game::{ARGUMENTS, EXAMPLE, NAME, ROUTE};

const PALETTE: &str = include_str!("../../../examples/06_own_game/dusk.ron");

#[test]
fn the_example_game_is_played_in_a_window() {
    let Some(program) = example(EXAMPLE) else {
        return;
    };
    let Some(stage) = Stage::enter() else { return };
    let layout = Layout::new(1280, 720);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let arguments = arguments(&ARGUMENTS);
    let window = Program::start_program(&display, (&program, NAME), &arguments);
    let text = Text::start_program(&program, layout, &arguments);
    let mut game = Game::of(&display, layout, window, text);
    game.background = background_in(PALETTE);
    game.assert_right("at first");
    game.play(&ROUTE);
    // The first request opens a question, and the second answers it.
    for _ in 0..2 {
        display.ask_to_close(game.program.window);
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
    game.program.assert_ends_well();
}
