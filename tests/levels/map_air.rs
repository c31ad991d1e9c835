//! Moving air allocates no memory.

use bevy::math::UVec2;
use fogbound::map::{Density, Tile, TileMap};

use crate::memory::{counted, in_own_process};

#[test]
fn moving_air_allocates_nothing_after_the_first_turns() {
    let name = "moving_air_allocates_nothing_after_the_first_turns";
    in_own_process(module_path!(), name, || {
        let mut map = TileMap::new(UVec2::new(64, 36), Tile::FLOOR);
        // Fills every second block of the map, and moves everything to the other blocks.
        let stir = |map: &mut TileMap, odd: i32| {
            for cell in map.positions() {
                let amount = Density { fog: 7, smoke: 7 };
                if (cell.x / 4 + cell.y / 4) % 2 == odd {
                    map.add_air(cell, amount);
                } else {
                    map.take_air(cell, amount);
                }
            }
        };
        for round in 0..8 {
            stir(&mut map, round % 2);
            (0..4).for_each(|turn| map.move_air(3, turn));
        }
        let ((), spent) = counted(|| {
            for round in 0..8 {
                stir(&mut map, round % 2);
                (0..4).for_each(|turn| map.move_air(3, turn));
            }
        });
        // The log of changes forgets its oldest half now and then, without allocating.
        assert_eq!(spent.allocations + spent.reallocations, 0, "{spent:?}");
    });
}
