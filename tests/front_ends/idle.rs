//! An idle game does nothing, no matter where it is played and what it shows.

use crate::support::all_at_once;
use crate::{terminal, window};

#[test]
fn an_idle_game_does_nothing() {
    all_at_once([
        terminal::idle::an_idle_game_does_nothing,
        window::idle::an_idle_window_uses_no_processor_time,
    ]);
}
