//! What an entity knows of the map: cell by cell, and only what it saw or was told.

use std::sync::Arc;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::fov::Run;
use crate::grid::Grid;
use crate::map::{Tile, TileMap};

/// When something was seen, in whatever unit the app counts: the game writes its clock's ticks here.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(pub u64);

/// What kind of thing lies still on a cell. An entity with this component is remembered where it was
/// seen. The number is the app's own: an index into its catalogue of things.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct ObjectKind(pub u16);

/// What is known of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Knowledge {
    /// Nothing.
    #[default]
    Unknown,
    /// Heard of and never seen: a magic map, a tale. Never the same as seen.
    Told {
        /// The tile it is said to be.
        tile: Tile,
    },
    /// Seen at least once.
    Seen {
        /// The tile as it looked when it was seen last.
        tile: Tile,
        /// What lay there when it was seen last.
        object: Option<ObjectKind>,
        /// When it was seen last.
        when: Moment,
    },
}

impl Knowledge {
    /// The tile as far as is known, seen or told.
    pub fn tile(self) -> Option<Tile> {
        match self {
            Self::Unknown => None,
            Self::Told { tile } | Self::Seen { tile, .. } => Some(tile),
        }
    }

    /// Whether the cell was seen at least once.
    pub fn is_seen(self) -> bool {
        matches!(self, Self::Seen { .. })
    }
}

/// Cells along each side of a chunk.
const CHUNK: i32 = 16;

type Chunk = Box<[Knowledge; (CHUNK * CHUNK) as usize]>;

/// A map as it is told of. Many memories share one.
pub type Lore = Arc<Grid<Tile>>;

/// What an entity remembers of the map it is on.
///
/// Kept in chunks of 16 × 16 cells, made when their first cell is learnt, so a memory costs what is
/// known and not what the map measures. Written by the simulation and never by drawing code. What is
/// out of sight stays as it was seen, even when the world has changed since.
#[derive(Component, Clone, Debug, Default)]
pub struct MapMemory {
    chunks: HashMap<IVec2, Chunk>,
    lore: Option<Lore>,
}

impl MapMemory {
    /// A memory that knows nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// A memory that has been told the whole of a map and has seen none of it: that of somebody who
    /// lives there.
    pub fn knowing(lore: Lore) -> Self {
        Self {
            chunks: HashMap::default(),
            lore: Some(lore),
        }
    }

    /// What is known of `cell`.
    pub fn get(&self, cell: IVec2) -> Knowledge {
        let (key, index) = locate(cell);
        let learnt = self.chunks.get(&key).map(|chunk| chunk[index]);
        match (learnt, &self.lore) {
            (None | Some(Knowledge::Unknown), Some(lore)) => lore
                .get(cell)
                .map_or(Knowledge::Unknown, |&tile| Knowledge::Told { tile }),
            (learnt, _) => learnt.unwrap_or_default(),
        }
    }

    /// Whether `cell` was seen at least once.
    pub fn has_seen(&self, cell: IVec2) -> bool {
        self.get(cell).is_seen()
    }

    /// Notes how `cell` looks at `when`, in place of what was known.
    pub fn see(&mut self, cell: IVec2, tile: Tile, object: Option<ObjectKind>, when: Moment) {
        *self.entry(cell) = Knowledge::Seen { tile, object, when };
    }

    /// Notes how the cells of a run look at `when`, with no objects on them.
    pub(super) fn see_run(&mut self, run: Run, map: &TileMap, when: Moment) {
        let mut cell = run.start;
        let end = run.start.x + run.length as i32;
        while cell.x < end {
            let (key, index) = locate(cell);
            let length = (CHUNK - cell.x.rem_euclid(CHUNK)).min(end - cell.x);
            let chunk = self.chunk(key);
            for (x, known) in (cell.x..).zip(&mut chunk[index..index + length as usize]) {
                let tile = map.tile(IVec2::new(x, cell.y));
                *known = Knowledge::Seen {
                    tile,
                    object: None,
                    when,
                };
            }
            cell.x += length;
        }
    }

    /// Notes that `cell` is said to be `tile`. What was seen with one's own eyes stays.
    pub fn tell(&mut self, cell: IVec2, tile: Tile) {
        let known = self.entry(cell);
        if !known.is_seen() {
            *known = Knowledge::Told { tile };
        }
    }

    /// Forgets everything, lore included.
    pub fn forget(&mut self) {
        *self = Self::new();
    }

    /// Every cell that was seen or told of one by one, in no particular order. Cells known from the
    /// lore of a place alone are not among them.
    pub fn known_cells(&self) -> impl Iterator<Item = (IVec2, Knowledge)> {
        self.chunks.iter().flat_map(|(&key, chunk)| {
            (0..CHUNK * CHUNK)
                .zip(chunk.iter())
                .filter_map(move |(i, &knowledge)| {
                    let cell = key * CHUNK + IVec2::new(i % CHUNK, i / CHUNK);
                    (knowledge != Knowledge::Unknown).then_some((cell, knowledge))
                })
        })
    }

    fn entry(&mut self, cell: IVec2) -> &mut Knowledge {
        let (key, index) = locate(cell);
        &mut self.chunk(key)[index]
    }

    fn chunk(&mut self, key: IVec2) -> &mut Chunk {
        self.chunks
            .entry(key)
            .or_insert_with(|| Box::new([Knowledge::Unknown; (CHUNK * CHUNK) as usize]))
    }
}

/// The chunk that holds `cell`, and the cell's place in it.
fn locate(cell: IVec2) -> (IVec2, usize) {
    let side = IVec2::splat(CHUNK);
    let within = cell.rem_euclid(side);
    (
        cell.div_euclid(side),
        (within.y * CHUNK + within.x) as usize,
    )
}
