//! Words on the screen.

/// Shown in the panel when a game has begun.
pub const BEGUN: &str = "Turn 0";
/// An entry in the menu that Escape opens.
pub const MENU: &str = "Resume";
/// Other entries in that menu.
pub const HELP: &str = "Help";
pub const OPTIONS: &str = "Options";
pub const KEYS: &str = "Keys";
pub const DO_SOMETHING: &str = "Commands";
/// Shown in the message log after pasted text is ignored.
pub const PASTED: &str = "Pasted text is not played";
/// The title of the death screen.
pub const DEAD: &str = "You are dead";
