//! What a window draws in map cells: a picture for every tile, smooth light on what is seen, and shapes of walls that
//! give nothing away.

use std::collections::BTreeSet;

use bevy::prelude::*;
use fogbound::frontend::{CellSize, picture_of, text};
use fogbound::game::{GameSetup, LightRule, PlayerCommand, State};
use fogbound::map::{Density, PictureId, Tile, TileMap};
use fogbound::view::{Art, Display, Fill, OpenSides, Palette, Screen};
use ratatui::style::{Color, Modifier};

use crate::common::{AppExt, drawn, whole_game};
use crate::measure::{linear, luminance, palettes};

/// Starts a game on a screen without a panel, as in a window.
fn game(setup: GameSetup) -> App {
    let mut app = whole_game(setup);
    let mut screen = app.world_mut().resource_mut::<Screen>();
    screen.set_wide(true);
    screen.set_art(true);
    screen.resize(UVec2::new(58, 40));
    app.update();
    app
}

fn dark(map: &str) -> GameSetup {
    GameSetup {
        light: LightRule::Dark,
        ..drawn(map)
    }
}

fn screen(app: &App) -> &Screen {
    app.world().resource()
}

/// Returns the first columns of all map cells.
fn places(screen: &Screen) -> impl Iterator<Item = (u16, u16)> {
    let area = screen.buffer().area;
    (0..area.height).flat_map(move |y| (0..area.width).step_by(2).map(move |x| (x, y)))
}

/// Returns everything that front ends show of a screen: text, art and pixels.
fn everything(app: &App) -> (String, Vec<Option<Art>>, Vec<[u8; 3]>) {
    let screen = screen(app);
    let art = places(screen).map(|at| screen.art_at(at)).collect();
    (
        screen.ansi(),
        art,
        picture_of(screen, CellSize::default()).pixels,
    )
}

/// Pairs of maps that differ only where the player has not looked, or in a secret door.
const PAIRS: [(&str, &str); 4] = [
    // Behind the walls of the first room.
    (
        "#######......\n#@....#......\n#.....#......\n#######......\n.............",
        "#######~~~~~~\n#@....#\"\"\"\"\"\"\n#.....#######\n#############\n             ",
    ),
    // A secret door in the wall.
    (
        "#######...\n#@....#..#\n#.....#..#\n#######...",
        "#######...\n#@....?..#\n#.....#..#\n#######...",
    ),
    // A secret door in a wall that the room's corner hides.
    (
        "######\n#@...#\n####.#\n#..#.#\n#..#.#\n######",
        "######\n#@...#\n####.#\n#..?.#\n#..#.#\n######",
    ),
    // A thick wall instead of a thin one.
    (
        "#####...\n#@..#...\n#####...",
        "########\n#@..####\n########",
    ),
];

#[test]
fn walls_have_the_same_shape_whatever_lies_behind_them() {
    for (one, other) in PAIRS {
        for light in [LightRule::Day, LightRule::Dark] {
            let shown = [one, other].map(|map| {
                let mut app = game(GameSetup {
                    light,
                    ..drawn(map)
                });
                text::type_keys(&mut app, "ll").unwrap();
                everything(&app)
            });
            assert!(shown[0].0 == shown[1].0, "{one}\n{other}");
            assert!(shown[0] == shown[1], "art differs:\n{one}\n{other}");
        }
    }
}

/// The pairs would be useless if the shapes did not depend on the map at all.
#[test]
fn walls_have_another_shape_once_more_is_known() {
    let map = "#######\n#@.+..#\n#######";
    let mut app = game(dark(map));
    let faces = |app: &App| {
        let screen = screen(app);
        let art = places(screen).filter_map(|at| screen.art_at(at));
        art.filter(|it| matches!(it.fill, Fill::Tile(_, shape) if shape.is_open(OpenSides::SOUTH)))
            .count()
    };
    let before = faces(&app);
    text::type_keys(&mut app, "lllll").unwrap();
    assert!(faces(&app) > before);
}

#[test]
fn a_terminal_draws_walls_as_lines_and_text_as_hashes() {
    let map = "#####\n#@..#\n#####";
    let mut app = game(dark(map));
    assert!(screen(&app).text().contains('#'));
    app.world_mut().resource_mut::<Display>().can_draw_lines = true;
    app.update();
    app.update();
    let lines = screen(&app).text();
    assert!(!lines.contains('#'), "{lines}");
    let rows: Vec<&str> = lines
        .lines()
        .map(str::trim)
        .filter(|it| !it.is_empty())
        .collect();
    let row = rows.iter().find(|it| it.contains('@'));
    assert_eq!(row, Some(&"│ @ · · │"), "{lines}");
    assert!(rows[0].starts_with("┌ ─ ─"), "{lines}");
    let mut settings = app.world_mut().resource_mut::<fogbound::modes::Settings>();
    settings.set(|now| now.wall_lines = false);
    app.update();
    app.update();
    assert!(!screen(&app).text().contains('─'));
}

#[test]
fn smooth_light_falls_only_on_what_is_seen() {
    // Half of the hall lies in the dark, out of the lantern's reach.
    let map = format!(
        "#{0}#\n#@{1}#\n#{2}#\n#{0}#",
        "#".repeat(26),
        ".".repeat(25),
        ".".repeat(26)
    );
    let mut app = game(dark(&map));
    text::type_keys(&mut app, "llllllllllllhhhh").unwrap();
    let palette = app.world().resource::<Palette>();
    let remembered: BTreeSet<_> = [Tile::FLOOR, Tile::WALL]
        .map(|it| palette.tile(it).remembered().1)
        .into_iter()
        .map(|it| format!("{it:?}"))
        .collect();
    let grounds = [Tile::FLOOR, Tile::WALL].map(|it| [palette.in_window(it).remembered().1; 4]);
    let screen = screen(&app);
    let (mut seen, mut dim, mut sloped) = (0, 0, 0);
    for at in places(screen) {
        let cell = &screen.buffer()[at];
        let is_remembered = remembered.contains(&format!("{:?}", cell.bg));
        let Some(art) = screen.art_at(at) else {
            assert_eq!(
                cell.bg,
                palette.background(),
                "an unknown cell has a colour"
            );
            continue;
        };
        if is_remembered {
            dim += 1;
            assert!(grounds.contains(&art.ground), "a remembered cell is lit");
        } else {
            seen += 1;
            sloped += usize::from(art.ground != [art.ground[0]; 4]);
        }
    }
    assert!(seen > 20 && sloped > 5, "{seen} {dim} {sloped}");
}

/// Returns a screen that draws pictures, with this tile in its first map cell.
pub(super) fn screen_with(tile: Tile) -> Screen {
    let mut screen = Screen::default();
    screen.set_wide(true);
    screen.set_art(true);
    screen.resize(UVec2::new(16, 8));
    screen.begin();
    screen.buffer_mut()[(0, 0)].set_char(tile.kind().drawn);
    screen.buffer_mut()[(1, 0)].set_symbol("");
    screen
}

/// Returns the pixels of one map cell with this tile, seen in full light.
fn cell_of(tile: Tile, shape: OpenSides) -> Vec<[u8; 3]> {
    let mut screen = screen_with(tile);
    let art = Art {
        fill: tile
            .kind()
            .picture
            .map_or(Fill::Plain, |it| Fill::Tile(it, shape)),
        fore: [Color::Rgb(240, 220, 180); 4],
        ground: [Color::Rgb(70, 60, 40); 4],
        has_figure: false,
        badge: None,
        thing: None,
    };
    screen.hang((0, 0), art);
    let picture = picture_of(&screen, CellSize::of_height(32));
    let rows = picture.pixels.chunks(picture.size.x as usize).take(32);
    rows.flat_map(|row| row[..32].to_vec()).collect()
}

#[test]
fn every_tile_looks_different_from_every_other() {
    let all = Tile::ALL.map(|it| cell_of(it, OpenSides::default()));
    for (one, tile) in all.iter().zip(Tile::ALL) {
        for (other, than) in all.iter().zip(Tile::ALL) {
            if tile.apparent() == than.apparent() {
                continue;
            }
            let pixels = one.iter().zip(other);
            let different = pixels.filter(|(a, b)| a != b).count();
            assert!(different > 20, "{tile:?} looks like {than:?}: {different}");
        }
    }
    assert_eq!(
        cell_of(Tile::WALL, OpenSides(OpenSides::SOUTH)),
        cell_of(Tile::SECRET_DOOR, OpenSides(OpenSides::SOUTH)),
        "a secret door looks like a wall"
    );
}

#[test]
fn every_shape_of_a_wall_looks_different() {
    for tile in [Tile::WALL, Tile::ROCK, Tile::CHASM] {
        let shapes: BTreeSet<_> = (0..OpenSides::COUNT)
            .map(|it| cell_of(tile, OpenSides(it)))
            .collect();
        assert_eq!(shapes.len(), usize::from(OpenSides::COUNT), "{tile:?}");
    }
}

/// Returns the place of a floor cell.
fn floor_of(screen: &Screen) -> (u16, u16) {
    let mut all = places(screen);
    all.find(|at| screen.buffer()[*at].symbol() == "·").unwrap()
}

/// Fog and smoke that block sight are pictures in place of their signs, and thin air is none.
#[test]
fn thick_air_is_a_picture() {
    let pictures = |app: &App| -> Vec<(PictureId, Color)> {
        let art = places(screen(app)).filter_map(|at| screen(app).art_at(at));
        art.filter(|it| !it.has_figure)
            .filter_map(|it| it.thing)
            .collect()
    };
    // How much warmer than grey a colour is.
    let warmth = |color: Color| match color {
        Color::Rgb(red, _, blue) => i32::from(red) - i32::from(blue),
        _ => panic!("{color:?}"),
    };
    let thick = [Density::fog(8), Density::smoke(8)].map(|it| (it, true));
    let thin = [Density::fog(2), Density::smoke(2)].map(|it| (it, false));
    for (air, is_thick) in thick.into_iter().chain(thin) {
        assert_eq!(air.is_dense(), is_thick, "{air:?}");
        let mut app = game(dark("######\n#@...#\n######"));
        let mut map = app.world_mut().resource_mut::<TileMap>();
        map.add_air(IVec2::new(3, 1), air);
        app.command([PlayerCommand::ChangeRadius(0)]);
        let name = if air.fog > 0 { "fog" } else { "smoke" };
        let found = pictures(&app);
        let expected = is_thick.then(|| PictureId::named(name).unwrap());
        assert_eq!(
            found.iter().map(|it| it.0).collect::<Vec<_>>(),
            Vec::from_iter(expected),
            "{air:?}"
        );
        // Fog is colder than smoke, and smoke is colder than the floor.
        for (_, color) in found {
            let floor = warmth(screen(&app).buffer()[floor_of(screen(&app))].fg);
            let [most, least] = if air.fog > 0 {
                [0, -99]
            } else {
                [floor - 9, 1]
            };
            assert!(
                (least..=most).contains(&warmth(color)),
                "{air:?}: {color:?}, floor {floor}"
            );
        }
    }
}

#[test]
fn what_is_drawn_over_the_map_hides_its_pictures() {
    let mut app = game(dark("#####\n#@..#\n#####"));
    let count = |app: &App| {
        let screen = screen(app);
        places(screen)
            .filter(|at| screen.art_at(*at).is_some())
            .count()
    };
    assert!(count(&app) > 10);
    text::type_keys(&mut app, "?").unwrap();
    assert_eq!(count(&app), 0);
}

/// The cellars are warmer than the palette's stone, and only in the art: the buffer keeps the palette's colours.
#[test]
fn a_level_with_a_hue_is_tinted_in_a_window() {
    let setup = GameSetup {
        seed: 3,
        source: fogbound::dungeon::LevelSource::Dungeon(default()),
        light: LightRule::Off,
        ..default()
    };
    let app = game(setup);
    let screen = screen(&app);
    let blue = |color: Color| match color {
        Color::Rgb(red, _, blue) => f32::from(blue) / f32::from(red),
        _ => panic!("{color:?}"),
    };
    let mut compared = 0;
    for at in places(screen) {
        let cell = &screen.buffer()[at];
        if let Some(art) = screen.art_at(at)
            && matches!(art.fill, Fill::Tile(..))
        {
            assert!(
                blue(art.ground[0]) < blue(cell.bg) || art.has_figure,
                "{at:?}: {art:?}"
            );
            compared += 1;
        }
    }
    assert!(compared > 20);
}

/// Returns the mean luminance of each map cell of a screen, and of its brightest pixel, by the cell's first column.
fn luminances(screen: &Screen) -> Vec<((u16, u16), [f64; 2])> {
    const SIDE: usize = 16;
    let picture = picture_of(screen, CellSize::default());
    let width = picture.size.x as usize;
    let of = |(x, y): (u16, u16)| {
        let (left, top) = (usize::from(x) * SIDE / 2, usize::from(y) * SIDE);
        let rows = (top..top + SIDE).map(|y| &picture.pixels[y * width + left..][..SIDE]);
        let pixels = rows.flatten().map(|it| luminance(linear(*it)));
        let (sum, most) = pixels.fold((0.0, 0.0), |(sum, most): (f64, f64), it| {
            (sum + it, most.max(it))
        });
        [sum / (SIDE * SIDE) as f64, most]
    };
    places(screen)
        .filter(|at| screen.art_at(*at).is_some())
        .map(|at| (at, of(at)))
        .collect()
}

#[test]
fn nothing_on_the_map_outshines_the_player() {
    let map = "#########\n#..!....#\n#.......#\n#.@.kg*.#\n#...l...#\n####+####";
    for (name, palette) in palettes() {
        let mut app = game(dark(map));
        app.insert_resource(palette.clone());
        // Beside a fire with enemies around, and with the lantern shut.
        for keys in [".", "[[", "hh."] {
            text::type_keys(&mut app, keys).unwrap();
            let screen = screen(&app);
            let cells = luminances(screen);
            let is_own = |at: &(u16, u16)| screen.buffer()[*at].symbol() == "@";
            let own = cells.iter().find(|(at, _)| is_own(at)).unwrap();
            assert_eq!(screen.buffer()[own.0].fg, palette.player());
            for (at, [mean, most]) in cells.iter().filter(|it| it.0 != own.0) {
                let cell = &screen.buffer()[*at];
                assert!(
                    mean * 1.3 < own.1[0] && *most <= own.1[1],
                    "{name}, {keys}: {cell:?}: {mean:.3} {most:.3}, and the player {:.3?}",
                    own.1
                );
            }
        }
        let screen = screen(&app);
        let is_marked = |at| screen.art_at(at).is_some_and(|it| it.badge.is_some());
        assert!(places(screen).any(is_marked), "no enemy is marked");
    }
}

/// The signs of creatures' states are the same in the panel as on the map: badges in a window, characters elsewhere.
#[test]
fn the_panel_shows_the_same_signs_as_the_map() {
    let mut app = game(dark("########\n#@....k#\n########"));
    app.world_mut()
        .resource_mut::<Screen>()
        .resize(UVec2::new(100, 40));
    let signs = |app: &mut App| {
        text::type_keys(app, ".").unwrap();
        let screen = screen(app);
        let kobolds = places(screen).filter(|at| screen.buffer()[*at].symbol() == "k");
        let signs = kobolds.map(|(x, y)| {
            let badge = screen.art_at((x, y)).and_then(|it| it.badge);
            let second = screen.buffer()[(x + 1, y)].symbol() == "!";
            (badge.and_then(|it| it.state), second)
        });
        // Other words have this letter, too.
        let signs = signs.filter(|it| it.0.is_some() || it.1);
        signs.collect::<Vec<_>>()
    };
    text::type_keys(&mut app, "...").unwrap();
    assert_eq!(signs(&mut app), [(Some(State::Hunting), false); 2]);
    app.world_mut().resource_mut::<Screen>().set_art(false);
    assert_eq!(signs(&mut app), [(None, true); 2]);
}

#[test]
fn a_terminal_draws_only_the_player_in_bold() {
    let mut app = whole_game(dark("######\n#@.k.#\n######"));
    app.update();
    let buffer = screen(&app).buffer();
    let bold = buffer
        .content
        .iter()
        .filter(|it| it.modifier.contains(Modifier::BOLD));
    let bold: Vec<&str> = bold.map(|it| it.symbol()).collect();
    assert_eq!(bold, ["@"]);
}
