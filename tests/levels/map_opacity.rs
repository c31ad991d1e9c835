//! The opacity bits of a map always match its tiles.

use bevy::math::{IVec2, UVec2};
use fogbound::grid::Grid;
use fogbound::map::{Tile, TileMap};
use fogbound::vision::Revision;
use proptest::prelude::*;

/// Asserts that the tiles, the opacity bits and the bounds agree.
fn assert_consistent(map: &TileMap) {
    let size = map.size().as_ivec2();
    // The range includes two cells beyond each side.
    for y in -2..size.y + 2 {
        for x in -2..size.x + 2 {
            let cell = IVec2::new(x, y);
            let tile = map.tile(cell);
            assert_eq!(map.is_opaque(cell), tile.is_opaque(), "{tile:?} at {cell}");
            assert_eq!(
                map.opacity().is_opaque(cell),
                tile.is_opaque(),
                "{tile:?} at {cell}"
            );
            assert_eq!(map.get(cell).is_some(), map.contains(cell), "{cell}");
        }
    }
}

/// Returns the cells that have changed since a revision, each with whether its opacity has changed.
fn changed(map: &TileMap, since: Revision) -> Vec<(IVec2, bool)> {
    let changes = map.changes().since(since).expect("the revision is recent");
    let changes = changes.iter();
    changes
        .map(|change| (change.cell, change.opacity))
        .collect()
}

#[test]
fn outside_the_map_is_rock() {
    let map = TileMap::new(UVec2::new(3, 2), Tile::FLOOR);
    assert_consistent(&map);
    for cell in [(-1, 0), (0, -1), (3, 0), (0, 2), (i32::MIN, i32::MAX)] {
        let cell = IVec2::from(cell);
        assert_eq!(map.tile(cell), Tile::ROCK);
        assert!(map.is_opaque(cell) && !map.is_walkable(cell) && map.get(cell).is_none());
    }
}

#[test]
fn each_change_says_whether_it_affects_opacity() {
    let door = IVec2::new(1, 1);
    let mut map = TileMap::new(UVec2::new(3, 3), Tile::FLOOR);
    let new = map.changes().revision();
    map.set(door, Tile::CLOSED_DOOR);
    map.set(IVec2::new(0, 0), Tile::STAIRS_UP);
    map.set(IVec2::new(2, 2), Tile::FLOOR);
    let stairs = IVec2::ZERO;
    assert_eq!(changed(&map, new), [(door, true), (stairs, false)]);
    let closed = map.changes().revision();
    map.set(door, Tile::OPEN_DOOR);
    assert_eq!(changed(&map, closed), [(door, true)]);
    // A wall becomes foliage. Both are opaque, so sight is unaffected.
    map.set(door, Tile::WALL);
    let wall = map.changes().revision();
    map.set(door, Tile::FOLIAGE);
    assert_eq!(changed(&map, wall), [(door, false)]);
    // Reading changes does not consume them.
    assert_eq!(changed(&map, new).len(), 5);
}

#[test]
fn setting_the_same_tile_or_a_cell_outside_changes_nothing() {
    let mut map = TileMap::new(UVec2::new(2, 2), Tile::WALL);
    let (before, revision) = (map.clone(), map.changes().revision());
    assert!(!map.set(IVec2::new(2, 0), Tile::FLOOR));
    assert!(!map.set(IVec2::new(0, -1), Tile::FLOOR));
    assert!(map.set(IVec2::new(1, 1), Tile::WALL));
    assert_eq!(map, before);
    assert_eq!(changed(&map, revision), []);
}

#[test]
fn an_empty_map_is_valid() {
    let map = TileMap::new(UVec2::ZERO, Tile::FLOOR);
    assert_consistent(&map);
    assert_eq!(map.positions().count(), 0);
}

fn tiles() -> impl Strategy<Value = Tile> {
    prop::sample::select(&Tile::ALL[..])
}

proptest! {
    #[test]
    fn opacity_always_matches_the_tiles(
        // The widest maps take up more than two words of bits per row.
        size in (1u32..140, 1u32..70),
        fill in tiles(),
        changes in prop::collection::vec(((-2i32..142, -2i32..72), tiles()), 0..60),
    ) {
        let size = UVec2::from(size);
        let mut map = TileMap::new(size, fill);
        let mut expected = Grid::new(size, fill);
        let new = map.changes().revision();
        let mut noted = Vec::new();
        for (cell, tile) in changes {
            let cell = IVec2::from(cell);
            let before = map.get(cell);
            prop_assert_eq!(map.set(cell, tile), expected.set(cell, tile));
            if let Some(before) = before.filter(|&before| before != tile) {
                let lets_by = |tile: Tile| (tile.is_opaque(), tile.stops_light());
                noted.push((cell, lets_by(before) != lets_by(tile)));
            }
        }
        assert_consistent(&map);
        prop_assert_eq!(changed(&map, new), noted);
        prop_assert!(map.positions().all(|cell| map.tile(cell) == expected[cell]));
        // Setting the same tiles all at once gives the same map.
        let at_once = TileMap::from_tiles(expected);
        assert_consistent(&at_once);
        prop_assert_eq!(at_once.opacity(), map.opacity());
        prop_assert_eq!(at_once.opacities().light, map.opacities().light);
        let stops = |cell: IVec2| map.opacities().light.is_opaque(cell);
        prop_assert!(map.positions().all(|cell| stops(cell) == map.tile(cell).stops_light()));
        prop_assert_eq!(&at_once, &map);
    }
}
