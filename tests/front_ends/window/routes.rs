//! Routes through the game's screens. After each step, the window must show what the text front end shows.
//!
//! [`super::script`] describes the syntax of scripts. Labels in quotes are entries in the game's menus.

/// The arguments of the game for most routes.
pub const SEED: &[&str] = &["--seed", "5"];

pub const STEPS: &[&str] = &["l", "<Left>", "<Numpad4>", "j", "<PgUp>", "y", ".", "["];
const LOOK: &[&str] = &[
    "x",
    "l",
    "<Down>",
    "K",
    "<Tab>",
    "<Hover near>",
    "<Hover player>",
    "<Escape>",
];
const MOUSE: &[&str] = &[
    "<Hover near>",
    "<Right near>",
    "<Hover player>",
    "<Right player>",
    "<Click near>",
];
const MESSAGES: &[&str] = &[
    "m",
    "<Up>",
    "<PgUp>",
    "<Escape>",
    "<Wheel 20,32,-2>",
    "<Wheel 20,8,2>",
    "<Right 20,10>",
];
const HELP: &[&str] = &[
    "?",
    "<Down>",
    "<PgDn>",
    "<Wheel 20,10,-2>",
    "<Wheel 20,10,4>",
    "<Escape>",
];
const MENU: &[&str] = &[
    "<Escape>",
    "<Down>",
    "<Up>",
    "<Hover \"Help\">",
    "<Click \"Commands\">",
    "<Wheel 20,10,4>",
    "<Escape>",
    "<Click \"Message log\">",
    "<Enter>",
    "<Escape>",
    "<Click \"Resume\">",
];
const OPTIONS: &[&str] = &[
    "<Escape>",
    "<Click \"Options\">",
    "<Right>",
    "<Right>",
    "<Right>",
    "<Click \"Memory brightness\">",
    "<Left>",
    "<Escape>",
    "<Escape>",
];
const KEYS: &[&str] = &[
    "<Escape>",
    "<Click \"Keys\">",
    "<Down>",
    "<PgDn>",
    "<Enter>",
    "<Escape>",
    "<Right 5,5>",
    "<Escape>",
];
/// Questions, and keys that have no effect.
const ASKED: &[&str] = &["Q", "<Down>", "n", "l", "F"];
const WALK: &[&str] = &[
    "o",
    "L",
    "<Shift+Left>",
    "_",
    "<Tab>",
    "<Escape>",
    "_",
    "h",
    "h",
    "<Enter>",
    "<Click far>",
    "o",
    ">",
];
/// Wizard mode, which shows more of the map and adds text beside the map.
const WIZARD: &[&str] = &["<F2>", "<F3>", "<F4>", "<F5>", "<F3>", "<F2>"];

/// Routes through all screens of a game, in two halves.
pub const FIRST_HALF: &[&[&str]] = &[STEPS, LOOK, MOUSE, MESSAGES, HELP];
pub const SECOND_HALF: &[&[&str]] = &[MENU, OPTIONS, KEYS, ASKED, WALK, WIZARD];

/// A step in the game, help, and the keys that close whatever is open.
pub const FIRST_SCREENS: &[&str] = &["l", "?", "<Escape>", "<Escape>", "<Escape>"];

/// The keys that quit the game.
pub const LEAVE: &str = "Qy";

/// Keys to type as fast as possible. They keep changing modes, so a lost key would give the next key another meaning.
pub const BURST: &str = "xk<Escape>lm<Escape>j?<Escape>h<Escape><Escape>k";
/// Keys that move a cursor. Its final position shows how many keys in the burst were handled.
pub const END_OF_BURST: &str = "xlllj";

/// A route on the title screen.
pub const TITLE: &[&str] = &[
    "<Down>",
    "<Down>",
    "<Hover \"Help\">",
    "<Click \"Options\">",
    "<Escape>",
    "<Click \"New game with a seed\">",
    "12",
    "<Backspace>",
    "<Escape>",
    "<Escape>",
    "n",
];
/// The click that begins a game with a random seed.
pub const NEW_GAME: &str = "<Click \"New game\">";
/// The key for wizard mode, in which the text beside the map begins with the seed.
pub const SHOW_SEED: &str = "<F2>";
/// A route back to the title and into a new game with a chosen seed.
pub const TO_OTHER_SEED: &[&str] =
    &["<Escape><Click \"Main menu\"><Click \"Main menu\"><Click \"with a seed\">5<Enter>"];

/// The last steps of a player who is surrounded by trolls.
pub const DEATH: &[&str] = &["l", "l", "l"];
pub const DEAD: &str = "You are dead";
/// The screens that a dead player can open.
pub const AFTER_DEATH: &[&str] = &[
    "m",
    "<Escape>",
    "<Down>",
    "<Up>",
    "<Hover \"Main menu\">",
    "<Escape>",
];
pub const SAME_AGAIN: &str = "<Click \"Restart this game\">";

/// Routes to screens on which nothing moves. Each route starts where the previous one ends.
pub const TO_MENU: &[&str] = &["<Escape>"];
pub const TO_OPTIONS: &[&str] = &["<Click \"Options\">"];
pub const TO_HELP: &[&str] = &["?"];
pub const FROM_HELP_TO_MESSAGES: &[&str] = &["<Escape>", "m"];
pub const TO_KEYS: &[&str] = &["<Escape>", "<Click \"Keys\">"];
pub const FROM_KEYS_TO_GAME: &[&str] = &["<Escape>", "<Escape>"];
