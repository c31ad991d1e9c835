//! The maps that come with the game are playable.

use std::fs;
use std::path::PathBuf;

use fogbound::dungeon::Level;
use fogbound::map::{AsciiMap, Tile};

use crate::common::levels::{assert_closed, assert_connected};

fn shipped_maps() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/maps");
    let entries = fs::read_dir(folder).expect("the folder of maps exists");
    let paths = entries.map(|entry| entry.expect("the folder can be listed").path());
    paths.collect()
}

#[test]
fn every_shipped_map_is_closed_and_connected() {
    let maps = shipped_maps();
    assert!(maps.len() >= 3, "only {maps:?}");
    for path in maps {
        let drawn = AsciiMap::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let name = drawn.source_name.clone();
        let level = Level::from_ascii(drawn).unwrap_or_else(|error| panic!("{error}"));
        assert_closed(&level, &name);
        assert_connected(&level, &name);
    }
}

#[test]
fn one_shipped_map_shows_every_tile() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/maps/every-tile.txt");
    let drawn = AsciiMap::read(path).unwrap_or_else(|error| panic!("{error}"));
    for tile in Tile::ALL {
        let shown = drawn.map.iter().any(|(_, it)| it == tile);
        assert!(shown, "no {} on the map", tile.name());
    }
    assert!(!drawn.creatures.is_empty());
}
