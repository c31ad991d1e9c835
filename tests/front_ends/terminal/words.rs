//! Words on the screen that the tests look for.

/// In the panel when a game has begun.
pub const BEGUN: &str = "Turn 0";
/// An entry of the menu, which Escape opens.
pub const MENU: &str = "Go on";
/// Other entries of the menu.
pub const HELP: &str = "Help";
pub const OPTIONS: &str = "Options";
pub const KEYS: &str = "Keys";
pub const DO_SOMETHING: &str = "Do something";
/// In the log after text was pasted where no text is asked for.
pub const PASTED: &str = "Pasted text is not played";
/// The title of the report of a lost game.
pub const DEAD: &str = "You are dead";
