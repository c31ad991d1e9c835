//! Monsters carry things, throw and use them, and leave them where they die.

use bevy::prelude::*;
use fogbound::game::{Action, Awareness, Happening, Health, Inventory, LightRule, Things};
use fogbound::grid::Direction;
use fogbound::map::TileMap;
use fogbound::vision::{LightMap, MapMemory, ObjectKind, Position};

use super::{HALL, gadget, game, here, setup, you};
use crate::common::arena::{events, record, wait};
use crate::common::assets::living;
use crate::common::{AppExt, simulation, tick};

/// A hall with a wall between the player and the beast.
const APART: &str = "
#####################
#....#..............#
#.@..#...b..........#
#....#..............#
#####################
";

const LIGHT: &str = include_str!("../../../assets/things/light.ron");

/// Returns the fields of a beast that carries two gadgets and uses things with these odds.
fn user(odds: u32) -> String {
    format!(
        "sight: (radius: 20), minds: {{ \"Uses\": (odds: {odds}), \"Hunts\": () }}, \
         carries: [(thing: \"gadget\", count: (2, 2))]"
    )
}

/// Returns a game with a beast that carries two gadgets with these effects, and uses them with these odds.
pub(super) fn with_user(on: &str, odds: u32, map: &str, light: LightRule) -> (App, Entity) {
    let gadget = gadget(&format!("stack: 9, on: {{ {on} }}"));
    let mut app = simulation(setup(&[&gadget, LIGHT], &user(odds), map, light));
    record(&mut app);
    app.make_player_tough();
    let beast = living(&mut app, "beast")[0];
    (app, beast)
}

/// Makes a beast hunt an enemy that it last knew on a cell.
pub(super) fn hunt(app: &mut App, beast: Entity, last_known: IVec2) {
    let hunting = Awareness::Hunting { last_known };
    *app.world_mut().get_mut::<Awareness>(beast).unwrap() = hunting;
}

pub(super) fn left(app: &App, beast: Entity) -> u32 {
    let kind = app.world().resource::<Things>().named("gadget").unwrap();
    app.part::<Inventory>(beast).count(kind)
}

fn lying(app: &mut App) -> Vec<IVec2> {
    let kind = app.world().resource::<Things>().named("gadget").unwrap();
    let mut all = app.world_mut().query::<(&ObjectKind, &Position)>();
    let all = all.iter(app.world()).filter(|(it, _)| **it == kind);
    all.map(|(_, at)| at.0).collect()
}

#[test]
fn what_a_monster_carries_lies_where_it_dies() {
    let beside = HALL.replace("@......b", "@b......");
    let (mut app, beast) = with_user("", 0, &beside, LightRule::Off);
    assert_eq!(left(&app, beast), 2);
    assert_eq!(lying(&mut app), []);
    app.world_mut().get_mut::<Health>(beast).unwrap().set_now(1);
    for _ in 0..30 {
        app.act(Action::attack(Direction::East));
        if living(&mut app, "beast").is_empty() {
            break;
        }
    }
    assert_eq!(lying(&mut app), [IVec2::new(3, 2); 2]);
    app.act(Action::step(Direction::East));
    assert_eq!(lying(&mut app), [], "the player picks them up");
}

#[test]
fn as_many_carry_a_thing_as_its_file_says_and_always_the_same() {
    let crowd = format!(
        "####################\n#@{}#\n####################",
        "b".repeat(16)
    );
    let carriers = |chance: u32| {
        let beast = format!("carries: [(thing: \"gadget\", chance: {chance})]");
        let mut app = game(&[&gadget("")], &beast, &crowd, LightRule::Off);
        let all = living(&mut app, "beast").into_iter();
        let carry = all.map(|it| app.world().get::<Inventory>(it).is_some());
        carry.collect::<Vec<bool>>()
    };
    assert_eq!(carriers(0), [false; 16]);
    assert_eq!(carriers(100), [true; 16]);
    let some = carriers(50);
    assert!(some.contains(&true) && some.contains(&false), "{some:?}");
    assert_eq!(some, carriers(50));
}

#[test]
fn a_hunter_throws_light_where_it_cannot_see_and_only_there() {
    let shines = "\"throw\": [(verb: \"light\", shape: burst(3), turns: 30)]";
    for (odds, sees, throws) in [(100, false, true), (0, false, false), (100, true, false)] {
        let map = if sees { HALL } else { APART };
        let light = if sees {
            LightRule::Day
        } else {
            LightRule::Dark
        };
        let (mut app, beast) = with_user(shines, odds, map, light);
        let believed = if sees { here(&app) } else { IVec2::new(14, 2) };
        hunt(&mut app, beast, believed);
        wait(&mut app, 1);
        assert_eq!(left(&app, beast) < 2, throws, "odds {odds}, sees: {sees}");
        let level = app.world().resource::<LightMap>().level(believed);
        assert_eq!(level > 0 && !sees, throws, "odds {odds}, sees: {sees}");
    }
}

#[test]
fn a_hunter_throws_harm_at_an_enemy_it_sees_but_not_where_it_would_reach_itself() {
    let burst =
        |far: u32| format!("\"throw\": [(verb: \"fire\", shape: burst({far}), floor: true)]");
    for (distance, far, throws) in [
        (7, 1, true),
        (7, 8, false),
        (2, 1, true),
        (2, 2, false),
        (9, 1, false),
    ] {
        let map = HALL.replace("@......b", &format!("@{}b", ".".repeat(distance - 1)));
        let (mut app, beast) = with_user(&burst(far), 100, &map, LightRule::Day);
        let there = here(&app);
        hunt(&mut app, beast, there);
        events(&mut app);
        wait(&mut app, 1);
        let burns = app.world().resource::<TileMap>().tile(there).burns();
        assert_eq!(burns, throws, "{distance} cells, burst {far}");
        let threw = |it: &fogbound::game::GameEvent| matches!(it.what, Happening::Threw(_));
        assert_eq!(events(&mut app).iter().any(threw), throws);
    }
}

#[test]
fn a_monster_heals_hides_and_escapes_only_when_it_is_hurt() {
    for (on, near) in [
        ("\"use\": [(verb: \"heal\", amount: 30)]", false),
        ("\"use\": [(verb: \"blink\")]", true),
        ("\"throw\": [(verb: \"smoke\", shape: burst(2))]", false),
    ] {
        for is_hurt in [false, true] {
            let map = if near {
                HALL.replace("@......b", "@b......")
            } else {
                HALL.to_owned()
            };
            let (mut app, beast) = with_user(on, 100, &map, LightRule::Day);
            let there = here(&app);
            hunt(&mut app, beast, there);
            if is_hurt {
                app.world_mut()
                    .get_mut::<Health>(beast)
                    .unwrap()
                    .set_now(40);
            }
            wait(&mut app, 1);
            assert_eq!(left(&app, beast) < 2, is_hurt, "{on}");
        }
    }
}

#[test]
fn nothing_tells_what_a_monster_carries() {
    let known = [0, 100].map(|chance| {
        let beast = format!(
            "sight: (radius: 20), minds: {{ \"Wanders\": () }}, carries: [(thing: \"gadget\", chance: {chance})]"
        );
        let mut app = game(&[&gadget("")], &beast, HALL, LightRule::Day);
        wait(&mut app, 5);
        let memory = app.part::<MapMemory>(you(&app)).known_cells();
        let memory: Vec<String> = memory.map(|(cell, it)| format!("{cell} {it:?}")).collect();
        (memory, tick(&app))
    });
    assert_eq!(known[0], known[1]);
}
