//! Words on the screen.

/// In the panel when a game has begun.
pub const BEGUN: &str = "Turn 0";
/// An entry of the menu that Escape opens.
pub const MENU: &str = "Resume";
/// Other entries of the menu.
pub const HELP: &str = "Help";
pub const OPTIONS: &str = "Options";
pub const KEYS: &str = "Keys";
pub const DO_SOMETHING: &str = "Commands";
/// In the message log after a paste that was ignored.
pub const PASTED: &str = "Pasted text is not played";
/// The title of the death screen.
pub const DEAD: &str = "You are dead";
