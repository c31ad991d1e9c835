//! A player who explores gets to know all that it can walk to, by what it knows and nothing else.

use bevy::prelude::*;
use fogbound::control::{Asked, Control};
use fogbound::dungeon::{Builder, DungeonSpec, LevelSource, build};
use fogbound::explorer::{Explorer, Goal, Journey, NoStep};
use fogbound::fov::Sight;
use fogbound::frontend::text;
use fogbound::game::deed::{AddDeed, Deed, Doer};
use fogbound::game::{
    Action, Actor, Aim, Awareness, Camouflage, Clock, Faction, Fate, GameSetup, Happening, Health,
    Obstacle, Player, Quest, Things, spawn_thing,
};
use fogbound::grid::{BitGrid, Direction};
use fogbound::map::{Tile, TileMap};
use fogbound::view::MessageLog;
use fogbound::vision::{MapMemory, Position, Viewshed};

use crate::common::seeds::{games_asked_for, on_all_cores};
use crate::common::simple_player;
use crate::common::{AppExt, built, dark, drawn, on_one_thread, simulation, tick, whole_game};

/// The next step of an explorer in the player's shoes.
fn next(app: &mut App, explorer: &mut Explorer) -> Result<Action, NoStep> {
    let player = app.player().unwrap();
    let here = app.place_of(player);
    let memory = app.world().get::<MapMemory>(player).unwrap();
    explorer.explore(memory, here, |_| false)
}

/// Explores to the end; how many steps that took.
fn explore(app: &mut App) -> usize {
    let mut explorer = Explorer::default();
    for steps in 0..5_000 {
        match next(app, &mut explorer) {
            Ok(action) => app.act(action),
            Err(why) => {
                assert_eq!(why, NoStep::Done);
                return steps;
            }
        }
    }
    panic!("it walks for ever");
}

/// The cells that can be reached on foot from `start`, doors no hindrance.
fn reachable(map: &TileMap, start: IVec2) -> Vec<IVec2> {
    let mut found = vec![start];
    let mut known = BitGrid::new(map.size());
    known.set(start, true);
    let mut next = 0;
    while next < found.len() {
        for way in Direction::ALL {
            let cell = found[next] + way.delta();
            // Nobody has to find what seems a wall.
            let tile = map.tile(cell).apparent();
            if tile.is_passable() && !known.get(cell) {
                known.set(cell, true);
                found.push(cell);
            }
        }
        next += 1;
    }
    found
}

/// Whatever can be reached is known, and seen.
fn assert_explored(app: &mut App, start: IVec2, what: &str) {
    let player = app.player().unwrap();
    let world = app.world();
    let memory = world.get::<MapMemory>(player).unwrap();
    for cell in reachable(world.resource::<TileMap>(), start) {
        assert!(memory.has_seen(cell), "{what}: {cell} was not seen");
    }
}

#[test]
fn all_that_can_be_reached_is_explored_on_three_hundred_levels_of_each_builder() {
    for builder in Builder::ALL {
        on_all_cores(0..300, |seed| {
            let size = UVec2::new(26 + (seed % 9) as u32 * 3, 16 + (seed % 4) as u32 * 4);
            let level = build(&DungeonSpec {
                builder,
                size,
                seed,
                depth: (seed % 3) as u32,
            });
            let setup = GameSetup {
                seed,
                source: LevelSource::Drawn(Box::new(level.unwrap())),
                sight: Sight::default().with_radius(3 + (seed % 8) as u32),
                ..default()
            };
            let mut app = on_one_thread(simulation(setup));
            let player = app.player().unwrap();
            let start = app.place_of(player);
            let steps = explore(&mut app);
            assert!(steps > 0);
            assert_explored(&mut app, start, &format!("{builder} {seed}"));
        });
    }
}

#[test]
fn doors_are_opened_and_windows_and_open_edges_keep_nobody_busy() {
    for (map, steps) in [
        ("#######\n#@+..+.\n#######", 7),
        ("#######\n#@=...#\n#######", 0),
        ("@..\n...", 5),
        ("@", 0),
    ] {
        let mut app = on_one_thread(simulation(drawn(map)));
        let player = app.player().unwrap();
        let start = app.place_of(player);
        assert!(explore(&mut app) <= steps, "{map}");
        assert_explored(&mut app, start, map);
    }
}

/// A rectangle of hall, with something behind a wall that nobody has seen.
const SEALED: &str = "
####################
#@.......#.........#
#........#....r....#
#........#.........#
#........+.........#
####################";

#[test]
fn worlds_that_look_alike_give_the_same_step() {
    let others = [
        SEALED.replace("....r....", "#########"),
        SEALED.replace("....r....", ".OOOOOOO."),
        SEALED.replace(
            "#.........#\n#........#....r",
            "#\"\"\"\"\"\"\"\"\"#\n#........#....r",
        ),
    ];
    let mut app = on_one_thread(simulation(drawn(SEALED)));
    let mut others = others.map(|map| on_one_thread(simulation(drawn(&map))));
    let mut explorers: [Explorer; 4] = default();
    let [first, rest @ ..] = &mut explorers;
    // As long as the door is closed nothing of what is behind it can be known.
    for _ in 0..30 {
        let step = next(&mut app, first);
        let door = app.world().resource::<TileMap>().tile(IVec2::new(9, 4));
        assert_eq!(door, Tile::CLOSED_DOOR);
        for (other, explorer) in others.iter_mut().zip(&mut *rest) {
            assert_eq!(next(other, explorer), step);
        }
        let action = step.unwrap();
        for app in others.iter_mut().chain([&mut app]) {
            app.act(action);
        }
        let door = app.world().resource::<TileMap>().tile(IVec2::new(9, 4));
        if door != Tile::CLOSED_DOOR {
            return;
        }
    }
    panic!("the door stays closed");
}

#[test]
fn somebody_in_the_only_way_is_told_apart_from_no_way() {
    let mut app = simulation(drawn("#########\n#@......#\n#########"));
    let player = app.player().unwrap();
    let memory = app.world().get::<MapMemory>(player).unwrap();
    let (here, to) = (IVec2::new(1, 1), IVec2::new(7, 1));
    let explorer = Explorer::default();
    let east = Ok(Action::step(Direction::East));
    assert_eq!(explorer.travel(memory, here, to, |_| false), east);
    let taken = |cell| cell == IVec2::new(3, 1);
    assert_eq!(
        explorer.travel(memory, here, to, taken),
        Err(NoStep::Blocked)
    );
    let nowhere = IVec2::new(4, 0);
    assert_eq!(
        explorer.travel(memory, here, nowhere, |_| false),
        Err(NoStep::NoWay)
    );
    assert_eq!(
        explorer.travel(memory, here, here, |_| false),
        Err(NoStep::Done)
    );
    assert!(app.world().resource::<Fate>().is_alive());
}

/// The last lines of the log.
fn log(app: &App) -> String {
    let last: Vec<String> = app.world().resource::<MessageLog>().last(4).collect();
    last.join("\n")
}

fn game(map: &str, radius: u32) -> App {
    let mut setup = drawn(map);
    setup.sight = Sight::default().with_radius(radius);
    on_one_thread(whole_game(setup))
}

#[test]
fn a_key_explores_all_of_a_level_and_says_when_nothing_is_left() {
    let mut app = game(
        "#########\n#@..+...#\n#...#...#\n#####+###\n    #...#\n    #####",
        4,
    );
    let player = app.player().unwrap();
    let start = app.place_of(player);
    text::type_keys(&mut app, "o").unwrap();
    assert_explored(&mut app, start, "by a key");
    assert!(
        log(&app).ends_with("Nothing is left to explore that you could walk to."),
        "{}",
        log(&app)
    );
    // Once more: it says so, and no time passes.
    let before = app.world().resource::<Clock>().tick;
    text::type_keys(&mut app, "o").unwrap();
    assert_eq!(app.world().resource::<Clock>().tick, before);
}

#[test]
fn what_follows_in_a_script_waits_until_the_player_is_there() {
    let map = "##########\n#@.......#\n##########";
    let mut one = game(map, 2);
    text::type_keys(&mut one, "ohh").unwrap();
    let mut other = game(map, 2);
    text::type_keys(&mut other, "o").unwrap();
    text::type_keys(&mut other, "hh").unwrap();
    let player = one.player().unwrap();
    let player_of_other = other.player().unwrap();
    assert_eq!(one.place_of(player), other.place_of(player_of_other));
    assert_ne!(one.place_of(player), IVec2::new(1, 1));
}

/// The creatures that the player sees, the player left out.
fn in_view(app: &mut App) -> usize {
    let player = app.player().unwrap();
    let viewshed = app.world().get::<Viewshed>(player).unwrap().clone();
    let world = app.world_mut();
    let mut others = world.query_filtered::<&Position, (With<Actor>, Without<Player>)>();
    others.iter(world).filter(|at| viewshed.sees(at.0)).count()
}

#[test]
fn the_turn_in_which_an_enemy_comes_into_view_is_the_turn_in_which_it_stops() {
    // Floating eyes do not hunt; this one is caged, so that it stays where it is.
    let hall = "####################\n#@...............=e#\n####################";
    for radius in [3, 7, 12] {
        let mut app = game(hall, radius);
        app.world_mut()
            .resource_mut::<Journey>()
            .set_out(Goal::Explore, false);
        let tick = |app: &App| app.world().resource::<Clock>().tick;
        let mut steps = 0;
        while app.world().resource::<Journey>().is_on_the_way() {
            let (seen, before) = (in_view(&mut app), tick(&app));
            app.update();
            steps += 1;
            // Not one more turn passes in view of an enemy.
            assert!(seen == 0 || tick(&app) == before, "radius {radius}");
        }
        assert_eq!(in_view(&mut app), 1, "radius {radius}");
        assert!(steps > 0);
        assert!(
            log(&app).contains("A floating eye comes into view to the east."),
            "{}",
            log(&app)
        );
        // It was in view already: on to the end.
        text::type_keys(&mut app, "o").unwrap();
        assert!(
            log(&app).ends_with("Nothing is left to explore that you could walk to."),
            "{}",
            log(&app)
        );
    }
}

#[test]
fn it_stops_at_somebody_whom_it_has_bumped_into_and_does_not_fight() {
    // Somebody who cannot be made out, and does nothing, is in the only way.
    let mut app = game("############\n#@....r....#\n############", 3);
    let world = app.world_mut();
    let mut others = world.query_filtered::<(Entity, &mut Actor), Without<Player>>();
    let (rat, mut actor) = others.single_mut(world).unwrap();
    actor.due = u64::MAX / 2;
    world.entity_mut(rat).insert(Camouflage { within: 0 });
    world
        .resource_mut::<Journey>()
        .set_out(Goal::Explore, false);
    for _ in 0..30 {
        app.update();
    }
    assert!(!app.world().resource::<Journey>().is_on_the_way());
    let log = app.world().resource::<MessageLog>();
    let told = log.last(30).collect::<Vec<_>>().join("\n");
    assert!(told.contains("You bump into the rat!"), "{told}");
    assert!(
        !told.contains("You hit") && !told.contains("You miss"),
        "{told}"
    );
}

/// Steps that lead nowhere, and take a turn.
struct Stuck;

impl Deed for Stuck {
    fn judge(&self, _: &World, _: &Doer, _: Aim) -> Result<Action, Obstacle> {
        Ok(Action::WAIT)
    }

    fn carry_out(&self, _: &mut World, _: &Doer, _: Aim) {}
}

#[test]
fn one_who_gets_nowhere_stops() {
    let mut app = game("#########\n#@......#\n#########", 2);
    app.add_deed(Action::STEP, Stuck);
    app.world_mut()
        .resource_mut::<Journey>()
        .set_out(Goal::Explore, false);
    for _ in 0..9 {
        app.update();
    }
    assert!(!app.world().resource::<Journey>().is_on_the_way());
    assert!(
        log(&app).ends_with("Something is in the way."),
        "{}",
        log(&app)
    );
}

#[test]
fn a_blow_stops_it_and_so_does_a_key() {
    let mut app = game(
        "####################\n#@.................#\n####################",
        2,
    );
    app.world_mut()
        .resource_mut::<Journey>()
        .set_out(Goal::Explore, false);
    app.update();
    app.update();
    let player = app.player().unwrap();
    app.world_mut().get_mut::<Health>(player).unwrap().now -= 1;
    app.update();
    assert!(!app.world().resource::<Journey>().is_on_the_way());
    assert!(
        log(&app).ends_with("You are hurt, and stop."),
        "{}",
        log(&app)
    );

    app.world_mut()
        .resource_mut::<Journey>()
        .set_out(Goal::Explore, false);
    app.update();
    let here = app.place_of(player);
    // A key that a hand types, and does nothing by itself but stop.
    app.world_mut().write_message(Asked(Control::ChangeGait));
    app.update();
    app.update();
    assert!(!app.world().resource::<Journey>().is_on_the_way());
    assert!((app.place_of(player) - here).abs().max_element() <= 1);
}

/// A blow stops it even if a wound closes in the same turn, and so does one that misses.
#[test]
fn whoever_is_attacked_stops() {
    let mut app = game("#########\n#@......#\n#########", 2);
    let player = app.player().unwrap();
    for (what, told) in [
        (
            Happening::Hit {
                target: player,
                damage: 0,
                shot: true,
            },
            "You are hurt, and stop.",
        ),
        (
            Happening::Missed {
                target: player,
                shot: false,
            },
            "You are attacked, and stop.",
        ),
    ] {
        let world = app.world_mut();
        world
            .resource_mut::<Journey>()
            .set_out(Goal::Explore, false);
        app.update();
        assert!(app.world().resource::<Journey>().is_on_the_way());
        let at = app.place_of(player);
        fogbound::game::tell(app.world_mut(), player, at, what);
        app.update();
        assert!(!app.world().resource::<Journey>().is_on_the_way());
        assert!(log(&app).ends_with(told), "{}", log(&app));
    }
}

/// Somebody stands in the nearer way and is seen from near only. Without a memory of that, the player would turn away,
/// lose sight of it, turn back, and so on for ever.
#[test]
fn nobody_explores_in_circles_for_ever() {
    let mut app = game(
        "############################\n#...r.......@..............#\n############################",
        3,
    );
    let world = app.world_mut();
    let mut others = world.query_filtered::<(&mut Actor, &mut Faction), Without<Player>>();
    let (mut actor, mut side) = others.single_mut(world).unwrap();
    // It does nothing, and alarms nobody.
    actor.due = u64::MAX / 2;
    *side = Faction::PLAYER;
    world
        .resource_mut::<Journey>()
        .set_out(Goal::Explore, false);
    for _ in 0..200 {
        app.update();
    }
    assert!(!app.world().resource::<Journey>().is_on_the_way());
    assert!(
        log(&app).ends_with("The rat blocks the only way on."),
        "{}",
        log(&app)
    );
}

/// Has nobody but the player do anything.
fn freeze(app: &mut App) {
    let world = app.world_mut();
    let mut others = world.query_filtered::<&mut Actor, Without<Player>>();
    for mut actor in others.iter_mut(world) {
        actor.due = u64::MAX / 2;
    }
}

/// Types a key again and again, until the log ends with these words. Returns how many presses that took.
fn type_until(app: &mut App, key: &str, words: &str) -> usize {
    for presses in 1..20 {
        text::type_keys(app, key).unwrap();
        if log(app).ends_with(words) {
            return presses;
        }
    }
    panic!("{key} never leads to {words:?}: {}", log(app));
}

/// An enemy that drops out of view is remembered: the player does not walk to and fro between it and the other end.
#[test]
fn an_enemy_that_blocks_the_only_way_is_remembered_when_it_is_out_of_view() {
    let mut app = game(
        "############################\n#...r.......@..............#\n############################",
        3,
    );
    freeze(&mut app);
    let player = app.player().unwrap();
    let told = "The rat blocks the only way on.";
    let presses = type_until(&mut app, "o", told);
    assert!(presses <= 4, "{presses} presses");
    assert!(app.place_of(player).x > 20, "it has seen the other end");
    // Once more, and the player walks up to it; from there on the key takes no time.
    type_until(&mut app, "o", told);
    for _ in 0..9 {
        text::type_keys(&mut app, "o").unwrap();
    }
    assert_eq!(app.place_of(player), IVec2::new(5, 1));
    let before = tick(&app);
    for _ in 0..4 {
        text::type_keys(&mut app, "o").unwrap();
        assert!(log(&app).contains(told), "{}", log(&app));
    }
    assert_eq!(tick(&app), before);
    // When it has gone, the player sees that, and goes on.
    let rat = app.entities::<(With<Actor>, Without<Player>)>()[0];
    app.world_mut().despawn(rat);
    type_until(
        &mut app,
        "o",
        "Nothing is left to explore that you could walk to.",
    );
}

#[test]
fn travel_remembers_who_blocks_the_only_way() {
    let mut app = game("#################\n#@........r....>#\n#################", 3);
    freeze(&mut app);
    let player = app.player().unwrap();
    // It has seen the stairs, before it came back.
    let cells = (1..16).map(|x| IVec2::new(x, 1));
    for cell in cells {
        app.put(player, (cell.x, cell.y));
        app.act(Action::WAIT);
    }
    app.put(player, (1, 1));
    app.act(Action::WAIT);
    let told = "The rat blocks the only way there.";
    type_until(&mut app, ">", told);
    let before = tick(&app);
    assert_eq!(app.place_of(player), IVec2::new(1, 1));
    for _ in 0..9 {
        text::type_keys(&mut app, ">").unwrap();
    }
    assert!(log(&app).contains(told), "{}", log(&app));
    assert_eq!(app.place_of(player), IVec2::new(9, 1));
    assert!(tick(&app) > before);
}

#[test]
fn what_was_only_felt_blocks_the_way_too() {
    let mut app = game("############\n#@....r....#\n############", 3);
    freeze(&mut app);
    let rat = app.entities::<(With<Actor>, Without<Player>)>()[0];
    app.world_mut()
        .entity_mut(rat)
        .insert(Camouflage { within: 0 });
    type_until(&mut app, "o", " blocks the only way on.");
    let before = tick(&app);
    for _ in 0..6 {
        text::type_keys(&mut app, "o").unwrap();
    }
    assert_eq!(tick(&app), before, "{}", log(&app));
}

#[test]
fn scenery_and_corpses_stop_nobody() {
    for key in ["o", "L"] {
        let mut app = game(
            "###################\n#@................#\n###################",
            3,
        );
        let world = app.world_mut();
        let mut things = world.resource_mut::<Things>();
        let mut kinds = vec![things.corpse_of("rat").unwrap()];
        kinds
            .extend(["bones", "dry fountain", "broken pillar"].map(|it| things.named(it).unwrap()));
        for (kind, x) in kinds.into_iter().zip([5, 8, 10, 12]) {
            spawn_thing(world, kind, IVec2::new(x, 1));
        }
        text::type_keys(&mut app, key).unwrap();
        let player = app.player().unwrap();
        assert!(app.place_of(player).x >= 14, "{key}: {}", log(&app));
    }
}

#[test]
fn treasure_and_the_beacon_stop_the_player_once_and_are_fetched() {
    let mut app = game(
        "##################\n#@......$.......^#\n##################",
        4,
    );
    text::type_keys(&mut app, "o").unwrap();
    assert!(
        log(&app).ends_with("You see treasure to the east."),
        "{}",
        log(&app)
    );
    text::type_keys(&mut app, "o").unwrap();
    assert!(
        log(&app).contains("You take the treasure")
            && log(&app).ends_with("You see the beacon to the east."),
        "{}",
        log(&app)
    );
    text::type_keys(&mut app, "o").unwrap();
    let quest = app.world().resource::<Quest>();
    assert!(quest.has_beacon && quest.treasure > 0);
    // In a room that it knows it fetches what it walked past.
    let mut app = game("#######\n#@....#\n#....$#\n#######", 9);
    text::type_keys(&mut app, "o").unwrap();
    assert!(app.world().resource::<Quest>().treasure > 0);
}

#[test]
fn ground_near_a_sleeper_comes_last_and_only_when_asked_for_again() {
    let hoard = "
#####################
#@.......$..........#
#............$.D....#
#...................#
#.....$.............#
#####################";
    let mut app = game(hoard.trim_start(), 30);
    freeze(&mut app);
    let drake = app.entities::<(With<Actor>, Without<Player>)>()[0];
    app.world_mut().entity_mut(drake).insert(Awareness::Asleep);
    let worth = |app: &App| app.world().resource::<Quest>().treasure;
    let asked = "Only ground near the sleeping drake is left. Press o again to go there.";
    type_until(&mut app, "o", asked);
    assert_eq!(worth(&app), 20);
    let player = app.player().unwrap();
    let far = |app: &App| {
        (app.place_of(player) - IVec2::new(15, 2))
            .abs()
            .max_element()
    };
    assert!(far(&app) > 4, "it has not gone near it");
    // What was asked before something else happened counts no more.
    text::type_keys(&mut app, ".o").unwrap();
    assert!(log(&app).contains(asked) && far(&app) > 4, "{}", log(&app));
    let before = tick(&app);
    text::type_keys(&mut app, "o").unwrap();
    assert!(tick(&app) > before);
    assert_eq!(worth(&app), 30, "{}", log(&app));
    assert!(
        log(&app).ends_with("Nothing is left to explore that you could walk to."),
        "{}",
        log(&app)
    );
}

/// The seeds of the games that a test plays and their longest duration in turns: these, or if `FOGBOUND_GAMES` names a
/// number, so many from the first on, and longer ones.
fn games(usual: &[u64], turns: u64) -> (Vec<u64>, u64) {
    match (games_asked_for(), usual.first()) {
        (Some(count), Some(first)) => ((*first..first + count).collect(), 6_000),
        _ => (usual.to_vec(), turns),
    }
}

/// Plays games of the simple player and returns those that came to a standstill.
fn standstills((seeds, turns): (Vec<u64>, u64), is_shut: bool) -> Vec<String> {
    let ends = on_all_cores(seeds, |seed| {
        let mut app = on_one_thread(whole_game(dark(built(seed))));
        let end = simple_player::play(&mut app, is_shut, turns);
        let turn = app.world().resource::<Clock>().turn();
        if let simple_player::End::Standstill(why) = end {
            return Some(format!("seed {seed}: {why}"));
        }
        println!("seed {seed}, lantern shut: {is_shut}: {end:?} in turn {turn}");
        None
    });
    ends.into_iter().flatten().collect()
}

// In these games a simple player once stood still for ever, before creatures that drop out of view.
#[test]
fn a_simple_player_never_comes_to_a_standstill() {
    let stuck = standstills(games(&[0, 6, 7, 11], 1_700), false);
    assert!(stuck.is_empty(), "{}", stuck.join("\n"));
}

#[test]
fn a_simple_player_in_the_dark_never_comes_to_a_standstill() {
    let stuck = standstills(games(&[200, 209], 1_200), true);
    assert!(stuck.is_empty(), "{}", stuck.join("\n"));
}
