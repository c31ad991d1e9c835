//! Prints and checks statistics about built levels: a table with a row for each builder and size, and a table with a
//! row for each level of the dungeon.
//!
//! ```text
//! cargo test --test levels figures -- --nocapture
//! ```

use bevy::math::UVec2;
use fogbound::dungeon::{Builder, Dungeon, Level, Survey};
use fogbound::map::Tile;

use crate::common::levels::{assert_closed, assert_connected, assert_doors_join_something};
use crate::common::seeds::on_all_cores;

/// The bounds for the means of some statistics: the minimum and maximum for `floor` and `view`, the minimum for
/// `loops`, and the maximum for `dead_end`.
struct Bounds {
    floor: (f64, f64),
    loops: f64,
    dead_end: f64,
    view: (f64, f64),
}

/// Statistics that are summed over several levels.
#[derive(Default)]
struct Sums {
    levels: f64,
    floor: f64,
    loops: f64,
    without_loop: u32,
    dead_end: f64,
    longest: u32,
    view: f64,
    doors: f64,
    secrets: f64,
    way: f64,
    vaults: f64,
}

impl Sums {
    fn add(&mut self, survey: &Survey, vaults: usize) {
        self.levels += 1.0;
        self.floor += survey.floor;
        self.loops += f64::from(survey.loops);
        self.without_loop += u32::from(survey.loops == 0);
        self.dead_end += f64::from(survey.dead_end);
        self.longest = self.longest.max(survey.dead_end);
        self.view += survey.view;
        self.doors += f64::from(survey.doors);
        self.secrets += f64::from(survey.secrets);
        self.way += f64::from(survey.way.unwrap_or_default());
        self.vaults += vaults as f64;
    }

    fn row(&self, name: &str) {
        let mean = |sum: f64| sum / self.levels;
        println!(
            "{name:<24} {:>6} {:>7.1} {:>7.1} {:>9} {:>9.1} {:>8} {:>7.0} {:>7.1} {:>8.2} {:>6.0} {:>7.2}",
            self.levels,
            mean(self.floor),
            mean(self.loops),
            self.without_loop,
            mean(self.dead_end),
            self.longest,
            mean(self.view),
            mean(self.doors),
            mean(self.secrets),
            mean(self.way),
            mean(self.vaults),
        );
    }

    fn assert_within(&self, bounds: &Bounds, which: &str) {
        let mean = |sum: f64| sum / self.levels;
        let between = |value: f64, (least, most): (f64, f64), what: &str| {
            assert!(
                (least..=most).contains(&value),
                "{which}: {what} is {value:.2}, not between {least} and {most}"
            );
        };
        between(mean(self.floor), bounds.floor, "share of floor");
        between(mean(self.loops), (bounds.loops, f64::MAX), "loops");
        between(mean(self.dead_end), (0.0, bounds.dead_end), "dead end");
        between(mean(self.view), bounds.view, "view");
    }
}

const HEAD: &str = "builder, size             levels  floor%   loops  loopless  dead end  longest    view   doors  secrets    way  vaults";

/// Asserts the invariants of every level.
fn check(level: &Level, which: &str) {
    assert_connected(level, which);
    assert_closed(level, which);
    assert_doors_join_something(level, which);
}

fn bounds(builder: Builder) -> Bounds {
    match builder.name() {
        "bsp" => Bounds {
            floor: (28.0, 50.0),
            loops: 1.5,
            dead_end: 12.0,
            view: (60.0, 160.0),
        },
        "rooms" => Bounds {
            floor: (20.0, 45.0),
            loops: 1.5,
            dead_end: 12.0,
            view: (50.0, 160.0),
        },
        "caves" => Bounds {
            floor: (38.0, 62.0),
            loops: 2.0,
            dead_end: 12.0,
            view: (90.0, 320.0),
        },
        "maze" => Bounds {
            floor: (40.0, 62.0),
            loops: 8.0,
            dead_end: 25.0,
            view: (20.0, 90.0),
        },
        _ => Bounds {
            floor: (32.0, 58.0),
            loops: 3.0,
            dead_end: 16.0,
            view: (40.0, 200.0),
        },
    }
}

/// A small size, the default size, and a large size.
const SIZES: [UVec2; 3] = [UVec2::new(40, 24), UVec2::new(64, 36), UVec2::new(96, 60)];

const SEEDS: u64 = 200;

/// Checks that each level is valid. Returns the sums of the levels' statistics.
fn survey(count: u64, level: impl Fn(u64) -> (Level, String) + Sync) -> Sums {
    let surveys = on_all_cores(0..count, |seed| {
        let (level, which) = level(seed);
        check(&level, &which);
        let survey = Survey::of(&level);
        assert!(
            survey.way.is_some(),
            "{which}: no path without secret doors:\n{}",
            level.to_ascii()
        );
        (survey, level.vaults.len())
    });
    let mut sums = Sums::default();
    for (survey, vaults) in &surveys {
        sums.add(survey, *vaults);
    }
    sums
}

#[test]
fn builder_figures_stay_within_their_bounds() {
    println!("{HEAD}");
    for builder in Builder::ALL {
        for size in SIZES {
            let dungeon = Dungeon {
                builder: Some(builder),
                size: Some(size),
                ..Dungeon::default()
            };
            let sums = survey(SEEDS, |seed| {
                let which = format!("{builder} of {}x{}, seed {seed}", size.x, size.y);
                let level = dungeon.level(seed, 3);
                (
                    level.unwrap_or_else(|error| panic!("{which}: {error}")),
                    which,
                )
            });
            let name = format!("{builder} {}x{}", size.x, size.y);
            sums.row(&name);
            if size == SIZES[1] {
                sums.assert_within(&bounds(builder), &name);
            }
        }
    }
}

/// The tunnels that make loops are dug at every width: levels of no width have less than four fifths of the mean number
/// of loops.
#[test]
fn levels_of_every_width_have_loops() {
    for builder in Builder::ALL {
        let loops = |width: u32| {
            let dungeon = Dungeon {
                builder: Some(builder),
                size: Some(UVec2::new(width, 36)),
                ..Dungeon::default()
            };
            let loops = on_all_cores(0..16, |seed| {
                let level = dungeon.level(seed, 3).expect("the size is valid");
                Survey::of(&level).loops
            });
            loops.iter().sum::<u32>()
        };
        let all: Vec<u32> = (60..68).map(loops).collect();
        let (least, sum) = (all.iter().min(), all.iter().sum::<u32>());
        assert!(
            least.is_some_and(|least| least * 10 >= sum),
            "{builder}: {all:?} loops in levels of 60 to 67 columns"
        );
    }
}

#[test]
fn dungeon_levels_have_their_stairs_far_apart() {
    let dungeon = Dungeon::default();
    println!("{HEAD}");
    let last = dungeon.depth() - 1;
    for (depth, plan) in (0..).zip(dungeon.stock.depths().iter()) {
        let sums = survey(200, |seed| {
            let which = format!("level {}, seed {seed}", depth + 1);
            let level = dungeon.level(seed, depth);
            (
                level.unwrap_or_else(|error| panic!("{which}: {error}")),
                which,
            )
        });
        sums.row(&format!("{} {}", depth + 1, plan.name));
        // On average, the path between the stairs is longer than the level is wide.
        let way = sums.way / sums.levels;
        let wide = f64::from(dungeon.size_at(depth).x);
        assert!(way > wide, "level {}: {way} steps to the stairs", depth + 1);
        let level = dungeon.level(1, depth).unwrap();
        let count = |tile: Tile| level.map.iter().filter(|(_, it)| *it == tile).count();
        let stairs = [Tile::STAIRS_UP, Tile::STAIRS_DOWN, Tile::BEACON].map(count);
        let expected = if depth == last { [1, 0, 1] } else { [1, 1, 0] };
        assert_eq!(stairs, expected, "level {}", depth + 1);
    }
}
