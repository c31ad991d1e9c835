//! Tests of when walking or running away helps, and when it does not.

use bevy::prelude::*;
use fogbound::game::bestiary::MonsterKind;
use fogbound::game::{Action, Awareness, GameEvent, GameSetup, Happening, Health};
use fogbound::grid::Direction::{self, East, North, South, West};

use crate::common::arena::{self, arena, attacks, distance, events, record};
use crate::common::{AppExt, drawn, simulation};

/// Returns a map of an open hall with the player on the left and, on the right, the monster with the given letter.
fn hall_with(letter: char) -> String {
    let tile = |x: i32, y: i32| match (x, y) {
        (0 | 35, _) | (_, 0 | 17) => '#',
        (10, 8) => '@',
        (18, 8) => letter,
        _ => '.',
    };
    let row = |y| (0..36).map(|x| tile(x, y)).chain(['\n']).collect();
    (0..18).map(row).collect::<Vec<String>>().concat()
}

/// Returns the number of games, out of ten, in which the monster hits the player within 200 turns. `way` gives the
/// player's step for each turn.
fn games_with_a_hit(letter: char, way: impl Fn(usize) -> Direction) -> usize {
    let was_hit = |seed: u64| {
        let mut app = simulation(GameSetup {
            seed,
            ..drawn(&hall_with(letter))
        });
        record(&mut app);
        let (player, _) = arena::player(&mut app);
        app.make_player_tough();
        let tough = Health::new(1_000_000, 0);
        let monster = app.entities::<With<MonsterKind>>()[0];
        app.world_mut().entity_mut(monster).insert(tough);
        app.world_mut()
            .entity_mut(monster)
            .insert(Awareness::Hunting {
                last_known: IVec2::new(10, 8),
            });
        let is_hit = |event: &GameEvent| matches!(event.what, Happening::Hit { target, .. } if target == player);
        (0..200).any(|turn| {
            app.step(way(turn));
            events(&mut app).iter().any(is_hit)
        })
    };
    (0..10).filter(|&seed| was_hit(seed)).count()
}

#[test]
fn walking_in_circles_does_not_avoid_a_troll() {
    let circle = [East, South, West, North];
    let hits = games_with_a_hit('T', |turn| circle[turn / 4 % 4]);
    assert!(hits >= 9, "{hits} of 10");
}

#[test]
fn walking_to_and_fro_does_not_avoid_a_longbowman() {
    let past = [North, South];
    let hits = games_with_a_hit('l', |turn| past[turn / 6 % 2]);
    assert!(hits >= 9, "{hits} of 10");
}

/// Returns a map of a corridor with a troll behind the player and `length` cells ahead of the player.
fn corridor(length: usize) -> String {
    let wall = "#".repeat(length + 5);
    format!("{wall}\n#.T@{}#\n{wall}", ".".repeat(length))
}

#[test]
fn a_player_who_walks_straight_away_is_not_hit() {
    for seed in 0..10 {
        let corridor = corridor(200);
        let mut app = simulation(GameSetup {
            seed,
            ..drawn(&corridor)
        });
        record(&mut app);
        let troll = app.entities::<With<MonsterKind>>()[0];
        let (player, begin) = arena::player(&mut app);
        app.world_mut()
            .entity_mut(troll)
            .insert(Awareness::Hunting { last_known: begin });
        for _ in 0..190 {
            app.step(East);
        }
        assert_eq!(app.place_of(player), begin + 190 * IVec2::X);
        let follows = distance(app.place_of(troll), app.place_of(player));
        assert!(follows <= 3, "the troll is {follows} cells behind");
        assert_eq!(attacks(&events(&mut app), troll), 0, "seed {seed}");
    }
}

#[test]
fn running_outpaces_a_troll() {
    let mut app = arena(&corridor(60));
    let troll = app.entities::<With<MonsterKind>>()[0];
    let (player, begin) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: begin };
    app.world_mut().entity_mut(troll).insert(hunting);
    (0..12).for_each(|_| app.act(Action::run(East)));
    let lead = distance(app.place_of(troll), app.place_of(player));
    assert!(lead >= 5, "{lead} cells");
}
