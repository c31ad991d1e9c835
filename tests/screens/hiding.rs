//! The screen shows exactly what the player knows. Visible cells are bright and remembered cells are dim. Unknown cells
//! and creatures that are out of sight are not shown, except for the ghosts of those that the player has seen.

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use fogbound::control::{KeyQueue, Mouse};
use fogbound::fov::Sight;
use fogbound::frontend::text;
use fogbound::game::bestiary::Bestiary;
use fogbound::game::{
    Action, Awareness, Camouflage, Clock, Fate, GameSetup, Ghosts, Lantern, LightRule, Player,
    PlayerCommand, Things, makes_out,
};
use fogbound::grid::Direction;
use fogbound::map::Tile;
use fogbound::modes::Modes;
use fogbound::view::{
    Areas, Palette, Scene, Screen, ShowsExposure, at_brightness, brightness_at, tile_glyph,
};
use fogbound::vision::{Knowledge, MapMemory, ObjectKind, Position, Viewshed};
use ratatui::buffer::Cell;
use ratatui::style::Color;

use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built, built_small, drawn, random_commands, whole_game};

/// Returns a game on a screen that is too narrow for a panel, so that only the map is coloured.
fn game(setup: GameSetup) -> App {
    let mut app = whole_game(setup);
    resize(&mut app, UVec2::new(59, 40));
    app
}

fn resize(app: &mut App, size: UVec2) {
    app.world_mut().resource_mut::<Screen>().resize(size);
    app.update();
}

/// Returns the map cell at the top left of the screen. The cell is computed from the player's position on the map and
/// on the screen.
fn corner(app: &mut App) -> IVec2 {
    let player = app.player().unwrap();
    let screen = app.world().resource::<Screen>().buffer();
    let mut figures = screen
        .area
        .positions()
        .filter(|&place| screen[place].symbol() == "@");
    let place = figures.next().unwrap();
    assert_eq!(figures.next(), None, "the player is drawn once");
    app.place_of(player) - IVec2::new(place.x.into(), place.y.into())
}

/// Returns how a map cell is drawn, if it is on the screen.
fn drawn_at(app: &App, corner: IVec2, cell: IVec2) -> Option<&Cell> {
    let place = cell - corner;
    let place = (u16::try_from(place.x).ok()?, u16::try_from(place.y).ok()?);
    let screen = app.world().resource::<Screen>();
    let map = Areas::of(screen.buffer().area, screen.map_columns()).map;
    let is_on_map = map.contains(place.into());
    screen.buffer().cell(place).filter(|_| is_on_map)
}

fn glyph(cell: &Cell) -> char {
    cell.symbol().chars().next().unwrap()
}

fn cells(cells: impl IntoIterator<Item = IVec2>) -> BTreeSet<(i32, i32)> {
    cells.into_iter().map(|cell| (cell.x, cell.y)).collect()
}

/// Asserts that every map cell is drawn according to what the player knows about that cell. The map must be as small
/// as the screen. Returns how many creatures are drawn and how many are hidden.
#[track_caller]
fn assert_screen_matches_knowledge(app: &mut App) -> (usize, usize) {
    let Some(player) = app.player() else {
        return (0, 0);
    };
    // The death screen covers the middle of the map.
    if !app.world().resource::<Fate>().is_alive() {
        return (0, 0);
    }
    let corner = corner(app);
    let here = app.place_of(player);
    let creatures: Vec<_> = app
        .entities::<(With<Awareness>, Without<Player>)>()
        .into_iter()
        .map(|entity| {
            let state = app.part::<Awareness>(entity).state();
            let camouflage = app.world().get::<Camouflage>(entity).copied();
            (app.place_of(entity), state, camouflage)
        })
        .collect();
    let app = &*app;
    let palette = app.world().resource::<Palette>();
    let viewshed = app.part::<Viewshed>(player);
    let memory = app.part::<MapMemory>(player);
    let (seen, hidden): (Vec<_>, Vec<_>) = creatures.iter().partition(|(at, _, camouflage)| {
        makes_out(
            (app.map(), app.light()),
            viewshed,
            here,
            *at,
            camouflage.as_ref(),
        )
    });
    let moods: BTreeMap<(i32, i32), Option<Color>> = seen
        .iter()
        .map(|(at, state, _)| ((at.x, at.y), palette.mood(*state)))
        .collect();
    let seen: Vec<IVec2> = seen.iter().map(|(at, ..)| *at).collect();
    let ghosts = app.part::<Ghosts>(player);
    // A thing in view covers a ghost.
    let is_covered = |at: IVec2| {
        let knows_thing = matches!(
            memory.get(at),
            Knowledge::Seen {
                object: Some(_),
                ..
            }
        );
        viewshed.sees(at) && knows_thing
    };
    let dim = ghosts.iter().map(|it| it.at).filter(|at| !is_covered(*at));
    let dim: Vec<IVec2> = dim.collect();

    let on_map = |cell| drawn_at(app, corner, cell);
    let letters = app
        .map()
        .positions()
        .filter(|&at| on_map(at).is_some_and(|it| glyph(it).is_ascii_alphabetic()));
    assert_eq!(
        cells(letters),
        cells(seen.iter().chain(&dim).copied()),
        "creatures in sight and ghosts"
    );

    for at in app.map().positions() {
        let knowledge = memory.get(at);
        let Some(cell) = on_map(at) else {
            let known = knowledge.tile();
            assert_eq!(known, None, "{at} is known, but not on the screen");
            continue;
        };
        let object = match knowledge {
            Knowledge::Seen { object, .. } => {
                object.and_then(|kind| app.world().resource::<Things>().get(kind))
            }
            _ => None,
        };
        let Some(tile) = knowledge.tile() else {
            assert_eq!(
                (cell.symbol(), cell.bg),
                (" ", palette.background()),
                "{at} is unknown"
            );
            continue;
        };
        let (lit, tint) = (viewshed.sees(at), palette.tile(tile));
        let percent = brightness_at(at - here, viewshed.sight().radius, palette.far());
        let (color, back) = match lit {
            true => {
                let (color, back) = tint.lit();
                (at_brightness(color, percent), at_brightness(back, percent))
            }
            false => tint.remembered(),
        };
        let mood = moods.get(&(at.x, at.y)).copied().flatten();
        assert_eq!(cell.bg, mood.unwrap_or(back), "{at}, lit: {lit}");
        if at == here || seen.contains(&at) {
            continue;
        }
        let ghost = ghosts.at(at).filter(|it| dim.contains(&it.at));
        let (figure, color) = match object {
            _ if let Some(ghost) = ghost => (ghost.appearance.glyph, palette.remembered_thing()),
            Some(it) if lit => (it.glyph, palette.lit_thing(it)),
            Some(it) => (it.glyph, palette.remembered_thing()),
            None => (tile_glyph(tile), color),
        };
        assert_eq!((glyph(cell), cell.fg), (figure, color), "{at}, lit: {lit}");
    }
    (seen.len(), hidden.len())
}

#[test]
fn the_screen_shows_exactly_what_the_player_knows() {
    let counts = on_all_cores(0..60, |seed| {
        let (mut shown, mut hidden) = (0, 0);
        let mut app = game(built_small(seed));
        for command in random_commands(seed + 2000, 60) {
            app.command([command]);
            let count = assert_screen_matches_knowledge(&mut app);
            shown += count.0;
            hidden += count.1;
        }
        (shown, hidden)
    });
    let shown: usize = counts.iter().map(|(shown, _)| shown).sum();
    let hidden: usize = counts.iter().map(|(_, hidden)| hidden).sum();
    assert!(
        shown > 500 && hidden > 500,
        "too few creatures: {shown} shown, {hidden} hidden"
    );
}

#[test]
fn a_creature_is_drawn_only_while_in_sight() {
    let mut app = game(drawn(
        "
#########
#@..k####
#########",
    ));
    let kobolds = |app: &App| {
        let screen = app.world().resource::<Screen>().text();
        screen
            .lines()
            .find(|line| line.contains('@'))
            .unwrap()
            .matches('k')
            .count()
    };
    assert_eq!(kobolds(&app), 1);
    app.command([PlayerCommand::ChangeRadius(-10)]);
    assert_eq!(kobolds(&app), 1, "its ghost");
    assert_ghost(&mut app, IVec2::new(4, 1));
    let kobold = app.entities::<(With<Awareness>, Without<Player>)>()[0];
    app.world_mut().despawn(kobold);
    app.update();
    assert_eq!(kobolds(&app), 1, "nobody sees that it is gone");
    app.command([PlayerCommand::ChangeRadius(10)]);
    assert_eq!(kobolds(&app), 0, "its cell is empty");
}

/// Asserts that a kobold's ghost is drawn on a cell, in the colours of remembered things, which are darker than visible
/// creatures.
#[track_caller]
fn assert_ghost(app: &mut App, at: IVec2) {
    let corner = corner(app);
    let palette = app.world().resource::<Palette>();
    let cell = drawn_at(app, corner, at).unwrap();
    assert_eq!((glyph(cell), cell.fg), ('k', palette.remembered_thing()));
    assert_eq!(cell.bg, palette.tile(app.map().tile(at)).remembered().1);
    let brightness = |color| match color {
        Color::Rgb(red, green, blue) => {
            u32::from(red) * 54 + u32::from(green) * 183 + u32::from(blue) * 19
        }
        other => panic!("{other}"),
    };
    assert!(brightness(cell.fg) * 3 < brightness(palette.creature(None)) * 2);
}

#[test]
fn a_kobold_in_sight_again_has_no_ghost() {
    let mut app = game(drawn("#########\n#@..k####\n#########"));
    let player = app.player().unwrap();
    app.command([PlayerCommand::ChangeRadius(-10)]);
    assert_eq!(app.part::<Ghosts>(player).iter().count(), 1);
    let player = app.player().unwrap();
    assert!(
        app.knows(player, (4, 1)).is_seen(),
        "the creature's cell is remembered without the creature"
    );
    app.command([PlayerCommand::ChangeRadius(10)]);
    assert_eq!(app.part::<Ghosts>(player).iter().count(), 0);
    assert_screen_matches_knowledge(&mut app);
}

#[test]
fn the_panel_names_only_creatures_in_sight_and_ghosts() {
    let mut app = whole_game(drawn(
        "
#########
#@..k####
#########",
    ));
    let screen = |app: &App| app.world().resource::<Screen>().text();
    assert!(screen(&app).contains("kobold"), "{}", screen(&app));
    assert!(!screen(&app).contains("Last seen"), "{}", screen(&app));
    app.command([PlayerCommand::ChangeRadius(-10)]);
    let shown = screen(&app);
    let (_, last_seen) = shown.split_once("Last seen").unwrap();
    assert!(last_seen.contains("kobold"), "{}", screen(&app));
    assert_eq!(screen(&app).matches("kobold").count(), 1);
    assert!(last_seen.contains("a moment ago"), "{last_seen}");
    app.act(Action::WAIT);
    app.act(Action::WAIT);
    assert!(screen(&app).contains("2 turns ago"), "{}", screen(&app));
}

#[test]
fn a_remembered_thing_stays_until_its_cell_is_seen_empty() {
    let mut app = game(drawn(
        "
#######
#@....#
#######",
    ));
    let bones = app
        .world_mut()
        .spawn((ObjectKind(0), Position::new(4, 1)))
        .id();
    let figure = app
        .world()
        .resource::<Things>()
        .get(ObjectKind(0))
        .unwrap()
        .glyph;
    let color = |app: &mut App| -> Option<Color> {
        let corner = corner(app);
        let cell = drawn_at(app, corner, IVec2::new(4, 1)).unwrap();
        (glyph(cell) == figure).then_some(cell.fg)
    };
    app.act(Action::WAIT);
    let palette = app.world().resource::<Palette>().clone();
    let things = app.world().resource::<Things>();
    let lit = palette.lit_thing(things.get(ObjectKind(0)).unwrap());
    assert_eq!(color(&mut app), Some(lit));
    app.command([PlayerCommand::ChangeRadius(-10)]);
    app.world_mut().despawn(bones);
    app.act(Action::WAIT);
    assert_eq!(color(&mut app), Some(palette.remembered_thing()));
    app.command([PlayerCommand::ChangeRadius(10)]);
    assert_eq!(color(&mut app), None);
}

#[test]
fn told_cells_are_drawn_like_remembered_ones() {
    let mut app = game(drawn(
        "
#####
#@..#
#####

#####",
    ));
    let player = app.player().unwrap();
    let told = IVec2::new(1, 3);
    app.world_mut()
        .get_mut::<MapMemory>(player)
        .unwrap()
        .tell(told, Tile::STAIRS_DOWN);
    app.update();
    let corner = corner(&mut app);
    let palette = app.world().resource::<Palette>();
    let cell = drawn_at(&app, corner, told).unwrap();
    let dim = palette.tile(Tile::STAIRS_DOWN).remembered();
    assert_eq!((glyph(cell), (cell.fg, cell.bg)), ('>', dim));
}

/// Even on a scrolling map, every cell that is drawn bright is visible to the player.
#[test]
fn a_small_screen_scrolls_with_the_player() {
    let mut rows = vec![" ".repeat(100) + "\n"; 50];
    for (y, row) in rows.iter_mut().enumerate().skip(1).take(48) {
        let pillars: String = (0..98)
            .map(|x| if (x + y * 7) % 11 == 0 { '#' } else { '.' })
            .collect();
        *row = format!(" {pillars} \n");
    }
    // Start in the middle of the map and near each edge.
    let starts = [(50, 25), (3, 2), (96, 3), (4, 46), (95, 47), (30, 20)];
    let mut corners = BTreeSet::new();
    for (seed, (x, y)) in (3000..).zip(starts) {
        let mut drawing = rows.clone();
        drawing[y].replace_range(x..x + 1, "@");
        let mut app = game(drawn(&drawing.concat()));
        resize(&mut app, UVec2::new(30, 16));
        for command in random_commands(seed, 150) {
            app.command([command]);
            let Some(player) = app.player() else { break };
            let corner = corner(&mut app);
            corners.insert((corner.x, corner.y));
            // The player is near the middle of the screen, unless all known ground is on it.
            let known = app.part::<MapMemory>(player).known_cells();
            let known: Vec<IVec2> = known.map(|(cell, _)| cell).collect();
            let size = IVec2::new(30, 11);
            let fits = |axis: usize| {
                let inside = |cell: &IVec2| (0..size[axis]).contains(&(cell[axis] - corner[axis]));
                known.iter().all(inside)
            };
            let place = app.place_of(player) - corner;
            for axis in 0..2 {
                let is_near_middle = (place[axis] - size[axis] / 2).abs() <= size[axis] / 4 / 2 + 1;
                let at_edge = known.iter().any(|cell| {
                    let at = cell[axis] - corner[axis];
                    at == 0 || at == size[axis] - 1
                });
                let beyond = size[axis] / 4;
                let near_edge = {
                    let least = known.iter().map(|it| it[axis]).min().unwrap();
                    let most = known.iter().map(|it| it[axis]).max().unwrap();
                    corner[axis] <= least
                        || corner[axis] + size[axis] > most
                            && corner[axis] + size[axis] <= most + 1 + beyond
                };
                assert!(
                    fits(axis) || is_near_middle || at_edge || near_edge,
                    "{place} at {corner}"
                );
            }

            let screen = app.world().resource::<Screen>().buffer();
            let palette = app.world().resource::<Palette>();
            let dark = Tile::ALL.map(|tile| palette.tile(tile).remembered().1);
            let words = screen.area.height - 5;
            for on_screen in screen.area.positions() {
                let ground = screen[on_screen].bg;
                let is_lit = ground != palette.background() && !dark.contains(&ground);
                if on_screen.y < words && is_lit {
                    let cell = corner + IVec2::new(on_screen.x.into(), on_screen.y.into());
                    assert!(app.sees(player, cell.into()), "{cell} is bright but unseen");
                }
            }
        }
    }
    assert!(
        corners.len() > 30,
        "the map hardly scrolled: {}",
        corners.len()
    );
}

#[test]
fn any_screen_size_can_be_drawn() {
    let mut app = game(built(4));
    let sizes = (0..=90)
        .step_by(3)
        .flat_map(|x| (0..=50).step_by(7).map(move |y| UVec2::new(x, y)));
    for size in sizes.chain([UVec2::new(1, 100_000), UVec2::MAX, UVec2::ZERO]) {
        resize(&mut app, size);
        app.command([PlayerCommand::Act(Action::CLOSE_A_DOOR)]);
        let actual = app.world().resource::<Screen>().size();
        assert!(actual.cmpge(fogbound::view::MIN_SIZE).all());
        let fits = size.clamp(fogbound::view::MIN_SIZE, UVec2::splat(1000));
        assert_eq!(actual, fits);
        corner(&mut app);
    }
}

/// A room with the player and a rat, and beside it two chambers that are not connected to it. The creature at `m` can
/// open the door between the chambers without being heard by the player.
pub(crate) const APART: &str = "
#######################
#@....#......#........#
#.....'......#........#
#..##.#..r...#..m.....#
#............#...+....#
#............#...#....#
#######################";

/// Returns the game on [`APART`], with or without a hidden creature.
fn apart(hidden: Option<char>, light: LightRule) -> App {
    let drawing = APART.replace('m', &hidden.unwrap_or('.').to_string());
    let mut app = game(GameSetup {
        light,
        sight: match light {
            LightRule::Off => Sight::default().with_radius(6),
            _ => Sight::default().unlimited(),
        },
        ..drawn(&drawing)
    });
    app.make_player_tough();
    app.insert_resource(ShowsExposure(true));
    app.update();
    app
}

/// Returns the actions of a player who walks around, shuts the lantern and opens it again.
fn walk_around() -> Vec<Action> {
    use Direction::{East, North, South, SouthEast, West};
    let mut actions = vec![East, South, East, SouthEast, South, South]
        .into_iter()
        .map(Action::step)
        .collect::<Vec<_>>();
    actions.extend([Action::set_lantern(Lantern::Shut), Action::WAIT]);
    actions.extend([East, East].map(Action::run));
    actions.extend([Action::WAIT, Action::set_lantern(Lantern::Open)]);
    actions.extend([West, West, West, North, North, West].map(Action::step));
    actions
}

/// Returns everything on the screen, with its colours.
fn on_screen(app: &App) -> String {
    let screen = app.world().resource::<Screen>();
    let buffer = screen.buffer();
    let colors: Vec<_> = buffer.content.iter().map(|it| (it.fg, it.bg)).collect();
    format!("{}\n{colors:?}", screen.text())
}

/// Returns the screens with the mouse at each of the given places, both in play and while looking.
fn hovered(app: &mut App, places: &[UVec2]) -> Vec<String> {
    let mut screens = Vec::new();
    for begin in ["", "x"] {
        text::type_keys(app, begin).unwrap();
        for &at in places {
            let mut queue = app.world_mut().resource_mut::<KeyQueue>();
            queue.push_mouse(Mouse::Hover(at.into()));
            app.update();
            app.update();
            screens.push(app.world().resource::<Screen>().text());
        }
    }
    text::type_keys(app, "<Escape>").unwrap();
    let mut queue = app.world_mut().resource_mut::<KeyQueue>();
    queue.push_mouse(Mouse::Gone);
    app.update();
    app.update();
    screens
}

/// Returns every `step`th place in the screen's map area, and some places beyond the area's edges.
fn places(app: &mut App, step: usize) -> Vec<UVec2> {
    let (corner, size) = (corner(app), app.map().size().as_ivec2());
    let all = (-3..size.y + 3).flat_map(|y| (-3..size.x + 3).map(move |x| IVec2::new(x, y)));
    all.map(|cell| (cell - corner).max(IVec2::ZERO).as_uvec2())
        .step_by(step)
        .collect()
}

/// Plays a game with or without a hidden creature and records everything that the player can learn. After each turn,
/// the record includes the screen, the player's memory and the time. Halfway and at the end, it also includes the
/// screen with the mouse at every `step`th place.
fn readings(hidden: Option<char>, light: LightRule, step: usize) -> Vec<String> {
    let mut app = apart(hidden, light);
    let mut readings = Vec::new();
    for (turn, action) in walk_around().into_iter().enumerate() {
        app.act(action);
        readings.push(on_screen(&app));
        if matches!(turn, 8 | 17) {
            let places = places(&mut app, step);
            readings.extend(hovered(&mut app, &places));
        }
        let player = app.player().unwrap();
        let memory = app.part::<MapMemory>(player);
        let mut known: Vec<_> = memory.known_cells().collect();
        known.sort_by_key(|(cell, _)| (cell.y, cell.x));
        readings.push(format!("{known:?}"));
        readings.push(app.world().resource::<Clock>().tick.to_string());
    }
    readings
}

/// A creature that is neither seen nor heard affects neither the screen, nor what looking shows, nor the age of
/// memories.
#[test]
fn a_hidden_creature_changes_nothing_on_the_screen() {
    let kinds: Vec<char> = {
        let app = apart(None, LightRule::Off);
        let bestiary = app.world().resource::<Bestiary>();
        bestiary.iter().map(|it| it.glyph).collect()
    };
    assert!(kinds.contains(&'b') && kinds.len() > 15, "{kinds:?}");
    for light in [LightRule::Off, LightRule::Dark] {
        // Try many places with the quick bat, but only some places with the other creatures.
        for (step, kinds) in [(3, &['b'][..]), (101, &kinds)] {
            let without = readings(None, light, step);
            on_all_cores(kinds, |&kind| {
                let with = readings(Some(kind), light, step);
                assert_eq!(without.len(), with.len());
                for (one, other) in without.iter().zip(&with) {
                    assert!(one == other, "{kind}, {light:?}:\n{one}\n{other}");
                }
            });
        }
    }
}

/// Returns the words of the topmost screen.
pub fn words(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    world.resource_scope(|world, modes: Mut<Modes>| {
        let mut scenes = SystemState::<Scene>::new(world);
        let scene = scenes.get(world).unwrap();
        modes.words(&scene, world)
    })
}

/// Neither the descriptions of cells nor the range of the cursor depend on where the level ends.
#[test]
fn looking_does_not_reveal_the_size_of_the_level() {
    let narrow: String = {
        let rows = APART
            .lines()
            .map(|row| row.chars().take(14).collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    };
    let (row, rock) = ("#".repeat(60), "#".repeat(20));
    let large = format!(
        "{}\n{row}\n{row}",
        narrow.replace("#\n", &format!("#{rock}\n"))
    );
    for light in [LightRule::Off, LightRule::Dark] {
        let looks = on_all_cores([&narrow, &large], |drawing| {
            let mut app = game(GameSetup {
                light,
                ..drawn(drawing)
            });
            for _ in 0..3 {
                app.step(Direction::SouthEast);
            }
            let mut looks = Vec::new();
            for begin in ["x", "_"] {
                for way in ["<Right>", "<Down>", "<Left>", "<Up>", "L", "J", "H", "K"] {
                    text::type_keys(&mut app, begin).unwrap();
                    for _ in 0..24 {
                        text::type_keys(&mut app, way).unwrap();
                        looks.push(words(&mut app));
                    }
                    text::type_keys(&mut app, "<Escape>").unwrap();
                }
            }
            looks
        });
        let [one, other] = &looks[..] else {
            unreachable!("there are two levels")
        };
        assert_eq!(one.len(), other.len());
        for (number, (one, other)) in one.iter().zip(other).enumerate() {
            assert_eq!(one, other, "{light:?}, look {number}");
        }
    }
}
