//! Invariants of every built level.

use bevy::math::{IVec2, UVec2};
use fogbound::dungeon::{
    Builder, Builders, DungeonError, DungeonSpec, Level, LevelSource, Step, Work, build,
};
use fogbound::grid::{Direction, Rectangle};
use fogbound::map::{AsciiMap, Tile};

use crate::common::levels::{assert_closed, assert_connected, assert_doors_join_something};
use crate::common::seeds::on_all_cores;

fn level(builder: Builder, size: UVec2, seed: u64) -> Level {
    let depth = 0;
    let spec = DungeonSpec {
        builder,
        size,
        seed,
        depth,
    };
    build(&spec).unwrap_or_else(|error| panic!("{spec:?}: {error}"))
}

/// Asserts every invariant of a built level.
fn assert_valid(level: &Level, which: &str) {
    assert_connected(level, which);
    assert_closed(level, which);
    let has_rooms = which.starts_with("bsp") || which.starts_with("rooms");
    let first = level.rooms.first();
    assert!(
        !has_rooms || first.is_none_or(|it| it.contains(level.start)),
        "{which} does not start in the first room"
    );
    assert_eq!(level.map.tile(level.start), Tile::FLOOR, "{which}");
    assert!(level.creatures.is_empty(), "{which}");
    assert_walls_enclose_the_floor(level, which);
    assert_rooms_are_apart(level, which);
    assert_doors_join_something(level, which);
}

/// Asserts that rock borders only on rock and walls.
fn assert_walls_enclose_the_floor(level: &Level, which: &str) {
    for (cell, tile) in level.map.iter() {
        if tile != Tile::ROCK {
            continue;
        }
        for step in [IVec2::X, IVec2::Y, IVec2::ONE, IVec2::new(1, -1)] {
            for next in [cell + step, cell - step] {
                let met = level.map.tile(next);
                let is_wall = met.is_opaque() && !met.is_passable();
                assert!(
                    met == Tile::ROCK || is_wall,
                    "{which}: {met:?} borders on rock at {next}:\n{}",
                    level.to_ascii()
                );
            }
        }
    }
}

/// Asserts that rooms are at least 3x3, lie inside the border, and do not touch.
fn assert_rooms_are_apart(level: &Level, which: &str) {
    for (index, room) in level.rooms.iter().enumerate() {
        assert!(room.size.cmpge(UVec2::splat(3)).all(), "{which}: {room:?}");
        let inner = room.min.cmpge(IVec2::ONE).all()
            && room
                .max()
                .cmplt(level.map.size().as_ivec2() - IVec2::ONE)
                .all();
        assert!(inner, "{which}: {room:?}");
        assert_eq!(level.room_at(room.center()), Some(index), "{which}");
        for other in &level.rooms[..index] {
            assert!(
                !room.expanded(1).intersects(other),
                "{which}: {room:?} {other:?}"
            );
        }
    }
}

#[test]
fn four_hundred_seeds_per_builder_give_valid_levels() {
    for builder in Builder::ALL {
        on_all_cores(0..400, |seed| {
            let level = level(builder, DungeonSpec::DEFAULT_SIZE, seed);
            assert_valid(&level, &format!("{builder} of seed {seed}"));
        });
    }
}

#[test]
fn every_small_size_gives_valid_levels() {
    for builder in Builder::ALL {
        let least = builder.smallest();
        on_all_cores(least.x..40, |width| {
            for height in least.y..32 {
                let seed = u64::from(width * 1000 + height);
                let level = level(builder, UVec2::new(width, height), seed);
                assert_eq!(level.map.size(), UVec2::new(width, height));
                assert_valid(
                    &level,
                    &format!("{builder} of {width}x{height}, seed {seed}"),
                );
            }
        });
    }
}

#[test]
fn extreme_proportions_give_valid_levels() {
    let small = |it: &Builder| it.smallest() == Builder::MIN_SIZE;
    for builder in Builder::ALL.into_iter().filter(small) {
        for (width, height) in [(5, 301), (301, 5), (6, 97), (200, 7), (127, 129), (333, 77)] {
            for seed in 0..8 {
                let level = level(builder, UVec2::new(width, height), seed);
                assert_valid(
                    &level,
                    &format!("{builder} of {width}x{height}, seed {seed}"),
                );
            }
        }
    }
}

#[test]
fn default_levels_have_rooms_doors_windows_and_flames() {
    for builder in Builder::ALL {
        let levels: Vec<_> = (0..50)
            .map(|seed| level(builder, DungeonSpec::DEFAULT_SIZE, seed))
            .collect();
        for level in &levels {
            let has_rooms = [Builder::BSP, Builder::ROOMS].contains(&builder);
            let enough = !has_rooms || level.rooms.len() >= 5;
            assert!(enough, "{}", level.to_ascii());
            assert!(level.floor_cells().count() >= 300, "{}", level.to_ascii());
        }
        for tile in [
            Tile::CLOSED_DOOR,
            Tile::OPEN_DOOR,
            Tile::WINDOW,
            Tile::FOLIAGE,
            Tile::BRAZIER,
            Tile::TORCH,
        ] {
            let has = |level: &Level| level.map.iter().any(|(_, it)| it == tile);
            assert!(
                levels.iter().any(has),
                "{builder} never has a {}",
                tile.name()
            );
        }
    }
}

#[test]
fn doors_and_windows_stand_between_walls() {
    for builder in Builder::ALL {
        for seed in 0..100 {
            let level = level(builder, DungeonSpec::DEFAULT_SIZE, seed);
            let map = &level.map;
            // Vaults are drawn by hand and follow their own rules.
            let in_vault = |cell| level.vaults.iter().any(|(_, it)| it.contains(cell));
            for (cell, tile) in map.iter().filter(|(cell, _)| !in_vault(*cell)) {
                let is_door = tile.opens_to().is_some() || tile.closes_to().is_some();
                if !is_door && tile != Tile::WINDOW {
                    continue;
                }
                // Anything opaque and impassable, such as a torch or a secret door, counts as a wall.
                let is_wall = |cell| map.tile(cell).is_opaque() && !map.is_walkable(cell);
                let walls = |step: IVec2| is_wall(cell + step) && is_wall(cell - step);
                assert_ne!(
                    walls(IVec2::X),
                    walls(IVec2::Y),
                    "{builder} {seed}, {tile:?} at {cell}:\n{}",
                    level.to_ascii()
                );
            }
        }
    }
}

#[test]
fn every_statue_can_be_walked_around() {
    for builder in Builder::ALL {
        let mut statues = 0;
        for seed in 0..100 {
            let level = level(builder, DungeonSpec::DEFAULT_SIZE, seed);
            let in_vault = |cell| level.vaults.iter().any(|(_, it)| it.contains(cell));
            let cells = level.map.positions().filter(|&it| !in_vault(it));
            for cell in cells.filter(|&cell| level.map.tile(cell) == Tile::STATUE) {
                statues += 1;
                let around = Direction::ALL.map(|it| level.map.is_walkable(cell + it.delta()));
                assert_eq!(around, [true; 8], "{cell}:\n{}", level.to_ascii());
            }
        }
        assert!(statues > 0, "{builder} never places a statue");
    }
}

#[test]
fn the_first_room_is_bare_floor() {
    for builder in [Builder::BSP, Builder::ROOMS] {
        for seed in 0..100 {
            let level = level(builder, DungeonSpec::DEFAULT_SIZE, seed);
            let mut cells = level.rooms[0].cells();
            assert!(
                cells.all(|cell| level.map.tile(cell) == Tile::FLOOR),
                "{builder} {seed}"
            );
        }
    }
}

#[test]
fn the_seed_decides_the_level() {
    for builder in Builder::ALL {
        let of = |seed| level(builder, DungeonSpec::DEFAULT_SIZE, seed);
        for seed in [0, 1, 42, u64::MAX] {
            assert_eq!(of(seed), of(seed));
            assert_ne!(of(seed).map, of(seed ^ 1).map);
        }
    }
}

#[test]
fn levels_differ_by_depth() {
    let first = DungeonSpec::default();
    let second = DungeonSpec { depth: 1, ..first };
    assert_ne!(build(&first), build(&second));
}

#[test]
fn a_written_level_is_read_back_unchanged() {
    for builder in Builder::ALL {
        for (seed, depth) in (0..50).flat_map(|seed| [(seed, 0), (seed, 1), (seed, 5)]) {
            // Below the first level, the start is a staircase, which an `@` would hide.
            let built = build(&DungeonSpec {
                builder,
                size: DungeonSpec::DEFAULT_SIZE,
                seed,
                depth,
            })
            .expect("the level can be built");
            let drawn = AsciiMap::parse("test", &built.to_ascii()).expect("the map is valid");
            let read = Level::from_ascii(drawn).expect("the map has a start");
            assert_eq!(
                read,
                Level {
                    rooms: Vec::new(),
                    lit_rooms: Vec::new(),
                    dwellers: Vec::new(),
                    vaults: Vec::new(),
                    ..built
                }
            );
        }
    }
}

#[test]
fn a_drawn_level_needs_a_start() {
    let drawn = AsciiMap::parse("test.txt", "...").expect("the map is valid");
    let error = Level::from_ascii(drawn).expect_err("the map has no start");
    assert_eq!(
        error.to_string(),
        "test.txt: the map has no start; add an @, or stairs up (<)"
    );
}

#[test]
fn impossible_sizes_are_refused_with_the_accepted_range() {
    for builder in Builder::ALL {
        for size in [(0, 0), (4, 100), (100, 4), (1, 1)] {
            let size = UVec2::from(size);
            let error = build(&DungeonSpec {
                builder,
                size,
                ..Default::default()
            });
            assert_eq!(error, Err(DungeonError::TooSmall { builder, size }));
        }
        for size in [(4097, 5), (5, 4097), (u32::MAX, u32::MAX)] {
            let size = UVec2::from(size);
            let size = size.max(builder.smallest());
            let error = build(&DungeonSpec {
                builder,
                size,
                ..Default::default()
            });
            assert_eq!(error, Err(DungeonError::TooLarge { builder, size }));
        }
    }
    let size = UVec2::new(4, 9);
    let error = Builder::BSP
        .check_size(size)
        .expect_err("too narrow")
        .to_string();
    for part in ["4x9", "bsp", "5x5", "4096x4096"] {
        assert!(error.contains(part), "{part} is not in: {error}");
    }
}

#[test]
fn a_source_builds_new_levels_but_repeats_a_drawn_one() {
    let built = LevelSource::default();
    assert_ne!(built.level(1, 0), built.level(2, 0));
    assert_ne!(built.level(1, 0), built.level(1, 1));
    let drawn = AsciiMap::parse("test", "@.r").expect("the map is valid");
    let drawn = Level::from_ascii(drawn).expect("the map has a start");
    let source = LevelSource::Drawn(Box::new(drawn.clone()));
    assert_eq!(source.level(1, 0), Ok(drawn.clone()));
    assert_eq!(source.level(2, 3), Ok(drawn));
}

#[test]
fn builders_are_found_by_name() {
    let mut builders = Builders::default();
    for builder in Builder::ALL {
        assert_eq!(builders.get(builder.name()), Some(builder));
    }
    assert_eq!(builders.get("cave"), None);
    builders.add(Builder::new("cave", |_, _| {}));
    assert_eq!(builders.names(), "bsp, rooms, caves, maze, mixed, cave");
    // A builder with the same name replaces the earlier one.
    builders.add(Builder::new("bsp", |canvas, _| {
        canvas.carve_room(Rectangle::new(IVec2::ONE, UVec2::splat(3)));
    }));
    assert_eq!(builders.iter().count(), 6);
    let level = build_by(builders.get("bsp").expect("the builder exists"), 20, 10);
    assert_eq!(level.expect("the level can be built").rooms.len(), 1);
}

/// Builds a level with a custom builder.
fn build_by(builder: Builder, width: u32, height: u32) -> Result<Level, DungeonError> {
    build(&DungeonSpec {
        builder,
        size: UVec2::new(width, height),
        ..DungeonSpec::default()
    })
}

#[test]
fn a_custom_builder_gets_walls_stairs_and_a_closed_border() {
    let greedy = Builder::new("greedy", |canvas, _| {
        for cell in canvas.positions() {
            canvas.set(cell, Tile::FLOOR);
        }
    });
    let level = build_by(greedy, 12, 8).expect("the level can be built");
    let border = Rectangle::new(IVec2::ZERO, UVec2::new(12, 8));
    for (cell, tile) in level.map.iter() {
        assert_eq!(border.is_border(cell), tile == Tile::WALL, "{cell}");
    }
    // In a level without rooms, the start is in the middle unless the builder puts it elsewhere.
    assert_eq!(level.start, IVec2::new(6, 4));
    let stairs = level
        .map
        .iter()
        .filter(|(_, tile)| *tile == Tile::STAIRS_DOWN);
    assert_eq!(stairs.count(), 1);
    let elsewhere = Builder::new("elsewhere", |canvas, _| {
        canvas.carve_corridor(IVec2::new(2, 2), IVec2::new(8, 5), true);
        canvas.start_at(IVec2::new(3, 2));
    });
    let level = build_by(elsewhere, 12, 8).expect("the level can be built");
    assert_eq!(level.start, IVec2::new(3, 2));
}

#[test]
fn mistakes_of_a_custom_builder_are_reported_in_one_line() {
    let error = |carve: Work| {
        let error = build_by(Builder::new("mine", carve), 20, 10);
        error.expect_err("the level is invalid").to_string()
    };
    let nothing = error(|_, _| {});
    assert!(
        nothing.starts_with("the mine builder left no floor"),
        "{nothing}"
    );
    let one_cell = error(|canvas, _| canvas.set(IVec2::new(4, 4), Tile::FLOOR));
    assert!(
        one_cell.starts_with("the mine builder left no floor"),
        "{one_cell}"
    );
    // One of the steps joins the parts of a level. A builder that omits this step must join the parts itself.
    const APART: &[Step] = &[
        Step::new("carve", |canvas, _| {
            canvas.carve_room(Rectangle::new(IVec2::new(2, 2), UVec2::splat(3)));
            canvas.carve_room(Rectangle::new(IVec2::new(12, 4), UVec2::splat(3)));
        }),
        Step::ENCLOSE,
    ];
    let apart = build_by(Builder::of_steps("mine", APART), 20, 10);
    let expected = "the mine builder left the cell 12,4 unreachable from the start at 3,3; \
                    all floor must be connected";
    assert_eq!(
        apart.expect_err("the parts are apart").to_string(),
        expected
    );
    let narrow = Builder::new("narrow", |_, _| {}).at_least(UVec2::new(30, 10));
    let error = build_by(narrow, 20, 10).expect_err("it is too small");
    assert_eq!(
        error.to_string(),
        "20x10 cells are too small for the narrow builder, which accepts 30x10 to 4096x4096"
    );
}

#[test]
fn a_builder_can_keep_only_the_largest_part() {
    let parts = Builder::new("parts", |canvas, _| {
        for (x, y) in [(2, 2), (3, 2), (9, 2), (10, 2), (11, 3), (11, 2), (3, 6)] {
            canvas.set(IVec2::new(x, y), Tile::FLOOR);
        }
        canvas.keep_largest_part();
    });
    let level = build_by(parts, 14, 9).expect("the largest part is connected");
    let walkable = level.map.iter().filter(|(_, tile)| tile.is_walkable());
    let kept: Vec<IVec2> = walkable.map(|(cell, _)| cell).collect();
    let expected = [(9, 2), (10, 2), (11, 2), (11, 3)].map(|(x, y)| IVec2::new(x, y));
    assert_eq!(kept, expected);
}
