//! Routes through the game's screens. After each step, the terminal must show what the text front end prints.
//!
//! An Escape and the byte after it may be read as one key. Therefore each Escape ends a step and changes the screen.

use super::words::{DO_SOMETHING, HELP, KEYS, MENU, OPTIONS};

/// A route from the title to the prompt for a seed, followed by the keys that type the seed. Enter begins the game.
pub const TITLE: [&str; 9] = [
    "<Down>",
    "<Down>",
    "<Up>",
    "<Enter>",
    "1",
    "5",
    "<Backspace>",
    "<Backspace>",
    "5",
];

/// A walk, a look around, two explorations, the menu and its screens.
pub const PLAY: &[&str] = &[
    "l",
    "<Left>",
    "j",
    "<PgUp>",
    ".",
    "[",
    "]",
    "x",
    "l",
    "<Down>",
    "K",
    "<Tab>",
    "<Escape>",
    "o",
    "o",
    "<Escape>",
    "<Down>",
    "<Up>",
    "<Escape>",
    "m",
    "<PgUp>",
    "<Escape>",
    "?",
    "<Down>",
    "<PgDn>",
    "<Escape>",
    "_",
    "h",
    "<Escape>",
    "<Escape>",
    "<Down><Down><Down><Down>",
    "<Enter>",
    "<Down>",
    "<Right>",
    "<Escape>",
    "<Escape>",
    "o",
    "<Shift+Left>",
    "Q",
    "n",
    "<F2>",
    "<F2>",
];

/// A map on which the player soon dies.
pub const LOST: &str = "\
#########
#.......#
#..OTO..#
#..T@T..#
#..OTO..#
#.......#
#########
";
/// The keys that lead to the player's death on that map.
pub const DEATH: [&str; 3] = ["l", "l", "l"];
/// Keys on the death screen. The last moments play by the clock, so the first step ends at their end.
pub const DEAD: [&str; 8] = [
    "<Enter><End>",
    "<Escape>",
    "<Down>",
    "<Up>",
    "<Down>",
    "<Down>",
    "<Down>",
    "<Down>",
];
/// The key that begins the same game again.
pub const AGAIN: &str = "<Enter>";

/// Returns a mouse route over the map and through menus.
pub fn mouse() -> Vec<String> {
    let click = |words| format!("<Click \"{words}\">");
    let mut route: Vec<String> = [
        "<Hover \"@\">",
        "<Right \"@\">",
        "<Escape>",
        "<Hover 20,8>",
        "<Click 20,8>",
        "<Wheel \"@\",-2>",
        "<Escape>",
        "<Right 30,10>",
        "<Escape>",
        "<Escape>",
    ]
    .map(str::to_owned)
    .into();
    route.push(format!("<Hover \"{OPTIONS}\">"));
    route.push(click(HELP));
    route.extend(
        [
            "<Wheel 20,10,2>",
            "<Wheel 20,10,-1>",
            "<Right 20,10>",
            "<Escape>",
        ]
        .map(str::to_owned),
    );
    route.extend([
        click(OPTIONS),
        "<Right 5,5>".to_owned(),
        click(MENU),
        "l".to_owned(),
    ]);
    route
}

/// Returns the modes in which nothing moves, and the route to each.
pub fn quiet() -> Vec<(&'static str, Vec<String>)> {
    let keys = |keys: &[&str]| keys.iter().copied().map(str::to_owned).collect();
    let in_menu = |words| vec!["<Escape>".to_owned(), format!("<Click \"{words}\">")];
    vec![
        ("play", keys(&["l"])),
        ("look", keys(&["x", "l"])),
        ("menu", keys(&["<Escape>"])),
        ("help", keys(&["?"])),
        ("messages", keys(&["m"])),
        ("options", in_menu(OPTIONS)),
        ("list of keys", in_menu(KEYS)),
        ("list of things to do", in_menu(DO_SOMETHING)),
        ("travel", keys(&["_"])),
    ]
}
