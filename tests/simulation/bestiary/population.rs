//! The monsters of a built level depend only on the bestiary, the seed and the depth.

use std::collections::BTreeSet;

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::dungeon::{Builders, DEPTHS, Dungeon, LevelSource, Stock};
use fogbound::fov::Sight;
use fogbound::game::bestiary::{Bestiary, MonsterKind, place_group};
use fogbound::game::{Action, Depth, Game, GameSetup, Player};
use fogbound::grid::Direction;
use fogbound::map::Stairs;
use fogbound::vision::Position;

use crate::common::assets::{self, Assets, unbegun};
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built, dark, fresh_view, simulation};

/// Returns the cell and kind of every monster, sorted by cell.
fn inhabitants(app: &mut App) -> Vec<(i32, i32, String)> {
    let world = app.world_mut();
    let mut all = world.query::<(&MonsterKind, &Position)>();
    let mut all: Vec<_> = all
        .iter(world)
        .map(|(kind, Position(cell))| (cell.y, cell.x, kind.0.clone()))
        .collect();
    all.sort();
    all
}

/// Returns each monster on the level, its cell and its name.
fn with_entities(app: &mut App) -> Vec<(Entity, IVec2, String)> {
    let world = app.world_mut();
    let mut all = world.query::<(Entity, &MonsterKind, &Position)>();
    let all = all.iter(world);
    all.map(|(who, kind, at)| (who, at.0, kind.0.clone()))
        .collect()
}

#[test]
fn the_seed_decides_the_monsters() {
    let mut levels = BTreeSet::new();
    for seed in 0..20 {
        let once = inhabitants(&mut simulation(built(seed)));
        assert!(!once.is_empty(), "no monsters with seed {seed}");
        assert_eq!(once, inhabitants(&mut simulation(built(seed))));
        levels.insert(once);
    }
    assert_eq!(levels.len(), 20);
}

/// The built-in monsters may be rebalanced, but the monsters in this test never change. Therefore, this test fails only
/// if the dice, the order of the rolls or the builder changes. Such a change affects every game.
#[test]
fn a_known_seed_has_its_known_monsters() {
    let assets = Assets::new("population-known");
    assets.silence_the_built_in();
    for (name, glyph) in [("ant", 'A'), ("bee", 'B'), ("cat", 'C')] {
        let appears = "appears: (weight: 5, group: (1, 2))";
        let text = format!("(name: {name:?}, glyph: {glyph:?}, health: 1, {appears})");
        assets.write(&format!("{name}.ron"), text);
    }
    let mut app = simulation(GameSetup {
        monsters: assets.files(),
        ..built(7)
    });
    let known = inhabitants(&mut app)
        .into_iter()
        .map(|(y, x, name)| format!("{name} {x},{y}"));
    assert_eq!(known.collect::<Vec<_>>(), KNOWN);
}

#[test]
fn a_group_brings_its_companions() {
    let assets = Assets::new("population-companions");
    assets.silence_the_built_in();
    let queen = "(name: \"queen\", glyph: 'Q', health: 1, appears: (weight: 5, with: [\"drone\", \"drone\", \"egg\"]))";
    let drone = "(name: \"drone\", glyph: 'D', health: 1, minds: { \"Wanders\": () }, appears: (weight: 0))";
    let egg = "(name: \"egg\", glyph: 'E', health: 1, appears: (weight: 0))";
    assets.write("egg.ron", egg);
    assets.write("queen.ron", queen);
    assets.write("drone.ron", drone);
    let mut app = simulation(GameSetup {
        monsters: assets.files(),
        ..built(12)
    });
    let all = inhabitants(&mut app);
    // Vaults place their own monsters.
    let level = Dungeon::default().level(12, 0).unwrap();
    let is_drawn = |x: i32, y: i32| {
        level
            .vaults
            .iter()
            .any(|(_, it)| it.contains(IVec2::new(x, y)))
    };
    let of = |kind: &str| {
        let cells = all
            .iter()
            .filter(|it| it.2 == kind && !is_drawn(it.1, it.0));
        let cells = cells.map(|(y, x, _)| IVec2::new(*x, *y));
        cells.collect::<Vec<_>>()
    };
    let (queens, drones) = (of("queen"), of("drone"));
    assert!(queens.len() >= 2, "{all:?}");
    assert_eq!(drones.len(), queens.len() * 2, "{all:?}");
    // What never moves does not stand where it would cut off a part of the level.
    assert!((1..=queens.len()).contains(&of("egg").len()), "{all:?}");
    let is_near = |a: IVec2, b: IVec2| (a - b).abs().max_element() <= 2;
    for drone in drones {
        assert!(queens.iter().any(|it| is_near(*it, drone)), "{drone}");
    }
}

/// The monsters on the level with the known seed, in row order.
const KNOWN: [&str; 6] = [
    "cat 18,3",
    "ant 41,3",
    "ant 42,3",
    "cat 40,7",
    "shrieker 18,16",
    "shrieker 18,18",
];

#[test]
fn monsters_start_alone_and_far_from_the_player() {
    for seed in 0..30 {
        let mut app = simulation(built(seed));
        let start = app.entities::<With<Player>>()[0];
        let start = app.place_of(start);
        let mut cells = BTreeSet::new();
        for (y, x, name) in inhabitants(&mut app) {
            let cell = IVec2::new(x, y);
            assert!(app.map().is_walkable(cell), "{name} on {cell} of {seed}");
            assert!(
                (cell - start).abs().max_element() > 9,
                "{name} on {cell} of {seed}"
            );
            assert!(cells.insert((x, y)), "two on {cell} of {seed}");
        }
    }
}

#[test]
fn only_monsters_of_the_depth_with_weight_appear() {
    for seed in 0..30 {
        let mut app = simulation(built(seed));
        for (_, _, name) in inhabitants(&mut app) {
            let appears = &assets::monster(&app, &name).appears;
            assert!(
                appears.depths.0 == 1 && appears.weight > 0,
                "{name} at depth 1"
            );
        }
    }
}

/// The player can see monsters from deeper levels from afar, because they stand in the light and in view of many cells.
#[test]
fn monsters_from_deeper_levels_are_rare_and_easily_seen() {
    let dungeon = Dungeon::default();
    // For each monster: whether its cell is lit, and how many cells are visible from there relative to the average of
    // the level's other monsters.
    let dungeons = on_all_cores(0..50, |seed| {
        let mut strangers: Vec<(bool, f64)> = Vec::new();
        let mut others: Vec<(bool, f64)> = Vec::new();
        let mut app = simulation(dark(built(seed)));
        for depth in 2..=9 {
            let map = app.map();
            let leads_down = |cell: &IVec2| map.tile(*cell).stairs() == Some(Stairs::Down);
            let down = map.positions().find(leads_down).unwrap();
            let player = app.player().unwrap();
            app.make_player_tough();
            app.put(player, down.into());
            app.act(Action::TAKE_STAIRS);
            assert_eq!(app.world().resource::<Depth>().0, depth);
            // Vaults place their own monsters.
            let vaults = dungeon.level(seed, depth - 1).unwrap().vaults;
            let in_vault = |cell: IVec2| vaults.iter().any(|(_, it)| it.contains(cell));
            let mut here = (Vec::new(), Vec::new());
            for (who, cell, name) in with_entities(&mut app) {
                if in_vault(cell) {
                    continue;
                }
                let first = assets::monster(&app, &name).appears.depths.0;
                let view = fresh_view(app.map(), cell, Sight::default().unlimited());
                let all = if first > depth {
                    &mut here.0
                } else {
                    &mut here.1
                };
                // Many carry a light of their own.
                let is_lit = app.light().level_without(who, cell) > 0;
                all.push((is_lit, view.len() as f64));
            }
            let usual = here.1.iter().map(|(_, view)| view).sum::<f64>() / here.1.len() as f64;
            let compared = |(is_lit, view): (bool, f64)| (is_lit, view / usual);
            strangers.extend(here.0.into_iter().map(compared));
            others.extend(here.1.into_iter().map(compared));
        }
        (strangers, others)
    });
    let (strangers, others): (Vec<_>, Vec<_>) = dungeons.into_iter().unzip();
    let [strangers, others] = [strangers.concat(), others.concat()];
    let share_lit = |all: &[(bool, f64)]| {
        let lit = all.iter().filter(|(is_lit, _)| *is_lit).count();
        lit as f64 / all.len() as f64
    };
    let (lit, usual) = (share_lit(&strangers), share_lit(&others));
    let view = strangers.iter().map(|(_, view)| view).sum::<f64>() / strangers.len() as f64;
    println!(
        "{} of {} from deeper levels; lit: {lit:.2}, others {usual:.2}; in view of {view:.2} times as many cells",
        strangers.len(),
        strangers.len() + others.len(),
    );
    assert!(strangers.len() > 20 && strangers.len() * 25 < others.len());
    assert!(
        lit > 0.7 && lit > 2.0 * usual && view > 1.2,
        "{lit} {usual} {view}"
    );
}

/// Returns the number of other cells that the player can reach from `start` without secret doors if `blocked` are taken.
fn reachable(app: &App, start: IVec2, blocked: &[IVec2]) -> usize {
    let map = app.map();
    let is_open = |cell: IVec2| {
        let tile = map.tile(cell);
        tile.is_passable() && tile.seems().is_none() && !blocked.contains(&cell)
    };
    let mut reached = BTreeSet::from([(start.x, start.y)]);
    let mut rest = vec![start];
    while let Some(cell) = rest.pop() {
        for next in Direction::ALL.map(|way| cell + way.delta()) {
            if is_open(next) && reached.insert((next.x, next.y)) {
                rest.push(next);
            }
        }
    }
    reached.len()
}

/// A monster that stays on its cell must not stand where it would block the only way to a part of the level.
#[test]
fn monsters_that_stay_put_cut_off_no_part_of_a_level() {
    const ROOTED: [&str; 7] = [
        "shrieker",
        "strangler vine",
        "chameleon",
        "gravewatcher",
        "drake",
        "stone mourner",
        "watchdog",
    ];
    let counts = on_all_cores(0..20, |seed| {
        let mut app = simulation(dark(built(seed)));
        let mut count = 0;
        for depth in 1..=12 {
            let map = app.map();
            let leads_down = |cell: &IVec2| map.tile(*cell).stairs() == Some(Stairs::Down);
            let down = map.positions().find(leads_down);
            let player = app.player().unwrap();
            let start = app.place_of(player);
            let all = reachable(&app, start, &[]);
            let guards = inhabitants(&mut app).into_iter();
            let guards = guards.filter(|it| ROOTED.contains(&it.2.as_str()));
            let guards: Vec<IVec2> = guards.map(|(y, x, _)| IVec2::new(x, y)).collect();
            let left = reachable(&app, start, &guards);
            // Guards behind secret doors are not on the way.
            let outside = guards.iter().filter(|&&it| reachable(&app, it, &[]) != all);
            let inside = guards.len() - outside.count();
            assert_eq!(left + inside, all, "seed {seed}, depth {depth}");
            count += guards.len();
            let Some(down) = down else { break };
            app.make_player_tough();
            app.put(player, down.into());
            app.act(Action::TAKE_STAIRS);
            assert_eq!(app.world().resource::<Depth>().0, depth + 1);
        }
        count
    });
    let count: usize = counts.into_iter().sum();
    assert!(count > 300, "{count}");
}

#[test]
fn a_crowd_of_zero_leaves_a_level_empty() {
    let empty = "{ 1: (name: \"a\", arrival: \"b\", crowd: 0, vaults: (0, 0)) }";
    let files = [(DEPTHS.to_owned(), empty.to_owned())].into();
    let (stock, errors) = Stock::read(&files, &Builders::default());
    assert!(errors.is_empty());
    let source = LevelSource::Dungeon(Dungeon { stock, ..default() });
    let mut app = simulation(GameSetup { source, ..built(7) });
    assert_eq!(inhabitants(&mut app), []);
}

#[test]
fn monsters_appear_by_weight() {
    let assets = Assets::new("population-weights");
    for monster in MONSTERS {
        assets.write(&format!("{}.ron", monster.0), monster.1);
    }
    let mut app = unbegun(GameSetup {
        monsters: assets.files(),
        ..built(1)
    });
    app.update();
    let bestiary = app.world().resource::<Bestiary>();
    let mut dice = stream(1, "a test", 0);
    let mut count = |name: &str, depth| {
        let chosen = |_: &u32| {
            bestiary
                .choose(depth, &mut dice)
                .is_some_and(|it| it.name == name)
        };
        (0..4_000).filter(chosen).count()
    };
    // The only built-in monster at this depth is the drake, with a weight of 1.
    assert_eq!(count("never", 60), 0);
    assert_eq!(count("elsewhere", 60), 0);
    let thrice = count("thrice", 60);
    assert!((2_800..=3_200).contains(&thrice), "{thrice} of 4000");
}

const MONSTERS: [(&str, &str); 3] = [
    (
        "thrice",
        "(name: \"thrice\", glyph: 'X', health: 1, appears: (depths: (50, 60), weight: 3))",
    ),
    (
        "never",
        "(name: \"never\", glyph: 'Y', health: 1, appears: (weight: 0))",
    ),
    (
        "elsewhere",
        "(name: \"elsewhere\", glyph: 'Z', health: 1, appears: (depths: (1, 59)))",
    ),
];

#[test]
fn groups_stand_together() {
    let assets = Assets::new("population-groups");
    assets.write(
        "herd.ron",
        "(name: \"herd\", glyph: 'H', health: 1, appears: (weight: 1000, group: (4, 4)))",
    );
    let mut app = simulation(GameSetup {
        monsters: assets.files(),
        ..built(4)
    });
    let level = Dungeon::default().level(4, 0).unwrap();
    let herd: Vec<IVec2> = inhabitants(&mut app)
        .into_iter()
        .filter(|it| it.2 == "herd")
        .map(|(y, x, _)| IVec2::new(x, y))
        // Vaults place their own monsters.
        .filter(|&cell| !level.vaults.iter().any(|(_, it)| it.contains(cell)))
        .collect();
    assert!(herd.len() >= 8, "{herd:?}");
    for &one in &herd {
        let near = herd
            .iter()
            .filter(|&&it| (it - one).abs().max_element() <= 4)
            .count();
        assert!(near >= 2, "{one} stands alone");
    }
}

#[test]
fn a_group_placed_by_itself_stands_together_where_the_player_can_go() {
    for (seed, count) in (0..30).zip([1, 2, 9, 25, 60].into_iter().cycle()) {
        let level = Dungeon::default().level(seed, (seed % 12) as u32).unwrap();
        let group = place_group(&level, count, seed);
        assert_eq!(group, place_group(&level, count, seed));
        let cells: BTreeSet<(i32, i32)> = group.iter().map(|cell| (cell.x, cell.y)).collect();
        assert_eq!(cells.len(), count, "seed {seed}");
        // Without secret doors, the player sees walls there.
        let mut reached = vec![level.start];
        let mut waiting = reached.clone();
        while let Some(cell) = waiting.pop() {
            for way in Direction::ALL {
                let next = cell + way.delta();
                let tile = level.map.tile(next).apparent();
                if tile.is_passable() && !reached.contains(&next) {
                    reached.push(next);
                    waiting.push(next);
                }
            }
        }
        for cell in &group {
            assert!(reached.contains(cell), "seed {seed}: {cell}");
            assert!((*cell - level.start).abs().max_element() > 9);
        }
        if count == 2 {
            assert!(
                (group[0] - group[1]).abs().max_element() <= 2,
                "seed {seed}"
            );
        }
    }
    let level = Dungeon::default().level(1, 0).unwrap();
    let all = place_group(&level, 100_000, 1);
    assert!((100..level.floor_cells().count()).contains(&all.len()));
}

#[test]
fn a_game_without_monsters_works() {
    let assets = Assets::new("population-empty");
    assets.silence_the_built_in();
    let setup = GameSetup {
        monsters: assets.files(),
        ..built(1)
    };
    assert!(Game::new(setup.clone()).is_ok());
    let mut app = simulation(setup);
    assert_eq!(inhabitants(&mut app), []);
    assert!(app.player().is_some());
}
