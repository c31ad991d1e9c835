//! Tests that the window lights exactly the cells that `fogbound sight` reports as visible, and shows all other cells
//! as they were last seen.

use super::game::{Game, arguments};
use super::layout::Layout;
use super::level::{Level, Sight};
use super::palette::is_dark;
use super::screen::{Cell, Screen};
use super::stage::Stage;
use crate::support::{Folder, all_at_once};

/// A window size at which both maps fit.
const SIZE: (usize, usize) = (1440, 560);

/// The player's sight radius.
const RADIUS: u32 = 11;

const WALKS: [(&str, &str); 5] = [
    ("walking", "llllllllluj"),
    (
        "walls and curtains stop sight, windows do not",
        "llnlllllulllllllllljjkkhhhhhhhhhbhhhhhhhjjjjjjjj",
    ),
    (
        "a creature in a cage behind a door",
        "llllllllllllllnjhkkcljjkkhhhhyk",
    ),
    (
        "[ and ] change how far the player sees",
        "[[[[[[[[]]]]]]]]]]]]",
    ),
    ("a bump changes nothing", "kkk"),
];

const NIGHT_WALKS: [(&str, &str); 5] = [
    ("a lit room through a door", "llllll"),
    ("the room, and what was seen of it", "lllllhh"),
    ("a brazier goes out and comes on", "llllTTT"),
    ("the torch in the wall beside a corridor", "bhhbjjhkk"),
    (
        "in the dark again, the room beside it in memory",
        "uuulllllllllll",
    ),
];

/// How far each cell is to the east of the player (negative for west), and whether a lantern beam that points east
/// lights the cell.
const BEAM: [(isize, bool); 4] = [(1, true), (3, true), (-2, false), (-3, false)];

#[test]
fn the_lit_cells_are_those_that_sight_prints() {
    all_at_once([without_darkness, in_the_dark]);
}

fn without_darkness() {
    let Some(stage) = Stage::enter() else { return };
    let display = stage.display(SIZE.0 + 20, SIZE.1 + 20);
    let (folder, map) = (Folder::new(), include_str!("sight.txt"));
    let file = folder.write("sight.txt", map);
    let options = ["--map", &file, "--seed", "1", "--light", "off"];
    let mut game = Game::start(&display, Layout::new(SIZE.0, SIZE.1), &arguments(&options));
    let (mut level, mut sight) = (Level::new(map), Sight::default());
    let mut radius = RADIUS;
    let mut check = |level: &mut Level, screen: &Screen, key| {
        match key {
            '[' => radius -= 1,
            ']' => radius = RADIUS.min(radius + 1),
            _ => {}
        }
        level.problems(
            screen,
            &mut sight,
            &arguments(&["--radius", &radius.to_string()]),
        )
    };
    let problems = check(&mut level, game.text.screen(), ' ');
    assert!(problems.is_empty(), "at first:\n{}", problems.join("\n"));
    let mut rats = Vec::new();
    for (what, keys) in WALKS {
        walk(&mut game, what, keys, |screen, key| {
            // A rat on a dark cell is only where one was last seen.
            let is_rat = |cell: &Cell| cell.glyph == 'r' && !is_dark(cell.back);
            rats.push(level.cells(screen).values().any(is_rat));
            check(&mut level, screen, key)
        });
    }
    let changes = |from, to| rats.windows(2).filter(|pair| *pair == [from, to]).count();
    let (came, left) = (changes(false, true), changes(true, false));
    assert!(
        came >= 2 && left >= 2,
        "rats must come into view and go out of view; they came {came} times and left {left} times"
    );
}

fn in_the_dark() {
    let Some(stage) = Stage::enter() else { return };
    let display = stage.display(SIZE.0 + 20, SIZE.1 + 20);
    let (folder, map) = (Folder::new(), include_str!("light.txt"));
    let file = folder.write("light.txt", map);
    let options = ["--map", &file, "--seed", "1", "--ambient", "dark"];
    let mut game = Game::start(&display, Layout::new(SIZE.0, SIZE.1), &arguments(&options));
    let (mut level, mut sight) = (Level::new(map), Sight::default());
    let mut check = |level: &mut Level, screen: &Screen| {
        level.problems(screen, &mut sight, &arguments(&["--ambient", "dark"]))
    };
    game.play(&["hh]l", "["]);
    assert_lights_a_beam(&level, game.text.screen());
    game.play(&["["]);
    // The player remembers what the lantern has shown.
    level.remember_all(game.text.screen());
    let problems = check(&mut level, game.text.screen());
    assert!(
        problems.is_empty(),
        "with the lantern shut:\n{}",
        problems.join("\n")
    );
    let mut lit = 0;
    for (what, keys) in NIGHT_WALKS {
        walk(&mut game, what, keys, |screen, key| {
            let mut problems = check(&mut level, screen);
            let before = lit;
            lit = level
                .cells(screen)
                .values()
                .filter(|cell| !is_dark(cell.back))
                .count();
            if key == 'T' && lit == before {
                problems.push("the flame changes nothing".to_owned());
            }
            problems
        });
    }
}

/// Plays keys in both front ends. Asserts that there are no problems after any key, and that the window shows the last
/// screen.
fn walk(
    game: &mut Game,
    what: &str,
    keys: &str,
    mut problems: impl FnMut(&Screen, char) -> Vec<String>,
) {
    game.type_only(keys);
    for (count, key) in keys.chars().enumerate() {
        let screen = game.text.play(&key.to_string());
        let problems = problems(screen, key);
        assert!(
            problems.is_empty(),
            "{what}, after key {} of {keys}:\n{}",
            count + 1,
            problems.join("\n")
        );
    }
    game.assert_right(what);
}

fn assert_lights_a_beam(level: &Level, screen: &Screen) {
    let shown = level.cells(screen);
    let player = shown.iter().find(|(_, cell)| cell.glyph == '@');
    let &(x, y) = player.expect("the player is on the map").0;
    for (east, is_in_beam) in BEAM {
        let cell = x.checked_add_signed(east).and_then(|x| shown.get(&(x, y)));
        if let Some(cell) = cell.filter(|cell| cell.glyph != ' ') {
            assert_eq!(
                !is_dark(cell.back),
                is_in_beam,
                "the cell {east} to the east of the player shows {cell}"
            );
        }
    }
}
