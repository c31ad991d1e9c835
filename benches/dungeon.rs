//! How long levels take to build.
//!
//! ```text
//! cargo bench --no-default-features --bench dungeon
//! ```
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;
use std::time::Instant;

use bevy::math::UVec2;
use fogbound::dungeon::{Builder, Dungeon};

/// Sizes, how many levels of each are built, and how long one may take, in milliseconds.
const SIZES: [(UVec2, u64, f64); 2] = [
    (UVec2::new(80, 50), 200, 2.0),
    (UVec2::splat(1_024), 3, 2_000.0),
];

fn main() {
    for builder in Builder::ALL {
        for (size, count, most) in SIZES {
            let dungeon = Dungeon {
                builder: Some(builder),
                size: Some(size),
                ..Dungeon::default()
            };
            black_box(dungeon.level(0, 4).unwrap());
            let begun = Instant::now();
            for seed in 1..=count {
                black_box(dungeon.level(seed, 4).unwrap());
            }
            let each = begun.elapsed().as_secs_f64() * 1e3 / count as f64;
            println!(
                "{builder:<6} {:>4}x{:<4} {each:>9.3} ms a level; {most} ms are allowed",
                size.x, size.y
            );
        }
    }
}
