//! The flags of known cells, read 64 at a time, agree with the known tiles, read one by one.

use std::sync::Arc;

use fogbound_fov::grid::Grid;
use fogbound_vision::{FLAGS, GridMap, GridTile, IVec2, MapMemory, MapTile, Moment, Plan, UVec2};
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

/// Bits 0 and 1 are the flags; bit 2 means that the tile blocks sight.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ground(u8);

impl MapTile for Ground {
    fn flags(self) -> [bool; FLAGS] {
        [self.0 & 1 != 0, self.0 & 2 != 0]
    }
}

impl GridTile for Ground {
    fn is_opaque(self) -> bool {
        self.0 & 4 != 0
    }
}

fn any(dice: &mut ChaCha12Rng) -> Ground {
    Ground(dice.random_range(0..16))
}

/// Checks the flags of the cell `start` and the 63 cells to its right.
fn check(flags: [u64; FLAGS], start: IVec2, tile: impl Fn(IVec2) -> Option<Ground>) {
    for bit in 0..64 {
        let tile = tile(start + IVec2::new(bit, 0));
        let expected = tile.map_or([false; FLAGS], Ground::flags);
        let found = flags.map(|bits| bits >> bit & 1 != 0);
        assert_eq!(found, expected, "{start} and {bit}");
    }
}

#[test]
fn flags_match_the_known_tiles() {
    let mut dice = ChaCha12Rng::seed_from_u64(1);
    for round in 0..30 {
        let lore = Grid::from_fn(UVec2::new(100, 40), |_| any(&mut dice));
        let mut memory = if round % 2 == 0 {
            MapMemory::new()
        } else {
            MapMemory::knowing(Arc::new(Plan::new(lore)))
        };
        // Some of the cells are outside the map.
        for _ in 0..dice.random_range(0..2000) {
            let cell = IVec2::new(dice.random_range(-50..150), dice.random_range(-20..60));
            let tile = any(&mut dice);
            if dice.random_range(0..2) == 0 {
                memory.see(cell, tile, None, Moment(1));
            } else {
                memory.tell(cell, tile);
            }
        }
        let mut known = memory.flags();
        for _ in 0..300 {
            let start = IVec2::new(dice.random_range(-120..170), dice.random_range(-70..90));
            check(known.at(start), start, |cell| memory.tile(cell));
        }
    }
}

#[test]
fn a_map_keeps_its_bits_in_step_with_its_tiles() {
    let mut dice = ChaCha12Rng::seed_from_u64(2);
    let size = UVec2::new(130, 7);
    let mut map = GridMap::from_tiles(Grid::from_fn(size, |_| any(&mut dice)));
    for _ in 0..3000 {
        let cell = IVec2::new(dice.random_range(-3..133), dice.random_range(-2..9));
        let tile = any(&mut dice);
        assert_eq!(map.set(cell, tile), map.contains(cell));
        if map.contains(cell) {
            assert_eq!(map.get(cell), Some(tile));
        }
        let start = cell - IVec2::new(dice.random_range(0..70), 0);
        check(map.plan().flags(start), start, |cell| map.get(cell));
        assert_eq!(
            map.is_opaque(cell),
            map.get(cell).is_none_or(Ground::is_opaque)
        );
    }
    // A map created from the same tiles in one step is equal.
    let at_once = GridMap::from_tiles(map.plan().tiles().clone());
    assert_eq!(at_once, map);
    for flag in 0..FLAGS {
        assert_eq!(at_once.plan().flagged(flag), map.plan().flagged(flag));
    }
}
