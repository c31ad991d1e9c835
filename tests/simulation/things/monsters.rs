//! Monsters carry things, throw and use them.

use bevy::prelude::*;
use fogbound::game::{Awareness, Happening, Inventory, LightRule, Things};
use fogbound::map::TileMap;
use fogbound::vision::MapMemory;

use super::{HALL, gadget, game, here, setup, you};
use crate::common::arena::{events, record, wait};
use crate::common::assets::living;
use crate::common::{AppExt, simulation, tick};

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
        let threw = |it: &fogbound::game::GameEvent| matches!(it.what, Happening::Did(did) if did.what.name() == "throw");
        assert_eq!(events(&mut app).iter().any(threw), throws);
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
