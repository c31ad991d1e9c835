//! What each verb does, for the player, for monsters and for things that are stepped on.

use bevy::prelude::*;
use fogbound::game::{
    Action, Affect, Awareness, Blinded, Ghosts, Happening, Health, Lantern, LightRule, Oil,
};
use fogbound::grid::Direction;
use fogbound::map::{Density, Tile, TileMap};
use fogbound::vision::{LightMap, MapMemory, Position, Viewshed};

use super::{HALL, gadget, game, give, here, pack, you};
use crate::common::AppExt;
use crate::common::arena::{events, wait};
use crate::common::assets::living;

/// Returns a game in which the player has a gadget with these effects when it is thrown.
fn thrown(effects: &str, light: LightRule) -> App {
    let gadget = gadget(&format!("on: {{ \"throw\": [{effects}] }}"));
    game(&[&gadget], "sight: (radius: 20)", HALL, light)
}

/// Returns a game in which the player has a gadget with these effects when it is used.
fn used(effects: &str, map: &str, light: LightRule) -> App {
    let gadget = gadget(&format!("on: {{ \"use\": [{effects}] }}"));
    game(&[&gadget], "sight: (radius: 20)", map, light)
}

fn level(app: &App, x: i32, y: i32) -> u32 {
    app.world().resource::<LightMap>().level(IVec2::new(x, y))
}

fn beast(app: &mut App) -> Entity {
    living(app, "beast")[0]
}

fn set_health(app: &mut App, who: Entity, now: i32) {
    app.world_mut().get_mut::<Health>(who).unwrap().set_now(now);
}

/// The things that lights and darknesses on the ground look like.
const GLOWS: [&str; 2] = [
    include_str!("../../../assets/things/light.ron"),
    include_str!("../../../assets/things/gloom.ron"),
];

#[test]
fn a_thrown_light_shines_for_as_many_turns_as_its_file_says() {
    let flare = gadget("on: { \"throw\": [(verb: \"light\", shape: burst(4), turns: 6)] }");
    let mut app = game(&[&flare, GLOWS[0], GLOWS[1]], "", HALL, LightRule::Dark);
    app.act(Action::set_lantern(Lantern::Shut));
    assert_eq!(level(&app, 9, 1), 0);
    app.act(Action::throw(0, IVec2::new(9, 2)));
    assert_eq!(
        (level(&app, 9, 2), level(&app, 13, 2), level(&app, 14, 2)),
        (5, 1, 0)
    );
    assert_eq!(pack(&app), []);
    wait(&mut app, 5);
    assert_eq!(level(&app, 9, 2), 5);
    wait(&mut app, 1);
    assert_eq!(level(&app, 9, 2), 0);
}

#[test]
fn darkness_swallows_light_and_douse_puts_flames_out() {
    let soot = gadget("on: { \"throw\": [(verb: \"douse\", shape: burst(2))] }");
    let dark = soot.replace(
        "(verb: \"douse\", shape: burst(2))",
        "(verb: \"darken\", shape: burst(3), turns: 4)",
    );
    let mut app = game(&[&dark, GLOWS[0], GLOWS[1]], "", HALL, LightRule::Dark);
    let near = level(&app, 3, 2);
    assert!(near > 2);
    app.act(Action::throw(0, IVec2::new(4, 2)));
    assert!(level(&app, 3, 2) < near, "{}", level(&app, 3, 2));
    wait(&mut app, 4);
    assert_eq!(level(&app, 3, 2), near);
    let torch = "
#########
#.......#
#.@..A..#
#.......#
#########
";
    let brazier = torch.replace('A', &Tile::BRAZIER.glyph().to_string());
    let mut app = game(&[&soot], "", &brazier, LightRule::Dark);
    let flame = IVec2::new(5, 2);
    assert!(
        app.world()
            .resource::<TileMap>()
            .tile(flame)
            .flame()
            .is_some()
    );
    app.act(Action::throw(0, IVec2::new(4, 2)));
    assert!(
        app.world()
            .resource::<TileMap>()
            .tile(flame)
            .flame()
            .is_none()
    );
    assert!(
        *app.part::<Lantern>(you(&app)) == Lantern::Shut,
        "two cells away"
    );
}

#[test]
fn smoke_fills_the_open_cells_in_reach() {
    let mut app = thrown(
        "(verb: \"smoke\", shape: burst(2), density: 5)",
        LightRule::Off,
    );
    app.act(Action::throw(0, IVec2::new(7, 2)));
    let air = app.world().resource::<TileMap>().air();
    // A turn has passed, in which it spread.
    assert!(air.volume().smoke > 30, "{:?}", air.volume());
    assert!(air.at(IVec2::new(7, 2)).smoke >= Density::DENSE);
    assert_eq!(air.at(IVec2::new(14, 2)), Density::default());
}

#[test]
fn fire_burns_what_can_burn_and_floor_only_if_the_file_says_so() {
    let map = HALL.replace("b..", "\"..");
    for (floor, burning) in [("false", 1), ("true", 8)] {
        let fire = format!("(verb: \"fire\", shape: burst(1), floor: {floor})");
        let gadget = gadget(&format!("on: {{ \"throw\": [{fire}] }}"));
        let mut app = game(&[&gadget], "", &map, LightRule::Off);
        app.act(Action::throw(0, IVec2::new(8, 2)));
        let tiles = app.world().resource::<TileMap>();
        let count = tiles.iter().filter(|(_, it)| it.burns()).count();
        assert!(
            count >= burning.min(4) && (floor == "true" || count == 1),
            "{floor}: {count}"
        );
    }
}

#[test]
fn heal_and_oil_give_back_what_their_files_say() {
    let mut app = used(
        "(verb: \"heal\", amount: 7), (verb: \"oil\", turns: 20)",
        HALL,
        LightRule::Dark,
    );
    let player = you(&app);
    let max = app.part::<Health>(player).max();
    set_health(&mut app, player, max - 30);
    wait(&mut app, 60);
    let oil = app.part::<Oil>(player).turns();
    app.act(Action::use_thing(0));
    assert_eq!(app.part::<Health>(player).now(), max - 23);
    assert_eq!(app.part::<Oil>(player).turns(), oil + 20 - 1);
    assert_eq!(pack(&app), [], "it is used up");
}

#[test]
fn a_flash_blinds_everyone_who_sees_it_and_no_one_else() {
    let map = HALL
        .replace("b......", "b..#.b.")
        .replace("#...................#", "#..........#........#");
    let gadget = gadget("on: { \"throw\": [(verb: \"blind\", shape: burst(99), turns: 3)] }");
    let mut app = game(&[&gadget], "sight: (radius: 20)", &map, LightRule::Off);
    let player = you(&app);
    app.act(Action::throw(0, IVec2::new(5, 2)));
    let blind = |app: &App, who| app.world().get::<Blinded>(who).is_some();
    let beasts = living(&mut app, "beast");
    let near = |app: &App, who: &Entity| app.place_of(*who).x < 11;
    for who in beasts {
        assert_eq!(blind(&app, who), near(&app, &who), "{}", app.place_of(who));
    }
    assert!(blind(&app, player));
    assert_eq!(app.part::<Viewshed>(player).visible().iter().count(), 1);
    wait(&mut app, 1);
    assert!(blind(&app, player));
    wait(&mut app, 1);
    assert!(!blind(&app, player), "the third turn has ended");
    assert!(app.part::<Viewshed>(player).visible().iter().count() > 30);
}

#[test]
fn a_change_lasts_as_long_as_its_file_says() {
    let mut app = used(
        "(verb: \"change\", number: \"dark sight\", by: 3, turns: 5)",
        HALL,
        LightRule::Dark,
    );
    let dark = |app: &App| app.part::<Viewshed>(you(app)).dark_sight();
    let usual = dark(&app);
    app.act(Action::use_thing(0));
    assert_eq!(dark(&app), usual + 3);
    wait(&mut app, 3);
    assert_eq!(dark(&app), usual + 3);
    wait(&mut app, 1);
    assert_eq!(dark(&app), usual);
}

const ROOMS: &str = "
###############
#.....#.......#
#.@...+..b....#
#.....#.......#
###############
";

#[test]
fn a_map_tells_the_ground_and_shows_nothing() {
    let mut app = used("(verb: \"tell\", shape: round(9))", ROOMS, LightRule::Off);
    let (near, far) = (IVec2::new(9, 1), IVec2::new(13, 2));
    let known = |app: &App, at| {
        let memory = app.part::<MapMemory>(you(app));
        (memory.tile(at), memory.has_seen(at))
    };
    assert_eq!(known(&app, near), (None, false));
    app.act(Action::use_thing(0));
    assert_eq!(known(&app, near), (Some(Tile::FLOOR), false));
    assert_eq!(known(&app, far), (None, false));
    let ghosts = app.part::<Ghosts>(you(&app));
    assert_eq!(ghosts.iter().count(), 0, "a map shows no one");
}

#[test]
fn a_keen_ear_hears_where_everyone_is_until_it_ends() {
    let mut app = used("(verb: \"hear\", turns: 3)", ROOMS, LightRule::Off);
    let ghosts = |app: &App| -> Vec<IVec2> {
        let ghosts = app.part::<Ghosts>(you(app));
        ghosts.iter().map(|it| it.at).collect()
    };
    assert_eq!(ghosts(&app), []);
    app.act(Action::use_thing(0));
    assert_eq!(ghosts(&app), [IVec2::new(9, 2)]);
    let far = IVec2::new(13, 3);
    let beast = beast(&mut app);
    app.world_mut().get_mut::<Position>(beast).unwrap().0 = far;
    wait(&mut app, 1);
    assert_eq!(ghosts(&app), [far]);
    wait(&mut app, 2);
    app.world_mut().get_mut::<Position>(beast).unwrap().0 = IVec2::new(9, 2);
    wait(&mut app, 1);
    assert_eq!(ghosts(&app), [far], "it has ended");
}

#[test]
fn a_mirror_shows_what_the_next_cells_see_and_the_eyes_of_others_what_they_see() {
    let corner = "
############
#.@........#
#####.######
#####.######
#####..b...#
############
";
    let mirror = gadget("keeps: true, on: { \"use\": [(verb: \"see\", shape: round(1))] }");
    let mut app = game(&[&mirror], "", corner, LightRule::Off);
    for _ in 0..2 {
        app.act(Action::step(Direction::East));
    }
    let (player, at) = (you(&app), IVec2::new(5, 4));
    assert!(app.part::<MapMemory>(player).tile(at).is_none());
    app.act(Action::use_thing(0));
    assert_eq!(app.part::<MapMemory>(player).tile(at), Some(Tile::FLOOR));
    assert_eq!(pack(&app).len(), 1, "it is kept");
    let eyes = mirror.replace("shape: round(1)", "eyes: Creatures, shape: burst(99)");
    let map = "
##########
#.@....b.#
########.#
########.#
##########
";
    let mut app = game(&[&eyes], "", map, LightRule::Off);
    let (player, at) = (you(&app), IVec2::new(8, 3));
    assert!(app.part::<MapMemory>(player).tile(at).is_none());
    app.act(Action::use_thing(0));
    assert_eq!(app.part::<MapMemory>(player).tile(at), Some(Tile::FLOOR));
}

#[test]
fn what_is_placed_acts_on_whoever_steps_on_it_once() {
    let trap =
        "(name: \"trap\", sign: '^', stack: 0, on: { \"step\": [(verb: \"noise\", loudness: 9)] })";
    let gadget = gadget("on: { \"throw\": [(verb: \"place\", thing: \"trap\")] }");
    let mut app = game(&[&gadget, trap], "", HALL, LightRule::Off);
    app.act(Action::throw(0, IVec2::new(4, 2)));
    let noises = |app: &mut App| -> usize {
        let events = events(app).into_iter();
        events
            .filter(|it| matches!(it.what, Happening::Sounded { .. }))
            .count()
    };
    noises(&mut app);
    for expected in [0, 1, 0] {
        app.act(Action::step(Direction::East));
        assert_eq!(noises(&mut app), expected);
    }
    app.act(Action::step(Direction::West));
    assert_eq!(noises(&mut app), 0, "it is gone");
}

#[test]
fn a_monster_sets_off_what_it_steps_on() {
    let trap = "(name: \"gadget\", sign: '^', stack: 1, keeps: true, on: { \"step\": [(verb: \"blind\", turns: 9)] })";
    let walker = "sight: (radius: 20), damage: (0, 0), minds: { \"Hunts\": () }";
    let mut app = game(&[trap], walker, HALL, LightRule::Off);
    let beast = beast(&mut app);
    app.act(Action::throw(0, IVec2::new(5, 2)));
    let mut steps = 0;
    while app.world().get::<Blinded>(beast).is_none() {
        wait(&mut app, 1);
        steps += 1;
        assert!(steps < 20, "the beast never stepped on it");
    }
    assert_eq!(app.place_of(beast), IVec2::new(5, 2));
}

#[test]
fn shoving_moves_everyone_in_reach_away_until_something_stops_them() {
    let map = HALL.replace("@......b", "@b.....b");
    let mut app = used(
        "(verb: \"shove\", shape: burst(1), whom: others, cells: 3)",
        &map,
        LightRule::Off,
    );
    let before: Vec<IVec2> = living(&mut app, "beast")
        .into_iter()
        .map(|it| app.place_of(it))
        .collect();
    app.act(Action::use_thing(0));
    let after: Vec<IVec2> = living(&mut app, "beast")
        .into_iter()
        .map(|it| app.place_of(it))
        .collect();
    let moved: Vec<i32> = before
        .iter()
        .zip(&after)
        .map(|(one, two)| two.x - one.x)
        .collect();
    assert!(moved == [3, 0] || moved == [0, 3], "{moved:?}");
}

#[test]
fn blinking_goes_to_a_free_cell_in_view() {
    let mut app = used("(verb: \"blink\", far: 6)", HALL, LightRule::Off);
    let from = here(&app);
    app.act(Action::use_thing(0));
    let far = (here(&app) - from).abs().max_element();
    assert!((1..=6).contains(&far), "{far}");
}

#[test]
fn a_wedged_door_holds_until_it_gives_way() {
    let map = ROOMS.replace("#.@...+", "#....@+");
    let mut app = used("(verb: \"wedge\", shape: round(1))", &map, LightRule::Off);
    let door = IVec2::new(6, 2);
    app.act(Action::use_thing(0));
    let tile = |app: &App| app.world().resource::<TileMap>().tile(door);
    assert_eq!(tile(&app).name(), "wedged door");
    app.act(Action::step(Direction::East));
    assert_eq!(here(&app), IVec2::new(5, 2), "nobody opens it");
    wait(&mut app, 61);
    assert_eq!(tile(&app), Tile::CLOSED_DOOR);
}

#[test]
fn a_decoy_draws_hunters_that_do_not_see_the_player() {
    for (far, light, is_fooled) in [
        (9, LightRule::Dark, true),
        (2, LightRule::Dark, false),
        (9, LightRule::Day, false),
    ] {
        let decoy = format!("on: {{ \"throw\": [(verb: \"mislead\", shape: burst({far}))] }}");
        let sees = "sight: (radius: 20), minds: { \"Hunts\": () }";
        let mut app = game(&[&gadget(&decoy)], sees, HALL, light);
        app.act(Action::set_lantern(Lantern::Shut));
        let beast = beast(&mut app);
        let last_known = IVec2::new(3, 3);
        *app.world_mut().get_mut::<Awareness>(beast).unwrap() = Awareness::Hunting { last_known };
        app.act(Action::throw(0, IVec2::new(6, 1)));
        let mind_on = app.part::<Awareness>(beast).mind_on();
        let fooled = mind_on == Some(IVec2::new(6, 1));
        assert_eq!(fooled, is_fooled, "burst {far}, {light:?}: {mind_on:?}");
    }
}

#[test]
fn a_pointer_says_which_way_the_stairs_lie() {
    let map = HALL.replace("..........#", ".........>#");
    let mut app = used("(verb: \"point\")", &map, LightRule::Off);
    events(&mut app);
    app.act(Action::use_thing(0));
    let pointed = |it: fogbound::game::GameEvent| match it.what {
        Happening::Affected(Affect::Pointed(way)) => way,
        _ => None,
    };
    let ways: Vec<Direction> = events(&mut app).into_iter().filter_map(pointed).collect();
    assert_eq!(ways, [Direction::East]);
}

#[test]
fn monsters_use_the_same_verbs() {
    let on = "on: { \"turn\": [(verb: \"smoke\", shape: burst(1))] }";
    let mut app = game(&[&gadget("")], on, HALL, LightRule::Off);
    wait(&mut app, 1);
    assert!(app.world().resource::<TileMap>().air().volume().smoke > 0);
    let on = "sight: (radius: 9), on: { \"turn\": [(verb: \"blind\", shape: burst(99), whom: enemies, turns: 2)] }";
    let mut app = game(&[&gadget("")], on, HALL, LightRule::Off);
    wait(&mut app, 1);
    let (player, beast) = (you(&app), beast(&mut app));
    assert!(app.world().get::<Blinded>(player).is_some());
    assert!(app.world().get::<Blinded>(beast).is_none());
    give(&mut app, "gadget");
}
