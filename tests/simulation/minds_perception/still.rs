//! The one that moves only while nobody looks at it.

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::fov::{Algorithm, Sight};
use fogbound::game::mind::{Hunts, StillWhenWatched, Wanders};
use fogbound::game::{
    Action, Actor, Awareness, GameEvent, Happening, Health, Player, PlayerCommand, Turn,
    TurnSystems,
};
use fogbound::grid::Direction;
use fogbound::vision::{Position, Viewshed};
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::common::arena::{arena, creature, lore};
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built_small, on_one_thread, simulation};

/// What every shy one does, tick by tick.
#[derive(Resource, Default)]
struct Watch {
    /// Where it stood at the beginning of the tick, and whether the player saw that cell then.
    before: Vec<(Entity, IVec2, bool)>,
    watched: u32,
    moved_unwatched: u32,
    attacks: u32,
}

type Shy<'w, 's> =
    Query<'w, 's, (Entity, &'static Position), (With<StillWhenWatched>, Without<Player>)>;

fn begin(mut watch: ResMut<Watch>, shy: Shy, player: Single<&Viewshed, With<Player>>) {
    watch.before = shy
        .iter()
        .map(|(entity, at)| (entity, at.0, player.sees(at.0)))
        .collect();
}

fn end(mut watch: ResMut<Watch>, shy: Shy, mut events: MessageReader<GameEvent>) {
    let attackers: Vec<Entity> = events
        .read()
        .filter(|event| matches!(event.what, Happening::Hit { .. } | Happening::Missed { .. }))
        .map(|event| event.actor)
        .collect();
    for (entity, from, is_watched) in std::mem::take(&mut watch.before) {
        let Ok((_, to)) = shy.get(entity) else {
            continue;
        };
        let (moved, attacked) = (to.0 != from, attackers.contains(&entity));
        assert!(
            !is_watched || !moved,
            "it went from {from} to {} while watched",
            to.0
        );
        assert!(
            !is_watched || !attacked,
            "it struck from {from} while watched"
        );
        watch.watched += u32::from(is_watched);
        watch.moved_unwatched += u32::from(moved);
        watch.attacks += u32::from(attacked);
    }
}

fn watched_over(mut app: App) -> App {
    app.init_resource::<Watch>().add_systems(
        Turn,
        (
            begin.before(TurnSystems::Sense),
            end.after(TurnSystems::Act).before(TurnSystems::Settle),
        ),
    );
    let player = app.player().unwrap();
    let tough = Health::new(1_000_000, 0);
    app.world_mut().entity_mut(player).insert(tough);
    on_one_thread(app)
}

fn shy(app: &mut App, cell: (i32, i32), speed: u32) {
    let mind = (StillWhenWatched, Hunts { patience: 100 }, Wanders);
    let here = Awareness::Hunting {
        last_known: cell.into(),
    };
    let statue = creature(app, cell, (mind, here, lore(app)));
    app.world_mut().get_mut::<Actor>(statue).unwrap().speed = speed;
}

const PILLARS: &str = "
########################
#......#.......#.......#
#.#..#.#.#.#.#...#.#.#.#
#......................#
#.#..#.#.#.#.#.#.#.#.#.#
#......#.......#.......#
###.#######.##########.#
#......#....@..#.......#
#.#..#.#.#.#.#...#.#.#.#
#......................#
#.#..#.#.#.#.#.#.#.#.#.#
#......#.......#.......#
########################";

/// A thousand turns of somebody who walks about and looks where it pleases.
fn walk_about(app: &mut App, seed: u64, turns: usize) {
    let mut dice = stream(seed, "a visitor", 0);
    let mut way = Direction::North;
    for _ in 0..turns {
        if dice.random_range(0..4) == 0 {
            way = *Direction::ALL.choose(&mut dice).unwrap();
        }
        app.act(match dice.random_range(0..8) {
            0 => Action::WAIT,
            1 => Action::run(way),
            _ => Action::step(way),
        });
    }
}

#[test]
fn a_mourner_never_moves_while_watched() {
    for &algorithm in Algorithm::ALL {
        let mut app = watched_over(arena(PILLARS));
        for _ in Algorithm::ALL.iter().take_while(|it| **it != algorithm) {
            app.command([PlayerCommand::NextAlgorithm]);
        }
        let player = app.player().unwrap();
        assert_eq!(app.part::<Viewshed>(player).sight().algorithm, algorithm);
        shy(&mut app, (2, 1), 100);
        shy(&mut app, (21, 11), 200);
        shy(&mut app, (21, 1), 130);
        walk_about(&mut app, 1, 1000);
        let watch = app.world().resource::<Watch>();
        assert!(
            watch.watched > 500 && watch.moved_unwatched > 50,
            "{algorithm}: watched {}, moved {}",
            watch.watched,
            watch.moved_unwatched
        );
    }
}

/// However the player's sight changes meanwhile, and on levels of all kinds.
#[test]
fn a_mourner_never_moves_while_watched_on_any_level() {
    let counts = on_all_cores(0..20, |seed| {
        let mut app = watched_over(simulation(built_small(seed)));
        let mut dice = stream(seed, "places", 0);
        let size = app.map().size();
        for number in 0..4 {
            let cell = loop {
                let cell = (
                    dice.random_range(1..size.x as i32),
                    dice.random_range(1..size.y as i32),
                );
                if app.map().is_walkable(cell.into()) && !app.blocked_cells().contains(&cell.into())
                {
                    break cell;
                }
            };
            shy(&mut app, cell, 80 + 40 * number);
        }
        for part in 0..10 {
            walk_about(&mut app, seed * 100 + part, 30);
            app.command([PlayerCommand::ChangeRadius(dice.random_range(-3..=3))]);
            app.command([PlayerCommand::NextAlgorithm]);
        }
        let watch = app.world().resource::<Watch>();
        (watch.moved_unwatched, watch.attacks)
    });
    let moved: u32 = counts.iter().map(|(moved, _)| moved).sum();
    let attacks: u32 = counts.iter().map(|(_, attacks)| attacks).sum();
    assert!(moved > 500, "{moved}");
    assert!(attacks > 0, "it is no threat");
}

/// It comes when the player looks away, and stands there when the player looks again.
#[test]
fn a_mourner_approaches_while_unwatched() {
    let mut app = watched_over(arena(
        "
##############
#.@..........#
##.###########
#............#
##############",
    ));
    let last_known = IVec2::new(2, 1);
    let mind = (
        StillWhenWatched,
        Hunts::default(),
        Awareness::Hunting { last_known },
    );
    let statue = creature(&mut app, (9, 1), mind);
    for _ in 0..5 {
        app.act(Action::WAIT);
        assert_eq!(app.place_of(statue), IVec2::new(9, 1));
    }
    app.step(Direction::South);
    app.step(Direction::SouthWest);
    for _ in 0..3 {
        app.act(Action::WAIT);
    }
    let came = app.place_of(statue);
    assert!(came.x < 7, "{came}");
    assert_eq!(
        app.part::<Viewshed>(statue).sight().radius,
        Sight::default().with_radius(8).radius
    );
}
