//! What an entity sees.

use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use fogbound_fov::{IVec2, OpacityMap, Sight, VisibleSet};
use serde::{Deserialize, Serialize};

use crate::{LightMap, MapChanges, Revision};

/// An entity's field of view, how it sees, and what of it is visible.
///
/// In a world without [`Ambient`](crate::Ambient) all that is in the field of view is visible. In a lit one it is what is
/// lit besides, or within the eye's [dark sight](Self::dark_sight): see [`LightMap`].
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
    pub(crate) dark_sight: u32,
    pub(crate) walls: WallLight,
    view: VisibleSet,
    /// What of the view is visible, in a lit world.
    lit: VisibleSet,
    /// The state of the light that `lit` was computed from; `None` where the world is not lit, and all of the view is
    /// visible.
    light: Option<u64>,
    source: Option<Source>,
    dirty: bool,
    recomputations: u64,
    /// Which computation of this process it was that filled what is visible: never 0 after one.
    stamp: u64,
}

/// How closely an eye looks whether light falls on the side of a wall that it sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WallLight {
    /// By points of each face that both the eye and the light see. No wall is seen that should be dark, and one in some
    /// thousands is dark that should be seen. It takes about as long as several fields of view.
    #[default]
    Exact,
    /// By the cell before the face: whether it is in view, and lit from the same side. It costs next to nothing, and is
    /// wrong for about five walls of a hundred: for crowds of whom nobody draws what they see.
    Quick,
}

/// What a view was computed from, the sight aside.
#[derive(Clone, Copy, Debug)]
struct Source {
    revision: Revision,
    eye: IVec2,
}

/// A state of the light that there never is.
const STALE: u64 = u64::MAX;

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
            dark_sight: 1,
            walls: WallLight::default(),
            view: VisibleSet::new(),
            lit: VisibleSet::new(),
            light: None,
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

    /// How far this eye sees in the dark: all cells of its field of view within so many rows and columns. By default 1,
    /// which is its own cell and the eight around it.
    pub fn dark_sight(&self) -> u32 {
        self.dark_sight
    }

    /// Sees so far in the dark from the next update on.
    pub fn set_dark_sight(&mut self, dark_sight: u32) {
        if self.dark_sight != dark_sight {
            self.dark_sight = dark_sight;
            self.look_at_light_again();
        }
    }

    /// The same eye, seeing so far in the dark.
    pub fn with_dark_sight(mut self, dark_sight: u32) -> Self {
        self.set_dark_sight(dark_sight);
        self
    }

    /// How closely it looks at walls.
    pub fn wall_light(&self) -> WallLight {
        self.walls
    }

    /// Looks so closely at walls from the next update on.
    pub fn set_wall_light(&mut self, walls: WallLight) {
        if self.walls != walls {
            self.walls = walls;
            self.look_at_light_again();
        }
    }

    /// The same eye, looking so closely at walls.
    pub fn with_wall_light(mut self, walls: WallLight) -> Self {
        self.set_wall_light(walls);
        self
    }

    /// The cells that were visible when the viewshed was last updated: in its field of view, and, in a lit world, lit or
    /// within its dark sight.
    pub fn visible(&self) -> &VisibleSet {
        match self.light {
            Some(_) => &self.lit,
            None => &self.view,
        }
    }

    /// Whether `cell` was [visible](Self::visible) when the viewshed was last updated.
    #[inline]
    pub fn sees(&self, cell: IVec2) -> bool {
        self.visible().contains(cell)
    }

    /// The cells that the eye would see if all were lit, when the viewshed was last updated.
    pub fn field_of_view(&self) -> &VisibleSet {
        &self.view
    }

    /// Whether `cell` was in the [field of view](Self::field_of_view), lit or not, when the viewshed was last updated.
    #[inline]
    pub fn has_in_view(&self, cell: IVec2) -> bool {
        self.view.contains(cell)
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
        let concerns = |cell: IVec2| sight.reaches(cell - eye) || self.has_in_view(cell);
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
        compute(self.sight, &mut self.view);
        self.source = Some(Source { revision, eye });
        self.dirty = false;
        self.recomputations += 1;
        self.look_at_light_again();
        self.change_stamp();
    }

    /// Whether it has been compared with this state of the light.
    pub(crate) fn has_kept_up(&self, light: &LightMap) -> bool {
        match self.light {
            None => !light.is_lit_world(),
            Some(known) => light.is_lit_world() && known == light.revision(),
        }
    }

    /// Whether what is visible is still to be found anew for this light.
    pub(crate) fn is_out_of_light(&self, light: &LightMap) -> bool {
        match self.light {
            None => light.is_lit_world(),
            Some(known) => {
                !light.is_lit_world() || light.concerns(known, &self.view, self.is_exact())
            }
        }
    }

    /// Notes that nothing in view has changed up to this state of the light.
    pub(crate) fn keep_up(&mut self, light: &LightMap) {
        if let Some(known) = &mut self.light {
            *known = light.revision();
        }
    }

    /// Finds what of the view is visible by this light, in the memory of `spare`. Says whether that is other than it was.
    pub(crate) fn see_by(
        &mut self,
        light: &LightMap,
        opacity: &OpacityMap,
        spare: &mut VisibleSet,
    ) -> bool {
        let was_lit = self.light.is_some();
        let Some(Source { eye, .. }) = self.source.filter(|_| light.is_lit_world()) else {
            self.light = None;
            if was_lit {
                self.change_stamp();
            }
            return was_lit;
        };
        let how = (self.dark_sight, self.is_exact());
        light.keep_visible((opacity, eye), &self.view, how, spare);
        let is_other = !was_lit || *spare != self.lit;
        std::mem::swap(spare, &mut self.lit);
        self.light = Some(light.revision());
        if is_other {
            self.change_stamp();
        }
        is_other
    }

    fn is_exact(&self) -> bool {
        self.walls == WallLight::Exact
    }

    /// Has the next update find out anew what is visible.
    fn look_at_light_again(&mut self) {
        if let Some(known) = &mut self.light {
            *known = STALE;
        }
    }

    fn change_stamp(&mut self) {
        self.stamp = NEXT_STAMP.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether the eyes of somebody who can see nothing are still to be closed.
    pub(crate) fn is_open(&self) -> bool {
        self.source.is_some() || !self.view.is_empty()
    }

    /// Sees nothing.
    pub(crate) fn close(&mut self) {
        self.view.clear();
        self.lit.clear();
        self.light = None;
        self.source = None;
        self.dirty = true;
    }

    /// What was read from a file, until the next update.
    pub(crate) fn with_visible(mut self, visible: VisibleSet) -> Self {
        self.view = visible;
        self
    }

    /// Two viewsheds with the same stamp have the same cells in view.
    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
    }
}
