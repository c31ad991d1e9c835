//! In the game, viewsheds are recomputed exactly when sight can change, and memory lasts as long as the dungeon.

use bevy::prelude::*;
use fogbound::fov::{Algorithm, Shape, Sight};
use fogbound::game::{Action, Blocks, Game, GameSetup, MAX_RADIUS, PlayerCommand};
use fogbound::grid::Direction::{East, North, West};
use fogbound::map::Tile;
use fogbound::vision::{Knowledge, MapMemory, ObjectKind, Position, Viewshed};

use crate::common::arena::creature;
use crate::common::puppets::{Puppet, with_puppets};
use crate::common::{AppExt, built, drawn, fresh_view, remembered, simulation, start};

/// Two rooms with a door between them. The player is at (3, 2) and the door is at (4, 2).
const TWO_ROOMS: &str = "
#########
#...#...#
#..@+...#
#...#...#
#########";

/// Like [`TWO_ROOMS`], but with two steps to the door and a third room far away.
const THREE_ROOMS: &str = "
##############################
#...#...####################.#
#.@.+...####################.#
#...#...####################.#
##############################";

/// Spawns a creature that only sees and remembers.
fn watcher(app: &mut App, cell: (i32, i32), sight: Sight) -> Entity {
    let watcher = (
        Position(cell.into()),
        Viewshed::new(sight),
        MapMemory::new(),
        Blocks,
    );
    app.world_mut().spawn(watcher).id()
}

fn tile(app: &App, eye: Entity, cell: (i32, i32)) -> Option<Tile> {
    app.knows(eye, cell).tile()
}

#[test]
fn entering_a_level_computes_exactly_one_view() {
    let (mut app, player) = start(TWO_ROOMS);
    assert_eq!(app.recomputed_by(App::update), 0);
    let seen = app.part::<Viewshed>(player);
    assert_eq!(
        *seen.visible(),
        fresh_view(app.map(), IVec2::new(3, 2), seen.sight())
    );
    assert_eq!(
        app.world().resource::<fogbound::vision::Recomputations>().0,
        1
    );
}

#[test]
fn bumping_waiting_and_idling_recompute_nothing() {
    let (mut app, _) = start(
        "
#####
#@..#
#.=.#
#####",
    );
    let commands = [
        ("a wall", PlayerCommand::Act(Action::step(North))),
        (
            "a window",
            PlayerCommand::Act(Action::step(fogbound::grid::Direction::SouthEast)),
        ),
        ("waiting", PlayerCommand::Act(Action::WAIT)),
        (
            "closing a door that is not there",
            PlayerCommand::Act(Action::CLOSE_A_DOOR),
        ),
        (
            "closing a wall",
            PlayerCommand::Act(Action::close_door(North)),
        ),
    ];
    for (what, command) in commands {
        for _ in 0..3 {
            assert_eq!(app.recomputed_by(|app| app.command([command])), 0, "{what}");
        }
    }
    assert_eq!(
        app.recomputed_by(|app| (0..9).for_each(|_| app.update())),
        0
    );
}

#[test]
fn a_step_recomputes_only_the_walkers_viewshed() {
    let (mut app, player) = start(THREE_ROOMS);
    let other = watcher(&mut app, (1, 1), Sight::default());
    app.act(Action::WAIT);
    assert!(app.sees(other, (2, 2)));
    let walked = app.recomputed_by(|app| app.step(East));
    assert_eq!((walked, app.place_of(player)), (1, IVec2::new(3, 2)));
    assert_eq!(app.part::<Viewshed>(player).eye(), Some(IVec2::new(3, 2)));
}

#[test]
fn a_monsters_step_does_not_recompute_the_players_view() {
    let mut app = with_puppets(simulation(drawn(
        "
########
#@.....#
#......#
########",
    )));
    let monster = creature(&mut app, (5, 2), Puppet(Action::step(West)));
    // The creature has no sight, so only the player's view could be recomputed.
    app.world_mut().entity_mut(monster).remove::<Viewshed>();
    let recomputed = app.recomputed_by(|app| app.act(Action::WAIT));
    assert_eq!((recomputed, app.place_of(monster)), (0, IVec2::new(4, 2)));
}

#[test]
fn a_door_recomputes_only_viewsheds_that_reach_it() {
    let (mut app, player) = start(TWO_ROOMS);
    let behind = watcher(&mut app, (7, 1), Sight::default());
    let short_sighted = watcher(&mut app, (7, 3), Sight::default().with_radius(2));
    app.act(Action::WAIT);
    assert!(!app.sees(player, (5, 2)) && !app.sees(behind, (3, 2)));

    assert_eq!(
        app.recomputed_by(|app| app.step(East)),
        2,
        "the player opens the door"
    );
    assert_eq!(app.place_of(player), IVec2::new(3, 2));
    assert!(app.sees(player, (5, 2)) && app.sees(behind, (4, 2)));
    assert_eq!(tile(&app, player, (4, 2)), Some(Tile::OPEN_DOOR));
    assert!(!app.sees(short_sighted, (4, 2)));

    assert_eq!(
        app.recomputed_by(|app| app.command([PlayerCommand::Act(Action::CLOSE_A_DOOR)])),
        2
    );
    assert!(!app.sees(player, (5, 2)));
    assert_eq!(tile(&app, player, (4, 2)), Some(Tile::CLOSED_DOOR));
    assert_eq!(
        tile(&app, player, (5, 2)),
        Some(Tile::FLOOR),
        "the floor is remembered"
    );
}

#[test]
fn a_changed_wall_recomputes_only_viewsheds_that_reach_it() {
    let (mut app, player) = start(THREE_ROOMS);
    app.set_tile((28, 2), Tile::WALL);
    assert_eq!(app.recomputed_by(|app| app.act(Action::WAIT)), 0);
    app.set_tile((2, 1), Tile::WALL);
    assert_eq!(app.recomputed_by(|app| app.act(Action::WAIT)), 1);
    assert_eq!(tile(&app, player, (2, 1)), Some(Tile::WALL));
}

#[test]
fn things_stay_in_memory_while_the_world_changes_out_of_sight() {
    let (mut app, player) = start(TWO_ROOMS);
    let lay = |app: &mut App, kind, cell: (i32, i32)| {
        app.world_mut()
            .spawn((ObjectKind(kind), Position(cell.into())))
            .id()
    };
    let object = |app: &App, cell| match app.knows(player, cell) {
        Knowledge::Seen { object, .. } => object.map(|kind| kind.0),
        other => panic!("{other:?}"),
    };
    let taken = lay(&mut app, 1, (5, 1));
    for _ in 0..3 {
        app.step(East);
    }
    assert_eq!(app.place_of(player), IVec2::new(5, 2));
    assert_eq!(object(&app, (5, 1)), Some(1));
    for _ in 0..2 {
        app.step(West);
    }
    app.command([PlayerCommand::Act(Action::CLOSE_A_DOOR)]);
    assert!(!app.sees(player, (5, 1)));

    app.world_mut().despawn(taken);
    lay(&mut app, 2, (6, 2));
    for _ in 0..5 {
        app.act(Action::WAIT);
        assert_eq!(object(&app, (5, 1)), Some(1));
        assert_eq!(object(&app, (6, 2)), None);
    }
    for _ in 0..3 {
        app.step(East);
    }
    assert_eq!(object(&app, (5, 1)), None);
    assert_eq!(object(&app, (6, 2)), Some(2));
}

#[test]
fn memory_does_not_record_creatures() {
    let mut app = simulation(drawn(
        "
######
#@..k#
######",
    ));
    let player = app.player().unwrap();
    for cell in [(2, 1), (3, 1), (4, 1)] {
        let Knowledge::Seen { tile, object, .. } = app.knows(player, cell) else {
            panic!("the corridor is in sight")
        };
        assert_eq!((tile, object), (Tile::FLOOR, None));
    }
}

#[test]
fn a_radius_change_shows_at_once() {
    let mut app = simulation(built(5));
    let player = app.player().unwrap();
    let by = PlayerCommand::ChangeRadius;
    let stretch = PlayerCommand::StretchRadius;
    for (command, radius) in [
        (by(-1), 10),
        (by(-4), 6),
        (by(-100), 0),
        (by(3), 3),
        // Only a wizard can see further than at the start of the game.
        (by(i32::MAX), 11),
        (stretch(2), 13),
        (stretch(i32::MAX), MAX_RADIUS),
        (by(i32::MIN), 0),
    ] {
        let turn = *app.world().resource::<fogbound::game::Clock>();
        let change = |app: &mut App| app.command([command]);
        assert_eq!(app.recomputed_by(change), 1, "{command:?}");
        let seen = app.part::<Viewshed>(player);
        assert_eq!(seen.sight().radius, Some(radius));
        assert_eq!(app.world().resource::<Game>().sight, seen.sight());
        assert_eq!(
            *seen.visible(),
            fresh_view(app.map(), app.place_of(player), seen.sight())
        );
        for cell in seen.visible().iter() {
            assert!(app.knows(player, cell.into()).is_seen());
        }
        assert_eq!(
            app.world().resource::<fogbound::game::Clock>().tick,
            turn.tick,
            "changing the radius takes no time"
        );
    }
    let at_the_end = |app: &mut App| app.command([PlayerCommand::ChangeRadius(-1)]);
    assert_eq!(app.recomputed_by(at_the_end), 0, "0 is the shortest radius");
}

#[test]
fn an_algorithm_change_shows_at_once() {
    let mut app = simulation(built(5));
    let player = app.player().unwrap();
    let first = app.part::<Viewshed>(player).sight().algorithm;
    assert_eq!(first, Algorithm::ALL[0]);
    let others = Algorithm::ALL[1..].iter().copied();
    for expected in others.chain([first]) {
        assert_eq!(
            app.recomputed_by(|app| app.command([PlayerCommand::NextAlgorithm])),
            1
        );
        let seen = app.part::<Viewshed>(player);
        assert_eq!(seen.sight().algorithm, expected);
        assert_eq!(
            *seen.visible(),
            fresh_view(app.map(), app.place_of(player), seen.sight())
        );
    }
    assert_eq!(
        app.part::<Viewshed>(player).sight().algorithm,
        Algorithm::default()
    );
}

#[test]
fn unlimited_sight_can_be_limited() {
    let sight = Sight::default().unlimited().with_shape(Shape::Square);
    let mut app = simulation(GameSetup { sight, ..built(5) });
    let player = app.player().unwrap();
    app.command([PlayerCommand::ChangeRadius(1)]);
    assert_eq!(app.part::<Viewshed>(player).sight(), sight);
    app.command([PlayerCommand::ChangeRadius(-1)]);
    assert!(
        app.part::<Viewshed>(player)
            .sight()
            .radius
            .is_some_and(|radius| radius <= MAX_RADIUS)
    );
}

#[test]
fn a_new_dungeon_is_unknown_except_for_what_is_seen() {
    for seed in 0..30 {
        let mut app = simulation(built(seed));
        for _ in 0..3 {
            let (old_seed, old_map) =
                (app.world().resource::<Game>().setup.seed, app.map().clone());
            (0..6).for_each(|_| app.step(East));
            app.command([
                PlayerCommand::ChangeRadius(-1),
                PlayerCommand::NextAlgorithm,
            ]);
            let Some(old) = app.player() else { break };
            let sight = app.part::<Viewshed>(old).sight();
            app.command([PlayerCommand::NewDungeon]);

            let player = app.player().unwrap();
            assert_ne!(app.world().resource::<Game>().setup.seed, old_seed);
            assert!(*app.map() != old_map);
            let seen = app.part::<Viewshed>(player);
            assert_eq!(seen.sight(), sight, "the player's sight is unchanged");
            let mut visible = fogbound::grid::BitGrid::new(app.map().size());
            seen.visible()
                .iter()
                .for_each(|cell| visible.set(cell, true));
            assert!(!visible.is_empty());
            assert!(
                remembered(app.part(player), app.map().size()) == visible,
                "seed {seed}"
            );
        }
    }
}

#[test]
fn the_default_sight_is_symmetric() {
    for seed in 0..30 {
        let mut app = simulation(built(seed));
        let player = app.player().unwrap();
        let floor: Vec<_> = app
            .map()
            .iter()
            .filter(|(_, tile)| *tile == Tile::FLOOR)
            .map(|(cell, _)| cell)
            .collect();
        let sight = app.part::<Viewshed>(player).sight();
        let watchers: Vec<_> = floor
            .iter()
            .step_by(7)
            .map(|&cell| {
                app.world_mut()
                    .spawn((Position(cell), Viewshed::new(sight), MapMemory::new()))
                    .id()
            })
            .collect();
        app.act(Action::WAIT);
        let here = app.place_of(player);
        for watcher in watchers {
            let there = app.place_of(watcher);
            assert_eq!(
                app.sees(player, there.into()),
                app.sees(watcher, here.into()),
                "{here} {there} seed {seed}"
            );
            assert_eq!(
                app.knows(watcher, here.into()).is_seen(),
                app.sees(watcher, here.into())
            );
        }
    }
}
