//! Tests that the window shows every tile of `assets/tiles.ron` in every state, on a hall in which all of them stand.
//!
//! The player walks along the rows of tiles, so that each is near, far, and at last only remembered; feels its way past
//! them in the dark; and learns of them from a plan without seeing them. Every picture of the window must be the picture
//! that is drawn without a graphics device.

use std::collections::{HashMap, HashSet};
use std::fs;

use super::game::{Game, arguments};
use super::layout::Layout;
use super::palette::is_dark;
use super::screen::{Color, Screen};
use super::stage::Stage;
use super::text::Text;
use crate::support::{Folder, all_at_once};

const TILES: &str = include_str!("../../../assets/tiles.ron");

/// A window that is drawn as a closed door.
const WRONG: &str = r#"{ "window": (picture: "closed door") }"#;

/// A monster that leaves a plan of the level when it dies.
const PLANNER: &str = r#"(
    name: "planner", glyph: 'x', health: 1, minds: {},
    on: { "death": [(verb: "place", thing: "plan")] },
)"#;

/// A plan on the floor. Stepping on it tells the player about the whole hall, without showing it.
const PLAN: &str = r#"(
    name: "plan", sign: '¿', stack: 0, keeps: true,
    on: { "step": [(verb: "tell", shape: round(40))] },
)"#;

/// Enough blows to kill the monster, and a step onto the plan.
const LEARN: &str = "llllllllllll";

/// Walls in many shapes, below the tiles.
const WALLS: [&str; 3] = ["#.##.#...#.#.##", "..##.#.###.##..", "#....##..#....#"];

/// The fire, which is never out of view before it burns out.
const FIRE: char = '(';

/// The tiles that last for some turns only, a fire and a wedged door. They stand where the player begins.
const FLEETING: &str = "(╬";

/// Solid rock.
const ROCK: char = ' ';

/// The tiles that shine. They are never dark, and neither is what stands beside them.
const FLAMES: &str = "(*!^";

/// The number of tiles in a row of the hall.
const IN_A_ROW: usize = 9;

/// East along the first walk, south to the last one, west to its end, and the same way back.
const WALK: [&str; 10] = [
    "llll",
    "llll",
    "llll",
    "llllll",
    "jj",
    "jjjj",
    "jj",
    "hhhhhhhhhh",
    "hhhhhhhh",
    "llllllllllllllllllkkkkkkkk",
];

/// Returns the characters of all tiles in maps and on the screen.
fn tiles() -> Vec<(char, char)> {
    let character = |line: &str, name: &str| {
        let text = line.trim().strip_prefix(name)?.strip_prefix(": '")?;
        let text = text.strip_suffix("',")?;
        text.chars().last()
    };
    let mut tiles: Vec<(char, char)> = Vec::new();
    for line in TILES.lines() {
        if let Some(glyph) = character(line, "glyph") {
            tiles.push((glyph, glyph));
        }
        if let (Some(drawn), Some(last)) = (character(line, "drawn"), tiles.last_mut()) {
            last.1 = drawn;
        }
    }
    tiles.sort_by_key(|it| (!FLEETING.contains(it.0), it.0 == ROCK));
    tiles
}

/// Draws the hall: rows of tiles with a floor cell between two of them and walks of floor between the rows.
fn hall(tiles: &[(char, char)]) -> String {
    let width = 2 * IN_A_ROW + 3;
    let (wall, walk) = ("#".repeat(width), format!("#{:.<1$}#", "", width - 2));
    let mut rows = vec![wall.clone(), walk.replacen('.', "@", 1)];
    for row in tiles.chunks(IN_A_ROW) {
        let row: String = row.iter().flat_map(|&(glyph, _)| ['.', glyph]).collect();
        rows.extend([format!("#{row:.<0$}#", width - 2), walk.clone()]);
    }
    rows.extend(WALLS.map(|it| format!("#..{it:.<0$}#", width - 4)));
    rows.extend([walk, wall]);
    rows.join("\n")
}

/// The colours in which a character was in view, and whether it was remembered.
type Shown = HashMap<char, (HashSet<Color>, bool)>;

fn note(shown: &mut Shown, screen: &Screen) {
    for (.., cell) in screen.cells().filter(|(.., cell)| cell.is_wide) {
        let (seen, remembered) = shown.entry(cell.glyph).or_default();
        match is_dark(cell.back) {
            true => *remembered = true,
            false => _ = seen.insert(cell.back),
        }
    }
}

pub fn every_tile_looks_right() {
    all_at_once([
        near_and_far_and_in_memory,
        by_the_light_of_the_lantern_and_of_flames,
        in_the_dark,
        only_told_of,
    ]);
}

fn near_and_far_and_in_memory() {
    // Sight with a limit, so that tiles that the player leaves behind are remembered.
    let options = ["--light", "off", "--radius", "8"];
    // The window is in the first row.
    let played = 3;
    let shown = walk(&tiles(), &options, &WALK, |game, arguments, step| {
        if step == played {
            let folder = Folder::new();
            folder.write("tiles.ron", WRONG);
            let wrong = [arguments, &["--assets".to_owned(), folder.join("")]].concat();
            assert_a_wrong_picture_is_detected(game, &wrong, &WALK[..played].concat());
        }
    });
    let Some(shown) = shown else { return };
    for (glyph, drawn) in tiles() {
        let (seen, remembered) = shown.get(&drawn).cloned().unwrap_or_default();
        assert!(seen.len() >= 2, "{drawn} was in view as {seen:?} only");
        assert!(remembered || glyph == FIRE, "{drawn} was never remembered");
    }
}

fn by_the_light_of_the_lantern_and_of_flames() {
    let shown = walk(&tiles(), &["--ambient", "dark"], &WALK, |_, _, _| ());
    let Some(shown) = shown else { return };
    for (_, drawn) in tiles() {
        let (seen, _) = shown.get(&drawn).cloned().unwrap_or_default();
        assert!(!seen.is_empty(), "{drawn} was never in view");
    }
}

fn in_the_dark() {
    let mut tiles = tiles();
    tiles.retain(|it| !FLAMES.contains(it.0));
    // With the lantern shut, the player feels only the cells beside it, so it passes along every row.
    let rows = tiles.len().div_ceil(IN_A_ROW);
    let east_and_west = ["lll", "hhh"].into_iter().cycle().take(rows + 1);
    let along = east_and_west.flat_map(|it| [[it; 6].as_slice(), &["jj"]].concat());
    let route: Vec<&str> = ["[["].into_iter().chain(along).collect();
    let Some(shown) = walk(&tiles, &["--ambient", "dark"], &route, |_, _, _| ()) else {
        return;
    };
    for (_, drawn) in tiles {
        let (seen, _) = shown.get(&drawn).cloned().unwrap_or_default();
        assert!(!seen.is_empty(), "{drawn} was never felt");
    }
}

fn only_told_of() {
    let Some(stage) = Stage::enter() else { return };
    let layout = Layout::new(800, 512);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let tiles = tiles();
    let folder = planned(&tiles);
    let options = plan_options(&folder);
    let mut game = Game::start(&display, layout, &options);
    let mut shown = Shown::new();
    game.play(&[LEARN]);
    note(&mut shown, game.text.screen());
    for (_, drawn) in tiles.iter().copied() {
        let (seen, told) = shown.get(&drawn).cloned().unwrap_or_default();
        // Rock is nothing to know. The closet has walls and a floor, and the player stands on the plan.
        assert!(told || drawn == ROCK, "{drawn} was never told");
        assert!(
            seen.is_empty() || "#·".contains(drawn),
            "{drawn} was seen as {seen:?}"
        );
    }
    let wrong = planned(&tiles);
    wrong.write("tiles.ron", WRONG);
    assert_a_wrong_picture_is_detected(&game, &plan_options(&wrong), LEARN);
}

/// Writes the hall with a closet above it, in which the player kills a monster for a plan.
fn planned(tiles: &[(char, char)]) -> Folder {
    let folder = Folder::new();
    let hall = hall(tiles).replacen('@', ".", 1);
    let width = hall.find('\n').unwrap_or_default();
    let closet = format!("{}\n{:#<width$}\n", "#".repeat(width), "#@x");
    folder.write("hall.txt", closet + &hall);
    for (kind, name, text) in [("monsters", "planner", PLANNER), ("things", "plan", PLAN)] {
        fs::create_dir_all(folder.path().join(kind)).expect("the folder is writable");
        folder.write(&format!("{kind}/{name}.ron"), text);
    }
    folder
}

fn plan_options(folder: &Folder) -> Vec<String> {
    let map = folder.join("hall.txt");
    let assets = folder.join("");
    arguments(&["--map", &map, "--seed", "1", "--assets", &assets])
}

/// Asserts that a window that showed a door for a window would be found wrong: the same game as text, with arguments
/// that make it show that, differs from the window in that cell alone.
fn assert_a_wrong_picture_is_detected(game: &Game, wrong: &[String], script: &str) {
    let mut text = Text::start(game.layout, wrong);
    let screen = text.play(script);
    let (shown, wanted) = (game.picture(), game.wanted(screen));
    let mut cells = screen.cells();
    let found = cells.find(|(.., cell)| cell.is_wide && cell.glyph == '=');
    let (column, row, _) = found.expect("the window is in view");
    let (x, y) = game.layout.middle_of_map((column, row));
    let half = game.layout.map / 2;
    let is_in = |x: usize, y: usize, (left, top)| {
        (left..left + 2 * half).contains(&x) && (top..top + 2 * half).contains(&y)
    };
    let pixels = shown.pixels.iter().zip(&wanted.pixels).enumerate();
    let wrong = pixels.filter(|(_, (one, other))| !one.is_close(**other));
    let wrong: Vec<usize> = wrong.map(|(at, _)| at).collect();
    assert!(!wrong.is_empty());
    for at in wrong {
        let (across, down) = (at % shown.width, at / shown.width);
        assert!(
            is_in(across, down, (x - half, y - half)),
            "{across}, {down}"
        );
    }
}

/// Walks through the hall in a window and as text, and returns what was on the map. After each step, calls `each` with
/// the game, its arguments and the number of steps so far.
fn walk(
    tiles: &[(char, char)],
    options: &[&str],
    route: &[&str],
    each: impl Fn(&Game, &[String], usize),
) -> Option<Shown> {
    let stage = Stage::enter()?;
    let layout = Layout::new(800, 512);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let folder = Folder::new();
    let file = folder.write("hall.txt", hall(tiles));
    let arguments = arguments(&[&["--map", &file, "--seed", "1"], options].concat());
    let mut game = Game::start(&display, layout, &arguments);
    let mut shown = Shown::new();
    note(&mut shown, game.text.screen());
    for (step, keys) in route.iter().enumerate() {
        game.play(&[keys]);
        note(&mut shown, game.text.screen());
        each(&game, &arguments, step + 1);
    }
    Some(shown)
}
