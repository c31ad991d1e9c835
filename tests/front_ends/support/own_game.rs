//! A game of your own, the example `06_own_game`, and a game of it that is worth looking at.

/// The name of the example.
pub const EXAMPLE: &str = "06_own_game";
/// The game's own name, which is also the title of its window.
pub const NAME: &str = "Dusk";
/// What it begins with.
pub const ARGUMENTS: [&str; 6] = ["--builder", "caves", "--seed", "10", "--radius", "14"];
/// Five steps, a leap, three turns in which shades come and keep their distance, and the list of all that can be done.
pub const ROUTE: [&str; 11] = [
    "l",
    "l",
    "l",
    "l",
    "l",
    "z",
    ".",
    ".",
    ".",
    "<Escape>",
    "<Click \"Commands\">",
];
/// What the game adds, and its screens show by then: a monster, a thing, a message and an action in the list.
pub const WORDS: [&str; 4] = ["shade", "weathered", "You leap.", "leap "];
