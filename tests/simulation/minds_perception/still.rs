//! Tests of mourners, which move only while the player does not see them.

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::fov::Algorithm;
use fogbound::game::mind::{Hunts, StillWhenWatched, Wanders};
use fogbound::game::{
    Action, Actor, Awareness, GameEvent, Happening, Player, PlayerCommand, Turn, TurnSystems,
};
use fogbound::grid::Direction;
use fogbound::vision::{Position, Viewshed};
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::common::arena::{arena, creature, lore};
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built_small, simulation};

/// A record of what every mourner does, tick by tick.
#[derive(Resource, Default)]
struct Watch {
    /// Each mourner's cell at the beginning of the tick, and whether the player saw it then.
    before: Vec<(Entity, IVec2, bool)>,
    watched: u32,
    moved_unwatched: u32,
    attacks: u32,
}

type Mourners<'w, 's> =
    Query<'w, 's, (Entity, &'static Position), (With<StillWhenWatched>, Without<Player>)>;

fn begin(mut watch: ResMut<Watch>, mourners: Mourners, player: Single<&Viewshed, With<Player>>) {
    watch.before = mourners
        .iter()
        .map(|(entity, at)| (entity, at.0, player.sees(at.0)))
        .collect();
}

fn end(mut watch: ResMut<Watch>, mourners: Mourners, mut events: MessageReader<GameEvent>) {
    let attackers: Vec<Entity> = events
        .read()
        .filter(|event| matches!(event.what, Happening::Hit { .. } | Happening::Missed { .. }))
        .map(|event| event.actor)
        .collect();
    for (entity, from, is_watched) in std::mem::take(&mut watch.before) {
        let Ok((_, to)) = mourners.get(entity) else {
            continue;
        };
        let (moved, attacked) = (to.0 != from, attackers.contains(&entity));
        assert!(
            !is_watched || !moved,
            "the mourner moved from {from} to {} while watched",
            to.0
        );
        assert!(
            !is_watched || !attacked,
            "the mourner struck from {from} while watched"
        );
        watch.watched += u32::from(is_watched);
        watch.moved_unwatched += u32::from(moved);
        watch.attacks += u32::from(attacked);
    }
}

/// Adds the checks to an app and makes the player tough.
fn with_checks(mut app: App) -> App {
    app.init_resource::<Watch>().add_systems(
        Turn,
        (
            begin.before(TurnSystems::Sense),
            end.after(TurnSystems::Act).before(TurnSystems::Settle),
        ),
    );
    app.make_player_tough();
    app
}

fn mourner(app: &mut App, cell: (i32, i32), speed: u32) {
    let mind = (StillWhenWatched, Hunts { patience: 100 }, Wanders);
    let here = Awareness::Hunting {
        last_known: cell.into(),
    };
    let mourner = creature(app, cell, (mind, here, lore(app)));
    app.world_mut().get_mut::<Actor>(mourner).unwrap().speed = speed;
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

/// Makes the player walk around at random.
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
        let mut app = with_checks(arena(PILLARS));
        for _ in Algorithm::ALL.iter().take_while(|it| **it != algorithm) {
            app.command([PlayerCommand::NextAlgorithm]);
        }
        let player = app.player().unwrap();
        assert_eq!(app.part::<Viewshed>(player).sight().algorithm, algorithm);
        mourner(&mut app, (2, 1), 100);
        mourner(&mut app, (21, 11), 200);
        mourner(&mut app, (21, 1), 130);
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

/// Plays on levels of all kinds while the player's sight changes.
#[test]
fn a_mourner_never_moves_while_watched_on_any_level() {
    let counts = on_all_cores(0..20, |seed| {
        let mut app = with_checks(simulation(built_small(seed)));
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
            mourner(&mut app, cell, 80 + 40 * number);
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
    assert!(attacks > 0, "the mourners never attack");
}
