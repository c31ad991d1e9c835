//! Tests of the example game in a terminal.

use crate::support::example;
use crate::support::own_game::{ARGUMENTS, EXAMPLE, NAME, ROUTE, WORDS};
use crate::support::pty::{Protocol, Terminal};
use crate::support::text::{Layout, Text};
use crate::terminal::game::{Game, size, terminal_arguments};

const LAYOUT: Layout = Layout::new(120, 40, "truecolor").wide();

#[test]
fn the_example_game_is_played_in_a_terminal() {
    let Some(program) = example(EXAMPLE) else {
        return;
    };
    let in_terminal = terminal_arguments(LAYOUT, &ARGUMENTS);
    let terminal = Terminal::open(&program, &in_terminal, size(LAYOUT), Protocol::Plain, &[]);
    let text = Text::start_program(&program, LAYOUT, &ARGUMENTS.map(str::to_owned));
    let mut both = Game::of(terminal, text);
    both.compare("at first");
    let mut shown = both.text.screen().text().join("\n");
    for script in ROUTE {
        both.play(script);
        shown += &both.text.screen().text().join("\n");
    }
    for words in WORDS.into_iter().chain([NAME]) {
        assert!(shown.contains(words), "{words:?} is not shown\n{shown}");
    }
    both.terminal.type_keys("<Ctrl+c>");
    assert_eq!(both.terminal.status(), Some(130));
}
