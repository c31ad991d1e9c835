//! The same seed gives the same level on every machine. The hashes of twenty levels show this.
//!
//! If this test fails, seeds no longer give the same levels as before, which breaks saved games and seeds that players
//! have shared. If the change is intended, replace the content of `hashes.txt` with the text that the failing test
//! prints.

use bevy::math::UVec2;
use fogbound::dungeon::{Builder, Dungeon};

const KNOWN: &str = include_str!("hashes.txt");

/// FNV-1a, 64 bits.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Returns a line for each level. It gives the level's builder, size, depth and seed, and a hash of the level's map,
/// vault dwellers and lit rooms.
fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    let mut add = |builder: Option<Builder>, size: UVec2, depth: u32, seed: u64| {
        let dungeon = Dungeon {
            builder,
            size: Some(size),
            ..Dungeon::default()
        };
        let level = dungeon
            .level(seed, depth - 1)
            .expect("the level can be built");
        let whole = format!(
            "{}{:?}{:?}",
            level.to_ascii(),
            level.dwellers,
            level.lit_rooms
        );
        let name = builder.map_or("plan", Builder::name);
        let hash = hash(&whole);
        lines.push(format!(
            "{name} {}x{} {depth} {seed} {hash:016x}",
            size.x, size.y
        ));
    };
    for builder in Builder::ALL {
        add(Some(builder), UVec2::new(64, 36), 1, 0);
        add(Some(builder), UVec2::new(33, 21), 5, u64::MAX);
        add(Some(builder), UVec2::new(120, 70), 9, 1_000);
    }
    for depth in [1, 4, 8, 12] {
        add(None, UVec2::new(64, 36), depth, 7);
    }
    add(None, UVec2::new(80, 50), 12, 0);
    lines
}

#[test]
fn twenty_known_levels_never_change() {
    let lines = lines();
    assert_eq!(lines.len(), 20);
    let known: Vec<&str> = KNOWN.lines().collect();
    assert!(lines == known, "the levels are now\n{}", lines.join("\n"));
}
