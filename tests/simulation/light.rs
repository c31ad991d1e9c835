//! Light and darkness in the game: lanterns, flames, noticing, and what darkness hides.

use bevy::prelude::*;
use fogbound::dungeon::{Builder, DungeonSpec, build};
use fogbound::fov::{FieldOfView, Sight};
use fogbound::game::mind::{DrawnToLight, Guards, Hunts, StillWhenWatched, Wanders};
use fogbound::game::{
    Action, Actor, Awareness, Camouflage, Clock, Faction, GameSetup, Lantern, LightRule, Perceived,
    Player, PlayerCommand, Senses, State, Witnessed, fingerprint,
};
use fogbound::grid::{BitGrid, Direction};
use fogbound::map::Tile;
use fogbound::view::{Screen, ShowsExposure};
use fogbound::vision::{
    Ambient, Light, LightMap, MapMemory, Recomputations, Refreshments, Viewshed,
};

use crate::common::arena::{self, creature};
use crate::common::seeds::on_all_cores;
use crate::common::{self, AppExt, built, drawn, on_one_thread, simulation, whole_game};

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

fn turn(app: &App) -> u64 {
    app.world().resource::<Clock>().turn()
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
fn setting_the_lantern_takes_a_turn() {
    let mut app = simulation(dark(HALL));
    let player = app.player().unwrap();
    assert_eq!((level(&app, (6, 3)), level(&app, (13, 3))), (8, 1));
    assert!(app.sees(player, (13, 3)) && !app.sees(player, (14, 3)));
    let before = turn(&app);
    app.step(Direction::East);
    app.act(Action::set_lantern(Lantern::Narrowed));
    assert_eq!(turn(&app), before + 2);
    assert_eq!(
        level(&app, (7, 3)),
        0,
        "a beam leaves its owner's cell dark"
    );
    assert!(app.sees(player, (17, 3)) && !app.sees(player, (18, 3)) && !app.sees(player, (5, 3)));
    app.step(Direction::West);
    assert!(
        app.sees(player, (2, 3)) && !app.sees(player, (9, 3)),
        "the beam follows the last step"
    );
    app.act(Action::set_lantern(Lantern::Shut));
    assert!(app.part::<Viewshed>(player).visible().len() == 9);
    let before = turn(&app);
    app.act(Action::set_lantern(Lantern::Shut));
    assert_eq!(
        turn(&app),
        before,
        "a lantern setting that changes nothing takes no time"
    );
    app.act(Action::set_lantern(Lantern::Open));
    assert_eq!(level(&app, (6, 3)), 8);
}

#[test]
fn the_classic_game_has_neither_lantern_nor_darkness() {
    let mut app = simulation(drawn(HALL));
    let player = app.player().unwrap();
    assert!(app.world().get::<Lantern>(player).is_none());
    assert!(app.world().get_resource::<Ambient>().is_none());
    assert!(app.sees(player, (17, 3)) && !app.sees(player, (18, 3)));
    let before = turn(&app);
    app.act(Action::set_lantern(Lantern::Shut));
    assert_eq!(turn(&app), before);
}

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

const BRAZIER: &str = "
###################
#.................#
#.@...............#
#.*...............#
#.................#
######!############";

#[test]
fn flames_can_be_put_out_and_lit_again() {
    let mut app = dark_arena(BRAZIER, Lantern::Shut);
    let player = app.player().unwrap();
    assert_eq!((level(&app, (2, 3)), level(&app, (2, 2))), (9, 8));
    assert!(
        app.sees(player, (10, 3)) && app.sees(player, (6, 5)),
        "and a torch in the wall"
    );
    let (before, views) = (turn(&app), app.world().resource::<Recomputations>().0);
    let refreshed = app.world().resource::<Refreshments>().0;
    app.act(Action::tend(Direction::South));
    assert_eq!(turn(&app), before + 1);
    assert_eq!(app.map().tile((2, 3).into()), Tile::COLD_BRAZIER);
    assert_eq!(level(&app, (2, 3)), 2, "light of the torch");
    assert_eq!(app.world().resource::<Recomputations>().0, views);
    assert_eq!(app.world().resource::<Refreshments>().0, refreshed + 1);
    let memory = app.part::<MapMemory>(player);
    assert_eq!(memory.tile((2, 3).into()), Some(Tile::COLD_BRAZIER));
    app.act(Action::tend(Direction::South));
    assert_eq!(level(&app, (2, 3)), 9);
    let before = turn(&app);
    app.act(Action::tend(Direction::North));
    assert_eq!(turn(&app), before, "there is no flame to tend");
}

#[test]
fn a_flame_that_seems_to_go_out_by_itself_is_investigated() {
    // Returns a watcher's awareness after the player, hidden or not, puts out a brazier.
    let watch = |is_friend: bool, is_hidden: bool| {
        let mut app = dark_arena(BRAZIER, Lantern::Shut);
        let watcher = creature(&mut app, (16, 1), Hunts { patience: 20 });
        if is_friend {
            let mut watcher = app.world_mut().entity_mut(watcher);
            watcher.insert(Faction::PLAYER);
        }
        if is_hidden {
            let player = app.player().unwrap();
            let mut player = app.world_mut().entity_mut(player);
            player.insert(Camouflage { within: 2 });
        }
        let eyes = Viewshed::new(Sight::default().with_radius(20));
        app.world_mut().entity_mut(watcher).insert(eyes);
        app.act(Action::WAIT);
        *app.world_mut().get_mut::<Awareness>(watcher).unwrap() = Awareness::Unaware;
        app.act(Action::tend(Direction::South));
        app.act(Action::WAIT);
        *app.part::<Awareness>(watcher)
    };
    for is_friend in [true, false] {
        let seen = watch(is_friend, true);
        assert!(
            matches!(seen, Awareness::Searching { around, .. } if around == IVec2::new(2, 3)),
            "{seen:?}"
        );
    }
    let seen = watch(true, false);
    assert_eq!(
        seen,
        Awareness::Unaware,
        "a friend put the flame out in plain view"
    );
    assert_ne!(watch(false, false), Awareness::Unaware);
}

/// Spawns a creature that, like all monsters, updates its view on its own turn, and whose next turn is far in the
/// future.
fn slow_watcher(app: &mut App, at: (i32, i32)) -> Entity {
    let watcher = creature(app, at, Hunts { patience: 20 });
    let eyes = Viewshed::new(Sight::default().with_radius(20)).on_demand();
    app.world_mut().entity_mut(watcher).insert(eyes);
    app.act(Action::WAIT);
    app.world_mut().get_mut::<Actor>(watcher).unwrap().due += 100_000;
    watcher
}

#[test]
fn a_watcher_sees_a_door_close_before_its_own_turn() {
    let knows_door = |cell: (i32, i32), light: &str| {
        let mut app = dark_arena(HALL, Lantern::Shut);
        app.set_tile((7, 3), Tile::OPEN_DOOR);
        if light == "lit" {
            app.world_mut().insert_resource(Ambient::daylight());
        }
        let watcher = slow_watcher(&mut app, cell);
        let mut memory = app.world_mut().get_mut::<MapMemory>(watcher).unwrap();
        memory.tell((7, 3).into(), Tile::OPEN_DOOR);
        app.act(Action::close_door(Direction::East));
        assert_eq!(app.map().get((7, 3).into()), Some(Tile::CLOSED_DOOR));
        app.part::<MapMemory>(watcher).tile((7, 3).into())
    };
    assert_eq!(knows_door((16, 1), "lit"), Some(Tile::CLOSED_DOOR));
    assert_eq!(knows_door((16, 1), "dark"), Some(Tile::OPEN_DOOR));
}

#[test]
fn dim_light_makes_noticing_less_likely() {
    // Returns how many of two hundred watchers become aware within a turn.
    let noticed = |radius: u32| {
        (0..200)
            .filter(|&seed| {
                let mut app = simulation(GameSetup {
                    seed,
                    ..dark("#################\n#@..............#\n#################")
                });
                let player = app.player().unwrap();
                app.world_mut().entity_mut(player).remove::<Lantern>();
                app.world_mut()
                    .entity_mut(player)
                    .insert(Light::new(radius));
                let guard = creature(&mut app, (8, 1), Hunts { patience: 20 });
                app.act(Action::WAIT);
                app.part::<Awareness>(guard).state() != State::Unaware
            })
            .count()
    };
    // A light with a radius of 1 gives its own cell a light level of 2.
    let (dim, bright) = (noticed(1), noticed(9));
    assert!(
        dim * 10 < bright * 8 && dim > 10,
        "{dim} in dim light, {bright} in bright light"
    );
}

#[test]
fn only_dark_sight_notices_a_player_in_the_dark() {
    for seed in 0..30 {
        let mut app = simulation(GameSetup { seed, ..dark(HALL) });
        let player = app.player().unwrap();
        app.world_mut().entity_mut(player).insert(Lantern::Shut);
        let far = creature(&mut app, (9, 3), Hunts { patience: 20 });
        let night = creature(&mut app, (9, 5), Hunts { patience: 20 });
        let eyes = Viewshed::new(Sight::default()).with_dark_sight(6);
        app.world_mut().entity_mut(night).insert(eyes);
        for _ in 0..15 {
            app.act(Action::WAIT);
        }
        assert_eq!(app.part::<Awareness>(far).state(), State::Unaware, "{seed}");
        assert_eq!(
            app.part::<Awareness>(night).state(),
            State::Hunting,
            "{seed}"
        );
    }
}

#[test]
fn a_player_who_steps_into_the_dark_is_lost() {
    let mut app = dark_arena(HALL, Lantern::Open);
    let hunter = creature(&mut app, (20, 3), Senses::default());
    let eyes = Viewshed::new(Sight::default().with_radius(20));
    app.world_mut()
        .entity_mut(hunter)
        .insert((eyes, Hunts { patience: 20 }));
    app.world_mut()
        .entity_mut(hunter)
        .insert(Awareness::Hunting {
            last_known: IVec2::new(6, 3),
        });
    app.act(Action::WAIT);
    assert!(!app.part::<Senses>(hunter).enemies.is_empty());
    app.act(Action::set_lantern(Lantern::Shut));
    app.step(Direction::SouthWest);
    app.step(Direction::SouthWest);
    assert!(app.part::<Senses>(hunter).enemies.is_empty());
    let known = *app.part::<Awareness>(hunter);
    let last = match known {
        Awareness::Hunting { last_known } => last_known,
        Awareness::Searching { around, .. } => around,
        _ => panic!("{known:?}"),
    };
    assert_ne!(
        last,
        IVec2::new(4, 5),
        "the hunter knows where the player went"
    );
}

#[test]
fn a_mourner_stands_still_only_when_it_is_visible() {
    let moved = |lantern: Lantern| {
        let mut app = dark_arena(HALL, lantern);
        let shy = (StillWhenWatched, Hunts { patience: 60 });
        let mourner = creature(&mut app, (12, 3), shy);
        let eyes = Viewshed::new(Sight::default().with_radius(20)).with_dark_sight(20);
        app.world_mut().entity_mut(mourner).insert((
            eyes,
            Awareness::Hunting {
                last_known: IVec2::new(6, 3),
            },
        ));
        for _ in 0..3 {
            app.act(Action::WAIT);
        }
        app.place_of(mourner) != IVec2::new(12, 3)
    };
    assert!(!moved(Lantern::Open) && moved(Lantern::Shut));
}

#[test]
fn moths_come_to_light() {
    let mut app = dark_arena(BRAZIER, Lantern::Shut);
    let moth = creature(&mut app, (15, 1), (DrawnToLight, Wanders));
    let eyes = Viewshed::new(Sight::default().with_radius(20));
    app.world_mut().entity_mut(moth).insert(eyes);
    app.world_mut()
        .entity_mut(moth)
        .insert(fogbound::game::Faction::PLAYER);
    for _ in 0..25 {
        app.act(Action::WAIT);
    }
    let flames = [IVec2::new(2, 3), IVec2::new(6, 5)];
    let at = app.place_of(moth);
    let distance = flames
        .map(|it| (it - at).abs().max_element())
        .into_iter()
        .min();
    assert_eq!(distance, Some(1), "{at}");
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
        let mut app = on_one_thread(simulation(GameSetup {
            seed,
            light,
            ..setup
        }));
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

#[test]
fn a_carried_light_is_seen_from_afar() {
    let mut app = dark_arena(HALL, Lantern::Shut);
    let carrier = creature(&mut app, (20, 3), Light::new(3));
    let player = app.player().unwrap();
    app.act(Action::WAIT);
    assert!(app.sees(player, (20, 3)) && app.sees(player, (17, 3)) && !app.sees(player, (16, 3)));
    app.world_mut().entity_mut(carrier).remove::<Light>();
    app.act(Action::WAIT);
    assert!(!app.sees(player, (20, 3)));
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
        fogbound::game::Happening::Tended { burns: false },
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
                    lit.insert_all(&FieldOfView::new().view(level.map.opacity(), cell, sight));
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
                    arrives |= cell == stairs && !lit.get(cell);
                    for way in Direction::ALL {
                        let next = cell + way.delta();
                        if level.map.tile(next).is_passable() && !reached.get(next) {
                            reached.set(next, true);
                            front.push(next);
                        }
                    }
                }
                levels += 1;
                let is_dark = arrives && !lit.get(level.start);
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
            let mut app = on_one_thread(simulation(setup));
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
