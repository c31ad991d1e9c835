//! Exploring reveals everything that the player can walk to, and depends only on what the player knows.

use bevy::prelude::*;
use fogbound::control::{Asked, Control};
use fogbound::dungeon::{Builder, DungeonSpec, LevelSource, build};
use fogbound::explorer::{Explorer, Goal, Journey, NoStep};
use fogbound::fov::Sight;
use fogbound::frontend::text;
use fogbound::game::deed::{AddDeed, Deed, Doer};
use fogbound::game::{
    Action, Actor, Aim, Awareness, Camouflage, Faction, GameSetup, Happening, Health, Obstacle,
    Player, Quest, Things, spawn_thing, tell,
};
use fogbound::grid::{BitGrid, Direction};
use fogbound::map::{Tile, TileMap};
use fogbound::view::MessageLog;
use fogbound::vision::MapMemory;

use crate::common::arena::{distance, look, player};
use crate::common::seeds::{games_asked_for, on_all_cores};
use crate::common::simple_player::{End, play};
use crate::common::{AppExt, built, dark, drawn, on_one_thread, simulation, tick, whole_game};

/// Returns the next step of an explorer at the player's position.
fn next(app: &mut App, explorer: &mut Explorer) -> Result<Action, NoStep> {
    let player = app.player().unwrap();
    let here = app.place_of(player);
    let memory = app.world().get::<MapMemory>(player).unwrap();
    explorer.explore(memory, here)
}

/// Explores until nothing is left to explore. Returns the number of steps.
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
    panic!("the explorer never finishes");
}

/// Returns the cells that can be reached on foot from `start`, through doors.
fn reachable(map: &TileMap, start: IVec2) -> Vec<IVec2> {
    let mut found = vec![start];
    let mut known = BitGrid::new(map.size());
    known.set(start, true);
    let mut next = 0;
    while next < found.len() {
        for way in Direction::ALL {
            let cell = found[next] + way.delta();
            // The player does not have to find secret doors.
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

/// Asserts that the player has seen every reachable cell.
fn assert_explored(app: &mut App, start: IVec2, what: &str) {
    let player = app.player().unwrap();
    let world = app.world();
    let memory = world.get::<MapMemory>(player).unwrap();
    for cell in reachable(world.resource::<TileMap>(), start) {
        assert!(memory.has_seen(cell), "{what}: {cell} was not seen");
    }
}

#[test]
fn exploring_reveals_every_reachable_cell() {
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
fn exploring_opens_doors_and_ignores_windows_and_edges() {
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

/// A room, and a second room behind a closed door.
const SEALED: &str = "
####################
#@.......#.........#
#........#....r....#
#........#.........#
#........+.........#
####################";

#[test]
fn exploring_depends_only_on_what_is_known() {
    let others = [
        SEALED.replace("....r....", "#########"),
        SEALED.replace("....r....", ".OOOOOOO."),
        SEALED.replace(
            "#.........#\n#........#....r",
            "#\"\"\"\"\"\"\"\"\"#\n#........#....r",
        ),
    ];
    let mut apps = [SEALED.to_owned()].into_iter().chain(others);
    let mut apps: [App; 4] = std::array::from_fn(|_| {
        let map = apps.next().unwrap();
        on_one_thread(simulation(drawn(&map)))
    });
    let mut explorers: [Explorer; 4] = default();
    // While the door is closed, the player cannot know what is behind it.
    for _ in 0..30 {
        let all = apps.iter_mut().zip(&mut explorers);
        let steps: Vec<_> = all.map(|(app, explorer)| next(app, explorer)).collect();
        assert!(steps.iter().all(|it| *it == steps[0]), "{steps:?}");
        for app in &mut apps {
            app.act(steps[0].unwrap());
        }
        if apps[0].map().tile(IVec2::new(9, 4)) != Tile::CLOSED_DOOR {
            return;
        }
    }
    panic!("the door stays closed");
}

#[test]
fn travel_says_why_there_is_no_step() {
    let mut app = simulation(drawn("#########\n#@......#\n#########"));
    let (player, here) = player(&mut app);
    let memory = app.part::<MapMemory>(player);
    for (to, step) in [
        ((7, 1), Ok(Action::step(Direction::East))),
        ((4, 0), Err(NoStep::NoWay)),
        ((1, 1), Err(NoStep::Done)),
    ] {
        assert_eq!(Explorer::default().travel(memory, here, to.into()), step);
    }
}

const NOTHING_LEFT: &str = "You have explored everything you can reach.";

/// Returns the last lines of the log.
fn log(app: &App) -> String {
    let last: Vec<String> = app.world().resource::<MessageLog>().last(4).collect();
    last.join("\n")
}

#[track_caller]
fn assert_ends(app: &App, words: &str) {
    assert!(log(app).ends_with(words), "not {words:?}: {}", log(app));
}

fn game(map: &str, radius: u32) -> App {
    let mut setup = drawn(map);
    setup.sight = Sight::default().with_radius(radius);
    on_one_thread(whole_game(setup))
}

/// Returns a game in a corridor with the given row of cells and sight radius.
fn hall(row: &str, radius: u32) -> App {
    let wall = "#".repeat(row.len() + 2);
    game(&format!("{wall}\n#{row}#\n{wall}"), radius)
}

fn press(app: &mut App, keys: &str) {
    text::type_keys(app, keys).unwrap();
}

/// Presses a key repeatedly until the log ends with the given words. Returns the number of presses.
fn press_until(app: &mut App, key: &str, words: &str) -> usize {
    for presses in 1..20 {
        press(app, key);
        if log(app).ends_with(words) {
            return presses;
        }
    }
    panic!("{key} never leads to {words:?}: {}", log(app));
}

fn start_exploring(app: &mut App) {
    let mut journey = app.world_mut().resource_mut::<Journey>();
    journey.set_out(Goal::Explore, false);
}

fn is_on_the_way(app: &App) -> bool {
    app.world().resource::<Journey>().is_on_the_way()
}

/// Returns the only creature besides the player.
fn other(app: &mut App) -> Entity {
    app.entities::<(With<Actor>, Without<Player>)>()[0]
}

/// Makes the only other creature inactive.
fn freeze(app: &mut App) -> Entity {
    let other = other(app);
    app.world_mut().get_mut::<Actor>(other).unwrap().due = u64::MAX / 2;
    other
}

#[test]
fn one_key_explores_a_level_and_says_when_it_is_done() {
    let map = "#########\n#@..+...#\n#...#...#\n#####+###\n    #...#\n    #####";
    let mut app = game(map, 4);
    let (_, start) = player(&mut app);
    press(&mut app, "o");
    assert_explored(&mut app, start, "by a key");
    assert_ends(&app, NOTHING_LEFT);
    // When the key is pressed once more, no time passes.
    let before = tick(&app);
    press(&mut app, "o");
    assert_eq!(tick(&app), before);
}

#[test]
fn a_script_waits_for_a_journey_to_end() {
    let [one, other] = [&["ohh"][..], &["o", "hh"]].map(|scripts| {
        let mut app = hall("@.......", 2);
        scripts.iter().for_each(|keys| press(&mut app, keys));
        player(&mut app).1
    });
    assert_eq!(one, other);
    assert_ne!(one, IVec2::ONE);
}

#[test]
fn a_journey_stops_in_the_turn_an_enemy_comes_into_view() {
    // A floating eye does not hunt, and this one is caged, so it stays where it is.
    for radius in [3, 7, 12] {
        let mut app = hall("@...............=e", radius);
        let eye = other(&mut app);
        let at: (i32, i32) = app.place_of(eye).into();
        let (player, _) = player(&mut app);
        start_exploring(&mut app);
        while is_on_the_way(&app) {
            let (is_seen, before) = (app.sees(player, at), tick(&app));
            app.update();
            // No turn passes once the enemy is in view.
            assert!(!is_seen || tick(&app) == before, "radius {radius}");
        }
        assert!(app.sees(player, at) && tick(&app) > 0, "radius {radius}");
        assert!(log(&app).contains("A floating eye comes into view to the east."));
        // An enemy that is already in view does not stop a journey.
        press(&mut app, "o");
        assert_ends(&app, NOTHING_LEFT);
    }
}

#[test]
fn a_journey_stops_at_a_bump_and_does_not_fight() {
    // A hidden, inactive creature blocks the only path.
    let mut app = hall("@....r....", 3);
    let rat = freeze(&mut app);
    app.world_mut()
        .entity_mut(rat)
        .insert(Camouflage { within: 0 });
    press(&mut app, "o");
    let lines: Vec<String> = app.world().resource::<MessageLog>().last(30).collect();
    let lines = lines.join("\n");
    assert!(lines.contains("You bump into the rat!"), "{lines}");
    assert!(!lines.contains("You hit") && !lines.contains("You miss"));
    // The player knows of the creature only by touch, but the creature still blocks the path.
    press_until(&mut app, "o", " blocks the only way forward.");
    let before = tick(&app);
    press(&mut app, "oooooo");
    assert_eq!(tick(&app), before, "{}", log(&app));
}

/// A deed that takes a turn but does not move the player.
struct Stuck;

impl Deed for Stuck {
    fn judge(&self, _: &World, _: &Doer, _: Aim) -> Result<Action, Obstacle> {
        Ok(Action::WAIT)
    }

    fn carry_out(&self, _: &mut World, _: &Doer, _: Aim) {}
}

#[test]
fn a_journey_that_gets_nowhere_stops() {
    let mut app = hall("@......", 2);
    app.add_deed(Action::STEP, Stuck);
    press(&mut app, "o");
    assert_ends(&app, "Something is in the way.");
}

/// Reports an attack on the player.
fn strike(app: &mut App, target: Entity, what: Happening) {
    let at = app.place_of(target);
    tell(app.world_mut(), target, at, what);
}

/// A wound stops a journey. So does a blow, even one that does no damage or misses.
#[test]
fn wounds_blows_and_keys_stop_a_journey() {
    type Cause = fn(&mut App, Entity);
    let causes: [(Cause, &str); 4] = [
        (
            |app, player| app.world_mut().get_mut::<Health>(player).unwrap().now -= 1,
            "You are hurt. You stop.",
        ),
        (
            |app, target| {
                let (damage, shot) = (0, true);
                strike(
                    app,
                    target,
                    Happening::Hit {
                        target,
                        damage,
                        shot,
                    },
                );
            },
            "You are hurt. You stop.",
        ),
        (
            |app, target| {
                strike(
                    app,
                    target,
                    Happening::Missed {
                        target,
                        shot: false,
                    },
                )
            },
            "You are under attack. You stop.",
        ),
        // A typed key, whose only effect here is to stop the journey.
        (
            |app, _| {
                app.world_mut().write_message(Asked(Control::ChangeGait));
                app.update();
            },
            "",
        ),
    ];
    for (cause, words) in causes {
        let mut app = hall("@.................", 2);
        let (player, _) = player(&mut app);
        start_exploring(&mut app);
        app.update();
        assert!(is_on_the_way(&app));
        let before = app.place_of(player);
        cause(&mut app, player);
        app.update();
        assert!(!is_on_the_way(&app), "{words}");
        assert!(distance(app.place_of(player), before) <= 1);
        assert_ends(&app, words);
    }
}

/// A creature blocks the shorter path and can be seen only from nearby. If the player did not remember the creature, it
/// would keep turning away, losing sight of the creature and turning back.
#[test]
fn exploring_never_goes_in_circles() {
    let mut app = hall("...r.......@..............", 3);
    let rat = freeze(&mut app);
    // The creature is a friend, so it causes no alarm.
    app.world_mut().entity_mut(rat).insert(Faction::PLAYER);
    press(&mut app, "o");
    assert_ends(&app, "The rat blocks the only way forward.");
}

/// The player remembers an enemy that is out of view, and so does not walk back and forth between the enemy and the
/// other end of the corridor.
#[test]
fn exploring_remembers_an_enemy_on_the_only_path() {
    let mut app = hall("...r.......@..............", 3);
    let rat = freeze(&mut app);
    let (player, _) = player(&mut app);
    let message = "The rat blocks the only way forward.";
    let presses = press_until(&mut app, "o", message);
    assert!(presses <= 4, "{presses} presses");
    assert!(
        app.place_of(player).x > 20,
        "the player has not seen the other end"
    );
    // When the key is pressed once more, the player walks up to the rat. After that, no time passes when the key is
    // pressed.
    press_until(&mut app, "o", message);
    press(&mut app, "ooooooooo");
    assert_eq!(app.place_of(player), IVec2::new(5, 1));
    let before = tick(&app);
    for _ in 0..4 {
        press(&mut app, "o");
        assert!(log(&app).contains(message), "{}", log(&app));
    }
    assert_eq!(tick(&app), before);
    // Once the rat is gone, the player sees that it is gone and continues.
    app.world_mut().despawn(rat);
    look(&mut app);
    press_until(&mut app, "o", NOTHING_LEFT);
}

#[test]
fn travel_remembers_an_enemy_on_the_only_path() {
    let mut app = hall("@........r....>", 3);
    freeze(&mut app);
    let (player, _) = player(&mut app);
    // The player sees the stairs and comes back.
    for x in (1..16).chain([1]) {
        app.put(player, (x, 1));
        app.act(Action::WAIT);
    }
    let message = "The rat blocks the only way there.";
    press_until(&mut app, ">", message);
    let before = tick(&app);
    assert_eq!(app.place_of(player), IVec2::new(1, 1));
    press(&mut app, ">>>>>>>>>");
    assert!(log(&app).contains(message), "{}", log(&app));
    assert_eq!(app.place_of(player), IVec2::new(9, 1));
    assert!(tick(&app) > before);
}

#[test]
fn scenery_and_corpses_stop_no_journey() {
    for key in ["o", "L"] {
        let mut app = hall("@................", 3);
        let world = app.world_mut();
        let mut things = world.resource_mut::<Things>();
        let mut kinds = vec![things.corpse_of("rat").unwrap()];
        kinds
            .extend(["bones", "dry fountain", "broken pillar"].map(|it| things.named(it).unwrap()));
        for (kind, x) in kinds.into_iter().zip([5, 8, 10, 12]) {
            spawn_thing(world, kind, IVec2::new(x, 1));
        }
        press(&mut app, key);
        assert!(player(&mut app).1.x >= 14, "{key}: {}", log(&app));
    }
}

#[test]
fn treasure_and_beacon_stop_a_journey_once_and_are_taken() {
    let mut app = hall("@......$.......^", 4);
    press(&mut app, "o");
    assert_ends(&app, "You see treasure to the east.");
    press(&mut app, "o");
    assert!(log(&app).contains("You take the treasure"));
    assert_ends(&app, "You see the beacon to the east.");
    press(&mut app, "o");
    let quest = app.world().resource::<Quest>();
    assert!(quest.has_beacon && quest.treasure > 0);
    // In a known room, the player picks up treasure that it walked past earlier.
    let mut app = game("#######\n#@....#\n#....$#\n#######", 9);
    press(&mut app, "o");
    assert!(app.world().resource::<Quest>().treasure > 0);
}

#[test]
fn ground_near_a_sleeper_is_explored_only_when_asked_again() {
    let hoard = "
#####################
#@.......$..........#
#............$.D....#
#...................#
#.....$.............#
#####################";
    let mut app = game(hoard.trim_start(), 30);
    let drake = freeze(&mut app);
    app.world_mut().entity_mut(drake).insert(Awareness::Asleep);
    let worth = |app: &App| app.world().resource::<Quest>().treasure;
    let is_far = |app: &mut App| distance(player(app).1, IVec2::new(15, 2)) > 4;
    let asked = "Only the ground near the sleeping drake is left. Press o again to go there.";
    press_until(&mut app, "o", asked);
    assert_eq!(worth(&app), 20);
    assert!(is_far(&mut app), "the player has gone near the drake");
    // After any other key has been pressed, the question is asked again.
    press(&mut app, ".o");
    assert!(is_far(&mut app) && log(&app).contains(asked));
    let before = tick(&app);
    press(&mut app, "o");
    assert!(tick(&app) > before);
    assert_eq!(worth(&app), 30, "{}", log(&app));
    assert_ends(&app, NOTHING_LEFT);
}

/// Asserts that the simple player never gets stuck. If `FOGBOUND_GAMES` is set, it gives the number of games. Their
/// seeds are then consecutive, starting at the first usual one, and the games are longer.
fn assert_never_stuck(usual: &[u64], turns: u64, is_shut: bool) {
    let (seeds, turns) = match games_asked_for() {
        Some(count) => ((usual[0]..usual[0] + count).collect(), 6_000),
        None => (usual.to_vec(), turns),
    };
    let ends = on_all_cores(seeds, |seed| {
        let mut app = on_one_thread(whole_game(dark(built(seed))));
        match play(&mut app, is_shut, turns) {
            End::Standstill(why) => Some(format!("seed {seed}: {why}")),
            End::Over => None,
        }
    });
    let stuck: Vec<String> = ends.into_iter().flatten().collect();
    assert!(stuck.is_empty(), "{}", stuck.join("\n"));
}

// With these seeds, the simple player once got stuck in front of creatures that kept going out of view.
#[test]
fn a_simple_player_never_gets_stuck() {
    assert_never_stuck(&[0, 6, 7, 11], 1_700, false);
    assert_never_stuck(&[200, 209], 1_200, true);
}
