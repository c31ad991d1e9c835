//! A hero walks through a cave with a lamp of 3 cells, and remembers what it has seen.

use fogbound_fov::grid::BitGrid;
use fogbound_fov::{FieldOfView, OpacityMap, Sight, VisibleSet};

const ROWS: [&str; 7] = [
    "####################",
    "#........##........#",
    "#........#....##...#",
    "#..##.......####...#",
    "#..##........###...#",
    "#.......##.........#",
    "####################",
];

fn main() {
    let map = OpacityMap::from_rows(ROWS);
    let lamp = Sight::default().with_radius(3);
    let (mut fov, mut seen) = (FieldOfView::new(), VisibleSet::new());
    let mut remembered = BitGrid::new(map.size());
    for hero in [(2, 1), (5, 3), (9, 4), (12, 4)] {
        fov.compute(&map, hero, lamp, &mut seen);
        remembered.union_with(&seen);
        println!(
            "The hero sees {} cells and knows {}.",
            seen.len(),
            remembered.len()
        );
    }
    for (row, y) in ROWS.iter().zip(0..) {
        let cell = |(glyph, x)| match (seen.contains((x, y)), remembered.contains((x, y))) {
            (true, _) => glyph,
            (false, true) if glyph == '.' => ',',
            (false, true) => glyph,
            (false, false) => ' ',
        };
        println!("{}", row.chars().zip(0..).map(cell).collect::<String>());
    }
}
