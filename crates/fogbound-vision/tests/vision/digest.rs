//! Memories with the same knowledge have the same hash, however they acquired it. Memories whose knowledge differs have
//! different hashes.

use std::hash::{DefaultHasher, Hash, Hasher};

use fogbound_vision::{IVec2, Knowledge, MapMemory, Moment, ObjectKind, Position, Sight, Viewshed};
use proptest::prelude::*;
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use crate::common::{AppExt, TILES, open};

fn hash(memory: &MapMemory) -> u64 {
    let mut state = DefaultHasher::new();
    memory.hash(&mut state);
    state.finish()
}

type Known = (IVec2, Knowledge<char>);

fn learn(memory: &mut MapMemory, (cell, known): Known) {
    match known {
        Knowledge::Unknown => {}
        Knowledge::Told { tile } => memory.tell(cell, tile),
        Knowledge::Seen { tile, object, when } => memory.see(cell, tile, object, when),
    }
}

fn of(known: impl IntoIterator<Item = Known>) -> MapMemory {
    let mut memory = MapMemory::new();
    known.into_iter().for_each(|it| learn(&mut memory, it));
    memory
}

fn sorted(memory: &MapMemory) -> Vec<Known> {
    let mut known: Vec<_> = memory.known_cells().collect();
    known.sort_by_key(|(cell, _)| (cell.y, cell.x));
    known
}

fn lessons() -> impl Strategy<Value = Vec<Known>> {
    let cell = (-20..40, -5..20).prop_map(|(x, y)| IVec2::new(x, y));
    let tile = prop_oneof![Just('#'), Just('.'), Just('+')];
    let object = prop_oneof![Just(None), (0_u16..3).prop_map(|it| Some(ObjectKind(it)))];
    let seen = (tile.clone(), object, 1_u64..4).prop_map(|(tile, object, when)| Knowledge::Seen {
        tile,
        object,
        when: Moment(when),
    });
    let known = prop_oneof![3 => seen, 1 => tile.prop_map(|tile| Knowledge::Told { tile })];
    proptest::collection::vec((cell, known), 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_hash_depends_on_all_that_is_known_and_nothing_else(lessons in lessons(), other in lessons()) {
        let memory = of(lessons);
        let known = sorted(&memory);
        prop_assert_eq!(hash(&of(known.iter().rev().copied())), hash(&memory));
        prop_assert_eq!(hash(&memory.clone()), hash(&memory));
        // Every cell affects the hash, and so does everything known about it.
        for place in 0..known.len() {
            let mut fewer = known.clone();
            let (cell, was) = fewer.remove(place);
            prop_assert_ne!(hash(&of(fewer.iter().copied())), hash(&memory));
            let others = match was {
                Knowledge::Seen { tile, object, when } => vec![
                    Knowledge::Told { tile },
                    Knowledge::Seen { tile: '"', object, when },
                    Knowledge::Seen { tile, object: Some(ObjectKind(7)), when },
                    Knowledge::Seen { tile, object, when: Moment(9) },
                ],
                Knowledge::Told { .. } => vec![Knowledge::Told { tile: '"' }],
                Knowledge::Unknown => Vec::new(),
            };
            for now in others {
                let changed = fewer.iter().copied().chain([(cell, now)]);
                prop_assert_ne!(hash(&of(changed)), hash(&memory), "{} {:?}", cell, now);
            }
        }
        let other = of(other);
        prop_assert_eq!(hash(&other) == hash(&memory), sorted(&other) == known);
    }
}

/// A memory keeps one time for all cells in view. Its hash is that of a memory that was told the time of each cell.
#[test]
fn a_hash_counts_cells_in_view_as_seen_now() {
    let mut dice = ChaCha12Rng::seed_from_u64(1);
    let mut app = open(40);
    let mut cell = || (dice.random_range(0..40), dice.random_range(0..40));
    for kind in 0..9 {
        app.spawn((Position(cell().into()), ObjectKind(kind)));
    }
    let eye = app.rememberer(cell());
    *app.part_mut::<Viewshed>(eye) = Viewshed::new(Sight::default().with_radius(9));
    for now in 1..200 {
        app.insert_resource(Moment(now));
        // Between two moves, the eye stays for a while.
        if now % 3 == 0 {
            app.put(eye, cell());
        }
        app.set_tile(cell(), TILES[now as usize % TILES.len()]);
        app.update();
        let memory = app.part::<MapMemory>(eye);
        assert_eq!(hash(memory), hash(&of(sorted(memory))), "at {now}");
    }
}
