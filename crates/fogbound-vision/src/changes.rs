//! A log of changed cells that any number of readers can follow.

use std::sync::atomic::{AtomicU64, Ordering};

use bevy_reflect::prelude::*;
use fogbound_fov::IVec2;

/// The identity of a map, unique within this process. A clone of a map gets a new identity.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(opaque)]
#[reflect(Clone, Debug, PartialEq, Hash)]
pub struct MapId(u64);

impl MapId {
    fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// One state of one map: the map's identity and a count of its changes.
///
/// Store the revision with anything you compute from a map. While the map still has that revision, the result is up
/// to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision {
    map: MapId,
    changes: u64,
}

impl Revision {
    /// Returns the map that this revision belongs to.
    pub fn map(self) -> MapId {
        self.map
    }
}

/// A cell that has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellChange {
    /// The position of the cell.
    pub cell: IVec2,
    /// Whether the cell's opacity changed, in either direction.
    pub opacity: bool,
    /// Whether the cell's tile may have changed. If not, memories have nothing to learn from this change.
    pub tile: bool,
}

/// The maximum number of changes that each log keeps.
const CAPACITY: usize = 4096;

/// A map's identity and latest changes.
///
/// Each reader stores the last [`Revision`] that it has processed, and calls [`since`](Self::since) to find out what
/// has changed. Reading removes nothing, so any number of readers can share the log, and a reader that pauses can catch
/// up later.
///
/// The log keeps at least the last 2,048 changes. Changes of opacity are kept in a second log, also at least 2,048, so a
/// meadow that burns down does not push a door out of it. A reader that is further behind must reread the whole map.
#[derive(Debug)]
pub struct MapChanges {
    map: MapId,
    /// The number of changes that came before those in `latest`.
    forgotten: u64,
    latest: Vec<CellChange>,
    /// The cells whose opacity has changed, each with the number of changes before that.
    opacity: Vec<(u64, IVec2)>,
    /// `opacity` is complete for every revision from this number of changes on.
    opacity_from: u64,
}

impl MapChanges {
    /// Creates an empty log for a new map.
    pub fn new() -> Self {
        Self {
            map: MapId::fresh(),
            forgotten: 0,
            latest: Vec::new(),
            opacity: Vec::new(),
            opacity_from: 0,
        }
    }

    /// Returns the identity of the map.
    pub fn map(&self) -> MapId {
        self.map
    }

    /// Returns the current state of the map.
    pub fn revision(&self) -> Revision {
        Revision {
            map: self.map,
            changes: self.forgotten + self.latest.len() as u64,
        }
    }

    /// Records that the appearance of `cell` has changed, and whether its opacity has changed too.
    pub fn note(&mut self, cell: IVec2, opacity: bool) {
        let tile = true;
        self.push(CellChange {
            cell,
            opacity,
            tile,
        });
    }

    /// Records that the opacity of `cell` has changed, but not its tile.
    pub fn note_veil(&mut self, cell: IVec2) {
        let (opacity, tile) = (true, false);
        self.push(CellChange {
            cell,
            opacity,
            tile,
        });
    }

    fn push(&mut self, change: CellChange) {
        if change.opacity {
            if self.opacity.len() == CAPACITY {
                let (last, _) = self.opacity[CAPACITY / 2 - 1];
                self.opacity.drain(..CAPACITY / 2);
                self.opacity_from = last + 1;
            }
            self.opacity.push((self.revision().changes, change.cell));
        }
        if self.latest.len() == CAPACITY {
            self.latest.drain(..CAPACITY / 2);
            self.forgotten += CAPACITY as u64 / 2;
        }
        self.latest.push(change);
    }

    /// Records that every cell may have changed.
    pub fn note_all(&mut self) {
        self.forgotten = self.revision().changes + 1;
        self.latest.clear();
        self.opacity_from = self.forgotten;
        self.opacity.clear();
    }

    /// Returns the changes since `earlier`, oldest first. A cell that changed twice is listed twice.
    ///
    /// Returns `None` if every cell may have changed: either `earlier` is a revision of another map, or the log no
    /// longer reaches back that far.
    pub fn since(&self, earlier: Revision) -> Option<&[CellChange]> {
        if earlier.map != self.map {
            return None;
        }
        let known = earlier.changes.checked_sub(self.forgotten)?;
        self.latest.get(usize::try_from(known).ok()?..)
    }

    /// Returns the cells whose opacity has changed since `earlier`, oldest change first. A cell that changed twice is
    /// listed twice.
    ///
    /// Returns `None` if the opacity of every cell may have changed. Changes of other kinds do not push those of opacity
    /// out of the log, so this reaches back further than [`since`](Self::since).
    pub fn opacity_since(&self, earlier: Revision) -> Option<impl ExactSizeIterator<Item = IVec2>> {
        let known = earlier.changes;
        let is_known = earlier.map == self.map
            && (self.opacity_from..=self.revision().changes).contains(&known);
        let first = self.opacity.partition_point(|(before, _)| *before < known);
        let listed = self.opacity[first..].iter();
        is_known.then(|| listed.map(|(_, cell)| *cell))
    }
}

impl Default for MapChanges {
    fn default() -> Self {
        Self::new()
    }
}

/// A clone counts as a new map, because it and the original can change independently.
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
    fn every_reader_gets_the_changes_it_missed() {
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
    fn a_reader_too_far_behind_gets_no_list() {
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
    fn other_changes_push_no_change_of_opacity_out_of_the_log() {
        let mut changes = MapChanges::new();
        let mut revisions = vec![changes.revision()];
        let mut opaque = Vec::new();
        for x in 0..40_000 {
            // Only one change in ten is a change of opacity.
            let cell = IVec2::new(x, 0);
            changes.note(cell, x % 10 == 3);
            if x % 10 == 3 {
                opaque.push((x, cell));
            }
            revisions.push(changes.revision());
        }
        let mut kept = 0;
        for (x, &revision) in (0..).zip(&revisions) {
            if let Some(since) = changes.opacity_since(revision) {
                let expected = opaque.iter().filter(|(at, _)| *at >= x);
                assert!(since.eq(expected.map(|(_, cell)| *cell)), "{x}");
                kept += 1;
            }
        }
        let reach = 10 * CAPACITY / 2 - 10..=10 * CAPACITY + 10;
        assert!(reach.contains(&kept), "{kept}");
        assert!(changes.opacity.capacity() <= CAPACITY);
        let other = MapChanges::new().revision();
        assert!(changes.opacity_since(other).is_none());
        changes.note_all();
        assert!(changes.opacity_since(revisions[40_000]).is_none());
        let now = changes.revision();
        assert!(changes.opacity_since(now).is_some_and(|it| it.len() == 0));
    }

    #[test]
    fn note_all_leaves_older_readers_without_a_list() {
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
    fn a_clone_shares_no_revisions_with_its_original() {
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
