//! Tests of the number of bytes that a step sends, which determines how long the step takes on a slow line.

use super::game::{Game, USUAL};
use super::walk::{Step, Walk, hall, rooms, step_between};
use crate::support::screen::Screen;
use crate::support::text::Layout;
use crate::support::{Folder, at_once};

/// The number of steps in each place.
const STEPS: usize = 25;
/// The maximum number of bytes for a step.
const LIMIT: usize = 1000;
/// The maximum number of bytes for a step that scrolls the map...
const MOVING_LIMIT: usize = 3000;
/// ...or the bytes of the glyphs that change and this many tenths of a byte for each of them, whichever is more. A line of
/// a wall takes three bytes, a letter one.
const GLYPH_LIMIT: usize = 34;

#[test]
fn a_step_sends_few_bytes_in_every_layout() {
    let layouts = [
        USUAL,
        Layout::new(120, 40, "16"),
        Layout::new(80, 24, "none"),
    ];
    at_once((1..).zip(layouts), check_bytes);
}

/// Checks walks in a hall and on the levels with this seed.
fn check_bytes((seed, layout): (u32, Layout)) {
    let folder = Folder::new();
    let hall = Game::start(layout, &["--map", &hall(&folder), "--seed", "1"]);
    let rooms = Game::resume(layout, &rooms(&folder, seed));
    let walks = [hall, rooms].into_iter().zip(1..);
    let steps: Vec<Step> = walks.flat_map(|(game, seed)| walk(game, seed)).collect();
    for kind in [Step::Simple, Step::MovesMap] {
        let count = steps.iter().filter(|step| **step == kind).count();
        assert!(count >= 3, "only {count} steps were of the kind {kind:?}");
    }
}

/// Plays a walk and returns the kind of each step.
fn walk(mut game: Game, seed: u64) -> Vec<Step> {
    game.compare("at the beginning");
    let mut found = Vec::new();
    for key in Walk::new(seed) {
        let (old, before) = (game.text.screen().clone(), game.terminal.count());
        game.play(&key.to_string());
        let sent = game.terminal.count() - before;
        let new = game.text.screen();
        let step = step_between(&old, new);
        let limit = match step {
            Step::Simple => LIMIT,
            Step::MovesMap => MOVING_LIMIT.max(bytes_of_changes(&old, new)),
            Step::None => continue,
        };
        assert!(
            sent <= limit,
            "{:?}, walk {seed}: a step ({key}, {step:?}) sends {sent} bytes, more than {limit}\n{}\n{new}",
            game.text.layout(),
            game.terminal.written_since(before).escape_ascii()
        );
        found.push(step);
        if found.len() == STEPS {
            break;
        }
    }
    found
}

/// Returns the number of bytes that may be sent for the glyphs that changed.
fn bytes_of_changes(old: &Screen, new: &Screen) -> usize {
    let pairs = old.cells().iter().zip(new.cells());
    let changed = pairs.filter(|(old, new)| old.glyph != new.glyph);
    let tenths = changed.map(|(_, new)| 10 * new.glyph.len_utf8() + GLYPH_LIMIT);
    tenths.sum::<usize>() / 10
}
