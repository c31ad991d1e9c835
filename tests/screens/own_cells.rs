//! A window's screen, on which the map has cells of its own: what the map shows in them, and what the screens over it do.

use std::collections::BTreeSet;

use bevy::prelude::*;
use fogbound::control::{KeyQueue, Mouse, ScreenPoint};
use fogbound::frontend::{CellSize, picture_of, text};
use fogbound::game::bestiary::MadeBy;
use fogbound::game::{Awareness, GameSetup, Health, State, Things};
use fogbound::map::Tile;
use fogbound::modes::{Modes, Settings, open_title};
use fogbound::view::{Art, Badge, Scale, Screen};

use crate::common::{AppExt, drawn, whole_game};
use crate::hiding::words;

/// Starts a game on the screen of a window with this many columns and rows.
fn window(setup: GameSetup, scale: Scale, size: (u32, u32)) -> App {
    let mut app = whole_game(setup);
    as_window(&mut app, scale, size);
    app
}

fn as_window(app: &mut App, scale: Scale, size: (u32, u32)) {
    let mut screen = app.world_mut().resource_mut::<Screen>();
    screen.set_wide(true);
    screen.set_art(true);
    screen.set_scale(Some(scale));
    screen.resize(size.into());
    app.update();
}

const USUAL: Scale = Scale { text: 16, map: 24 };

/// Returns the art in the cells of the map.
fn art(app: &App) -> Vec<Art> {
    let screen = app.world().resource::<Screen>();
    let map = &screen.map().unwrap().canvas;
    let cells = map.buffer().area.positions();
    let cells = cells.filter(|it| it.x.is_multiple_of(2));
    cells.filter_map(|it| map.art_at((it.x, it.y))).collect()
}

fn badges(app: &App) -> Vec<Badge> {
    art(app).into_iter().filter_map(|it| it.badge).collect()
}

/// Returns the text of the panel, row by row.
fn panel(app: &App) -> Vec<String> {
    let text = app.world().resource::<Screen>().text();
    let rows = text.lines().filter_map(|it| it.split_once('│'));
    rows.map(|(_, row)| row.to_owned()).collect()
}

fn send(app: &mut App, mouse: Mouse) {
    app.world_mut().resource_mut::<KeyQueue>().push_mouse(mouse);
    app.update();
    app.update();
}

const ROOM: &str = "###########\n#@...r....#\n#.........#\n###########";

#[test]
fn badges_say_what_a_creature_is_doing_and_how_much_it_is_hurt() {
    let mut app = window(drawn(ROOM), USUAL, (160, 45));
    let rat = app.entities::<With<MadeBy>>()[0];
    let states = [
        (Awareness::Asleep, Some(State::Asleep)),
        (Awareness::Unaware, None),
        (
            Awareness::Hunting {
                last_known: IVec2::ONE,
            },
            Some(State::Hunting),
        ),
    ];
    for (awareness, state) in states {
        app.world_mut().entity_mut(rat).insert(awareness);
        app.update();
        let shown = badges(&app);
        assert_eq!(shown.first().and_then(|it| it.state), state, "{shown:?}");
        assert!(shown.iter().all(|it| it.health.is_none()), "{shown:?}");
    }
    let mut health = Health::new(8, 0);
    health.set_now(2);
    app.world_mut()
        .entity_mut(rat)
        .insert((health, Awareness::Unaware));
    app.update();
    let healths: Vec<_> = badges(&app).iter().map(|it| it.health).collect();
    assert_eq!(healths, [Some(Badge::BAR / 4)]);
    // The cursor is a frame, on the player's own sign, too.
    text::type_keys(&mut app, "x").unwrap();
    assert_eq!(badges(&app).iter().filter(|it| it.has_cursor).count(), 1);
}

#[test]
fn the_small_map_shows_stairs_flames_ghosts_and_what_the_large_map_shows() {
    let wall = "#".repeat(90);
    let hall = format!(
        "{wall}\n#@{}r{}<#\n{}!{}",
        ".".repeat(60),
        ".".repeat(25),
        "#".repeat(40),
        "#".repeat(49)
    );
    let setup = drawn(&hall);
    let sight = setup.sight.unlimited();
    let mut app = window(GameSetup { sight, ..setup }, USUAL, (160, 45));
    let grounds = |app: &App| -> BTreeSet<String> {
        let screen = app.world().resource::<Screen>();
        let cells = &screen.buffer().content;
        let ground = cells.iter().filter(|it| "█▀▄".contains(it.symbol()));
        // The bars of the panel are drawn with the same characters.
        let bars = ["Health", "Breath", "Oil"];
        let rows = screen.text();
        let is_bar = |y: usize| {
            let row = rows.lines().nth(y).unwrap_or_default();
            bars.iter().any(|it| row.contains(it))
        };
        let width = screen.size().x as usize;
        ground
            .enumerate()
            .filter(|(at, _)| !is_bar(at / width))
            .map(|(_, it)| format!("{:?}", it.fg))
            .collect()
    };
    let rows = panel(&app);
    let map = rows.iter().find(|it| it.contains('@')).unwrap();
    assert!(map.contains('<'), "{map}");
    assert!(rows.iter().any(|it| it.contains('*')), "{rows:?}");
    // Only a part of the hall is on the large map.
    assert!(grounds(&app).len() >= 2, "{:?}", grounds(&app));
    // The rat becomes a ghost when something comes between.
    assert!(!map.contains('r'));
    app.set_tile((30, 1), Tile::WALL);
    text::type_keys(&mut app, ".").unwrap();
    let rows = panel(&app);
    let ghost = rows.iter().any(|it| it.contains('@') && it.contains('r'));
    assert!(ghost, "{rows:?}");
}

#[test]
fn the_wheel_zooms_the_map_under_it_and_with_ctrl_the_text() {
    let mut app = window(drawn(ROOM), USUAL, (160, 45));
    let zooms = |app: &App| {
        let settings = app.world().resource::<Settings>();
        (settings.zoom, settings.map_zoom)
    };
    let cell = UVec2::new(40, 10);
    let on_map = ScreenPoint {
        cell,
        map: Some(UVec2::new(10, 5)),
    };
    send(&mut app, Mouse::Wheel(on_map, -1));
    assert_eq!(zooms(&app), (None, Some(20)));
    send(&mut app, Mouse::Zoom(-1));
    assert_eq!(zooms(&app), (Some(20), Some(20)));
    send(&mut app, Mouse::Zoom(1));
    assert_eq!(zooms(&app).0, Some(16));
    let modes = |app: &App| -> Vec<_> { app.world().resource::<Modes>().names().collect() };
    assert_eq!(modes(&app), ["play"]);
    send(&mut app, Mouse::Wheel(UVec2::new(10, 40).into(), -1));
    assert_eq!(modes(&app), ["play", "messages"]);
}

#[test]
fn the_options_are_those_that_apply_here() {
    let open = "<Escape><Up><Up><Up><Up><Up><Enter>";
    let mut app = window(drawn(ROOM), USUAL, (160, 45));
    let in_window = text::type_keys(&mut app, open).unwrap();
    let mut app = whole_game(drawn(ROOM));
    let in_terminal = text::type_keys(&mut app, open).unwrap();
    for (words, is_windows) in [
        ("Map cells in a window", true),
        ("Motion in a window", true),
        ("Walls in a terminal", false),
        ("Palette", true),
    ] {
        assert_eq!(in_window.contains(words), is_windows, "{in_window}");
        let is_terminals = !is_windows || words == "Palette";
        assert_eq!(in_terminal.contains(words), is_terminals, "{in_terminal}");
    }
    // What the chosen option is for is shown and told.
    assert!(in_window.contains("The colours. Each"));
    assert!(
        words(&mut app)
            .iter()
            .any(|it| it.starts_with("The colours."))
    );
}

#[test]
fn a_long_text_scrolls_to_its_end_and_back_at_once() {
    let mut app = window(drawn(ROOM), USUAL, (80, 24));
    let first = text::type_keys(&mut app, "?").unwrap();
    let end = text::type_keys(&mut app, &"<Right>".repeat(60)).unwrap();
    assert!(first.contains("► more") && !end.contains("► more"), "{end}");
    let back = text::type_keys(&mut app, "<Left>").unwrap();
    assert!(back.contains("► more") && back != end, "{back}");
    // Another entry begins at its first row.
    let other = text::type_keys(&mut app, "<Down>").unwrap();
    assert!(
        other.contains("A game shows each of these once."),
        "{other}"
    );
}

#[test]
fn every_thing_of_the_game_has_a_picture() {
    let app = whole_game(drawn(ROOM));
    for thing in app.world().resource::<Things>().iter() {
        assert!(thing.picture.is_some(), "{}", thing.name);
    }
}

#[test]
fn every_screen_is_drawn_in_a_window_of_any_size() {
    for keys in [
        "",
        "x",
        "i",
        "?",
        "M",
        "m",
        "<Escape>",
        "<Escape><Down><Enter>",
    ] {
        for title in [false, true] {
            let mut app = whole_game(drawn(ROOM));
            if title {
                open_title(app.world_mut(), GameSetup::default());
            }
            text::type_keys(&mut app, keys).unwrap();
            for size in [(16, 8), (17, 60), (59, 9), (61, 8), (120, 13)] {
                for (text, map) in [(16, 24), (32, 16), (16, 128)] {
                    as_window(&mut app, Scale { text, map }, size);
                    let screen = app.world().resource::<Screen>();
                    let picture = picture_of(screen, CellSize::of_height(text));
                    assert_eq!(picture.size, screen.size() * UVec2::new(text / 2, text));
                }
            }
        }
    }
}
