//! Guards look in one direction each. Which of them see the thief, and which cells does none of them see?

use fogbound_fov::grid::Direction;
use fogbound_fov::{Cone, FieldOfView, OpacityMap, Sight, VisibleSet};

const ROWS: [&str; 6] = [
    "................",
    "....##..........",
    "....##.....#....",
    "...........#....",
    ".......##.......",
    "................",
];

fn main() {
    let map = OpacityMap::from_rows(ROWS);
    let guards = [
        ((1, 1), Direction::East),
        ((14, 4), Direction::NorthWest),
        ((8, 5), Direction::North),
    ];
    let sight = |facing| Sight::default().with_cone(Cone::toward(facing, 90));
    let (mut fov, thief) = (FieldOfView::new(), (9, 2));
    for (guard, facing) in guards {
        let sees = fov.can_see(&map, guard, thief, sight(facing));
        println!(
            "The guard at {guard:?} {} the thief.",
            if sees { "sees" } else { "misses" }
        );
    }
    let watched = guards.map(|(guard, facing)| fov.view(&map, guard, sight(facing)));
    let watched = watched
        .into_iter()
        .fold(VisibleSet::new(), |all, view| all | view);
    for (row, y) in ROWS.iter().zip(0..) {
        let cell = |(glyph, x)| match (glyph, watched.contains((x, y))) {
            _ if (x, y) == thief => 'T',
            _ if guards.iter().any(|(guard, _)| *guard == (x, y)) => 'G',
            ('.', true) => '*',
            (glyph, _) => glyph,
        };
        println!("{}", row.chars().zip(0..).map(cell).collect::<String>());
    }
}
