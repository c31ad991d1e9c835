//! A creature that shoots at the player or strikes the player stands where the player could see it.

use std::collections::BTreeMap;

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::fov::{Algorithm, FieldOfView, Sight};
use fogbound::game::bestiary::MonsterKind;
use fogbound::game::mind::Shoots;
use fogbound::game::{
    Action, Awareness, GameEvent, Happening, Numbers, Player, PlayerCommand, Turn, TurnSystems,
};
use fogbound::grid::Direction;
use fogbound::map::TileMap;
use fogbound::vision::Viewshed;
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::bestiary::letters;
use crate::common::arena::{arena, attacks, creature, events, wait};
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, drawn, drawn_map, fresh_view, simulation};

/// The number of attacks on the player for each kind of attacker. Shots are counted separately.
#[derive(Resource, Default)]
struct Attacks(BTreeMap<(String, bool), u32>);

/// Asserts, right after all creatures have acted, that every attacker is in the player's unlimited, symmetric field of
/// view.
fn check_attackers(
    map: Res<TileMap>,
    player: Single<Entity, With<Player>>,
    others: Query<&MonsterKind, Without<Player>>,
    mut events: MessageReader<GameEvent>,
    mut attacks: ResMut<Attacks>,
) {
    let player = *player;
    for event in events.read() {
        let (target, shot) = match event.what {
            Happening::Hit { target, shot, .. } | Happening::Missed { target, shot, .. } => {
                (target, shot)
            }
            _ => continue,
        };
        let Ok(kind) = others.get(event.actor) else {
            continue;
        };
        if target == player {
            // After a parting blow, the player has stepped away.
            let (here, at) = (event.at, event.actor_at);
            let view = fresh_view(&map, here, Sight::default().unlimited());
            let name = &kind.0;
            assert!(
                view.contains(at),
                "the {name} at {at} attacked the player at {here}; shot: {shot}\n{}",
                fogbound::map::write_ascii(&map, Some(here), &[(at, 'X')])
            );
            *attacks.0.entry((name.clone(), shot)).or_default() += 1;
        }
    }
}

/// Returns a map with random walls, foliage, windows, doors and monsters of all kinds.
fn thicket(seed: u64) -> String {
    let mut dice = stream(seed, "a thicket", 0);
    let letters = letters();
    let mut rows = vec![String::new(); 18];
    for (y, row) in rows.iter_mut().enumerate() {
        for x in 0..30 {
            row.push(match dice.random_range(0..100) {
                _ if x == 0 || y == 0 || x == 29 || y == 17 => '#',
                _ if (x, y) == (15, 9) => '@',
                0..12 => '#',
                12..26 => '"',
                26..31 => '=',
                31..36 => '+',
                36..39 => '\'',
                39..43 => *letters.choose(&mut dice).unwrap(),
                _ => '.',
            });
        }
    }
    rows.join("\n")
}

fn any_command(dice: &mut impl rand::Rng) -> PlayerCommand {
    let way = *Direction::ALL.choose(dice).unwrap();
    PlayerCommand::Act(match dice.random_range(0..10) {
        0..5 => Action::step(way),
        5 => Action::run(way),
        6 => return PlayerCommand::Act(Action::CLOSE_A_DOOR),
        7 => Action::open_door(way),
        _ => Action::WAIT,
    })
}

#[test]
fn every_attacker_stands_where_the_player_could_see_it() {
    let games = on_all_cores(0..40, |seed| {
        let mut app = simulation(drawn(&thicket(seed)));
        app.init_resource::<Attacks>().add_systems(
            Turn,
            check_attackers
                .after(TurnSystems::Act)
                .before(TurnSystems::Settle),
        );
        // The smoke of a breath may hide an attacker right after its attack.
        app.world_mut().resource_mut::<Numbers>().air.breath = 0;
        app.make_player_tough();
        let mut dice = stream(seed, "a brave player", 0);
        for _ in 0..150 {
            app.command([any_command(&mut dice)]);
        }
        app.world_mut().remove_resource::<Attacks>().unwrap()
    });
    let mut total = Attacks::default();
    for (what, times) in games.into_iter().flat_map(|game| game.0) {
        *total.0.entry(what).or_default() += times;
    }
    let all: u32 = total.0.values().sum();
    let shots: u32 = total
        .0
        .iter()
        .filter(|((_, shot), _)| *shot)
        .map(|(_, n)| n)
        .sum();
    let kinds = total.0.len();
    assert!(
        all > 1000 && shots > 100 && kinds > 10,
        "too little happened: {:?}",
        total.0
    );
}

/// With some algorithms, a creature can see around corners. It may then hunt the player, but it must not shoot at a
/// player who cannot see it.
#[test]
fn no_archer_shoots_around_a_corner() {
    let mut engine = FieldOfView::new();
    let bow = Shoots {
        range: 30,
        keep: 0,
        ..default()
    };
    let mut visible_shots = 0;
    for algorithm in [
        Algorithm::Recursive,
        Algorithm::Permissive,
        Algorithm::Diamond,
    ] {
        let sight = Sight::default().unlimited().with_algorithm(algorithm);
        let mut tried = 0;
        for seed in 0..6 {
            let drawing = rubble(seed);
            let map = drawn_map(&drawing).map;
            let here = IVec2::new(7, 5);
            let mut sees = |eye, at, sight| engine.can_see(map.opacity(), eye, at, sight);
            let mut asymmetric = map.positions().filter(|&cell| {
                map.is_walkable(cell)
                    && sees(cell, here, sight)
                    && !sees(here, cell, Sight::default().unlimited())
            });
            let Some(cell) = asymmetric.next() else {
                continue;
            };
            let shots = |cell: IVec2| {
                let mut app = arena(&drawing);
                let last_known = here;
                let hunting = Awareness::Hunting { last_known };
                let parts = (bow.clone(), Viewshed::new(sight), hunting);
                let archer = creature(&mut app, (cell.x, cell.y), parts);
                assert!(app.sees(archer, (here.x, here.y)));
                wait(&mut app, 5);
                assert_eq!(app.place_of(archer), cell);
                attacks(&events(&mut app), archer)
            };
            assert_eq!(shots(cell), 0, "{algorithm} from {cell}, seed {seed}");
            visible_shots += shots(here + IVec2::X);
            tried += 1;
        }
        assert!(tried > 0, "{algorithm} never sees around a corner");
    }
    assert!(visible_shots > 0);
}

/// Returns a map with random walls and free cells around the player.
fn rubble(seed: u64) -> String {
    let mut dice = stream(seed, "rubble", 0);
    let mut row = |y: i32| {
        let cell = |x: i32| match (x, y) {
            (7, 5) => '@',
            (6..9, 4..7) => '.',
            _ if dice.random_range(0..5) == 0 => '#',
            _ => '.',
        };
        (0..15).map(cell).collect::<String>()
    };
    (0..11).map(&mut row).collect::<Vec<_>>().join("\n")
}
