//! Light and darkness in the game: lanterns, flames, noticing, and what darkness hides.

use bevy::prelude::*;
use fogbound::dungeon::{Builder, DungeonSpec, build};
use fogbound::fov::{FieldOfView, Sight};
use fogbound::game::mind::{Guards, Hunts, Wanders};
use fogbound::game::{
    Action, Actor, Awareness, Did, GameSetup, Lantern, LightRule, Perceived, Player, PlayerCommand,
    Shows, Witnessed, fingerprint,
};
use fogbound::grid::{BitGrid, Direction};
use fogbound::map::Tile;
use fogbound::view::{Screen, ShowsExposure};
use fogbound::vision::{Ambient, LightMap, Recomputations, Refreshments, Viewshed};

use crate::common::arena::{self, creature};
use crate::common::seeds::on_all_cores;
use crate::common::{self, AppExt, built, drawn, simulation, whole_game};

fn dark(drawing: &str) -> GameSetup {
    common::dark(drawn(drawing))
}

/// Returns a dark game with the given lantern setting and a player who cannot die.
fn dark_arena(drawing: &str, lantern: Lantern) -> App {
    let mut app = simulation(dark(drawing));
    arena::record(&mut app);
    app.make_player_tough();
    let player = app.player().unwrap();
    app.world_mut().entity_mut(player).insert(lantern);
    app.command([PlayerCommand::ChangeRadius(0)]);
    app.act(Action::WAIT);
    app
}

fn level(app: &App, cell: (i32, i32)) -> u32 {
    app.world().resource::<LightMap>().level(cell.into())
}

const HALL: &str = "
########################
#......................#
#......................#
#.....@................#
#......................#
#......................#
########################";

#[test]
fn only_a_step_with_a_lantern_recomputes_light() {
    let mut app = dark_arena(HALL, Lantern::Shut);
    let count = |app: &App| {
        let world = app.world();
        (
            world.resource::<LightMap>().computed(),
            world.resource::<Recomputations>().0,
        )
    };
    let before = count(&app);
    app.step(Direction::East);
    assert_eq!(count(&app), (before.0, before.1 + 1));
    app.act(Action::set_lantern(Lantern::Open));
    let before = count(&app);
    app.step(Direction::East);
    assert_eq!(count(&app), (before.0 + 1, before.1 + 1));
    app.act(Action::WAIT);
    assert_eq!(count(&app), (before.0 + 1, before.1 + 1));
}

#[test]
fn a_flame_that_goes_out_refreshes_one_view_and_recomputes_none() {
    let mut app = dark_arena("#####\n#...#\n#@*.#\n#####", Lantern::Shut);
    let counts = |app: &App| {
        let world = app.world();
        let (views, refreshed) = (
            world.resource::<Recomputations>(),
            world.resource::<Refreshments>(),
        );
        (views.0, refreshed.0)
    };
    let before = counts(&app);
    app.act(Action::tend(Direction::East));
    assert_eq!(app.map().tile((2, 2).into()), Tile::COLD_BRAZIER);
    assert_eq!(counts(&app), (before.0, before.1 + 1));
}

fn guards() -> Guards {
    let mut guards = Guards::default();
    guards.radius = 4;
    guards
}

/// Where a quiet player stands in the dark makes no difference to any monster whose dark sight does not reach the
/// player.
#[test]
fn no_mind_knows_where_a_player_stands_in_the_dark() {
    let played = |seed: u64, start: (i32, i32), by_day: bool| {
        let setup = dark(
            "
##############################
#............................#
#............................#
#............................#
#............................#
#............................#
#............................#
#.............*..............#
#............................#
#............................#
#..............@.............#
##############################",
        );
        let light = if by_day {
            LightRule::Day
        } else {
            LightRule::Dark
        };
        let mut app = simulation(GameSetup {
            seed,
            light,
            ..setup
        });
        app.make_player_tough();
        let player = app.player().unwrap();
        app.put(player, start);
        app.world_mut().entity_mut(player).insert(Lantern::Shut);
        app.command([PlayerCommand::ChangeRadius(0)]);
        for at in [(2, 1), (8, 2), (20, 3), (25, 1), (13, 4)] {
            // These creatures stay in the upper half of the level.
            let minds = (Wanders, Hunts { patience: 20 }, guards());
            let it = creature(&mut app, at, minds);
            let eyes = Viewshed::new(Sight::default().with_radius(20));
            app.world_mut().entity_mut(it).insert(eyes);
        }
        let mut turns = Vec::new();
        for _ in 0..60 {
            app.act(Action::WAIT);
            let mut all: Vec<_> = app
                .entities::<(With<Actor>, Without<Player>)>()
                .into_iter()
                .map(|it| {
                    (
                        app.part::<Actor>(it).id,
                        app.place_of(it),
                        *app.part::<Awareness>(it),
                    )
                })
                .collect();
            all.sort_by_key(|it| it.0);
            turns.push(all);
        }
        turns
    };
    let mut differs = 0;
    for seed in 0..6 {
        // Both cells are dark, because the brazier's light reaches only eight cells.
        let (here, there) = ((2, 10), (27, 10));
        assert_eq!(
            played(seed, here, false),
            played(seed, there, false),
            "{seed}"
        );
        differs += usize::from(played(seed, here, true) != played(seed, there, true));
    }
    assert!(
        differs > 0,
        "the position makes no difference in the light, either"
    );
}

/// The screen is the same with and without a creature that the player cannot perceive in the dark.
#[test]
fn the_screen_reveals_nothing_hidden_by_the_dark() {
    let screens = |hidden: bool| {
        let mut app = whole_game(dark(HALL));
        app.insert_resource(ShowsExposure(true));
        app.world_mut()
            .resource_mut::<Screen>()
            .resize(UVec2::new(100, 36));
        let known = creature(&mut app, (9, 2), ());
        app.world_mut()
            .entity_mut(known)
            .insert(fogbound::game::Appearance {
                glyph: 'k',
                color: None,
            });
        if hidden {
            let it = creature(&mut app, (20, 4), ());
            let eyes = Viewshed::new(Sight::default().with_radius(30));
            app.world_mut().entity_mut(it).insert((
                eyes,
                fogbound::game::Appearance {
                    glyph: 'h',
                    color: None,
                },
            ));
        }
        let mut screens = Vec::new();
        for action in [
            Action::WAIT,
            Action::step(Direction::West),
            Action::set_lantern(Lantern::Narrowed),
            Action::set_lantern(Lantern::Shut),
            Action::WAIT,
        ] {
            app.act(action);
            app.update();
            screens.push(app.world().resource::<Screen>().buffer().clone());
        }
        screens
    };
    let (alone, watched) = (screens(false), screens(true));
    let text = |screen: &ratatui::buffer::Buffer| -> String {
        screen.content.iter().map(|cell| cell.symbol()).collect()
    };
    assert!(text(&alone[0]).contains("seen by 1"), "{}", text(&alone[0]));
    assert!(text(&alone[0]).contains("bright") && text(&alone[4]).contains("hidden"));
    for (step, (alone, watched)) in alone.iter().zip(&watched).enumerate() {
        assert_eq!(alone, watched, "step {step}");
    }
}

/// The player does not witness a monster putting out a flame that is out of view.
#[test]
fn a_flame_out_of_view_goes_out_unnoticed() {
    let mut app = dark_arena(
        "
##############
#@...#.......#
#....#....*..#
#....#.......#
##############",
        Lantern::Open,
    );
    let other = creature(&mut app, (9, 2), fogbound::game::mind::OpensDoors);
    fogbound::game::tell(
        app.world_mut(),
        other,
        IVec2::new(10, 2),
        Did::of(Action::TEND).outcome("put out").shows(Shows::Flame),
    );
    let mut seen = Vec::new();
    app.act(Action::WAIT);
    let witnessed = app.world().resource::<Messages<Witnessed>>();
    let mut cursor = witnessed.get_cursor();
    seen.extend(
        cursor
            .read(witnessed)
            .filter(|it| matches!(it.how, Perceived::Seen { .. }))
            .map(|it| it.event.actor),
    );
    assert!(!seen.contains(&other));
}

#[test]
fn levels_keep_their_light_while_the_player_is_away() {
    let mut app = simulation(common::dark(built(3)));
    let ambient = |app: &App| app.world().resource::<Ambient>().clone();
    let first = ambient(&app);
    let player = app.player().unwrap();
    let stairs = |app: &App, tile: Tile| app.map().iter().find(|it| it.1 == tile).unwrap().0;
    // Put out all flames on the level.
    let flames: Vec<IVec2> = app
        .map()
        .iter()
        .filter(|it| it.1.flame().is_some())
        .map(|it| it.0)
        .collect();
    for &cell in &flames {
        let cold = app.map().tile(cell).put_out().unwrap();
        app.set_tile((cell.x, cell.y), cold);
    }
    let down = stairs(&app, Tile::STAIRS_DOWN);
    app.put(player, (down.x, down.y));
    app.command([PlayerCommand::ChangeRadius(0)]);
    app.act(Action::TAKE_STAIRS);
    assert_ne!(ambient(&app), first);
    let here: usize = app.map().iter().filter(|it| it.1.flame().is_some()).count();
    let lit = app.entities::<With<fogbound::game::Burning>>().len();
    assert_eq!(lit, here, "only flames of this level burn");
    app.act(Action::TAKE_STAIRS);
    assert_eq!(ambient(&app), first);
    assert_eq!(app.entities::<With<fogbound::game::Burning>>().len(), 0);
    assert!(!flames.is_empty() && flames.iter().all(|&it| level(&app, (it.x, it.y)) < 9));
}

/// On most levels, and on all levels without flames in vaults, a dark path leads from the start to the stairs.
#[test]
fn the_stairs_can_be_reached_in_the_dark() {
    let counts = on_all_cores(0..150, |seed| {
        let (mut levels, mut dark, mut flames) = (0, 0, 0);
        let (mut unvaulted, mut dark_unvaulted) = (0, 0);
        for builder in Builder::ALL {
            for depth in [0, 4] {
                let spec = DungeonSpec {
                    builder,
                    seed,
                    depth,
                    ..default()
                };
                let level = build(&spec).unwrap();
                let mut lit = BitGrid::new(level.map.size());
                for (cell, flame) in level
                    .map
                    .iter()
                    .filter_map(|(at, it)| Some((at, it.flame()?)))
                {
                    let sight = Sight::default().with_radius(flame.radius);
                    lit.union_with(&FieldOfView::new().view(level.map.opacity(), cell, sight));
                    flames += 1;
                }
                let stairs = level
                    .map
                    .iter()
                    .find(|it| it.1 == Tile::STAIRS_DOWN)
                    .unwrap()
                    .0;
                let mut reached = lit.clone();
                let mut front = vec![level.start];
                let mut arrives = false;
                while let Some(cell) = front.pop() {
                    arrives |= cell == stairs && !lit.contains(cell);
                    for way in Direction::ALL {
                        let next = cell + way.delta();
                        if level.map.tile(next).is_passable() && !reached.contains(next) {
                            reached.set(next, true);
                            front.push(next);
                        }
                    }
                }
                levels += 1;
                let is_dark = arrives && !lit.contains(level.start);
                dark += usize::from(is_dark);
                // Vaults place their own flames, which may light the only path.
                let in_vault = |cell: IVec2| level.vaults.iter().any(|it| it.1.contains(cell));
                let mut burning = level.map.iter().filter(|it| it.1.flame().is_some());
                if !burning.any(|(cell, _)| in_vault(cell)) {
                    unvaulted += 1;
                    dark_unvaulted += usize::from(is_dark);
                }
            }
        }
        [levels, dark, flames, unvaulted, dark_unvaulted]
    });
    let sum = |number: usize| counts.iter().map(|it| it[number]).sum::<usize>();
    let [levels, dark, flames, unvaulted, dark_unvaulted] = [0, 1, 2, 3, 4].map(sum);
    println!("{dark} of {levels} levels have a dark path; {flames} flames in all");
    assert_eq!(dark_unvaulted, unvaulted);
    assert!(
        unvaulted > levels / 4,
        "only {unvaulted} levels have no flame in a vault"
    );
    assert!(dark * 100 > levels * 94, "{dark} of {levels}");
    assert!(flames > levels * 3);
}

#[test]
fn a_dark_game_is_deterministic() {
    for seed in 0..4 {
        let played = || {
            let setup = common::dark(common::built_small(seed));
            let mut app = simulation(setup);
            let mut prints = Vec::new();
            for (turn, command) in common::random_commands(seed, 150).into_iter().enumerate() {
                let lantern = Lantern::ALL[turn / 7 % 3];
                let command = match turn % 7 {
                    0 => PlayerCommand::Act(Action::set_lantern(lantern)),
                    1 => PlayerCommand::Act(Action::tend(Direction::ALL[turn % 8])),
                    _ => command,
                };
                app.command([command]);
                prints.push(fingerprint(app.world_mut()));
            }
            prints
        };
        assert_eq!(played(), played(), "{seed}");
    }
}
