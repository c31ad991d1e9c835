//! Tests of the comparison itself, which must detect a single wrong cell in a window.

use super::differences::differences;
use super::game::{Game, arguments};
use super::layout::Layout;
use super::routes::SEED;
use super::screen::{Cell, Color};
use super::stage::Stage;

/// A way to make a cell wrong: its name, the cells that it applies to, and the change.
type Mistake = (&'static str, fn(Cell) -> bool, fn(&mut Cell));

const MISTAKES: [Mistake; 3] = [
    ("a letter", is_letter, |cell| cell.glyph = 'a'),
    ("the colour of a letter", is_letter, |cell| {
        cell.fore = Color(cell.fore.0 ^ 2)
    }),
    (
        "the colour of a ground",
        |cell| cell.glyph == ' ' && !cell.is_wide,
        |cell| cell.back = Color(cell.back.0 ^ 0x2_0000),
    ),
];

fn is_letter(cell: Cell) -> bool {
    cell.glyph == 'e' && !cell.is_wide
}

fn is_on_map(cell: Cell) -> bool {
    cell.is_wide && "#.·".contains(cell.glyph)
}

#[test]
fn a_single_wrong_cell_or_pixel_is_detected() {
    let Some(stage) = Stage::enter() else { return };
    let display = stage.display(660, 340);
    let game = Game::start(&display, Layout::new(640, 320), &arguments(SEED));
    for (what, is_one, change) in MISTAKES {
        let mut screen = game.text.screen().clone();
        let (columns, rows) = game.layout.map_region();
        let mut texts = screen.cells().filter(|it| it.0 >= columns || it.1 >= rows);
        let found = texts.find(|&(.., cell)| is_one(cell));
        let (column, row, mut cell) = found.unwrap_or_else(|| panic!("no cell for {what}"));
        drop(texts);
        change(&mut cell);
        screen.rows[row][column] = Some(cell);
        assert!(!game.shows(&screen), "{what} makes no difference");
        let (shown, wanted) = (game.picture(), game.wanted(&screen));
        let told = differences(&shown, &wanted, &screen, &game.layout, game.layout.window());
        let place = format!("column {column}, row {row}: ");
        let is_named = told.iter().any(|it| it.starts_with(&place));
        assert!(is_named && told.len() <= 2, "{what} at {place}{told:?}");
    }
    let mut screen = game.text.screen().clone();
    let found = screen.cells().find(|&(.., cell)| is_on_map(cell));
    let (column, row, _) = found.expect("the map has floor and walls");
    let (x, y) = game.layout.middle_of_map((column, row));
    let (x, y) = (x - game.layout.left, y - game.layout.top);
    let pixel = &mut screen.drawn.pixels[y * screen.drawn.width + x];
    *pixel = Color(pixel.0 ^ 0x40);
    assert!(!game.shows(&screen), "the wrong pixel makes no difference");
}
