//! Exploring reveals everything that the player can walk to, and depends only on what the player knows.

use bevy::prelude::*;
use fogbound::control::{Asked, Control};
use fogbound::dungeon::{Builder, DungeonSpec, LevelSource, build};
use fogbound::explorer::{Explorer, Goal, Journey, Known, NoStep};
use fogbound::fov::Sight;
use fogbound::frontend::text;
use fogbound::game::deed::{AddDeed, Deed, Doer};
use fogbound::game::{
    Action, Aim, BeginGame, Game, GameSetup, Health, Inventory, Obstacle, Things, spawn_thing,
};
use fogbound::grid::{BitGrid, Direction};
use fogbound::map::{Tile, TileMap};
use fogbound::view::MessageLog;
use fogbound::vision::MapMemory;

use crate::common::arena::{distance, player};
use crate::common::seeds::{games_asked_for, on_all_cores};
use crate::common::simple_player::{End, play};
use crate::common::{AppExt, built, dark, drawn, simulation, undrawn_game};

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
            if tile.is_passable() && !known.contains(cell) {
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
    let games = Builder::ALL.map(|builder| [(builder, 0..18), (builder, 18..36)]);
    on_all_cores(games.into_iter().flatten(), |(builder, seeds)| {
        let mut app = simulation(built(0));
        for seed in seeds {
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
            app.begin_game(Game::new(setup).unwrap());
            app.update();
            let player = app.player().unwrap();
            let start = app.place_of(player);
            let steps = explore(&mut app);
            assert!(steps > 0);
            assert_explored(&mut app, start, &format!("{builder} {seed}"));
        }
    });
}

/// A room, and a second room behind a closed door. Rats do not open doors.
const SEALED: &str = "
#.~~~~~~~###########
#@.......#.........#
#........#....r....#
#........#.........#
#........+.........#
#.~~~~~~~###########";

#[test]
fn exploring_depends_only_on_what_is_known() {
    let others = [
        SEALED.replace("....r....", "#########"),
        SEALED.replace("....r....", ".rrrrrrr."),
        SEALED.replace(
            "#.........#\n#........#....r",
            "#\"\"\"\"\"\"\"\"\"#\n#........#....r",
        ),
    ];
    let mut apps = [SEALED.to_owned()].into_iter().chain(others);
    let mut apps: [App; 4] = std::array::from_fn(|_| {
        let map = apps.next().unwrap();
        simulation(drawn(&map))
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

#[test]
fn travel_to_a_flame_ends_beside_it() {
    let mut app = simulation(drawn("#########\n#@.....*#\n#########"));
    let (player, here) = player(&mut app);
    let memory = app.part::<MapMemory>(player);
    let flame = IVec2::new(7, 1);
    let travel = |here: IVec2| Explorer::default().travel(memory, here, flame);
    assert_eq!(travel(here), Ok(Action::step(Direction::East)));
    assert_eq!(travel(IVec2::new(5, 1)), Ok(Action::step(Direction::East)));
    assert_eq!(travel(IVec2::new(6, 1)), Err(NoStep::Done));
}

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
    undrawn_game(setup)
}

/// Returns a game in a corridor with the given row of cells and sight radius.
fn hall(row: &str, radius: u32) -> App {
    let wall = "#".repeat(row.len() + 2);
    game(&format!("{wall}\n#{row}#\n{wall}"), radius)
}

fn press(app: &mut App, keys: &str) {
    text::type_keys(app, keys).unwrap();
}

fn start_exploring(app: &mut App) {
    let mut journey = app.world_mut().resource_mut::<Journey>();
    journey.set_out(Goal::Explore, false);
}

fn is_on_the_way(app: &App) -> bool {
    app.world().resource::<Journey>().is_on_the_way()
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

#[test]
fn wounds_and_keys_stop_a_journey() {
    type Cause = fn(&mut App, Entity);
    let causes: [(Cause, &str); 2] = [
        (
            |app, player| {
                app.world_mut()
                    .get_mut::<Health>(player)
                    .unwrap()
                    .wound(1, 0)
            },
            "You are hurt. You stop.",
        ),
        // A typed key, whose only effect here is to stop the journey.
        (
            |app, _| {
                app.world_mut()
                    .write_message(Asked::Control(Control::CHANGE_GAIT));
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

/// Asserts that the simple player never gets stuck. If `FOGBOUND_GAMES` is set, it gives the number of games. Their
/// seeds are then consecutive, starting at the first usual one, and the games are longer.
fn assert_never_stuck(usual: &[u64], turns: u64, is_shut: bool) {
    let (seeds, turns) = match games_asked_for() {
        Some(count) => ((usual[0]..usual[0] + count).collect(), 6_000),
        None => (usual.to_vec(), turns),
    };
    let ends = on_all_cores(seeds, |seed| {
        let mut app = undrawn_game(dark(built(seed)));
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

#[test]
fn journeys_go_round_what_acts_when_it_is_stepped_on_if_they_can() {
    // The way along the other side of the water is two steps longer.
    let map = "###########\n#@........#\n#.~~~~~~~.#\n#.........#\n###########";
    for (wires, is_crossed) in [(&[(5, 1)][..], false), (&[(5, 1), (5, 3)], true)] {
        let mut app = simulation(drawn(map));
        let wire = app.world().resource::<Things>().named("bell wire").unwrap();
        for &at in wires {
            spawn_thing(app.world_mut(), wire, at.into());
        }
        app.act(Action::WAIT);
        let mut walked = Vec::new();
        while walked.last() != Some(&IVec2::new(9, 1)) {
            let player = app.player().unwrap();
            let pack = app.part::<Inventory>(player);
            let known = Known::new(app.part::<MapMemory>(player), None, None)
                .with_pack(app.world().resource::<Things>(), Some(pack));
            let step = Explorer::default().travel(known, app.place_of(player), IVec2::new(9, 1));
            app.act(step.unwrap());
            walked.push(app.place_of(player));
        }
        let crosses = wires.iter().any(|&at| walked.contains(&at.into()));
        assert_eq!(crosses, is_crossed, "{walked:?}");
    }
}
