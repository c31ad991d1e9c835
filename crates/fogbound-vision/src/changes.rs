//! Which cells of a map have changed, for any number of readers.

use std::sync::atomic::{AtomicU64, Ordering};

use fogbound_fov::IVec2;

/// Tells a map from every other map of this process. A copy is another map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MapId(u64);

impl MapId {
    fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// One state of one map: the map, and how many changes it has seen.
///
/// What is computed from a map keeps the revision with the result. As long as the map's revision is
/// the same, the result is up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision {
    map: MapId,
    changes: u64,
}

impl Revision {
    /// The map of which this is a state.
    pub fn map(self) -> MapId {
        self.map
    }
}

/// A cell that has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellChange {
    /// Where.
    pub cell: IVec2,
    /// Whether the cell blocks sight now and did not before, or the other way round.
    pub opacity: bool,
}

/// The most changes that are kept.
const CAPACITY: usize = 4096;

/// The identity of a map and the list of its latest changes.
///
/// Every reader keeps the [`Revision`] up to which it knows the map, and asks for what has changed
/// [`since`](Self::since). Readers take nothing away, so there can be any number of them, and one that
/// has paused misses nothing.
///
/// Holds at least the last 2,048 changes. A reader that is further behind is told to look at the
/// whole map.
#[derive(Debug)]
pub struct MapChanges {
    map: MapId,
    /// How many changes came before those in the list.
    forgotten: u64,
    latest: Vec<CellChange>,
}

impl MapChanges {
    /// A map that is new, with no changes.
    pub fn new() -> Self {
        Self {
            map: MapId::fresh(),
            forgotten: 0,
            latest: Vec::new(),
        }
    }

    /// Which map this is.
    pub fn map(&self) -> MapId {
        self.map
    }

    /// The map as it is now.
    pub fn revision(&self) -> Revision {
        Revision {
            map: self.map,
            changes: self.forgotten + self.latest.len() as u64,
        }
    }

    /// Notes that `cell` looks different now, and whether its opacity has changed.
    pub fn note(&mut self, cell: IVec2, opacity: bool) {
        if self.latest.len() == CAPACITY {
            self.latest.drain(..CAPACITY / 2);
            self.forgotten += CAPACITY as u64 / 2;
        }
        self.latest.push(CellChange { cell, opacity });
    }

    /// Notes that any cell may look different now.
    pub fn note_all(&mut self) {
        self.forgotten = self.revision().changes + 1;
        self.latest.clear();
    }

    /// What has changed since the map was as in `earlier`, in the order in which it changed; a cell
    /// that changed twice is listed twice.
    ///
    /// `None` means that any cell may have changed: `earlier` is a state of another map, or too many
    /// changes ago.
    pub fn since(&self, earlier: Revision) -> Option<&[CellChange]> {
        if earlier.map != self.map {
            return None;
        }
        let known = earlier.changes.checked_sub(self.forgotten)?;
        self.latest.get(usize::try_from(known).ok()?..)
    }
}

impl Default for MapChanges {
    fn default() -> Self {
        Self::new()
    }
}

/// A copy of a map is another map: from here on the two may change differently.
impl Clone for MapChanges {
    fn clone(&self) -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(changes: &MapChanges, earlier: Revision) -> Option<Vec<i32>> {
        let since = changes.since(earlier)?;
        Some(since.iter().map(|change| change.cell.x).collect())
    }

    fn note(changes: &mut MapChanges, x: i32) -> Revision {
        changes.note(IVec2::new(x, 0), x % 2 == 0);
        changes.revision()
    }

    #[test]
    fn every_reader_is_told_what_it_has_missed() {
        let mut changes = MapChanges::new();
        let none = changes.revision();
        assert_eq!(changed(&changes, none), Some(vec![]));
        let one = note(&mut changes, 1);
        let two = note(&mut changes, 2);
        note(&mut changes, 1);
        for _ in 0..2 {
            assert_eq!(changed(&changes, none), Some(vec![1, 2, 1]));
            assert_eq!(changed(&changes, one), Some(vec![2, 1]));
            assert_eq!(changed(&changes, two), Some(vec![1]));
            assert_eq!(changed(&changes, changes.revision()), Some(vec![]));
        }
        let opacity = changes.since(none).unwrap_or_default();
        let opacity: Vec<bool> = opacity.iter().map(|change| change.opacity).collect();
        assert_eq!(opacity, [false, true, false]);
    }

    #[test]
    fn one_who_is_too_far_behind_looks_at_everything() {
        let mut changes = MapChanges::new();
        let revisions: Vec<Revision> = (0..10_000).map(|x| note(&mut changes, x)).collect();
        let mut kept = 0;
        for (x, &revision) in revisions.iter().enumerate() {
            if let Some(since) = changed(&changes, revision) {
                assert_eq!(since, Vec::from_iter(x as i32 + 1..10_000));
                kept += 1;
            }
        }
        assert!((CAPACITY / 2..=CAPACITY).contains(&kept), "{kept}");
        assert!(changes.latest.capacity() <= CAPACITY);
    }

    #[test]
    fn everything_may_have_changed() {
        let mut changes = MapChanges::new();
        let before = note(&mut changes, 1);
        changes.note_all();
        let all = changes.revision();
        assert_ne!(all, before);
        assert_eq!(changed(&changes, before), None);
        assert_eq!(changed(&changes, all), Some(vec![]));
        note(&mut changes, 3);
        assert_eq!(changed(&changes, all), Some(vec![3]));
        assert_eq!(changed(&changes, before), None);
    }

    #[test]
    fn another_map_has_nothing_in_common() {
        let mut one = MapChanges::new();
        let before = one.revision();
        let mut copy = one.clone();
        note(&mut one, 1);
        note(&mut copy, 2);
        assert_ne!(one.revision(), copy.revision());
        assert_eq!(changed(&copy, before), None);
        assert_eq!(changed(&copy, one.revision()), None);
        assert_ne!(one.map(), copy.map());
        assert_eq!(one.map(), before.map());
    }
}
