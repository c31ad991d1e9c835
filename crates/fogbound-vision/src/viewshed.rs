//! What an entity sees.

use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use fogbound_fov::{IVec2, Sight, VisibleSet};

use crate::{MapChanges, Revision};

/// An entity's field of view, and how it sees.
///
/// [`VisionPlugin`](crate::VisionPlugin) keeps it up to date: it knows from which map, which state of
/// that map, which cell and which [`Sight`] it was computed, and computes it again when one of them is
/// another and the view could be, too. While the entity has no position, or there is no map, it sees
/// nothing.
///
/// Written by Serde as the sight and the visible cells. One that has just been read shows these cells
/// until the next update computes them anew.
#[derive(Component, Reflect, Clone, Debug)]
#[reflect(opaque)]
#[reflect(Component, Default, Debug, Clone, Serialize, Deserialize)]
pub struct Viewshed {
    pub(crate) sight: Sight,
    pub(crate) visible: VisibleSet,
    source: Option<Source>,
    dirty: bool,
    recomputations: u64,
    /// Which computation of this process it was that filled `visible`: never 0 after one.
    stamp: u64,
}

/// What a view was computed from, the sight aside.
#[derive(Clone, Copy, Debug)]
struct Source {
    revision: Revision,
    eye: IVec2,
}

/// The number of the computation that is to come.
static NEXT_STAMP: AtomicU64 = AtomicU64::new(1);

impl Default for Viewshed {
    fn default() -> Self {
        Self::new(Sight::default())
    }
}

impl Viewshed {
    /// A viewshed that sees as `sight` says, still to be computed.
    pub fn new(sight: Sight) -> Self {
        Self {
            sight,
            visible: VisibleSet::new(),
            source: None,
            dirty: true,
            recomputations: 0,
            stamp: 0,
        }
    }

    /// How this viewshed sees: algorithm, radius, shape and so on.
    pub fn sight(&self) -> Sight {
        self.sight
    }

    /// Sees differently from now on. Marks the viewshed dirty if `sight` is not what it was.
    pub fn set_sight(&mut self, sight: Sight) {
        if self.sight != sight {
            self.sight = sight;
            self.dirty = true;
        }
    }

    /// The cells that were visible when the viewshed was last updated.
    pub fn visible(&self) -> &VisibleSet {
        &self.visible
    }

    /// Whether `cell` was visible when the viewshed was last updated.
    pub fn sees(&self, cell: IVec2) -> bool {
        self.visible.contains(cell)
    }

    /// Whether the viewshed is marked: the next update computes it again if its owner has a position.
    pub fn is_dirty(&self) -> bool {
        self.dirty
    }

    /// Has the next update compute this viewshed again, whatever changed.
    pub fn mark_dirty(&mut self) {
        self.dirty = true;
    }

    /// The cell it was last computed from; `None` while it sees nothing.
    pub fn eye(&self) -> Option<IVec2> {
        self.source.map(|source| source.eye)
    }

    /// The state of the map it was last compared with; `None` while it sees nothing.
    pub fn revision(&self) -> Option<Revision> {
        self.source.map(|source| source.revision)
    }

    /// How often it has been computed.
    pub fn recomputations(&self) -> u64 {
        self.recomputations
    }

    /// Marks itself dirty if the view of an eye at `eye` may be another than it was: the whole rule, in
    /// one place.
    pub(crate) fn compare(&mut self, eye: IVec2, map: &MapChanges) {
        if self.dirty {
            return;
        }
        let Some(source) = self.source.filter(|source| source.eye == eye) else {
            self.dirty = true;
            return;
        };
        let now = map.revision();
        if source.revision == now {
            return;
        }
        // A wall beside a cone may throw its shadow into it, and a ray is rounded to cells that lie a
        // little outside of its circle.
        let sight = Sight {
            cone: None,
            ..self.sight
        };
        let concerns = |cell: IVec2| sight.reaches(cell - eye) || self.sees(cell);
        let is_same = map.since(source.revision).is_some_and(|changes| {
            let mut changes = changes.iter().filter(|change| change.opacity);
            !changes.any(|change| concerns(change.cell))
        });
        if is_same {
            self.source = Some(Source {
                revision: now,
                ..source
            });
        } else {
            self.dirty = true;
        }
    }

    /// Computes through `compute`, which fills the set for the given sight, and is clean again.
    pub(crate) fn recompute(
        &mut self,
        eye: IVec2,
        revision: Revision,
        compute: impl FnOnce(Sight, &mut VisibleSet),
    ) {
        compute(self.sight, &mut self.visible);
        self.source = Some(Source { revision, eye });
        self.dirty = false;
        self.recomputations += 1;
        self.stamp = NEXT_STAMP.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether the eyes of somebody who can see nothing are still to be closed.
    pub(crate) fn is_open(&self) -> bool {
        self.source.is_some() || !self.visible.is_empty()
    }

    /// Sees nothing.
    pub(crate) fn close(&mut self) {
        self.visible.clear();
        self.source = None;
        self.dirty = true;
    }

    /// Two viewsheds with the same stamp have the same cells in view.
    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
    }
}
