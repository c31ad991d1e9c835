//! Tests of pasted text.

use std::time::Duration;

use super::game::{Game, SEED, USUAL, escape_to_menu, open_alone};
use super::words::{BEGUN, PASTED};
use crate::support::at_once;
use crate::support::dice::Dice;
use crate::support::emulator::Protocol;
use crate::support::processes::is_alive;
use crate::support::screen::Area;

const LENGTH: usize = 10_000;

/// Returns random letters, digits, punctuation marks and line endings, including the keys that quit the game.
fn text_to_paste(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    // Every character from space to tilde, and line endings.
    let signs: Vec<u8> = (b' '..=b'~').chain([b'\r']).collect();
    let mut signs: Vec<u8> = (0..LENGTH)
        .map(|_| signs[dice.below(signs.len())])
        .collect();
    for at in (LENGTH / 3..LENGTH - 1).step_by(LENGTH / 10) {
        signs[at..at + 2].copy_from_slice(b"Qy");
    }
    String::from_utf8(signs).expect("the text is ASCII")
}

fn in_brackets(text: &str) -> String {
    format!("\x1b[200~{text}\x1b[201~")
}

pub fn pasted_text_is_not_played_as_keys() {
    let mut game = Game::start(USUAL, &SEED);
    game.compare("at the beginning");
    game.play("l");
    game.terminal
        .send(in_brackets(&text_to_paste(1)).as_bytes());
    game.terminal.wait_for(PASTED);
    compare_map(&mut game);
    game.act("l");
    compare_map(&mut game);
}

/// Compares everything except the log, which reports the paste.
fn compare_map(game: &mut Game) {
    let all_but_the_log = Area {
        left: 0,
        top: 0,
        width: USUAL.columns.into(),
        height: usize::from(USUAL.rows) - 4,
    };
    let wanted = game.text.screen().clone();
    game.compare_with(&wanted, Some(all_but_the_log), "after a paste");
}

/// Some terminals send pasted text as if it were typed. The game drops keys that arrive too fast to have been typed.
pub fn a_paste_that_looks_like_keys_does_not_end_the_game() {
    at_once(2..5, |seed| {
        let mut terminal = open_alone(Protocol::Plain);
        terminal.wait_for(BEGUN);
        terminal.send(text_to_paste(seed).as_bytes());
        assert!(terminal.wait_quiet(Duration::from_secs(1)));
        let pid = terminal.pid();
        assert!(is_alive(pid), "seed {seed}: status {:?}", terminal.status());
        escape_to_menu(&terminal);
    });
}

pub fn a_seed_can_be_pasted() {
    let mut game = Game::start(USUAL, &[]);
    game.compare_box("at the title");
    for script in ["<Down>", "<Enter>"] {
        game.play_in_box(script);
    }
    game.terminal.send(in_brackets("31415").as_bytes());
    game.text.play("31415");
    game.compare_box("after the seed was pasted");
    game.play("<Enter>");
}
