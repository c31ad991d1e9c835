//! The `06_own_game` example, and a route through it that shows its additions.

/// The name of the example.
pub const EXAMPLE: &str = "06_own_game";
/// The name of the game, which is also the title of its window.
pub const NAME: &str = "Dusk";
/// The arguments of the game.
pub const ARGUMENTS: [&str; 6] = ["--builder", "caves", "--seed", "49", "--radius", "14"];
/// Five steps, a leap, three turns in which shades approach and keep their distance, and the list of all actions.
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
/// Words for the game's additions that appear on the route: a monster, a thing, a message and an entry in the list of
/// actions.
pub const WORDS: [&str; 4] = ["shade", "weathered", "You leap.", "leap "];
