//! Where light falls on a map.

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use fogbound_fov::grid::ones;
use fogbound_fov::{FieldOfView, IVec2, OpacityMap, VisibleSet};

use super::ambient::Ambient;
use super::faces::Wall;
use super::flames::Flames;
use super::lamp::Lamp;
use super::layers::Layers;
use super::parts::Parts;
use super::source::Light;
use crate::position::Keeper;
use crate::recent::Recent;
use crate::{MapChanges, Opacities, Revision};

/// A map of where light falls and where it comes from. In a world with [`Ambient`],
/// [`VisionPlugin`](crate::VisionPlugin) updates this map in [`VisionSystems::Light`](crate::VisionSystems::Light).
///
/// Only the lights affected by a change are recomputed, and only the cells that gained or lost a light are updated.
#[derive(Resource, Clone, Debug, Default)]
pub struct LightMap {
    /// The state of the map that everything was computed from, or `None` in a world that is not lit.
    pub(super) map: Option<Revision>,
    pub(super) recent: Recent,
    pub(super) ambient: Ambient,
    pub(super) lamps: Vec<Lamp>,
    /// The plugin whose lamps are noted in this run.
    pub(super) keeper: Option<Keeper>,
    /// The index of the lamp that will probably be noted next.
    pub(super) next: usize,
    pub(super) by_entity: EntityHashMap<usize>,
    pub(super) layers: Layers,
    /// For each part of the map, the lamps whose fields may include cells in that part.
    pub(super) parts: Parts,
    pub(super) flames: Flames,
    pub(super) darknesses: usize,
    /// Whether a light changed colour in this run.
    pub(super) is_recolored: bool,
    /// The state of the light: a number that is new after every change and unique within the process.
    pub(super) revision: u64,
    /// The previous state. The cells in [`Layers::changed`] are those that have changed since then.
    pub(super) before: u64,
    pub(super) computed: u64,
}

/// The light on a cell, for drawing.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Default, Debug, PartialEq, Clone)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Illumination {
    /// The light level.
    pub level: u32,
    /// The average red, green and blue values of the lights on the cell, weighted by level, or black if there are no
    /// lights.
    pub color: [u8; 3],
}

impl LightMap {
    /// Computes the light on a map without an app, from the cells that stop light, the ambient light, the lights and their
    /// positions.
    ///
    /// ```
    /// use fogbound_vision::{Ambient, IVec2, Light, LightMap, OpacityMap, UVec2};
    ///
    /// let map = OpacityMap::new(UVec2::new(20, 1), false);
    /// let lamp = (IVec2::new(10, 0), Light::new(3));
    /// let light = LightMap::of(&map, Ambient::dark(), [lamp]);
    /// assert_eq!([7, 9, 10, 14].map(|x| light.level(IVec2::new(x, 0))), [1, 3, 4, 0]);
    /// ```
    pub fn of(
        opacity: &OpacityMap,
        ambient: Ambient,
        lights: impl IntoIterator<Item = (IVec2, Light)>,
    ) -> Self {
        let (mut map, changes) = (Self::default(), MapChanges::new());
        let mut engine = FieldOfView::new();
        let keeper = Keeper::of::<(), ()>();
        map.begin(&ambient, opacity, &changes, keeper);
        let lights = lights.into_iter();
        let (count, _) = lights.size_hint();
        map.lamps.reserve(count);
        map.by_entity.reserve(count);
        for (number, (cell, light)) in (0..).zip(lights) {
            // The entities only need to be distinct.
            let entity = Entity::from_raw_u32(number).unwrap_or(Entity::PLACEHOLDER);
            map.note(entity, keeper, light, cell, &changes);
        }
        map.stale()
            .for_each(|lamp| lamp.shine(opacity, &mut engine));
        map.finish(opacity);
        map
    }

    /// Returns whether this map belongs to a lit world, in which cells must be lit to be visible.
    pub fn is_lit_world(&self) -> bool {
        self.map.is_some()
    }

    /// Returns the light level of a cell: the level of its brightest light minus that of its strongest darkness, or the
    /// ambient level if that is higher. On an opaque cell, the light on all of its faces counts. In a world that is not
    /// lit, the level is 0.
    pub fn level(&self, cell: IVec2) -> u32 {
        self.level_of(cell, |_| true)
    }

    /// Returns the [`level`](Self::level) that a cell would have without ambient light: what its lights leave of its
    /// darknesses. In a world that is not lit, it is 0.
    pub fn level_of_lights(&self, cell: IVec2) -> u32 {
        self.lamp_level(cell, |_| true)
    }

    fn level_of(&self, cell: IVec2, counts: impl Fn(&Lamp) -> bool) -> u32 {
        if !self.is_lit_world() {
            return 0;
        }
        self.ambient_level(cell).max(self.lamp_level(cell, counts))
    }

    fn lamp_level(&self, cell: IVec2, counts: impl Fn(&Lamp) -> bool) -> u32 {
        if !self.is_lit_world() {
            return 0;
        }
        let (mut light, mut dark) = (0, 0);
        for lamp in self.lamps_at(cell).filter(|lamp| counts(lamp)) {
            let highest = if lamp.light.darkness {
                &mut dark
            } else {
                &mut light
            };
            *highest = lamp.level(cell).max(*highest);
        }
        light.saturating_sub(dark)
    }

    /// Returns the level of the ambient light on a cell, such as that of a lit room. In a world that is not lit, it is 0.
    pub fn ambient_level(&self, cell: IVec2) -> u32 {
        match self.layers.has_ambient(cell) {
            true => self.ambient.level(cell),
            false => 0,
        }
    }

    /// Returns whether the [`level`](Self::level) of a cell is at least `level`. This is quicker than asking for the level.
    pub fn is_at_least(&self, cell: IVec2, level: u32) -> bool {
        if level == 0 || !self.is_lit_world() || self.darknesses > 0 {
            return self.level(cell) >= level;
        }
        let mut lamps = self.lamps_near(cell);
        self.ambient_level(cell) >= level
            || lamps.any(|lamp| {
                let is_near = lamp.light.is_at_least(cell - lamp.cell, level);
                is_near && lamp.field.contains(cell)
            })
    }

    /// Returns the [`level`](Self::level) that a cell would have without the light of `entity`.
    pub fn level_without(&self, entity: Entity, cell: IVec2) -> u32 {
        self.level_of(cell, |lamp| lamp.entity != entity)
    }

    /// Returns whether a cell that does not stop light is lit, that is, whether its level is at least 1.
    pub fn is_lit(&self, cell: IVec2) -> bool {
        self.layers.lit(cell) >> (cell.x & 63) & 1 != 0
    }

    /// Returns a mask of the [lit](Self::is_lit) transparent cells, for the word of 64 cells that holds `cell`.
    pub fn lit(&self, cell: IVec2) -> u64 {
        self.layers.lit(cell)
    }

    /// Returns whether the [`level`](Self::level) of a transparent cell is 0, even if the cell was opaque when the light
    /// was computed. This is quicker than asking for the level.
    pub fn is_dark(&self, cell: IVec2) -> bool {
        let has = |mask: u64| mask >> (cell.x & 63) & 1 != 0;
        !has(self.lit(cell)) && (!has(self.shone_on(cell)) || self.level(cell) == 0)
    }

    /// Returns a mask of the cells that lights or ambient light fall on, for the word of 64 cells that holds `cell`. Only
    /// these cells can have a [`level`](Self::level) of 1 or more. Some of them may have level 0, because a darkness
    /// takes their light. Bits beyond the width of the map have no meaning.
    pub fn shone_on(&self, cell: IVec2) -> u64 {
        self.layers.shone_on(cell)
    }

    /// Returns the lights that shine on a cell, including darknesses, each with its entity and position.
    pub fn lights_at(&self, cell: IVec2) -> impl Iterator<Item = (Entity, IVec2, Light)> {
        let lamps = self.lamps_at(cell);
        lamps.map(|lamp| (lamp.entity, lamp.cell, lamp.light))
    }

    /// Returns the cells from which lights shine, row by row. Darknesses are not included.
    pub fn flames(&self) -> impl Iterator<Item = IVec2> {
        self.flames.iter()
    }

    /// Returns the [`flames`](Self::flames) in a view, row by row.
    pub fn flames_in(&self, view: &VisibleSet) -> impl Iterator<Item = IVec2> {
        view.words().flat_map(|(start, word)| {
            let flames = ones(word & self.flames.columns(start));
            flames.map(move |bit| start + IVec2::new(bit, 0))
        })
    }

    /// Returns the cells that an entity's light shines on, or `None` if the entity has no light.
    pub fn field(&self, entity: Entity) -> Option<&VisibleSet> {
        let &index = self.by_entity.get(&entity)?;
        Some(&self.lamps[index].field)
    }

    /// Returns whether the light of `entity` falls on what an eye at `eye` sees of `cell`, which must be in the eye's
    /// view. On a wall, only light on faces that the eye sees counts.
    pub fn falls_on<'a>(
        &self,
        entity: Entity,
        opacity: impl Into<Opacities<'a>>,
        eye: IVec2,
        cell: IVec2,
    ) -> bool {
        let opacity = opacity.into();
        let lamp = self.by_entity.get(&entity).map(|&it| &self.lamps[it]);
        lamp.is_some_and(|lamp| {
            let is_lit = |mut wall: Wall| wall.is_lit_by(lamp.light, lamp.cell);
            lamp.field.contains(cell)
                && (!opacity.light.is_opaque(cell) || is_lit(Wall::new(opacity, cell, eye)))
        })
    }

    /// Returns the light that an eye at `eye` sees on `cell`, which must be in the eye's view. On a wall, only light on
    /// faces that the eye sees counts.
    pub fn seen_from<'a>(
        &self,
        opacity: impl Into<Opacities<'a>>,
        eye: IVec2,
        cell: IVec2,
    ) -> Illumination {
        let opacity = opacity.into();
        if !self.is_lit_world() {
            return Illumination::default();
        }
        let mut wall = opacity
            .light
            .is_opaque(cell)
            .then(|| Wall::new(opacity, cell, eye));
        let ambient = match &mut wall {
            None => self.ambient.level(cell),
            Some(wall) => self.ambient_on(wall, cell),
        };
        let (mut light, mut dark, mut weight) = (0, 0, 0);
        let mut sums = [0; 3];
        let mut mix = |level: u32, color: [u8; 3]| {
            let share = u64::from(level.min(1 << 20));
            weight += share;
            for (sum, part) in sums.iter_mut().zip(color) {
                *sum += share * u64::from(part);
            }
        };
        mix(ambient, [255; 3]);
        for lamp in self.lamps_at(cell) {
            let level = lamp.level(cell);
            if lamp.light.darkness {
                dark = level.max(dark);
                continue;
            }
            let shines = match &mut wall {
                None => true,
                Some(wall) => wall.is_lit_by(lamp.light, lamp.cell),
            };
            if shines {
                light = level.max(light);
                mix(level, lamp.light.color);
            }
        }
        let color = sums.map(|sum| sum.checked_div(weight).unwrap_or(0) as u8);
        let level = ambient.max(light.saturating_sub(dark));
        Illumination { level, color }
    }

    /// Returns the number of light fields computed since the app started, for tests and overlays.
    pub fn computed(&self) -> u64 {
        self.computed
    }

    /// Returns the state of the light: a number that is new after every change, even if only a colour changed. The
    /// number is 0 in a world that is not lit.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the level of the ambient light that the viewer sees on a wall.
    pub(super) fn ambient_on(&self, wall: &mut Wall, cell: IVec2) -> u32 {
        if self.ambient.level_everywhere() > 0 || self.ambient.is_even() {
            return self.ambient.level(cell);
        }
        let mut highest = 0;
        for before in wall.looks_out_on() {
            highest = self.ambient.level(before).max(highest);
        }
        highest
    }

    /// Returns the level of the strongest darkness on a cell.
    pub(super) fn darkness(&self, cell: IVec2) -> u32 {
        if self.darknesses == 0 {
            return 0;
        }
        let darknesses = self.lamps_at(cell).filter(|lamp| lamp.light.darkness);
        darknesses.map(|lamp| lamp.level(cell)).max().unwrap_or(0)
    }

    /// Returns the lamps whose fields contain `cell`.
    pub(super) fn lamps_at(&self, cell: IVec2) -> impl Iterator<Item = &Lamp> {
        let lamps = self.lamps_near(cell);
        lamps.filter(move |lamp| lamp.field.contains(cell))
    }

    /// Returns the lamps whose fields may contain `cell`.
    pub(super) fn lamps_near(&self, cell: IVec2) -> impl Iterator<Item = &Lamp> {
        self.lamps_of(self.parts.part_of(cell))
    }

    /// Returns the lamps that are in the given part, or whose fields may contain one of its cells.
    fn lamps_of(&self, part: IVec2) -> impl Iterator<Item = &Lamp> {
        let here = self.parts.lamps(part).iter();
        here.map(|&index| &self.lamps[index as usize])
    }

    /// Returns whether the cells whose light has changed since the state `known` are recorded, and an eye at `eye` is not
    /// on one of them. Whether an eye sees a flame depends on the light on its own cell.
    pub(crate) fn follows(&self, known: u64, eye: IVec2) -> bool {
        known == self.before && self.layers.changed(eye) >> (eye.x & 63) & 1 == 0
    }

    /// Returns whether the light on any cell of `view` has changed since the state `known`.
    pub(crate) fn concerns(&self, known: u64, view: &VisibleSet) -> bool {
        if known != self.before {
            return known != self.revision;
        }
        view.any_word(|start, word| word & self.layers.changed(start) != 0)
    }
}
