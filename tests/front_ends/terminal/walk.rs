//! Maps, walks across them, and the kinds of steps in a walk.

use std::process::Stdio;

use crate::support::dice::Dice;
use crate::support::screen::Screen;
use crate::support::text::{Layout, Text};
use crate::support::{Folder, command, game};

/// Writes a map of an open hall that is larger than the player's view, and returns the path of the file.
pub fn hall(folder: &Folder) -> String {
    let (wall, floor) = ("#".repeat(81), ".".repeat(79));
    let half = ".".repeat(39);
    let rows = format!("#{floor}#\n").repeat(24);
    let map = format!("{wall}\n{rows}#{half}@{half}#\n{rows}{wall}\n");
    folder.write("hall.txt", map)
}

/// Explores a level of rooms without monsters, and returns the folder of the saved game.
pub fn rooms(folder: &Folder, seed: u32) -> String {
    let output = command(game())
        .args(["dungeon", "--seed", &seed.to_string()])
        .stdin(Stdio::null())
        .output()
        .expect("the game starts");
    let level = String::from_utf8(output.stdout).expect("the program prints UTF-8");
    let level: String = level
        .chars()
        .map(|sign| if sign.is_alphabetic() { '.' } else { sign })
        .collect();
    let map = folder.write(&format!("rooms-{seed}.txt"), level);
    let saves = folder.join(&format!("explored-{seed}"));
    let arguments = ["--map", &map, "--seed", "1", "--data-dir", &saves].map(str::to_owned);
    let mut text = Text::start(Layout::new(80, 24, "none"), &arguments);
    loop {
        let before = text.screen().turn();
        if text.play("o").turn() == before {
            break;
        }
    }
    assert_eq!(text.end(), (Some(0), String::new()));
    saves
}

/// The effect of a key that is pressed during a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The player moves one cell on the screen.
    Simple,
    /// The map scrolls on the screen.
    MovesMap,
    /// No time passes, because a wall is in the way.
    None,
}

/// Returns the kind of step that leads from one screen to the other.
pub fn step_between(before: &Screen, after: &Screen) -> Step {
    if before.turn() == after.turn() {
        return Step::None;
    }
    let [(x, y), (new_x, new_y)] =
        [before, after].map(|screen| screen.find("@").expect("the player is on the screen"));
    match (new_x.abs_diff(x), new_y.abs_diff(y)) {
        (0, 0) | (2.., _) | (_, 2..) => Step::MovesMap,
        _ => Step::Simple,
    }
}

/// A walk that goes straight for a while, then changes direction.
pub struct Walk {
    dice: Dice,
    key: char,
    left: usize,
}

impl Walk {
    pub fn new(seed: u64) -> Self {
        Self {
            dice: Dice::new(seed),
            key: 'h',
            left: 0,
        }
    }
}

impl Iterator for Walk {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        if self.left == 0 {
            self.key = ['h', 'j', 'k', 'l', 'y', 'u', 'b', 'n'][self.dice.below(8)];
            self.left = 2 + self.dice.below(5);
        }
        self.left -= 1;
        Some(self.key)
    }
}
