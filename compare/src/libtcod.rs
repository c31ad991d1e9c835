//! Prints random maps and what an eye sees on them, for `libtcod.py` to compare with libtcod's views.

use fogbound_fov::{Algorithm, FieldOfView, IVec2, OpacityMap, Sight, UVec2};

use crate::maps::{Dice, Kind};

const VIEWS: u64 = 120;

/// Prints a line for each map: its width, its height, the eye, the map, and a view without a radius for each algorithm.
/// Maps and views are rows of `0` and `1`.
pub fn print_views() {
    let names = Algorithm::ALL.iter().map(|it| it.name());
    println!("{}", names.collect::<Vec<_>>().join(" "));
    let mut dice = Dice(5);
    for seed in 0..VIEWS {
        let mut side = || 5 + dice.below(45) as i32;
        let (width, height) = (side(), side());
        let percent = 3 + dice.below(38);
        let walls = Kind::Random { percent }.build(width, height, 1_000 + seed);
        let eye = (width / 2, height / 2);
        let size = UVec2::new(width as u32, height as u32);
        let map = OpacityMap::from_fn(size, |cell| walls.is_opaque(cell.x, cell.y));
        let bits = |holds: &dyn Fn(IVec2) -> bool| -> String {
            let cells = (0..height).flat_map(|y| (0..width).map(move |x| IVec2::new(x, y)));
            cells
                .map(|cell| if holds(cell) { '1' } else { '0' })
                .collect()
        };
        let mut line = format!("{width} {height} {} {}", eye.0, eye.1);
        line += &format!(" {}", bits(&|cell| map.is_opaque(cell)));
        for algorithm in Algorithm::ALL {
            let sight = Sight::default().unlimited().with_algorithm(*algorithm);
            let seen = FieldOfView::new().view(&map, eye, sight);
            line += &format!(" {}", bits(&|cell| seen.contains(cell)));
        }
        println!("{line}");
    }
}
