//! What an entity sees.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use fogbound_fov::{IVec2, OpacityMap, Sight, VisibleSet};

use crate::light::Looker;
use crate::position::Keeper;
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
    pub(crate) on_demand: bool,
    /// Of one on demand: whether it is to look at the light, and whether it has done so in the last update.
    looks: bool,
    has_looked: bool,
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

/// What a view was computed from, the sight aside.
#[derive(Clone, Copy, Debug)]
struct Source {
    revision: Revision,
    eye: IVec2,
    keeper: Keeper,
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
            on_demand: false,
            looks: true,
            has_looked: false,
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
            self.looks = true;
            self.look_at_light_again();
        }
    }

    /// The same eye, seeing so far in the dark.
    pub fn with_dark_sight(mut self, dark_sight: u32) -> Self {
        self.set_dark_sight(dark_sight);
        self
    }

    /// The same eye, which in a lit world looks at the light only when it is [told to](Self::look): at first, and then at
    /// its own turn, say. What is [visible](Self::visible), and what goes into its memory, is what it saw then; of walls
    /// by the cell before them, which is quick and wrong for about six of a hundred. Between its looks [`LightMap::sees`]
    /// answers for single cells, as the light is at that time and exactly.
    ///
    /// For crowds, of whom nobody draws what they see: to them a change of light costs nothing. In a world that is not lit
    /// they are as all others.
    pub fn on_demand(mut self) -> Self {
        self.on_demand = true;
        self
    }

    /// Has the next update find out what is visible, if this eye does so only [on demand](Self::on_demand).
    pub fn look(&mut self) {
        self.looks = true;
    }

    /// The same viewshed with all that is visible by this light, for those who want more than single cells of one that is
    /// [on demand](Self::on_demand).
    pub fn in_light(&self, light: &LightMap, opacity: &OpacityMap) -> Cow<'_, Self> {
        if !self.on_demand || !light.is_lit_world() {
            return Cow::Borrowed(self);
        }
        let mut viewshed = self.clone();
        viewshed.on_demand = false;
        viewshed.see_by(light, opacity, &mut VisibleSet::new());
        Cow::Owned(viewshed)
    }

    /// The cells that were visible when the viewshed was last updated: in its field of view, and, in a lit world, lit or
    /// within its dark sight. In a lit world and [on demand](Self::on_demand): when its owner last looked.
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

    /// Whether what is visible is what it saw at a time before the last update.
    pub(crate) fn is_of_old(&self) -> bool {
        self.on_demand && self.light.is_some() && !self.has_looked
    }

    /// Marks itself dirty if the view of an eye at `eye` may differ from what it was: the whole rule, in
    /// one place.
    pub(crate) fn compare(&mut self, eye: IVec2, map: &MapChanges, keeper: Keeper) {
        self.has_looked = false;
        if self.dirty {
            return;
        }
        let is_same = |source: &Source| (source.eye, source.keeper) == (eye, keeper);
        let Some(source) = self.source.filter(is_same) else {
            self.dirty = true;
            return;
        };
        let now = map.revision();
        if source.revision == now {
            return;
        }
        // Of what is in view, opacity also decides how it is lit.
        let concerns = |cell| self.sight.depends_on(eye, cell) || self.has_in_view(cell);
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
        keeper: Keeper,
        compute: impl FnOnce(Sight, &mut VisibleSet),
    ) {
        compute(self.sight, &mut self.view);
        self.source = Some(Source {
            revision,
            eye,
            keeper,
        });
        self.dirty = false;
        self.recomputations += 1;
        self.look_at_light_again();
        self.change_stamp();
    }

    /// Whether it has been compared with this state of the light.
    pub(crate) fn has_kept_up(&self, light: &LightMap) -> bool {
        match self.light {
            None => !light.is_lit_world(),
            Some(known) => {
                let has_looked = match self.on_demand {
                    true => !self.looks,
                    false => known == light.revision(),
                };
                light.is_lit_world() && has_looked
            }
        }
    }

    /// Keeps up with this state of the light if nothing in view has changed up to it. Says whether that is so.
    pub(crate) fn keep_up(&mut self, light: &LightMap) -> bool {
        let concerns = |known| self.on_demand || light.concerns(known, &self.view);
        let is_same = light.is_lit_world() && self.light.is_some_and(|known| !concerns(known));
        if is_same {
            self.light = Some(light.revision());
        }
        is_same
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
        light.keep_visible(&self.looker(opacity, eye), &self.view, spare);
        (self.looks, self.has_looked) = (false, true);
        let is_other = !was_lit || *spare != self.lit;
        std::mem::swap(spare, &mut self.lit);
        self.light = Some(light.revision());
        if is_other {
            self.change_stamp();
        }
        is_other
    }

    fn looker<'a>(&self, opacity: &'a OpacityMap, eye: IVec2) -> Looker<'a> {
        Looker {
            opacity,
            eye,
            dark_sight: self.dark_sight,
            is_exact: !self.on_demand,
        }
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

    /// Whether `keeper` still has to close this eye if its owner sees nothing: not if another plugin computed it.
    pub(crate) fn is_open_for(&self, keeper: Keeper) -> bool {
        match self.source {
            Some(source) => source.keeper == keeper,
            None => !self.view.is_empty(),
        }
    }

    /// Sees nothing.
    pub(crate) fn close(&mut self) {
        self.view.clear();
        self.lit.clear();
        self.light = None;
        self.source = None;
        self.looks = true;
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

impl LightMap {
    /// Whether the owner of `viewshed` sees a cell by this light.
    ///
    /// Of a viewshed that knows what is visible this is what it [knows](Viewshed::sees). For one that is
    /// [on demand](Viewshed::on_demand) it is found out here, for the light and the walls as they are now: a matter of
    /// nanoseconds, or of a microsecond for a wall.
    pub fn sees(&self, opacity: &OpacityMap, viewshed: &Viewshed, cell: IVec2) -> bool {
        if !viewshed.on_demand || !self.is_lit_world() {
            return viewshed.sees(cell);
        }
        let eye = viewshed.eye().filter(|_| viewshed.has_in_view(cell));
        eye.is_some_and(|eye| self.shows(&viewshed.looker(opacity, eye), cell))
    }
}
