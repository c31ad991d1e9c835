//! Creatures of 2 × 2 cells block sight and take cover: who can shoot at whom, and how much of the target is in view?

use fogbound_fov::grid::Rectangle;
use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Sight, UVec2};

fn main() {
    let mut map = OpacityMap::from_rows([
        "................",
        ".....#..........",
        ".....#.....##...",
        "................",
        "........#.......",
        "................",
    ]);
    let body = |x, y, side| Rectangle::new(IVec2::new(x, y), UVec2::splat(side));
    let creatures = [
        ("ogre", body(1, 1, 2)),
        ("troll", body(12, 3, 2)),
        ("archer", body(9, 0, 1)),
    ];
    for cell in creatures.iter().flat_map(|(_, body)| body.cells()) {
        map.set(cell, true);
    }
    let mut fov = FieldOfView::new();
    for (name, body) in creatures {
        for (other, target) in creatures.into_iter().filter(|(other, _)| *other != name) {
            // Neither blocks its own view, nor the view of itself.
            let both = body.cells().chain(target.cells());
            let (seen, best) = map.without(both, |map| {
                let sight = Sight::default().unlimited();
                let seen = fov.count_seen(map, body.cells(), target.cells(), sight);
                let best = fov.exposure_of_any(map, body.cells(), target.cells(), sight);
                (seen, best)
            });
            println!(
                "The {name} sees {seen} cells of the {other}, at best {}% of one.",
                best.percent()
            );
        }
    }
}
