//! What an entity sees.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use fogbound_fov::{IVec2, OpacityMap, Sight, VisibleSet};

use crate::light::Looker;
use crate::position::Keeper;
use crate::recent::Recent;
use crate::{LightMap, MapChanges, OnMap, Opacities, Revision};

/// An entity's sight, its field of view, and the cells that it sees.
///
/// In a world without [`Ambient`](crate::Ambient), every cell in the field of view is visible. In a lit world a cell
/// must also be lit, or within the eye's [dark sight](Self::dark_sight): see [`LightMap`].
///
/// [`VisionPlugin`](crate::VisionPlugin) keeps viewsheds up to date. A viewshed stores the map, the state of the map,
/// the cell and the [`Sight`] that it was computed from. It is recomputed when one of them changes in a way that could
/// alter the view. An entity sees nothing while it has no position or there is no map.
///
/// `Changed<Viewshed>` holds in the update in which the viewshed was computed again, or in which other cells became
/// visible. [`ViewChanges`](crate::ViewChanges) says which.
///
/// The sight can also be changed through reflection, for example in an inspector.
///
/// Serde saves the sight and the visible cells. A viewshed that has just been loaded shows those cells until the next
/// update.
#[derive(Component, Reflect, Clone, Debug)]
#[reflect(Component, Default, Debug, Clone)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
pub struct Viewshed {
    /// The entity's own sight and dark sight, which blindness and the bonus do not change.
    pub(crate) sight: Sight,
    pub(crate) dark_sight: u32,
    pub(crate) is_blind: bool,
    pub(crate) dark_sight_bonus: i64,
    pub(crate) on_demand: bool,
    /// For an on-demand viewshed, whether the next update looks at the light, and whether the last update did so.
    looks: bool,
    has_looked: bool,
    view: VisibleSet,
    /// The visible cells of the view, in a lit world.
    lit: VisibleSet,
    /// The state of the light that `lit` was computed from, or `None` if the world is not lit and the whole view is
    /// therefore visible.
    light: Option<u64>,
    /// The dark sight that `lit` was computed with.
    lit_within: u32,
    source: Option<Source>,
    dirty: bool,
    recomputations: u64,
    /// The ID of the computation that set the visible cells, unique within the process. It is 0 before the first
    /// computation.
    stamp: u64,
}

/// The inputs that a view was computed from.
#[derive(Reflect, Clone, Copy, Debug)]
#[reflect(opaque)]
#[reflect(Clone, Debug)]
struct Source {
    revision: Revision,
    sight: Sight,
    eye: IVec2,
    keeper: Keeper,
    on: Option<OnMap>,
}

/// A light revision that never occurs.
const STALE: u64 = u64::MAX;

/// The ID of the next computation.
static NEXT_STAMP: AtomicU64 = AtomicU64::new(1);

impl Default for Viewshed {
    fn default() -> Self {
        Self::new(Sight::default())
    }
}

impl Viewshed {
    /// Creates a viewshed with the given sight. The next update computes it.
    pub fn new(sight: Sight) -> Self {
        Self {
            sight,
            dark_sight: 1,
            is_blind: false,
            dark_sight_bonus: 0,
            on_demand: false,
            looks: true,
            has_looked: false,
            view: VisibleSet::new(),
            lit: VisibleSet::new(),
            light: None,
            lit_within: 0,
            source: None,
            dirty: true,
            recomputations: 0,
            stamp: 0,
        }
    }

    /// Returns how this viewshed sees now: its algorithm, radius, shape and so on. This is its
    /// [own sight](Self::own_sight), with a radius of 0 while it is [blind](Self::set_blind).
    #[inline]
    pub fn sight(&self) -> Sight {
        match self.is_blind {
            true => self.sight.with_radius(0),
            false => self.sight,
        }
    }

    /// Returns how this viewshed sees while it is not blind.
    pub fn own_sight(&self) -> Sight {
        self.sight
    }

    /// Sets how this viewshed sees while it is not blind. If it sees in another way than before, the next update
    /// recomputes this viewshed.
    pub fn set_sight(&mut self, sight: Sight) {
        self.sight = sight;
    }

    /// Returns how far this viewshed sees in the dark now: every cell in its field of view that is within this many rows
    /// and columns of the eye is visible. This is its [own dark sight](Self::own_dark_sight) and the
    /// [bonus](Self::set_dark_sight_bonus), but at least 0, and 0 while it is [blind](Self::set_blind).
    #[inline]
    pub fn dark_sight(&self) -> u32 {
        let sum = i64::from(self.dark_sight).saturating_add(self.dark_sight_bonus);
        match self.is_blind {
            true => 0,
            false => sum.clamp(0, u32::MAX.into()) as u32,
        }
    }

    /// Returns how far this viewshed sees in the dark while it is not blind and has no bonus. The default is 1, which
    /// covers the eye's own cell and the eight cells around it.
    pub fn own_dark_sight(&self) -> u32 {
        self.dark_sight
    }

    /// Sets how far this viewshed sees in the dark while it is not blind and has no bonus. This takes effect in the next
    /// update.
    pub fn set_dark_sight(&mut self, dark_sight: u32) {
        self.dark_sight = dark_sight;
    }

    /// Returns how much farther than usual this viewshed sees in the dark.
    pub fn dark_sight_bonus(&self) -> i64 {
        self.dark_sight_bonus
    }

    /// Sets how much farther than usual this viewshed sees in the dark. A negative bonus makes it see less far. This
    /// takes effect in the next update.
    pub fn set_dark_sight_bonus(&mut self, bonus: i64) {
        self.dark_sight_bonus = bonus;
    }

    /// Returns whether this viewshed is blind.
    pub fn is_blind(&self) -> bool {
        self.is_blind
    }

    /// Makes this viewshed blind, or makes it see again. A blind viewshed sees nothing but its eye's cell. Its
    /// own sight and dark sight stay as they are.
    pub fn set_blind(&mut self, is_blind: bool) {
        self.is_blind = is_blind;
    }

    /// Returns this viewshed with the given dark sight.
    pub fn with_dark_sight(mut self, dark_sight: u32) -> Self {
        self.set_dark_sight(dark_sight);
        self
    }

    /// Makes this viewshed look at the light only [on request](Self::look), for example on its owner's turn. A new
    /// viewshed looks once without a request.
    ///
    /// The [visible](Self::visible) cells, and what the owner's memory records, date from the last look. At each look,
    /// the viewshed judges each wall by the cells in front of it, which is fast but wrong for about 6 walls in 100.
    /// Between looks, [`LightMap::sees`] gives exact answers for single cells in the current light.
    ///
    /// Use this for crowds whose views are never drawn: a light change then costs them nothing. In a world that is not
    /// lit, this makes no difference.
    pub fn on_demand(mut self) -> Self {
        self.on_demand = true;
        self
    }

    /// Makes the next update look at the light, if this is an [on-demand](Self::on_demand) viewshed.
    pub fn look(&mut self) {
        self.looks = true;
    }

    /// Returns this viewshed with all the cells that it sees in the given light. Use this to get the exact view of an
    /// [on-demand](Self::on_demand) viewshed; other viewsheds are returned unchanged.
    pub fn in_light<'a>(
        &self,
        light: &LightMap,
        opacity: impl Into<Opacities<'a>>,
    ) -> Cow<'_, Self> {
        if !self.on_demand || !light.is_lit_world() {
            return Cow::Borrowed(self);
        }
        let mut viewshed = self.clone();
        viewshed.on_demand = false;
        viewshed.see_by(light, opacity.into(), false, &mut VisibleSet::new());
        Cow::Owned(viewshed)
    }

    /// Returns the cells that were visible at the last update. In a lit world, these are the cells in the field of view
    /// that were lit or within dark sight; otherwise, the whole field of view. For an [on-demand](Self::on_demand)
    /// viewshed in a lit world, the cells date from its last look.
    pub fn visible(&self) -> &VisibleSet {
        match self.light {
            Some(_) => &self.lit,
            None => &self.view,
        }
    }

    /// Returns whether `cell` was [visible](Self::visible) at the last update.
    #[inline]
    pub fn sees(&self, cell: IVec2) -> bool {
        self.visible().contains(cell)
    }

    /// Returns the cells in the field of view at the last update, whether lit or not.
    pub fn field_of_view(&self) -> &VisibleSet {
        &self.view
    }

    /// Returns whether `cell` was in the [field of view](Self::field_of_view) at the last update, whether lit or not.
    #[inline]
    pub fn has_in_view(&self, cell: IVec2) -> bool {
        self.view.contains(cell)
    }

    /// Returns whether the next update will recompute this viewshed, provided that its owner has a position.
    pub fn is_dirty(&self) -> bool {
        // Most viewsheds are not blind, and all are asked in every update, so nothing is copied.
        let is_other = |source: &Source| match self.is_blind {
            true => source.sight != self.sight(),
            false => source.sight != self.sight,
        };
        self.dirty || self.source.as_ref().is_some_and(is_other)
    }

    /// Makes the next update recompute this viewshed, even if nothing has changed.
    pub fn mark_dirty(&mut self) {
        self.dirty = true;
    }

    /// Returns the cell that this viewshed was last computed from, or `None` while it sees nothing.
    pub fn eye(&self) -> Option<IVec2> {
        self.source.map(|source| source.eye)
    }

    /// Returns the state of the map that this viewshed was last compared with, or `None` while it sees nothing.
    pub fn revision(&self) -> Option<Revision> {
        self.source.map(|source| source.revision)
    }

    /// Returns how many times this viewshed has been computed.
    pub fn recomputations(&self) -> u64 {
        self.recomputations
    }

    /// Returns whether the visible cells date from before the last update.
    pub(crate) fn is_outdated(&self) -> bool {
        self.on_demand && self.light.is_some() && !self.has_looked
    }

    /// Marks the viewshed dirty if the view of an eye at `eye` may have changed since the last computation. `recent`
    /// must be up to date with `changes`.
    pub(crate) fn compare(
        &mut self,
        eye: IVec2,
        (changes, map, recent): (&MapChanges, &OpacityMap, &Recent),
        keeper: Keeper,
    ) {
        self.has_looked = false;
        if self.dirty {
            return;
        }
        let sight = self.sight();
        let inputs = (sight, eye, keeper);
        let is_same = |source: &Source| (source.sight, source.eye, source.keeper) == inputs;
        let now = changes.revision();
        let Some(source) = self.source.filter(is_same) else {
            self.dirty = true;
            return;
        };
        if source.revision == now {
            return;
        }
        // The opacity of a cell in view also affects how it is lit.
        let how = (sight, eye);
        let is_spared = recent.spares(now, source.revision, sight, eye);
        if !is_spared && recent.concern(changes, source.revision, how, Some((map, &self.view))) {
            self.dirty = true;
        } else {
            self.source = Some(Source {
                revision: now,
                ..source
            });
        }
    }

    /// Fills the view by calling `compute`, and clears the dirty mark.
    pub(crate) fn recompute(
        &mut self,
        eye: IVec2,
        (revision, on): (Revision, Option<OnMap>),
        keeper: Keeper,
        compute: impl FnOnce(Sight, &mut VisibleSet),
    ) {
        let sight = self.sight();
        compute(sight, &mut self.view);
        // What was visible on another map says nothing about this one.
        self.looks |= self.source.is_some_and(|it| it.on != on);
        self.source = Some(Source {
            revision,
            sight,
            eye,
            keeper,
            on,
        });
        self.dirty = false;
        self.recomputations += 1;
        self.look_at_light_again();
        self.change_stamp();
    }

    /// Returns whether the viewshed is up to date with the given light.
    pub(crate) fn has_kept_up(&self, light: &LightMap) -> bool {
        match self.light {
            None => !light.is_lit_world(),
            Some(_) if self.lit_within != self.dark_sight() => false,
            Some(known) => {
                let has_looked = match self.on_demand {
                    true => !self.looks,
                    false => known == light.revision(),
                };
                light.is_lit_world() && has_looked
            }
        }
    }

    /// Returns whether the light in view has stayed the same, and if so, marks the viewshed as up to date with `light`.
    pub(crate) fn keep_up(&mut self, light: &LightMap) -> bool {
        let concerns = |known| self.on_demand || light.concerns(known, &self.view);
        let is_same = light.is_lit_world()
            && self.lit_within == self.dark_sight()
            && self.light.is_some_and(|known| !concerns(known));
        if is_same {
            self.light = Some(light.revision());
        }
        is_same
    }

    /// Computes which cells in the view are visible in the given light, using `spare` as a buffer. Returns whether the
    /// visible cells changed. If the view `is_new`, it has just been recomputed and has a new stamp, so in a lit world, it
    /// counts as changed.
    pub(crate) fn see_by(
        &mut self,
        light: &LightMap,
        opacity: Opacities,
        is_new: bool,
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
        let looker = self.looker(opacity, eye);
        let is_of_view = self.lit_within == self.dark_sight();
        match self
            .light
            .filter(|known| is_of_view && !self.on_demand && light.follows(*known, eye))
        {
            Some(_) => light.update_visible(&looker, &self.view, &self.lit, spare),
            None => light.keep_visible(&looker, &self.view, spare),
        }
        (self.looks, self.has_looked) = (false, true);
        self.lit_within = self.dark_sight();
        let is_other = is_new || !was_lit || *spare != self.lit;
        std::mem::swap(spare, &mut self.lit);
        self.light = Some(light.revision());
        if is_other && !is_new {
            self.change_stamp();
        }
        is_other
    }

    /// Returns this viewshed's eye, at `eye`.
    pub(crate) fn looker<'a>(&self, opacity: Opacities<'a>, eye: IVec2) -> Looker<'a> {
        Looker {
            opacity,
            eye,
            dark_sight: self.dark_sight(),
            is_exact: !self.on_demand,
        }
    }

    /// Makes the next update find the visible cells again.
    fn look_at_light_again(&mut self) {
        if let Some(known) = &mut self.light {
            *known = STALE;
        }
    }

    fn change_stamp(&mut self) {
        self.stamp = NEXT_STAMP.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns whether `keeper` must close this viewshed when its owner cannot see. The viewsheds of other plugins are
    /// left alone.
    pub(crate) fn is_open_for(&self, keeper: Keeper) -> bool {
        match self.source {
            Some(source) => source.keeper == keeper,
            None => !self.view.is_empty(),
        }
    }

    /// Makes the viewshed see nothing.
    pub(crate) fn close(&mut self) {
        self.view.clear();
        self.lit.clear();
        self.light = None;
        self.source = None;
        self.looks = true;
        self.dirty = true;
    }

    /// Returns this viewshed with a view that was read from a file. The view lasts until the next update.
    #[cfg(feature = "serde")]
    pub(crate) fn with_visible(mut self, visible: VisibleSet) -> Self {
        self.view = visible;
        self
    }

    /// Returns the stamp of this viewshed. Two viewsheds with the same stamp have the same visible cells.
    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
    }
}
