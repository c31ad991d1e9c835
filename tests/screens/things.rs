//! What the screens say about things: which are worn, what a throw would do, what lies on a cell and who was heard.

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::fov::{FieldOfView, OpacityMap, Sight};
use fogbound::frontend::text;
use fogbound::game::{
    Action, Awareness, Inventory, PlayerCommand, THROW, Things, carry_out, spawn_thing,
};
use fogbound::grid::Rectangle;
use fogbound::map::TileMap;
use fogbound::view::MessageLog;
use fogbound::vision::{ObjectKind, Position};
use rand::RngExt;

use crate::common::arena::{distance, player};
use crate::common::assets::living;
use crate::common::{AppExt, drawn, whole_game};
use crate::hiding::words;

/// Returns a game on a map, in which the player carries these things.
fn carrying(names: &[&str], map: &str) -> App {
    let mut app = whole_game(drawn(map));
    for name in names {
        put(&mut app, name, IVec2::ZERO);
        carry_out(app.world_mut(), PlayerCommand::Act(Action::PICK_UP));
    }
    app
}

/// Puts a thing on the cell at this offset from the player.
fn put(app: &mut App, name: &str, offset: IVec2) {
    let kind = app.world().resource::<Things>().named(name).unwrap();
    let player = app.player().unwrap();
    let cell = app.place_of(player) + offset;
    spawn_thing(app.world_mut(), kind, cell);
}

/// Returns the screen after some keys, with single spaces.
fn screen(app: &mut App, keys: &str) -> String {
    let screen = text::type_keys(app, keys).unwrap();
    screen.split_whitespace().collect::<Vec<_>>().join(" ")
}

const ROOM: &str = "###########\n#.........#\n#.@.......#\n###########";

#[test]
fn the_panel_lists_what_is_worn_and_nothing_else() {
    let mut app = carrying(&["knife", "grey cloak", "flare"], ROOM);
    assert!(!screen(&mut app, "").contains("You wear"));
    assert!(screen(&mut app, "ea").contains("You wear: knife"));
    let both = screen(&mut app, "eb");
    assert!(both.contains("You wear: knife, grey cloak"), "{both}");
    let one = screen(&mut app, "ea");
    assert!(one.contains("You wear: grey cloak"), "{one}");
}

#[test]
fn the_book_lists_what_was_ever_carried_and_how_many_are_left() {
    let mut app = carrying(&["flare", "flare", "salve"], ROOM);
    screen(&mut app, "ta<Right><Right><Enter>pb");
    screen(&mut app, "M");
    let book = words(&mut app).join(" ");
    assert!(book.contains("Flare: 1 in your pack"), "{book}");
    assert!(
        book.contains("Salve ") && !book.contains("Salve:"),
        "{book}"
    );
    assert!(!book.contains("Smoke pot"), "{book}");
}

#[test]
fn aiming_says_where_a_thing_would_land_if_that_is_not_the_target() {
    let window = "###########\n#.........#\n#.@=......#\n###########";
    let feet = ["It would land at your feet.", "A window stops it."];
    for (map, lands) in [(ROOM, None), (window, Some(feet))] {
        let mut app = carrying(&["flare"], map);
        let shown = screen(&mut app, "ta<Right><Right><Right>");
        assert!(shown.contains("it shines 8 cells far"), "{shown}");
        match lands {
            Some(lands) => assert!(lands.iter().all(|it| shown.contains(it)), "{shown}"),
            None => assert!(!feet.iter().any(|it| shown.contains(it)), "{shown}"),
        }
    }
}

/// Returns a drawing of a random cave with the player and a goblin in plain view within a throw, or `None` if chance
/// puts them elsewhere. Some cells are of the tiles with these letters.
fn cave(seed: u64, letters: &[char]) -> Option<String> {
    let mut dice = stream(seed, "caves", 0);
    let size = UVec2::new(13, 11);
    let inside = Rectangle::new(IVec2::ZERO, size).expanded(-1);
    let mut cells = vec![vec!['#'; 13]; 11];
    for cell in inside.cells() {
        let is_free = dice.random_range(0..100) < 60;
        let letter = letters[dice.random_range(0..letters.len())];
        cells[cell.y as usize][cell.x as usize] = if is_free { '.' } else { letter };
    }
    let mut place = || IVec2::new(dice.random_range(1..12), dice.random_range(1..10));
    let (from, to) = (place(), place());
    let map = OpacityMap::from_fn(size, |cell| {
        cell != from && cell != to && "#\"".contains(cells[cell.y as usize][cell.x as usize])
    });
    let sees = FieldOfView::new().can_see(&map, from, to, Sight::default());
    if !sees || !(2..=THROW).contains(&distance(from, to)) {
        return None;
    }
    cells[from.y as usize][from.x as usize] = '@';
    cells[to.y as usize][to.x as usize] = 'g';
    let rows = cells.into_iter().map(String::from_iter);
    Some(rows.collect::<Vec<String>>().join("\n"))
}

#[test]
fn a_throw_at_an_enemy_in_view_lands_there_unless_the_screen_says_what_stops_it() {
    let (mut hits, mut stops) = (0, 0);
    for seed in 0..400 {
        let has_walls_only = seed % 2 == 0;
        let letters = if has_walls_only {
            &['#'][..]
        } else {
            &['#', '=', '~', '"']
        };
        let Some(map) = cave(seed, letters) else {
            continue;
        };
        let mut app = carrying(&["salve"], &map);
        let (_, target) = goblins(&mut app)[0];
        let shown = screen(&mut app, "ta");
        if !shown.contains("You see a goblin") {
            // It has walked out of view.
            continue;
        }
        let is_sure = !shown.contains("As far as you know");
        let is_short = shown.contains("It would land");
        screen(&mut app, "<Enter>");
        let lies = lying(&mut app, "salve");
        if is_sure {
            assert_eq!(
                lies == [target],
                !is_short,
                "seed {seed}: {lies:?}\n{map}\n{shown}"
            );
            assert_eq!(
                shown.contains("stops it."),
                is_short,
                "seed {seed}:\n{map}\n{shown}"
            );
            hits += usize::from(!is_short);
            stops += usize::from(is_short);
        }
        if has_walls_only {
            assert!(is_sure && !is_short, "seed {seed}:\n{map}\n{shown}");
        }
    }
    assert!(hits > 40 && stops > 10, "{hits} {stops}");
}

/// A hall with a near and a far goblin.
const HALL: &str = "#############\n#.@..g.....g#\n#...........#\n#############";

/// Returns the cells on which burrs lie.
fn burrs(app: &mut App) -> Vec<IVec2> {
    lying(app, "tangle of burrs")
}

/// Returns the cells on which things of this name lie.
fn lying(app: &mut App, name: &str) -> Vec<IVec2> {
    let kind = app.world().resource::<Things>().named(name);
    let mut lying = app.world_mut().query::<(&ObjectKind, &Position)>();
    let lying = lying.iter(app.world());
    let lying = lying.filter(|(it, _)| Some(**it) == kind);
    lying.map(|(_, at)| at.0).collect()
}

/// Returns the goblins, nearest to the player first, each with its cell.
fn goblins(app: &mut App) -> Vec<(Entity, IVec2)> {
    let (_, here) = player(app);
    let goblins = living(app, "goblin").into_iter();
    let mut goblins: Vec<_> = goblins.map(|it| (it, app.place_of(it))).collect();
    goblins.sort_by_key(|(_, at)| distance(*at, here));
    goblins
}

/// Returns a cell and the walkable cells north, west, east and south of it, row by row: where a net of burrs that lands
/// on the cell leaves burrs.
fn with_cells_beside(app: &App, cell: IVec2) -> Vec<IVec2> {
    let map = app.world().resource::<TileMap>();
    let offsets = [IVec2::NEG_Y, IVec2::NEG_X, IVec2::ZERO, IVec2::X, IVec2::Y];
    let cells = offsets.map(|it| cell + it).into_iter();
    cells.filter(|it| map.is_walkable(*it)).collect()
}

#[test]
fn a_throw_is_aimed_at_the_nearest_enemy_first() {
    let mut app = carrying(&["net of burrs"], HALL);
    put(&mut app, "salve", IVec2::new(1, 1));
    let (_, nearest) = goblins(&mut app)[0];
    screen(&mut app, "ta<Enter>");
    assert_eq!(burrs(&mut app), with_cells_beside(&app, nearest));
}

#[test]
fn a_throw_is_aimed_at_a_hunter_before_a_nearer_enemy() {
    let mut app = carrying(&["net of burrs"], HALL);
    let (farthest, _) = goblins(&mut app)[1];
    let hunts = Awareness::Hunting {
        last_known: IVec2::ONE,
    };
    app.put(farthest, (8, 2));
    app.world_mut().entity_mut(farthest).insert(hunts);
    screen(&mut app, "ta<Enter>");
    let target = IVec2::new(8, 2);
    assert_eq!(burrs(&mut app), with_cells_beside(&app, target));
}

#[test]
fn a_blind_player_is_told_that_it_is_blind() {
    let mut app = carrying(&["flash powder"], ROOM);
    screen(&mut app, "ta<Right><Right><Enter>");
    let shown = screen(&mut app, "x<Right><Right><Right>");
    assert!(shown.contains("You are blind for now."), "{shown}");
    assert!(!shown.contains("no further than"), "{shown}");
}

#[test]
fn a_hunter_that_comes_back_at_once_is_not_announced_again() {
    let bend = "############\n#.........g#\n#@########.#\n#..........#\n############";
    let mut app = whole_game(drawn(bend));
    let goblin = living(&mut app, "goblin")[0];
    // It would throw what it carries.
    app.world_mut().entity_mut(goblin).remove::<Inventory>();
    let mut announced = |keys: &[&str]| {
        let mut count = 0;
        for key in keys {
            app.put(goblin, (9, 1));
            let hunts = Awareness::Hunting {
                last_known: IVec2::new(9, 1),
            };
            app.world_mut().entity_mut(goblin).insert(hunts);
            let before = app.world().resource::<MessageLog>().count();
            screen(&mut app, key);
            let log = app.world().resource::<MessageLog>();
            count += log
                .since(before)
                .filter(|it| it.contains("comes into view"))
                .count();
        }
        count
    };
    assert_eq!(announced(&["<Up>"]), 1, "it comes into view");
    assert_eq!(
        announced(&["<Down>", "<Up>", "<Down>", "<Up>"]),
        0,
        "it has just been in view"
    );
    let long = [&["<Down>"][..], &["."; 8], &["<Up>"]].concat();
    assert_eq!(announced(&long), 1, "it has been out of view for long");
}

#[test]
fn looking_at_a_thing_says_what_it_does() {
    let mut app = carrying(&[], ROOM);
    put(&mut app, "salve", IVec2::X * 2);
    screen(&mut app, ".");
    let shown = screen(&mut app, "x<Right><Right>");
    assert!(
        shown.contains("heals 4 points in the light and heals 10 points in the dark."),
        "{shown}"
    );
}

#[test]
fn a_creature_that_is_heard_is_drawn_on_unknown_ground() {
    let apart = "########\n#@.#...#\n#..#.r.#\n########";
    let mut app = carrying(&["bat's ear"], apart);
    let row = |app: &mut App, keys: &str| {
        let screen = text::type_keys(app, keys).unwrap();
        screen
            .lines()
            .any(|line| line.chars().take(60).any(|it| it == 'r') && line.contains('#'))
    };
    assert!(!row(&mut app, ""));
    assert!(row(&mut app, "Ia"));
}

#[test]
fn an_enemy_that_comes_into_view_is_announced_once_on_single_steps_and_on_journeys() {
    let hall = "
#####################
#.@...#.........#...#
#.....#.............#
#.....#.............#
#............g......#
#####################
";
    let announced = |keys: &[&str]| {
        let mut app = whole_game(drawn(hall));
        let all = keys
            .iter()
            .map(|keys| screen(&mut app, keys))
            .collect::<String>();
        all.contains("A goblin comes into view to the east.")
    };
    assert!(announced(&["n", "j", "j"]));
    assert!(announced(&["o"]));
    assert!(!announced(&["l", "h", "l"]));
    let mut app = whole_game(drawn(hall));
    for keys in ["n", "j", "j"] {
        screen(&mut app, keys);
    }
    let log = screen(&mut app, "m");
    assert_eq!(log.matches("comes into view").count(), 1, "{log}");
}
