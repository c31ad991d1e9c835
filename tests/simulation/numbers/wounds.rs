//! Wounds heal at fixed intervals, whether or not a creature is due.

use bevy::prelude::*;
use fogbound::game::bestiary::MonsterKind;
use fogbound::game::{Action, Actor, Awareness, Happening, Health, Melee, TICKS_PER_TURN};
use fogbound::grid::Direction::{East, West};

use crate::common::arena::{arena, creature, events, record, wait};
use crate::common::puppets::{Mood, Puppet, with_puppets};
use crate::common::{AppExt, drawn, simulation, tick};

const ROOM: &str = "
#########
#@......#
#########";

const SURE: Melee = Melee {
    accuracy: 1000,
    damage: (5, 5),
};

/// Spawns a creature with the given health beside the player. The creature is aware of the player.
fn beside(app: &mut App, health: Health) -> Entity {
    let last_known = IVec2::new(1, 1);
    let aware = Mood(Awareness::Hunting { last_known });
    creature(app, (2, 1), (health, aware, aware.0))
}

/// Returns a game in which the player strikes for five damage and each of the player's actions takes one tick.
fn quick() -> App {
    let mut app = with_puppets(arena(ROOM));
    let player = app.player().unwrap();
    let mut player = app.world_mut().entity_mut(player);
    player.insert(SURE);
    player.get_mut::<Actor>().unwrap().speed = 100 * TICKS_PER_TURN as u32;
    app
}

/// Makes the player strike until a blow hits. Returns the tick of the hit.
fn hit(app: &mut App) -> u64 {
    loop {
        let now = tick(app);
        app.act(Action::attack(East));
        let is_hit = |what| matches!(what, Happening::Hit { damage: 5, .. });
        if events(app).iter().any(|event| is_hit(event.what)) {
            return now;
        }
    }
}

#[test]
fn wounds_heal_one_point_per_interval() {
    let mut app = quick();
    let wounded = beside(&mut app, Health::new(20, 37));
    let since = hit(&mut app);
    while tick(&app) < since + 8 * 37 {
        let points = (tick(&app) - since) / 37;
        let health = (15 + points as i32).min(20);
        assert_eq!(
            app.part::<Health>(wounded).now,
            health,
            "tick {}",
            tick(&app)
        );
        wait(&mut app, 1);
    }
    assert_eq!(app.part::<Health>(wounded).now, 20, "and no further");
}

#[test]
fn another_wound_does_not_delay_healing() {
    let mut app = quick();
    let wounded = beside(&mut app, Health::new(20, 60));
    let since = hit(&mut app);
    wait(&mut app, 20);
    hit(&mut app);
    while tick(&app) < since + 60 {
        assert_eq!(app.part::<Health>(wounded).now, 10, "tick {}", tick(&app));
        wait(&mut app, 1);
    }
    assert_eq!(app.part::<Health>(wounded).now, 11);
}

#[test]
fn a_new_wound_after_full_health_takes_a_full_interval() {
    let mut app = quick();
    let wounded = beside(&mut app, Health::new(20, 10));
    hit(&mut app);
    wait(&mut app, 57);
    assert_eq!(app.part::<Health>(wounded).now, 20);
    let since = hit(&mut app);
    while tick(&app) < since + 10 {
        assert_eq!(app.part::<Health>(wounded).now, 15, "tick {}", tick(&app));
        wait(&mut app, 1);
    }
    assert_eq!(app.part::<Health>(wounded).now, 16);
}

#[test]
fn without_regeneration_wounds_never_heal() {
    let mut app = with_puppets(arena(ROOM));
    let player = app.player().unwrap();
    app.world_mut().entity_mut(player).insert(SURE);
    let wounded = beside(&mut app, Health::new(20, 0));
    hit(&mut app);
    wait(&mut app, 100);
    assert_eq!(app.part::<Health>(wounded).now, 15);
}

#[test]
fn the_player_heals_one_point_every_eight_turns() {
    let mut app = with_puppets(simulation(drawn(ROOM)));
    record(&mut app);
    let player = app.player().unwrap();
    let foe = creature(&mut app, (2, 1), (SURE, Puppet(Action::attack(West))));
    while app.part::<Health>(player).now == 30 {
        wait(&mut app, 1);
    }
    // The blow landed at the beginning of the last turn.
    app.world_mut().despawn(foe);
    for turns in 1..50 {
        let health = (25 + turns / 8).min(30);
        assert_eq!(
            app.part::<Health>(player).now,
            health,
            "after {turns} turns"
        );
        wait(&mut app, 1);
    }
}

/// Returns a wounded troll's health after each of thirty turns, with `neighbour` in the chamber below.
fn troll_heals(neighbour: char) -> Vec<i32> {
    let drawing = format!("\n########\n#@#T...#\n########\n#{neighbour}.....#\n########");
    let mut app = arena(&drawing);
    let mut kinds = app.world_mut().query::<(Entity, &MonsterKind)>();
    let mut kinds = kinds.iter(app.world());
    let (troll, _) = kinds.find(|(_, kind)| kind.0 == "troll").unwrap();
    app.world_mut().get_mut::<Health>(troll).unwrap().now = 10;
    let turns = (0..30).map(|_| {
        wait(&mut app, 1);
        app.part::<Health>(troll).now
    });
    turns.collect()
}

/// A bat is due every half turn. An earlier version of the game healed wounds only at ticks when a creature was due.
#[test]
fn a_troll_heals_equally_fast_with_and_without_a_bat() {
    let ticks = (1..=30).map(|turn| turn * 100);
    let expected: Vec<i32> = ticks.map(|tick| (10 + tick / 150).min(24)).collect();
    assert_eq!(troll_heals('.'), expected, "alone");
    assert_eq!(troll_heals('b'), expected, "with a bat");
}
