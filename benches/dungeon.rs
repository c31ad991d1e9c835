//! Measures how long levels take to build.
//!
//! ```text
//! cargo bench --no-default-features --bench dungeon
//! cargo bench --no-default-features --bench dungeon -- 80x50
//! ```
//!
//! The second command measures only levels of that size.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::time::Instant;

use bevy::math::UVec2;
use fogbound::dungeon::{Builder, Dungeon};

/// The level sizes, each with the number of levels to build and the time limit for one level in milliseconds.
const SIZES: [(UVec2, u64, f64); 2] = [
    (UVec2::new(80, 50), 500, 2.0),
    (UVec2::splat(1_024), 3, 2_000.0),
];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let is_wanted = |size: &UVec2| {
        let name = format!("{}x{}", size.x, size.y);
        let sizes = SIZES.map(|(size, ..)| format!("{}x{}", size.x, size.y));
        arguments.contains(&name) || !sizes.iter().any(|it| arguments.contains(it))
    };
    for builder in Builder::ALL {
        for (size, count, limit) in SIZES.into_iter().filter(|(size, ..)| is_wanted(size)) {
            let dungeon = Dungeon {
                builder: Some(builder),
                size: Some(size),
                ..Dungeon::default()
            };
            black_box(dungeon.level(0, 4).unwrap());
            let mut spent: Vec<f64> = (1..=count)
                .map(|seed| {
                    let start = Instant::now();
                    black_box(dungeon.level(seed, 4).unwrap());
                    start.elapsed().as_secs_f64() * 1e3
                })
                .collect();
            spent.sort_by(f64::total_cmp);
            let mean = spent.iter().sum::<f64>() / count as f64;
            println!(
                "{builder:<6} {:>4}x{:<4} {mean:>9.3} ms per level, median {:.3}, longest {:.3}, limit {limit} ms",
                size.x,
                size.y,
                spent[spent.len() / 2],
                spent[spent.len() - 1],
            );
        }
    }
}
