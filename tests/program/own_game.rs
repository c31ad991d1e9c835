//! Tests of everything that the example game in `docs/own-game.md` adds. The tests do not open a window.

use std::collections::BTreeSet;

use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use fogbound::control::{AddControl, Binding, Button, KeySet, NewControl};
use fogbound::dungeon::{AddBuilder, Builder, Builders, LevelSource};
use fogbound::fov::Sight;
use fogbound::frontend::text;
use fogbound::game::bestiary::{MonsterFiles, MonsterKind};
use fogbound::game::deed::Doer;
use fogbound::game::effect::{AddTerms, AreaShape, Condition, Terms, Whom};
use fogbound::game::{
    Action, ActionKind, AddThing, Aim, BeginGame, Boons, Conduct, Game, GameEvent, GameSetup,
    Goals, Happening, Intent, LightRule, Numbers, Player, Snapshot, Terrain, Thing, Things, Turn,
    TurnSystems, fingerprint, spawn_thing,
};
use fogbound::grid::Direction;
use fogbound::journal::{DataFolder, Journal, Replay};
use fogbound::map::{Tile, TileMap};
use fogbound::mistakes::Mistakes;
use fogbound::modes::{Saves, record_game};
use fogbound::view::{AddDeedWords, AddPalette, DeedWords, MessageLog, Palette, Screen};
use fogbound::vision::{ObjectKind, Position};
use ratatui::style::Color;

use crate::common::arena::{creature, events, player, record};
use crate::common::files::empty_folder;
use crate::common::tick;
use crate::saved::{continue_game, file};

#[allow(dead_code)]
#[path = "../../examples/06_own_game/main.rs"]
mod example;

/// Returns the game on a level from its own builder, or on a map.
fn app(map: Option<&str>) -> App {
    let mut app = text::app();
    example::plugin(&mut app);
    let world = app.world_mut();
    let source = match map {
        Some(map) => LevelSource::drawn("a map", map.trim_matches('\n')).unwrap(),
        None => LevelSource::Built {
            builder: world.resource::<Builders>().get("caves").unwrap(),
            size: UVec2::new(50, 26),
        },
    };
    let game = Game::new(GameSetup {
        seed: 15,
        source,
        sight: Sight::default().with_radius(20),
        monsters: world.resource::<MonsterFiles>().clone(),
        light: LightRule::Off,
        numbers: Numbers::default(),
        boons: Boons::default(),
        goals: Goals::default(),
    });
    app.begin_game(game.unwrap());
    type_keys(&mut app, "");
    app
}

fn type_keys(app: &mut App, keys: &str) {
    text::type_keys(app, keys).unwrap();
}

fn shades(app: &mut App) -> Vec<IVec2> {
    let world = app.world_mut();
    let mut all = world.query::<(&MonsterKind, &Position)>();
    let shades = all.iter(world).filter(|(kind, _)| kind.0 == "shade");
    shades.map(|(_, at)| at.0).collect()
}

fn log(app: &App) -> String {
    let last: Vec<String> = app.world().resource::<MessageLog>().last(3).collect();
    last.join("\n")
}

#[test]
fn the_builders_level_has_walls_stairs_things_and_monsters() {
    let mut app = app(None);
    let world = app.world_mut();
    let map = world.resource::<TileMap>();
    assert_eq!(map.size(), UVec2::new(50, 26));
    let of = |tile| map.iter().filter(|(_, it)| *it == tile).count();
    assert_eq!(of(Tile::STAIRS_DOWN), 1);
    assert!(of(Tile::FLOOR) > 200 && of(Tile::WALL) > 50);
    let mut kinds = world.query::<&ObjectKind>();
    let names: Vec<String> = {
        let things = world.resource::<Things>().clone();
        let all = kinds
            .iter(world)
            .map(|kind| things.get(*kind).unwrap().name.clone());
        all.collect()
    };
    let statues = names
        .iter()
        .filter(|name| *name == "weathered statue")
        .count();
    assert!(statues > 0 && statues < names.len(), "{names:?}");
    assert!(!shades(&mut app).is_empty());
    // The same builder builds deeper levels, which have stairs up.
    let (entity, _) = player(&mut app);
    let down = app
        .world()
        .resource::<TileMap>()
        .iter()
        .find(|(_, it)| *it == Tile::STAIRS_DOWN);
    app.world_mut().get_mut::<Position>(entity).unwrap().0 = down.unwrap().0;
    type_keys(&mut app, ".>");
    let map = app.world().resource::<TileMap>();
    assert_eq!(
        map.iter().filter(|(_, it)| *it == Tile::STAIRS_UP).count(),
        1
    );
    assert!(log(&app).contains("level 2"), "{}", log(&app));
}

#[test]
fn the_same_seed_is_the_same_game() {
    let play = || {
        let mut app = app(None);
        type_keys(&mut app, "llzjjz.kkzhhz");
        fingerprint(app.world_mut())
    };
    assert_eq!(play(), play());
}

const HALL: &str = "
####################
#@.................#
#..................#
#..................#
####################";

#[test]
fn the_mind_keeps_its_distance() {
    let mut app = app(Some(&HALL.replace(
        ".#\n#..................#\n####",
        ".#\n#.........H........#\n####",
    )));
    type_keys(&mut app, "....................");
    let distance = |app: &mut App| {
        let (_, at) = player(app);
        let [shade] = shades(app)[..] else { panic!() };
        (shade - at).abs().max_element()
    };
    assert_eq!(distance(&mut app), 5);
    type_keys(&mut app, "lll...");
    assert_eq!(distance(&mut app), 5);
    let (_, at) = player(&mut app);
    assert_eq!(at, IVec2::new(4, 1));
}

#[test]
fn the_action_has_a_key_a_duration_and_words() {
    let mut app = app(Some(HALL));
    type_keys(&mut app, "z");
    assert_eq!((player(&mut app).1, tick(&app)), (IVec2::new(1, 1), 0));
    assert!(
        log(&app).ends_with("You have not taken a step yet."),
        "{}",
        log(&app)
    );
    type_keys(&mut app, "l");
    let before = tick(&app);
    type_keys(&mut app, "z");
    assert_eq!(
        (player(&mut app).1, tick(&app)),
        (IVec2::new(4, 1), before + 150)
    );
    assert!(log(&app).ends_with("You leap."), "{}", log(&app));
    // The keys are the chapter before those of wizards. The text scrolls.
    type_keys(&mut app, "?<End><Up><Up>");
    let mut screen = app.world().resource::<Screen>().text();
    type_keys(
        &mut app,
        "<Right><Right><Right><Right><Right><Right><Right><Right>",
    );
    screen += &app.world().resource::<Screen>().text();
    type_keys(&mut app, "<Escape>");
    let mut lines = screen.lines().map(|it| it.split_whitespace());
    assert!(
        lines.any(|it| it.collect::<Vec<_>>().contains(&"leap")),
        "{screen}"
    );
    // Leaping at a known wall takes no time.
    type_keys(&mut app, "j");
    let before = tick(&app);
    type_keys(&mut app, "z");
    assert_eq!(tick(&app), before);
    assert!(
        log(&app).ends_with("There is no room to land."),
        "{}",
        log(&app)
    );
}

#[test]
fn leaping_at_an_unknown_wall_takes_a_turn() {
    // There may be a wall behind the foliage that the player has never seen. Only the leap reveals the wall.
    for (behind, lands_at, takes) in [('#', 2, 100), ('.', 4, 150)] {
        let map = format!("########\n#@.\"{behind}..#\n########");
        let mut app = app(Some(&map));
        type_keys(&mut app, "l");
        let before = tick(&app);
        type_keys(&mut app, "z");
        assert_eq!(player(&mut app).1, IVec2::new(lands_at, 1));
        assert_eq!(tick(&app) - before, takes);
        let bumps = log(&app).contains("You bump into a wall.");
        assert_eq!(bumps, behind == '#', "{}", log(&app));
    }
}

/// Makes all creatures but the player leap west whenever they can.
fn leapers(app: &mut App) {
    let world = app.world_mut();
    let mut creatures = world.query_filtered::<&mut Conduct, Without<Player>>();
    for mut conduct in creatures.iter_mut(world) {
        conduct.heading = Some(Direction::West);
    }
    let leap = |mut all: Query<&mut Intent, Without<Player>>| {
        for mut intent in &mut all {
            intent.0 = Some(Action::new(ActionKind::new("leap"), Aim::Here));
        }
    };
    let acts = leap.after(TurnSystems::Decide).before(TurnSystems::Act);
    app.add_systems(Turn, acts);
}

#[test]
fn the_player_sees_others_leap() {
    let mut app = app(Some(&HALL.replace("@..........", "@.........r")));
    leapers(&mut app);
    type_keys(&mut app, ".");
    assert!(log(&app).contains("The rat leaps."), "{}", log(&app));
}

#[test]
fn the_player_hears_unseen_leaps() {
    // The rat is round the corner, seven cells away on foot. A leap is heard up to eight cells away.
    let mut app = app(Some(
        "##########\n#@.......#\n######.####\n     #....r..#\n     #########",
    ));
    leapers(&mut app);
    type_keys(&mut app, ".");
    assert!(
        log(&app).contains("You hear something land to the "),
        "{}",
        log(&app)
    );
    assert!(!log(&app).contains("leaps"), "{}", log(&app));
}

#[test]
fn things_are_seen_in_their_own_colour_and_remembered_in_the_palettes() {
    let mut app = app(Some(HALL));
    let kind = {
        let things = app.world().resource::<Things>();
        things
            .iter()
            .position(|it| it.name == "weathered statue")
            .unwrap()
    };
    spawn_thing(app.world_mut(), ObjectKind(kind as u16), IVec2::new(3, 2));
    type_keys(&mut app, ".");
    let color = |app: &App| {
        let buffer = app.world().resource::<Screen>().buffer();
        let cell = buffer.content.iter().find(|cell| cell.symbol() == "Ω");
        cell.unwrap().fg
    };
    assert_eq!(color(&app), Color::Rgb(120, 190, 170));
    let dusk = app.world().resource::<Palette>().clone();
    assert_ne!(dusk, Palette::default());
    assert_eq!(dusk.player(), Color::Rgb(0xff, 0xf4, 0xe6));
    // Out of sight, the thing has the palette's colour for remembered things.
    type_keys(&mut app, &"[".repeat(19));
    type_keys(&mut app, "llllll");
    assert_eq!(color(&app), dusk.remembered_thing());
}

/// A plugin with a mistake.
type Wrong = fn(&mut App);

#[test]
fn every_mistake_of_a_plugin_is_reported_in_one_line() {
    let wrong: [(Wrong, &str); 9] = [
        (
            |app| {
                app.add_control(NewControl::new("kneel", "kneel").key(Button::Types('K')));
            },
            "the key K is bound to \"rush north\" and cannot also be bound to \"kneel\"; bind one of them to another key",
        ),
        (
            |app| {
                app.add_control(NewControl::new("nap", "nap").key(Button::Types(' ')));
            },
            "the key <Space> is bound to \"confirm; take the stairs here\" and cannot also be bound to \"nap\"",
        ),
        (
            |app| {
                app.add_control(NewControl::new("leap", "hop").key(Button::Types('o')));
            },
            "a control called \"leap\" already exists",
        ),
        (
            |app| {
                app.add_control(NewControl::new("line", "line").key(Button::Types('\n')));
            },
            "\"line\": no key types Types('\\n'); accepted: a printable character",
        ),
        (
            |app| {
                app.add_builder(Builder::new("my caves", |_, _| {}));
            },
            "\"my caves\" is not a valid builder name",
        ),
        (
            |app| {
                app.add_thing(Thing::new("a", "torn page", 'r'));
            },
            "the thing \"torn page\" is drawn as 'r'; accepted: a character of code page 437",
        ),
        (
            |app| {
                app.add_thing(Thing::new("some", "bones", '\u{2261}'));
            },
            "there is already a thing called \"bones\"",
        ),
        (
            |app| {
                let words = DeedWords::default().seen("{who} hops {form} you.");
                app.add_deed_words(ActionKind::new("leap"), words);
            },
            "\"{who} hops {form} you.\": unknown placeholder \"{form}\"; accepted: {who}, {whom}, {from}",
        ),
        (
            |app| {
                app.add_palette("mine.ron", "(background: 3)");
            },
            "mine.ron:1:14: background: found `3`; expected a colour",
        ),
    ];
    for (plugin, expected) in wrong {
        let mut app = text::app();
        app.add_plugins((example::plugin, plugin));
        let mistakes: Vec<&str> = app.world().resource::<Mistakes>().iter().collect();
        assert_eq!(mistakes.len(), 1, "{mistakes:?}");
        assert!(mistakes[0].starts_with(expected), "{mistakes:?}");
    }
    let mut right = text::app();
    right.add_plugins(example::plugin);
    assert!(right.world().get_resource::<Mistakes>().is_none());
}

#[test]
fn no_creature_is_put_where_it_cannot_stand() {
    let mut app = app(Some(HALL));
    let (entity, at) = player(&mut app);
    let doer = Doer::of(app.world(), entity).unwrap();
    for cell in [
        IVec2::MAX,
        IVec2::MIN,
        IVec2::new(-5, 9999),
        IVec2::ZERO,
        at,
    ] {
        assert!(!doer.go_to(app.world_mut(), cell), "{cell}");
    }
    assert_eq!(player(&mut app).1, at);
    assert!(doer.go_to(app.world_mut(), at + IVec2::X));
    assert_eq!(player(&mut app).1, at + IVec2::X);
}

#[test]
fn the_game_has_its_own_name() {
    let mut app = app(None);
    let screen = text::type_keys(&mut app, "").unwrap();
    assert!(
        screen.contains("Dusk") && !screen.contains("Fogbound"),
        "{screen}"
    );
}

const DEN: &str = "
################
#@.........H...#
#..............#
#..............#
################";

/// Leaps to the cell beside a shade, which may stand on cracked floor. A creature stands on the other side of the shade, and
/// another one two steps from it. Returns where the player and these two are then, and how far the shade was heard.
fn leap_beside_shade(is_cracked: bool) -> ([IVec2; 3], Vec<u32>) {
    let mut app = app(Some(DEN));
    type_keys(&mut app, "l");
    let beside = creature(&mut app, (6, 1), ());
    let further = creature(&mut app, (5, 3), ());
    let world = app.world_mut();
    let mut all = world.query_filtered::<&mut Position, With<MonsterKind>>();
    all.single_mut(world).unwrap().0 = IVec2::new(5, 1);
    if is_cracked {
        let mut cracked = world.resource_mut::<example::leap::CrackedFloor>();
        cracked.0.insert((1, 5));
    }
    record(&mut app);
    type_keys(&mut app, "z");
    let heard = events(&mut app).into_iter().filter_map(|it| match it.what {
        Happening::Sounded { loudness, .. } => Some(loudness),
        _ => None,
    });
    let heard = heard.collect();
    let place = |who| app.world().get::<Position>(who).unwrap().0;
    let others = [place(beside), place(further)];
    ([player(&mut app).1, others[0], others[1]], heard)
}

#[test]
fn the_occasion_arises_when_someone_lands_beside_a_monster() {
    let (_, heard) = leap_beside_shade(false);
    assert_eq!(heard, [9]);
    // Nothing arises when someone lands elsewhere.
    let mut app = app(Some(DEN));
    record(&mut app);
    type_keys(&mut app, "lz");
    let is_sound = |it: &GameEvent| matches!(it.what, Happening::Sounded { .. });
    assert!(!events(&mut app).iter().any(is_sound));
}

#[test]
fn the_condition_holds_only_on_cracked_floor() {
    let ([player, ..], _) = leap_beside_shade(false);
    assert_eq!(player, IVec2::new(4, 1));
    let ([player, ..], _) = leap_beside_shade(true);
    assert_eq!(player, IVec2::new(2, 1), "the shade shoves the player away");
}

#[test]
fn the_shape_has_only_the_cells_at_its_distance() {
    let ([_, beside, further], _) = leap_beside_shade(true);
    assert_eq!(beside, IVec2::new(8, 1));
    assert_eq!(further, IVec2::new(5, 3));
    let terms = app(None).world().resource::<Terms>().clone();
    let ring = terms.areas().iter().find(|it| it.name == "ring").unwrap();
    let map = TileMap::new(UVec2::new(9, 9), Tile::FLOOR);
    let center = IVec2::splat(3);
    let cells = Terrain::of(&map, |it| it.reached(ring.up_to(2), center, center));
    let is_right = |cell: IVec2| (cell - center).abs().max_element() == 2;
    let expected: Vec<IVec2> = map.positions().filter(|it| is_right(*it)).collect();
    assert_eq!(cells, expected);
}

#[test]
fn wrong_words_for_effects_are_reported() {
    let wrong: [(Wrong, &str); 3] = [
        (
            |app| {
                app.add_condition(Condition {
                    name: "dark",
                    ..Condition::LIT
                });
            },
            "an effect's condition called \"dark\" already exists; accepted: another name",
        ),
        (
            |app| {
                app.add_area(AreaShape {
                    name: "far off",
                    ..AreaShape::CELL
                });
            },
            "\"far off\" is not a valid name of an effect's shape; accepted: lower-case letters, digits and _",
        ),
        (
            |app| {
                app.add_whom(Whom::OTHERS);
            },
            "an effect's whom called \"others\" already exists; accepted: another name",
        ),
    ];
    for (plugin, expected) in wrong {
        let mut app = text::app();
        app.add_plugins(plugin);
        let mistakes: Vec<&str> = app.world().resource::<Mistakes>().iter().collect();
        assert_eq!(mistakes.len(), 1, "{mistakes:?}");
        assert!(mistakes[0].starts_with(expected), "{mistakes:?}");
    }
}

const PAGE: &str = include_str!("../../docs/own-game.md");

/// The pages that show code of the example.
const PAGES: [&str; 3] = [
    PAGE,
    include_str!("../../docs/minds.md"),
    include_str!("../../docs/own-effects.md"),
];

/// Returns a page's code blocks that are not compiled with the documentation.
fn listings(page: &'static str) -> impl Iterator<Item = &'static str> {
    ["```rust,ignore\n", "```ron\n"]
        .into_iter()
        .flat_map(move |begin| page.split(begin).skip(1))
        .map(|rest| rest.split("```").next().unwrap())
        // The documentation of `fogbound::game::effect` compiles this verb.
        .filter(|listing| !listing.contains("struct Mend"))
}

#[test]
fn every_listing_is_code_from_the_example() {
    let mut files = Vec::new();
    for file in std::fs::read_dir("examples/06_own_game").unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(
            PAGE.contains(&format!("`src/{name}`")),
            "{name} is not named"
        );
        let text = format!("\n{}", std::fs::read_to_string(&path).unwrap());
        files.push((name, text));
    }
    assert_eq!(files.len(), 12);
    let mut shown = BTreeSet::new();
    for listing in PAGES.into_iter().flat_map(listings) {
        let lines = format!("\n{listing}");
        let file = files.iter().find(|(_, text)| text.contains(&lines));
        let (name, _) = file.unwrap_or_else(|| panic!("no file has this listing:\n{listing}"));
        shown.insert(name.as_str());
    }
    // The page does not show the code that defines the colours. It only says where the colours come from.
    let names = files.iter().map(|(name, _)| name.as_str());
    let hidden: Vec<&str> = names.filter(|name| !shown.contains(name)).collect();
    assert_eq!(hidden, ["dusk.ron"]);
}

#[test]
fn the_page_names_the_versions_in_the_manifest() {
    let manifest = include_str!("../../Cargo.toml");
    let field = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name));
        let line = line.unwrap_or_else(|| panic!("no {name}"));
        line.split('"').nth(1).unwrap_or(line).to_owned()
    };
    for name in ["edition = ", "rust-version = ", "bevy = "] {
        assert_eq!(field(PAGE, name), field(manifest, name), "{name}");
    }
}

/// Returns the number of leaps in the game, and that of cracked cells on the level.
fn leaps(world: &World) -> (u32, usize) {
    let cracked = world.resource::<example::leap::CrackedFloor>();
    (world.resource::<example::leap::Leaps>().0, cracked.0.len())
}

/// Puts the player on stairs and takes them.
fn take(app: &mut App, stairs: Tile, key: &str) {
    let (entity, _) = player(app);
    let map = app.world().resource::<TileMap>();
    let (cell, _) = map.iter().find(|(_, it)| *it == stairs).unwrap();
    app.world_mut().get_mut::<Position>(entity).unwrap().0 = cell;
    type_keys(app, &format!(".{key}"));
}

#[test]
fn a_resource_and_a_fact_of_a_level_survive_the_stairs_and_snapshots() {
    let mut app = app(None);
    type_keys(&mut app, "hzlzjzkzhzlz");
    let (all, here) = leaps(app.world());
    assert!(all > 1 && here > 0, "{all}, {here}");
    take(&mut app, Tile::STAIRS_DOWN, ">");
    assert_eq!(leaps(app.world()), (all, 0), "a new level");
    type_keys(&mut app, "hzlzjzkzhzlz");
    let (more, below) = leaps(app.world());
    assert!(more > all && below > 0, "{more}, {below}");
    let snapshot = Snapshot::take(app.world_mut()).unwrap();
    let then = fingerprint(app.world_mut());
    take(&mut app, Tile::STAIRS_UP, "<Less>");
    assert_eq!(leaps(app.world()), (more, here), "back again");
    take(&mut app, Tile::STAIRS_DOWN, ">");
    assert_eq!(leaps(app.world()), (more, below), "down again");
    app.world_mut().resource_mut::<example::leap::Leaps>().0 += 1;
    snapshot.restore(app.world_mut());
    assert_eq!(leaps(app.world()), (more, below));
    assert_eq!(fingerprint(app.world_mut()), then);
    app.world_mut().resource_mut::<example::leap::Leaps>().0 += 1;
    assert_ne!(fingerprint(app.world_mut()), then);
    // A new game begins anew.
    let again = app.world().resource::<Game>().again();
    app.begin_game(again);
    assert_eq!(leaps(app.world()), (0, 0));
}

#[test]
fn a_resource_and_a_fact_of_a_level_survive_replays_and_saved_games() {
    let folder = empty_folder("own-game-leaps");
    let mut app = app(None);
    app.insert_resource(Saves(Some(DataFolder::new(&folder))));
    let again = app.world().resource::<Game>().again();
    app.begin_game(again);
    record_game(app.world_mut());
    type_keys(&mut app, "hzlzjzkzoooo>hzlzjz<Less>oooo");
    let then = leaps(app.world());
    assert!(then.0 > 1, "{then:?}");
    drop(app);
    let file = file(&folder);
    let mut other = self::app(None);
    let journal = Journal::read(&file).unwrap();
    let mut replay = Replay::begin(other.world_mut(), journal).unwrap();
    for place in [usize::MAX, 3, usize::MAX] {
        replay.go_to(other.world_mut(), place).unwrap();
    }
    assert_eq!(leaps(other.world()), then);
    replay.finish(other.world_mut());
    other.insert_resource(Saves(Some(DataFolder::new(&folder))));
    continue_game(other.world_mut(), &file).unwrap();
    assert_eq!(leaps(other.world()), then);
}

#[test]
fn a_key_opens_the_screen_of_a_plugin_and_the_next_one_goes_to_it() {
    let mut app = app(Some("##########\n#@.......#\n##########"));
    let screen = |app: &mut App, keys: &str| text::type_keys(app, keys).unwrap();
    assert!(!screen(&mut app, "lz").contains("Leaps: 1"));
    assert!(screen(&mut app, "v").contains("Leaps: 1"));
    let moved = |app: &mut App| player(app).1;
    let here = moved(&mut app);
    assert!(!screen(&mut app, "l").contains("Leaps: 1"));
    assert_eq!(moved(&mut app), here, "the key went to the screen");
    screen(&mut app, "l");
    assert_ne!(moved(&mut app), here);
}

/// The page names the letters that a plugin can use: those that neither key set uses.
#[test]
fn the_page_lists_the_free_letters() {
    let is_free = |letter: &char| {
        KeySet::ALL.into_iter().all(|set| {
            let of_place = |(_, key): Binding| match key {
                Button::Place(KeyCode::KeyW) => Some('w'),
                Button::Place(KeyCode::KeyA) => Some('a'),
                Button::Place(KeyCode::KeyS) => Some('s'),
                Button::Place(KeyCode::KeyD) => Some('d'),
                Button::Types(character) => Some(character),
                _ => None,
            };
            let mut bindings = fogbound::acts::game_bindings();
            bindings.use_set(set);
            let used: Vec<char> = bindings.iter().filter_map(of_place).collect();
            let has_shift = "wasd".contains(letter.to_ascii_lowercase()) && used.contains(&'w');
            !used.contains(letter) && !has_shift
        })
    };
    let free: Vec<String> = ('a'..='z')
        .chain('A'..='Z')
        .filter(is_free)
        .map(|it| format!("`{it}`"))
        .collect();
    let (last, others) = free.split_last().unwrap();
    let sentence = format!("Neither key set uses {} or {last}.", others.join(", "));
    let page = include_str!("../../docs/own-game.md").replace('\n', " ");
    assert!(page.contains(&sentence), "{sentence}");
}
