//! Tests that the window shows every tile of `assets/tiles.ron` in every state, on a hall in which all of them stand.
//!
//! The player walks along the rows of tiles, so that each is near, far, and at last only remembered. Every picture of
//! the window must be the picture that is drawn without a graphics device.

use std::collections::{HashMap, HashSet};

use super::game::{Game, arguments};
use super::layout::Layout;
use super::palette::is_dark;
use super::program::Program;
use super::screen::{Color, Screen};
use super::stage::Stage;
use super::text::Text;
use crate::support::Folder;

const TILES: &str = include_str!("../../../assets/tiles.ron");

/// A window that is drawn as a closed door.
const WRONG: &str = r#"{ "window": (picture: "closed door") }"#;

/// Walls in many shapes, below the tiles.
const WALLS: [&str; 3] = ["#.##.#...#.#.##", "..##.#.###.##..", "#....##..#....#"];

/// The fire. It burns for a few turns, so it stands where the player begins.
const FIRE: char = '(';

/// The number of tiles in a row of the hall.
const IN_A_ROW: usize = 9;

/// East along the first walk, south to the last one, west to its end, and the same way back.
const WALK: [&str; 9] = [
    "llll",
    "llllllll",
    "llllll",
    "jj",
    "jjjj",
    "jj",
    "hhhhhhhhhh",
    "hhhhhhhh",
    "llllllllllllllllllkkkkkkkk",
];

/// Returns the characters of all tiles in maps and on the screen, except for solid rock, which is a blank.
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
    tiles.retain(|it| it.0 != ' ');
    tiles.sort_by_key(|it| it.0 != FIRE);
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

#[test]
fn every_tile_looks_right_near_and_far_and_in_memory() {
    // Sight with a limit, so that tiles that the player leaves behind are remembered.
    let shown = walk(&["--light", "off", "--radius", "8"]);
    let Some(shown) = shown else { return };
    for (glyph, drawn) in tiles() {
        let (seen, remembered) = shown.get(&drawn).cloned().unwrap_or_default();
        assert!(seen.len() >= 2, "{drawn} was in view as {seen:?} only");
        // The fire burns out before it is out of view.
        assert!(remembered || glyph == FIRE, "{drawn} was never remembered");
    }
}

#[test]
fn every_tile_looks_right_by_the_light_of_the_lantern_and_of_flames() {
    let shown = walk(&["--ambient", "dark"]);
    let Some(shown) = shown else { return };
    for (_, drawn) in tiles() {
        let (seen, _) = shown.get(&drawn).cloned().unwrap_or_default();
        assert!(!seen.is_empty(), "{drawn} was never in view");
    }
}

#[test]
fn the_wrong_picture_of_a_single_tile_is_detected() {
    let Some(stage) = Stage::enter() else { return };
    let layout = Layout::new(960, 640);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let (folder, tiles) = (Folder::new(), tiles());
    let file = folder.write("hall.txt", hall(&tiles));
    let right = arguments(&["--map", &file, "--seed", "1"]);
    // Only the window shows doors for windows.
    let wrong = Folder::new();
    wrong.write("tiles.ron", WRONG);
    let wrong = [right.clone(), arguments(&["--assets", &wrong.join("")])].concat();
    let window = Program::start(&display, &wrong);
    let mut game = Game::of(&display, layout, window, Text::start(layout, &right));
    // The window is in the first row.
    let walk = WALK[..2].concat();
    game.type_only(&walk);
    game.text.play(&walk);
    let found = game.wrong();
    let is_window = |it: &String| it.ends_with(&format!("instead of {}", cell_of(&game, '=')));
    assert!(found.len() == 1 && is_window(&found[0]), "{found:?}");
}

/// Returns how a report names the cell that shows this character.
fn cell_of(game: &Game, glyph: char) -> String {
    let mut cells = game.text.screen().cells();
    let found = cells.find(|(.., cell)| cell.is_wide && cell.glyph == glyph);
    found.map_or("nothing".to_owned(), |(.., cell)| cell.to_string())
}

/// Walks through the hall in a window and as text, and returns what was on the map.
fn walk(options: &[&str]) -> Option<Shown> {
    let stage = Stage::enter()?;
    let layout = Layout::new(960, 640);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let (folder, tiles) = (Folder::new(), tiles());
    let file = folder.write("hall.txt", hall(&tiles));
    let options = [&["--map", &file, "--seed", "1"], options].concat();
    let mut game = Game::start(&display, layout, &arguments(&options));
    let mut shown = Shown::new();
    note(&mut shown, game.text.screen());
    for keys in WALK {
        game.play(&[keys]);
        note(&mut shown, game.text.screen());
    }
    Some(shown)
}
