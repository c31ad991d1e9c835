//! Where an entity is, and what it can see from there.

use std::sync::atomic::{AtomicU64, Ordering};

use bevy::prelude::*;

use crate::fov::{Sight, VisibleSet};

/// The cell an entity stands on: x grows to the right, y downward, (0, 0) is the top left cell.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Position(pub IVec2);

impl Position {
    /// The cell in column `x` and row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self(IVec2::new(x, y))
    }
}

/// An entity's field of view, and how it sees.
///
/// A viewshed is born dirty, and becomes dirty again when its owner's [`Position`] changes, when its
/// [`Sight`] changes, and when the opacity of a cell within its reach changes. `update_viewsheds`
/// then computes it once; until something marks it again it costs nothing.
#[derive(Component, Clone, Debug)]
pub struct Viewshed {
    sight: Sight,
    visible: VisibleSet,
    eye: Option<IVec2>,
    dirty: bool,
    recomputations: u64,
    /// Which computation of this process it was that filled `visible`: never 0 after one.
    stamp: u64,
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
            eye: None,
            dirty: true,
            recomputations: 0,
            stamp: 0,
        }
    }

    /// How this viewshed sees: algorithm, radius and shape.
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

    /// The cells that were visible when the viewshed was last computed.
    pub fn visible(&self) -> &VisibleSet {
        &self.visible
    }

    /// Whether `cell` was visible when the viewshed was last computed.
    pub fn sees(&self, cell: IVec2) -> bool {
        self.visible.contains(cell)
    }

    /// Whether the next update will compute this viewshed again.
    pub fn is_dirty(&self) -> bool {
        self.dirty
    }

    /// Has the next update compute this viewshed again, whatever changed.
    pub fn mark_dirty(&mut self) {
        self.dirty = true;
    }

    /// The cell it was last computed from, if it ever was.
    pub fn eye(&self) -> Option<IVec2> {
        self.eye
    }

    /// How often it has been computed.
    pub fn recomputations(&self) -> u64 {
        self.recomputations
    }

    /// Computes through `compute`, which fills the set for the given sight, and is clean again.
    pub(super) fn recompute(&mut self, eye: IVec2, compute: impl FnOnce(Sight, &mut VisibleSet)) {
        compute(self.sight, &mut self.visible);
        self.eye = Some(eye);
        self.dirty = false;
        self.recomputations += 1;
        self.stamp = NEXT_STAMP.fetch_add(1, Ordering::Relaxed);
    }

    /// Two viewsheds with the same stamp have the same cells in view.
    pub(super) fn stamp(&self) -> u64 {
        self.stamp
    }
}
