//! Where the map is shown, the small map, and what the panel answers when the player points at it. None of them tells
//! what the player does not know.

use bevy::prelude::*;
use fogbound::control::{KeyQueue, Mouse};
use fogbound::frontend::text;
use fogbound::game::{ActorId, Arrange, Awareness, GameSetup, Lantern, PlayerCommand};
use fogbound::modes::Modes;
use fogbound::view::{Screen, ShowsExposure};

use crate::common::{AppExt, dark, drawn, whole_game};

/// A drawing, row by row.
fn rows(drawing: &str) -> Vec<String> {
    drawing.trim().lines().map(str::to_owned).collect()
}

/// Returns `drawing` with this many empty rows and columns before it, and something unknown after it.
fn moved(drawing: &str, (x, y): (usize, usize), after: &str) -> String {
    let blank = " ".repeat(x);
    let body: String = rows(drawing)
        .iter()
        .map(|row| format!("{blank}{row}\n"))
        .collect();
    let above: String = "\n".repeat(y);
    let below: String = rows(after)
        .iter()
        .map(|row| format!("{blank}{blank}{row}\n"))
        .collect();
    format!("{above}{body}\n{below}")
}

fn game(setup: GameSetup, (columns, rows, wide): (u32, u32, bool)) -> App {
    let sight = setup.sight.unlimited();
    let mut app = whole_game(GameSetup { sight, ..setup });
    let mut screen = app.world_mut().resource_mut::<Screen>();
    screen.set_wide(wide);
    screen.resize(UVec2::new(columns, rows));
    app.update();
    app
}

/// Returns everything on the screen, with its colours.
fn shown(app: &App) -> String {
    let screen = app.world().resource::<Screen>();
    let colors: Vec<_> = screen
        .buffer()
        .content
        .iter()
        .map(|it| (it.fg, it.bg))
        .collect();
    format!("{}\n{colors:?}", screen.text())
}

fn text_of(app: &App) -> String {
    app.world().resource::<Screen>().text()
}

/// Returns the first place on the screen where these words begin.
fn place_of(app: &App, words: &str) -> UVec2 {
    let text = text_of(app);
    let mut rows = text.lines().enumerate();
    let found = rows.find_map(|(y, row)| {
        let at = row.find(words)?;
        Some(UVec2::new(row[..at].chars().count() as u32, y as u32))
    });
    found.unwrap_or_else(|| panic!("{words:?} is not on the screen:\n{text}"))
}

fn send(app: &mut App, mouse: Mouse) {
    app.world_mut().resource_mut::<KeyQueue>().push_mouse(mouse);
    app.update();
    app.update();
}

fn modes(app: &App) -> Vec<&'static str> {
    app.world().resource::<Modes>().names().collect()
}

const ROOM: &str = "
##########
#........#
#.@....r.#
#........#
##########
";

/// A hall that is longer than the narrow screens, so that they show a small map.
fn hall() -> String {
    let wall = "#".repeat(90);
    let floor = ".".repeat(80);
    format!("{wall}\n#@{floor}r......#\n{wall}")
}

const SIZES: [(u32, u32, bool); 5] = [
    (60, 22, false),
    (80, 24, false),
    (100, 36, true),
    (160, 45, true),
    (240, 67, true),
];

#[test]
fn the_screen_does_not_tell_where_in_the_level_the_known_ground_lies() {
    let unknown = "#########\n#...g...#\n#########";
    for size in SIZES {
        for drawing in [ROOM.to_owned(), hall()] {
            let here = game(drawn(&moved(&drawing, (0, 0), "")), size);
            for (offset, after) in [((0, 0), unknown), ((13, 5), ""), ((37, 20), unknown)] {
                let there = game(drawn(&moved(&drawing, offset, after)), size);
                assert!(
                    shown(&here) == shown(&there),
                    "{size:?}, {offset:?}:\n{}\n{}",
                    text_of(&here),
                    text_of(&there)
                );
            }
        }
    }
}

#[test]
fn pointing_at_the_panel_tells_nothing_about_unknown_ground() {
    let unknown = "#########\n#...g...#\n#########";
    for drawing in [ROOM.to_owned(), hall()] {
        let mut screens = [("", (0, 0)), (unknown, (21, 9))].map(|(after, offset)| {
            let mut app = game(drawn(&moved(&drawing, offset, after)), (80, 24, false));
            let mut all = Vec::new();
            for y in 0..24 {
                for x in (54..80).step_by(5) {
                    send(&mut app, Mouse::Hover(UVec2::new(x, y).into()));
                    all.push(shown(&app));
                }
            }
            all
        });
        let [one, other] = &mut screens;
        assert!(one == other);
    }
}

#[test]
fn known_ground_is_in_the_middle_of_the_screen() {
    for size @ (columns, rows, _) in SIZES {
        let app = game(drawn(&moved(ROOM, (50, 30), "")), size);
        let at = place_of(&app, "@");
        let panel = place_of(&app, "│");
        let log = rows / 5;
        let (middle_x, middle_y) = (panel.x / 2, (rows - log) / 2);
        assert!(
            at.x.abs_diff(middle_x) <= panel.x / 4,
            "{columns} x {rows}: {at}"
        );
        assert!(
            at.y.abs_diff(middle_y) <= rows / 5,
            "{columns} x {rows}: {at}"
        );
    }
}

#[test]
fn a_small_map_is_shown_only_if_known_ground_is_off_the_screen() {
    let map = |drawing: &str, size| text_of(&game(drawn(drawing), size));
    let is_small_map = |text: &str| text.lines().any(|row| row.contains("@▀▀▀▀▀"));
    assert!(!is_small_map(&map(ROOM, (80, 24, false))));
    assert!(is_small_map(&map(&hall(), (80, 24, false))));
    assert!(is_small_map(&map(&hall(), (160, 45, true))));
    assert!(!is_small_map(&map(&hall(), (240, 67, true))));
}

#[test]
fn a_click_on_the_small_map_looks_there() {
    let mut app = game(drawn(&hall()), (160, 45, true));
    let at = place_of(&app, "@▀▀▀▀▀") + UVec2::new(3, 0);
    send(&mut app, Mouse::Click(at.into()));
    assert_eq!(modes(&app), ["play", "look"]);
    let text = text_of(&app);
    assert!(
        text.contains("You see floor. (") && text.contains(" cells east)"),
        "{text}"
    );
}

#[test]
fn the_row_of_a_creature_describes_and_marks_it() {
    let mut app = game(drawn(ROOM), (100, 36, true));
    let row = place_of(&app, "r  rat");
    // The rat is five cells to the east, and a cell is two columns wide.
    let rat = place_of(&app, "@") + UVec2::new(10, 0);
    let ground = |app: &App| {
        let screen = app.world().resource::<Screen>();
        screen.buffer()[(rat.x as u16, rat.y as u16)].bg
    };
    let before = ground(&app);
    send(&mut app, Mouse::Hover(row.into()));
    assert!(text_of(&app).contains("You see a rat"), "{}", text_of(&app));
    assert_ne!(ground(&app), before);
    // The row itself stays readable.
    assert_eq!(place_of(&app, "r  rat"), row);
    send(&mut app, Mouse::Gone);
    assert_eq!(ground(&app), before);
    send(&mut app, Mouse::Click(row.into()));
    assert_eq!(modes(&app), ["play", "look"]);
    assert!(text_of(&app).contains("You see a rat"), "{}", text_of(&app));
}

#[test]
fn rows_of_the_panel_do_what_they_say() {
    let mut app = game(dark(drawn(ROOM)), (100, 36, true));
    let lantern = |app: &mut App| {
        let player = app.player().unwrap();
        *app.part::<Lantern>(player)
    };
    let mut settings = Vec::new();
    for _ in 0..3 {
        let at = place_of(&app, "Lantern");
        send(&mut app, Mouse::Click(at.into()));
        settings.push(lantern(&mut app));
    }
    assert_eq!(settings, [Lantern::Narrowed, Lantern::Shut, Lantern::Open]);
    let at = place_of(&app, "Exposed");
    send(&mut app, Mouse::Hover(at.into()));
    let words = "Click: show where you";
    assert!(text_of(&app).contains(words), "{}", text_of(&app));
    send(&mut app, Mouse::Click(at.into()));
    assert!(app.world().resource::<ShowsExposure>().0);
    for (words, mode) in [("? help", "help"), ("Esc menu", "menu"), ("x look", "look")] {
        let at = place_of(&app, words);
        send(&mut app, Mouse::Click(at.into()));
        assert_eq!(modes(&app).last(), Some(&mode));
        text::type_keys(&mut app, "<Escape>").unwrap();
    }
    let title = place_of(&app, "Fogbound");
    send(&mut app, Mouse::Click(title.into()));
    assert_eq!(modes(&app), ["play", "menu"]);
}

#[test]
fn the_panel_says_where_a_creature_is_for_which_the_map_has_no_room() {
    let hall = |before: usize, after: usize| {
        let wall = "#".repeat(before + after + 4);
        let floor = format!("#{}@{}r#", ".".repeat(before), ".".repeat(after));
        format!("{wall}\n{floor}\n{wall}")
    };
    let listed = |columns: u32| {
        let app = game(drawn(&hall(30, 45)), (columns, 24, false));
        let text = text_of(&app);
        let mut rows = text.lines().map(|it| it.rsplit('│').next().unwrap_or(it));
        let rat = rows.find(|it| it.contains("rat")).map(str::to_owned);
        (
            rat.unwrap_or_default(),
            rows.next().unwrap_or_default().to_owned(),
        )
    };
    let tells = |(row, next): (String, String)| row.contains("east") || next.contains("east");
    assert!(!tells(listed(160)), "{:?}", listed(160));
    assert!(tells(listed(80)), "{:?}", listed(80));
}

#[test]
fn the_map_turns_towards_a_hunter_in_view_if_both_have_room() {
    let shown = |away: usize, hunts: bool| {
        let wall = "#".repeat(away + 53);
        let floor = format!(
            "#{}@{}r{}#",
            ".".repeat(30),
            ".".repeat(away - 1),
            ".".repeat(20)
        );
        let mut app = game(drawn(&format!("{wall}\n{floor}\n{wall}")), (80, 24, false));
        if hunts {
            let who = ActorId(1);
            let last_known = IVec2::new(31, 1);
            let awareness = Awareness::Hunting { last_known };
            app.command([PlayerCommand::Arrange(Arrange::Awareness {
                who,
                awareness,
            })]);
        }
        let text = text_of(&app);
        let row = text.lines().find(|it| it.contains('@')).unwrap();
        let map = row.split('│').next().unwrap_or(row);
        (map.contains('@'), map.contains('r'))
    };
    assert_eq!(shown(45, true), (true, true));
    assert_eq!(shown(45, false), (true, false));
    // There is no room for both.
    assert_eq!(shown(70, true), (true, false));
}
