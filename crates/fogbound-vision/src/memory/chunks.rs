//! The chunks of a memory. They are found without hashing, because pathfinding looks them up thousands of times.

use bevy_platform::collections::HashMap;
use bevy_reflect::TypePath;
use bevy_reflect::prelude::*;
use fogbound_fov::IVec2;

use super::chunk::Chunk;
use crate::MapTile;

/// The maximum number of places in the directory, enough for 1,024 × 1,024 cells.
const MOST_PLACES: i64 = 64 * 64;

/// The chunks created so far. Most are in a directory that covers a rectangle of the map and grows as cells become
/// known. Chunks that are too far from the rest are kept in a hash map.
#[derive(Reflect, Clone, Debug)]
#[reflect(opaque)]
#[reflect(where T: TypePath)]
#[reflect(Clone)]
pub(super) struct Chunks<T: MapTile> {
    /// The key of the first chunk in the directory, and the size of the directory in chunks.
    corner: IVec2,
    size: IVec2,
    /// The chunks in the directory, row by row.
    places: Vec<Option<Box<Chunk<T>>>>,
    far: HashMap<IVec2, Box<Chunk<T>>>,
}

impl<T: MapTile> Default for Chunks<T> {
    fn default() -> Self {
        Self {
            corner: IVec2::ZERO,
            size: IVec2::ZERO,
            places: Vec::new(),
            far: HashMap::default(),
        }
    }
}

impl<T: MapTile> Chunks<T> {
    #[inline]
    pub(super) fn get(&self, key: IVec2) -> Option<&Chunk<T>> {
        match self.place(key) {
            Some(place) => self.places[place].as_deref(),
            None if self.far.is_empty() => None,
            None => self.far.get(&key).map(|chunk| &**chunk),
        }
    }

    pub(super) fn get_mut(&mut self, key: IVec2) -> Option<&mut Chunk<T>> {
        match self.place(key) {
            Some(place) => self.places[place].as_deref_mut(),
            None => self.far.get_mut(&key).map(|chunk| &mut **chunk),
        }
    }

    /// Returns the chunk at `key`, creating it if needed. `any` is the placeholder that fills a new chunk; it can be
    /// any tile.
    pub(super) fn get_or_make(&mut self, key: IVec2, any: T) -> &mut Chunk<T> {
        match self.place(key).or_else(|| self.grow(key)) {
            Some(place) => self.places[place].get_or_insert_with(|| Chunk::new(any)),
            None => self.far.entry(key).or_insert_with(|| Chunk::new(any)),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (IVec2, &Chunk<T>)> {
        let width = self.size.x;
        let at = move |place: i32| self.corner + IVec2::new(place % width, place / width);
        let near = (0..).zip(&self.places);
        let near = near.filter_map(move |(place, chunk)| Some((at(place), &**chunk.as_ref()?)));
        near.chain(self.far.iter().map(|(&key, chunk)| (key, &**chunk)))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Chunk<T>> {
        let near = self.places.iter_mut().flatten();
        near.chain(self.far.values_mut()).map(|chunk| &mut **chunk)
    }

    #[inline]
    fn place(&self, key: IVec2) -> Option<usize> {
        let offset = key.wrapping_sub(self.corner);
        let inside =
            (offset.x as u32) < self.size.x as u32 && (offset.y as u32) < self.size.y as u32;
        inside.then(|| (offset.y * self.size.x + offset.x) as usize)
    }

    /// Extends the directory to include `key`, and returns the index of that chunk's place, or `None` if the directory
    /// would become too large. A chunk that is too far away can never be included later, because the directory never
    /// shrinks.
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
    use crate::memory::chunk::CHUNK;

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
        let tiles = "abcdefgh".chars();
        let mut chunks = Chunks::default();
        for (count, (key, tile)) in (1..).zip(keys.map(IVec2::from).into_iter().zip(tiles.clone()))
        {
            assert!(
                chunks.get(key).is_none() && chunks.get_mut(key).is_none(),
                "{key}"
            );
            assert!(chunks.get_or_make(key, tile).tell(0, tile));
            assert_eq!(chunks.iter().count(), count);
            assert!(chunks.places.len() as i64 <= MOST_PLACES);
            // The directory is only as large as it must be.
            let near = chunks.iter().map(|(key, _)| key);
            let near: Vec<_> = near.filter(|key| !chunks.far.contains_key(key)).collect();
            let min = near.iter().copied().reduce(IVec2::min);
            let max = near.iter().copied().reduce(IVec2::max);
            let end = chunks.corner + chunks.size - 1;
            assert_eq!((Some(chunks.corner), Some(end)), (min, max), "{key}");
        }
        for (key, tile) in keys.map(IVec2::from).into_iter().zip(tiles) {
            let tile = Some(tile);
            assert_eq!(chunks.get(key).and_then(|it| it.tile(0)), tile, "{key}");
            assert_eq!(chunks.get_mut(key).and_then(|it| it.tile(0)), tile, "{key}");
            assert_eq!(chunks.get_or_make(key, '?').tile(0), tile, "{key}");
            let listed = chunks.iter().find(|&(listed, _)| listed == key);
            assert_eq!(listed.and_then(|(_, it)| it.tile(0)), tile, "{key}");
        }
    }
}
