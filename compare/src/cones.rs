//! Compares views in cones of 90 degrees with views all around.

use std::hint::black_box;
use std::time::Instant;

use fogbound_fov::{Cone, FieldOfView, IVec2, OpacityMap, Sight, UVec2, VisibleSet};

use crate::maps::Kind;
use crate::{EYE, MAPS, RADII, SIDE, STINT};

/// The names of the cones, and the vectors that they face.
const CONES: [(&str, IVec2); 3] = [
    ("east", IVec2::X),
    ("south-east", IVec2::ONE),
    ("between them", IVec2::new(3, 1)),
];

pub fn print(repeats: usize) {
    println!("\nTime of a view in a cone of 90 degrees, as a share of the time of a whole view:\n");
    let names = CONES.map(|(name, _)| name);
    println!("| map | {} |", names.join(" | "));
    println!("|---|{}", "---:|".repeat(CONES.len()));
    for kind in Kind::ALL {
        let size = UVec2::splat(SIDE as u32);
        let maps: Vec<OpacityMap> = (0..MAPS)
            .map(|seed| kind.build(SIDE, SIDE, seed))
            .map(|walls| OpacityMap::from_fn(size, |cell| walls.is_opaque(cell.x, cell.y)))
            .collect();
        for radius in RADII {
            let all_around = Sight::default().with_radius(radius);
            let cones = CONES.map(|(_, facing)| all_around.with_cone(Cone::new(facing, 90)));
            let mut whole = f64::INFINITY;
            let mut best = cones.map(|_| f64::INFINITY);
            for _ in 0..repeats {
                whole = whole.min(time(&maps, all_around));
                for (sight, best) in cones.iter().zip(&mut best) {
                    *best = best.min(time(&maps, *sight));
                }
            }
            let shares = best.map(|best| format!("{:.2}", best / whole));
            println!(
                "| {}, radius {radius} | {} |",
                kind.name(),
                shares.join(" | ")
            );
        }
    }
}

/// Returns the time of a view in nanoseconds.
fn time(maps: &[OpacityMap], sight: Sight) -> f64 {
    let (mut engine, mut seen) = (FieldOfView::new(), VisibleSet::new());
    let (start, mut views) = (Instant::now(), 0);
    while start.elapsed() < STINT {
        for map in maps {
            engine.compute(map, black_box(EYE), sight, &mut seen);
        }
        views += maps.len();
    }
    start.elapsed().as_nanos() as f64 / views as f64
}
