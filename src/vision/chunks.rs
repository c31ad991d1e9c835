//! Where a memory keeps its chunks: found without hashing, for whoever plans a way asks thousands of
//! times.

use bevy::math::IVec2;
use bevy::platform::collections::HashMap;

use super::{Knowledge, Moment, ObjectKind};
use crate::map::Tile;

/// Cells along each side of a chunk: a power of two.
pub(super) const CHUNK: i32 = 16;

const CELLS: usize = (CHUNK * CHUNK) as usize;

/// What is known of a square of cells. The tiles lie apart from what is asked for less often, so that
/// somebody who plans a way touches little memory.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    tiles: [(Source, Tile); CELLS],
    /// By cell, in no particular order: there are few of them.
    objects: Vec<(u8, ObjectKind)>,
    when: [Moment; CELLS],
}

/// Where knowledge comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    None,
    Tale,
    Eyes,
}

impl Chunk {
    fn new() -> Box<Self> {
        Box::new(Self {
            tiles: [(Source::None, Tile::Rock); CELLS],
            objects: Vec::new(),
            when: [Moment(0); CELLS],
        })
    }

    pub(super) fn get(&self, index: usize) -> Knowledge {
        match self.tiles[index] {
            (Source::None, _) => Knowledge::Unknown,
            (Source::Tale, tile) => Knowledge::Told { tile },
            (Source::Eyes, tile) => Knowledge::Seen {
                tile,
                object: self.object(index),
                when: self.when[index],
            },
        }
    }

    #[inline]
    pub(super) fn tile(&self, index: usize) -> Option<Tile> {
        let (source, tile) = self.tiles[index];
        (source != Source::None).then_some(tile)
    }

    pub(super) fn tell(&mut self, index: usize, tile: Tile) {
        if self.tiles[index].0 != Source::Eyes {
            self.tiles[index] = (Source::Tale, tile);
        }
    }

    /// Notes how a cell looks, and leaves open when that was.
    pub(super) fn see(&mut self, index: usize, tile: Tile, object: Option<ObjectKind>) {
        self.tiles[index] = (Source::Eyes, tile);
        if !self.objects.is_empty() {
            self.objects.retain(|(at, _)| usize::from(*at) != index);
        }
        // There are 256 cells.
        self.objects.extend(object.map(|kind| (index as u8, kind)));
    }

    fn object(&self, index: usize) -> Option<ObjectKind> {
        let mut objects = self.objects.iter();
        let found = objects.find(|(at, _)| usize::from(*at) == index);
        found.map(|&(_, kind)| kind)
    }

    pub(super) fn set_when(&mut self, index: usize, when: Moment) {
        self.when[index] = when;
    }
}

/// The most places of the directory: 1,024 × 1,024 cells.
const MOST_PLACES: i64 = 64 * 64;

/// The chunks that were made: in a directory that covers a rectangle of the map and grows with what is
/// learnt; what lies too far from the rest for that is kept beside it.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunks {
    /// The directory's first chunk, and how many it has along each axis.
    corner: IVec2,
    size: IVec2,
    /// Row by row.
    places: Vec<Option<Box<Chunk>>>,
    far: HashMap<IVec2, Box<Chunk>>,
}

impl Chunks {
    #[inline]
    pub(super) fn get(&self, key: IVec2) -> Option<&Chunk> {
        match self.place(key) {
            Some(place) => self.places[place].as_deref(),
            None if self.far.is_empty() => None,
            None => self.far.get(&key).map(|chunk| &**chunk),
        }
    }

    pub(super) fn get_or_make(&mut self, key: IVec2) -> &mut Chunk {
        match self.place(key).or_else(|| self.grow(key)) {
            Some(place) => self.places[place].get_or_insert_with(Chunk::new),
            None => self.far.entry(key).or_insert_with(Chunk::new),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (IVec2, &Chunk)> {
        let width = self.size.x;
        let at = move |place: i32| self.corner + IVec2::new(place % width, place / width);
        let near = (0..).zip(&self.places);
        let near = near.filter_map(move |(place, chunk)| Some((at(place), &**chunk.as_ref()?)));
        near.chain(self.far.iter().map(|(&key, chunk)| (key, &**chunk)))
    }

    #[inline]
    fn place(&self, key: IVec2) -> Option<usize> {
        let offset = key.wrapping_sub(self.corner);
        let inside =
            (offset.x as u32) < self.size.x as u32 && (offset.y as u32) < self.size.y as u32;
        inside.then(|| (offset.y * self.size.x + offset.x) as usize)
    }

    /// Has the directory reach to `key`, and says where that is; nowhere if it would be too large. What
    /// is too far once is so for ever, for the directory never shrinks.
    fn grow(&mut self, key: IVec2) -> Option<usize> {
        let (min, max) = if self.places.is_empty() {
            (key, key)
        } else {
            (self.corner.min(key), (self.corner + self.size - 1).max(key))
        };
        let across = |min: i32, max: i32| i64::from(max) - i64::from(min) + 1;
        let (width, height) = (across(min.x, max.x), across(min.y, max.y));
        if width.saturating_mul(height) > MOST_PLACES {
            return None;
        }
        let mut grown = Self {
            corner: min,
            size: max - min + 1,
            places: Vec::new(),
            far: std::mem::take(&mut self.far),
        };
        grown.places.resize_with((width * height) as usize, || None);
        let width = self.size.x;
        for (place, chunk) in (0..).zip(self.places.drain(..)) {
            let key = self.corner + IVec2::new(place % width, place / width);
            if let Some(place) = grown.place(key) {
                grown.places[place] = chunk;
            }
        }
        *self = grown;
        self.place(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_found_wherever_they_lie() {
        let extreme = i32::MAX / CHUNK;
        let keys = [
            (0, 0),
            (3, -2),
            (-5, 7),
            (63, 0),
            (extreme, -extreme),
            (-extreme, 1),
            (40, 7),
            (200, 200),
        ];
        let mut chunks = Chunks::default();
        for (count, key) in (1..).zip(keys.map(IVec2::from)) {
            assert!(chunks.get(key).is_none(), "{key}");
            chunks.get_or_make(key).tell(0, Tile::ALL[count]);
            assert_eq!(chunks.iter().count(), count);
            assert!(chunks.places.len() as i64 <= MOST_PLACES);
        }
        for (count, key) in (1..).zip(keys.map(IVec2::from)) {
            let tile = Some(Tile::ALL[count]);
            assert_eq!(chunks.get(key).unwrap().tile(0), tile, "{key}");
            assert_eq!(chunks.get_or_make(key).tile(0), tile, "{key}");
            let listed = chunks.iter().find(|&(listed, _)| listed == key);
            assert_eq!(listed.unwrap().1.tile(0), tile, "{key}");
        }
    }
}
