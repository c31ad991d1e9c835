//! All the light of a map.

use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_platform::collections::HashMap;
use bevy_reflect::prelude::*;
use fogbound_fov::grid::BitGrid;
use fogbound_fov::{FieldOfView, IVec2, OpacityMap, VisibleSet};
use serde::{Deserialize, Serialize};

use super::ambient::Ambient;
use super::faces::Wall;
use super::field;
use super::layers::{Layers, Notes, Shine};
use super::parts::{FAR, Parts, Span};
use super::source::Light;
use crate::keeper::Keeper;
use crate::{MapChanges, Revision};

/// Where light falls, and from where: kept up to date by [`VisionPlugin`](crate::VisionPlugin) in a world that has
/// [`Ambient`], in [`VisionSystems::Light`](crate::VisionSystems::Light).
///
/// Only lights that something has changed for are computed again, and only the cells that they shine on and did not, or the
/// other way round, are looked at.
#[derive(Resource, Clone, Debug, Default)]
pub struct LightMap {
    /// The state of the map that everything was computed from; `None` in a world that is not lit.
    map: Option<Revision>,
    ambient: Ambient,
    lamps: Vec<Lamp>,
    /// The lamp that is probably noted next.
    next: usize,
    by_entity: EntityHashMap<usize>,
    layers: Layers,
    /// The lamps whose fields may have cells in a part of the map.
    parts: Parts,
    /// The cells from which lights shine; and for those from which more than one does, how many more.
    flames: BitGrid,
    more_flames: HashMap<IVec2, u32>,
    darknesses: usize,
    /// Whether this run has changed the colour of a light.
    is_recolored: bool,
    /// The state of the light: another number whenever any has changed, and never the same for two worlds.
    revision: u64,
    /// The state before this one, from which the cells that [`Layers::changed`] names differ.
    before: u64,
    computed: u64,
}

/// A light where it is, and what it shines on.
#[derive(Clone, Debug)]
pub(super) struct Lamp {
    entity: Entity,
    /// The plugin that notes it.
    keeper: Keeper,
    light: Light,
    cell: IVec2,
    revision: Revision,
    field: VisibleSet,
    /// What it shone on before, while its field is stale; and whether that is counted as light.
    old: VisibleSet,
    is_counted: bool,
    /// Where its flame was when its field was computed.
    flame: Option<IVec2>,
    /// The parts of the map in whose lists it is.
    parts: Option<Span>,
    is_stale: bool,
    is_there: bool,
}

/// What light falls on a cell, for drawing.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[reflect(Default, Debug, PartialEq, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Illumination {
    /// The cell's level.
    pub level: u32,
    /// Red, green and blue of all its lights, each with the weight of its level there. Black if there are none.
    pub color: [u8; 3],
}

/// The state of the light that is to come: 0 is that of no light.
static NEXT_REVISION: AtomicU64 = AtomicU64::new(1);

impl LightMap {
    /// The light of a map at one moment, for those who need no app: with this ambient light, and with these lights where
    /// they stand.
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
            // They only have to differ.
            let entity = Entity::from_raw_u32(number).unwrap_or(Entity::PLACEHOLDER);
            map.note((entity, keeper), light, cell, &changes);
        }
        map.stale()
            .for_each(|lamp| lamp.shine(opacity, &mut engine));
        map.finish(opacity);
        map
    }

    /// What of the field of view `view` an eye at `eye` sees by this light, or within `dark_sight`.
    pub fn visible(
        &self,
        opacity: &OpacityMap,
        eye: IVec2,
        view: &VisibleSet,
        dark_sight: u32,
    ) -> VisibleSet {
        let mut visible = VisibleSet::new();
        self.keep_visible((opacity, eye), view, (dark_sight, true), &mut visible);
        visible
    }

    /// Whether this is a lit world: one in which only what is lit is visible.
    pub fn is_lit_world(&self) -> bool {
        self.map.is_some()
    }

    /// The level of a cell: the highest of its lights' less the highest of its darknesses, and at least that of the place.
    /// Of an opaque cell all lights count that shine on any of its faces. In a world that is not lit it is 0.
    pub fn level(&self, cell: IVec2) -> u32 {
        self.level_of(cell, |_| true)
    }

    fn level_of(&self, cell: IVec2, counts: impl Fn(&Lamp) -> bool) -> u32 {
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
        self.ambient.level(cell).max(light.saturating_sub(dark))
    }

    /// The same without the light of this entity.
    pub fn level_without(&self, entity: Entity, cell: IVec2) -> u32 {
        self.level_of(cell, |lamp| lamp.entity != entity)
    }

    /// Whether a transparent cell is lit: whether its level is at least 1.
    pub fn is_lit(&self, cell: IVec2) -> bool {
        self.layers.lit(cell) >> (cell.x & 63) & 1 != 0
    }

    /// The lights that shine on a cell, darknesses among them, each with the cell where it stands.
    pub fn lights_at(&self, cell: IVec2) -> impl Iterator<Item = (Entity, IVec2, Light)> {
        let lamps = self.lamps_at(cell);
        lamps.map(|lamp| (lamp.entity, lamp.cell, lamp.light))
    }

    /// The cells of the map from which lights shine, row by row. Darknesses are none.
    pub fn flames(&self) -> impl Iterator<Item = IVec2> {
        self.flames.iter_ones()
    }

    /// Returns those of the [`flames`](Self::flames) that lie within so many rows and columns of `center`, each once and in
    /// no particular order.
    pub fn flames_within(&self, center: IVec2, reach: u32) -> impl Iterator<Item = IVec2> {
        let is_near = move |cell: IVec2| {
            let way = (cell.as_i64vec2() - center.as_i64vec2()).abs();
            way.max_element() <= i64::from(reach)
        };
        let parts = (reach <= FAR).then(|| self.parts.around(center, reach));
        let in_parts = parts
            .into_iter()
            .flat_map(Span::parts)
            .flat_map(move |part| {
                let flames = (0..).zip(self.lamps_of(part));
                let flames = flames.filter_map(|(index, lamp)| Some((index, lamp.flame?)));
                flames.filter_map(move |(index, flame)| {
                    let burns = |lamp: &Lamp| lamp.flame == Some(flame);
                    let is_listed = self.more_flames.contains_key(&flame)
                        && self.lamps_of(part).take(index).any(burns);
                    (self.parts.part_of(flame) == part && !is_listed).then_some(flame)
                })
            });
        let all = self.flames().filter(move |_| parts.is_none());
        in_parts.chain(all).filter(move |cell| is_near(*cell))
    }

    /// The cells that an entity's light shines on; `None` if it has no light.
    pub fn field(&self, entity: Entity) -> Option<&VisibleSet> {
        let &index = self.by_entity.get(&entity)?;
        Some(&self.lamps[index].field)
    }

    /// What light an eye at `eye` sees on the cell `cell`, which it has in view. Of a wall only that counts which falls on
    /// a face that the eye sees.
    pub fn seen_from(&self, opacity: &OpacityMap, eye: IVec2, cell: IVec2) -> Illumination {
        if !self.is_lit_world() {
            return Illumination::default();
        }
        let mut wall = opacity
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

    /// How many fields of lights have been computed since the app started. For tests and overlays.
    pub fn computed(&self) -> u64 {
        self.computed
    }

    /// Returns the state of the light: a new number whenever any light has changed, if only in colour. 0 in a world that
    /// is not lit.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether an eye at `eye`, which has the cell in view, sees it by this light or within `dark_sight`.
    pub(crate) fn shows(
        &self,
        (opacity, eye): (&OpacityMap, IVec2),
        cell: IVec2,
        dark_sight: u32,
    ) -> bool {
        let way = (cell.as_i64vec2() - eye.as_i64vec2()).abs();
        if self.ambient.level_everywhere() > 0 || way.max_element() <= i64::from(dark_sight) {
            return true;
        }
        let is_lit = if opacity.is_opaque(cell) {
            self.is_wall_lit(&mut Wall::new(opacity, cell, eye), cell)
        } else {
            // What was opaque when it was lit has a level and no bit.
            self.is_lit(cell) || self.level(cell) > 0
        };
        is_lit || self.shows_flame(eye, cell)
    }

    /// Whether the light of a flame on the cell `flame` falls on `eye`.
    fn shows_flame(&self, eye: IVec2, flame: IVec2) -> bool {
        let mut near = self.lamps_near(eye).filter(|lamp| lamp.cell == flame);
        self.flames.get(flame)
            && near.any(|lamp| {
                !lamp.light.darkness
                    && lamp.field.contains(eye)
                    && lamp.level(eye) > self.darkness(eye)
            })
    }

    /// Leaves of what is in `view` of an eye at `eye` that which it sees by light, or within `dark_sight`. Walls as they
    /// are and flames from afar, if `is_exact`; else walls by the cells before them.
    pub(crate) fn keep_visible(
        &self,
        (opacity, eye): (&OpacityMap, IVec2),
        view: &VisibleSet,
        (dark_sight, is_exact): (u32, bool),
        visible: &mut VisibleSet,
    ) {
        if self.ambient.level_everywhere() > 0 {
            visible.clone_from(view);
            return;
        }
        visible.clone_words(view, |start, word| {
            let lit = self.layers.lit(start);
            let seen = word & (lit | near(start, eye, dark_sight));
            let unseen = word & !seen;
            if is_exact || unseen == 0 {
                return seen;
            }
            let walls = unseen & opacity.bits().columns(start);
            if walls == 0 {
                return seen;
            }
            seen | self.lit_walls(eye, view, (start, walls), word & lit)
        });
        if !is_exact {
            return;
        }
        self.add_walls((opacity, eye), view, dark_sight, visible);
        // Whoever stands in the light of a flame sees where it burns.
        let mut dark = None;
        for lamp in self.lamps_at(eye).filter(|lamp| !lamp.light.darkness) {
            let dark = *dark.get_or_insert_with(|| self.darkness(eye));
            if lamp.level(eye) > dark && view.contains(lamp.cell) {
                visible.insert(lamp.cell);
            }
        }
    }

    /// Those of `walls`, in the word that begins at `start`, that look out, towards the eye, on a lit cell in view. Of the
    /// word itself these cells are known: `own`.
    fn lit_walls(
        &self,
        eye: IVec2,
        view: &VisibleSet,
        (start, walls): (IVec2, u64),
        own: u64,
    ) -> u64 {
        let seen_and_lit = |start: IVec2| view.columns(start) & self.layers.lit(start);
        let mut lit = 0;
        if eye.y != start.y {
            let before = if eye.y > start.y {
                IVec2::Y
            } else {
                IVec2::NEG_Y
            };
            lit |= seen_and_lit(start + before);
        }
        let before_eye = columns_before(start, eye.x.into());
        let behind_eye = !columns_before(start, i64::from(eye.x) + 1);
        lit |= (own >> 1) & before_eye | (own << 1) & behind_eye;
        // The first and the last cell look out on other words.
        if walls & before_eye & 1 << 63 != 0 {
            lit |= seen_and_lit(start + IVec2::new(64, 0)) << 63;
        }
        if walls & behind_eye & 1 != 0 {
            lit |= seen_and_lit(start - IVec2::new(64, 0)) >> 63;
        }
        walls & lit
    }

    /// Adds the walls in view on whose faces light falls that the eye sees.
    fn add_walls(
        &self,
        (opacity, eye): (&OpacityMap, IVec2),
        view: &VisibleSet,
        dark_sight: u32,
        visible: &mut VisibleSet,
    ) {
        for (start, word) in view.words() {
            let opaque = opacity.bits().columns(start);
            let walls = word & opaque & !near(start, eye, dark_sight);
            for bit in fogbound_fov::grid::ones(walls) {
                let cell = start + IVec2::new(bit, 0);
                if self.is_wall_lit(&mut Wall::new(opacity, cell, eye), cell) {
                    visible.insert(cell);
                }
            }
        }
    }

    fn is_wall_lit(&self, wall: &mut Wall, cell: IVec2) -> bool {
        let mut dark = None;
        self.ambient_on(wall, cell) > 0
            || self.lamps_at(cell).any(|lamp| {
                !lamp.light.darkness
                    && lamp.level(cell) > *dark.get_or_insert_with(|| self.darkness(cell))
                    && wall.is_lit_by(lamp.light, lamp.cell)
            })
    }

    /// The light of places on a wall as its viewer sees it.
    fn ambient_on(&self, wall: &mut Wall, cell: IVec2) -> u32 {
        if self.ambient.level_everywhere() > 0 {
            return self.ambient.level(cell);
        }
        let mut highest = 0;
        for before in wall.looks_out_on() {
            highest = self.ambient.level(before).max(highest);
        }
        highest
    }

    /// The highest level that any darkness takes from a cell.
    fn darkness(&self, cell: IVec2) -> u32 {
        if self.darknesses == 0 {
            return 0;
        }
        let darknesses = self.lamps_at(cell).filter(|lamp| lamp.light.darkness);
        darknesses.map(|lamp| lamp.level(cell)).max().unwrap_or(0)
    }

    /// The lamps that have a cell in their field.
    fn lamps_at(&self, cell: IVec2) -> impl Iterator<Item = &Lamp> {
        let lamps = self.lamps_near(cell);
        lamps.filter(move |lamp| lamp.field.contains(cell))
    }

    /// The lamps that may have a cell in their field.
    fn lamps_near(&self, cell: IVec2) -> impl Iterator<Item = &Lamp> {
        self.lamps_of(self.parts.part_of(cell))
    }

    /// The lamps that may have a cell of this part in their field, or stand there.
    fn lamps_of(&self, part: IVec2) -> impl Iterator<Item = &Lamp> {
        let here = self.parts.lamps(part).iter();
        here.map(|&index| &self.lamps[index as usize])
    }

    /// Whether the light on any of the cells of `view` has changed since the state `known`.
    pub(crate) fn concerns(&self, known: u64, view: &VisibleSet) -> bool {
        if known != self.before {
            return known != self.revision;
        }
        view.any_word(|start, word| word & self.layers.changed(start) != 0)
    }
}

/// Keeping it up to date.
impl LightMap {
    /// No light, after there was some.
    pub(super) fn after(&self) -> Self {
        Self {
            computed: self.computed,
            ..Self::default()
        }
    }

    /// Begins a run of `keeper` on this map, and forgets what belongs to another map. `keeper` must note all its lights
    /// in the run.
    pub(super) fn begin(
        &mut self,
        ambient: &Ambient,
        opacity: &OpacityMap,
        changes: &MapChanges,
        keeper: Keeper,
    ) {
        let now = changes.revision();
        let since = self.map.replace(now).and_then(|known| changes.since(known));
        self.layers.begin();
        self.before = self.revision;
        let is_other = self.layers.size() != opacity.size();
        if is_other {
            self.layers = Layers::new(opacity.size());
            self.parts = Parts::new(opacity.size());
            self.flames = BitGrid::new(opacity.size());
            self.more_flames.clear();
            for lamp in &mut self.lamps {
                lamp.is_counted = false;
                lamp.parts = None;
                lamp.flame = None;
            }
        }
        match since {
            Some(since) if !is_other && *ambient == self.ambient => {
                for change in since.iter().filter(|change| change.opacity) {
                    self.layers.make_stale(change.cell);
                    // The walls around look out on it.
                    let around = [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y];
                    for cell in around.map(|it| change.cell.wrapping_add(it)) {
                        if ambient.level(change.cell) > 0 {
                            self.layers
                                .note_changes(word_start(cell), 1 << (cell.x & 63));
                        }
                    }
                }
            }
            _ => {
                self.ambient.clone_from(ambient);
                // Also for those who know that nothing is lit here.
                self.layers.set_ambient(|start| ambient.word(start));
            }
        }
        self.next = 0;
        self.is_recolored = false;
        for lamp in self.lamps.iter_mut().filter(|it| it.keeper == keeper) {
            lamp.is_there = false;
        }
    }

    /// Notes that an entity, which `keeper` looks after, has this light and stands here.
    pub(super) fn note(
        &mut self,
        (entity, keeper): (Entity, Keeper),
        light: Light,
        cell: IVec2,
        changes: &MapChanges,
    ) {
        let now = changes.revision();
        let is_next = |lamp: &Lamp| lamp.entity == entity;
        let guess = self.lamps.get(self.next).filter(|it| is_next(it));
        let known = match guess {
            Some(_) => Some(self.next),
            None => self.by_entity.get(&entity).copied(),
        };
        let Some(index) = known else {
            self.by_entity.insert(entity, self.lamps.len());
            self.lamps.push(Lamp {
                entity,
                keeper,
                light,
                cell,
                revision: now,
                field: VisibleSet::new(),
                old: VisibleSet::new(),
                is_counted: false,
                flame: None,
                parts: None,
                is_stale: true,
                is_there: true,
            });
            return;
        };
        self.next = index + 1;
        let lamp = &mut self.lamps[index];
        (lamp.is_there, lamp.keeper) = (true, keeper);
        if (lamp.light, lamp.cell) == (light, cell) && lamp.revision == now {
            return;
        }
        let is_same = lamp.cell == cell
            && lamp.light.differs_in_color_only(light)
            && changes.since(lamp.revision).is_some_and(|changes| {
                let mut changes = changes.iter().filter(|change| change.opacity);
                !changes.any(|change| light.depends_on(cell, change.cell))
            });
        // A light that differs in colour only keeps its field.
        self.is_recolored |= lamp.light.color != light.color;
        lamp.is_stale |= !is_same;
        (lamp.light, lamp.cell, lamp.revision) = (light, cell, now);
    }

    /// The lamps whose fields are to be computed, after all have been noted.
    pub(super) fn stale(&mut self) -> impl Iterator<Item = &mut Lamp> {
        self.lamps
            .iter_mut()
            .filter(|lamp| lamp.is_stale && lamp.is_there)
    }

    /// Brings everything else up to date after the fields of the stale lamps have been computed.
    pub(super) fn finish(&mut self, opacity: &OpacityMap) {
        let (mut have_changed, mut have_moved_up) = (false, false);
        for index in (0..self.lamps.len()).rev() {
            let lamp = &mut self.lamps[index];
            if lamp.is_there && !lamp.is_stale {
                continue;
            }
            have_changed = true;
            if !lamp.is_there {
                // One that was never computed has lit nothing.
                std::mem::swap(&mut lamp.old, &mut lamp.field);
                lamp.field.clear();
            } else {
                self.computed += 1;
            }
            let is_light = lamp.is_there && !lamp.light.darkness;
            let was_darkness = lamp.parts.is_some() && !lamp.is_counted;
            let how = match (lamp.light.darkness || was_darkness, self.darknesses > 0) {
                (true, _) => Notes::All,
                (false, true) => Notes::FacesInDarkness,
                (false, false) => Notes::Faces,
            };
            let old = Shine {
                cells: &lamp.old,
                is_light: lamp.is_counted,
            };
            let new = Shine {
                cells: &lamp.field,
                is_light,
            };
            self.layers.shine(opacity, old, new, how);
            lamp.is_counted = is_light;
            let flame = (is_light && opacity.contains(lamp.cell)).then_some(lamp.cell);
            if lamp.flame != flame {
                if let Some(before) = lamp.flame {
                    self.layers
                        .note_changes(word_start(before), 1 << (before.x & 63));
                    put_out(&mut self.flames, &mut self.more_flames, before);
                }
                if let Some(now) = flame {
                    kindle(&mut self.flames, &mut self.more_flames, now);
                }
                lamp.flame = flame;
            }
            // Its flame may be seen by those who stand in its light.
            let cell = lamp.cell;
            self.layers
                .note_changes(word_start(cell), 1 << (cell.x & 63));
            lamp.old.clear();
            lamp.is_stale = false;
            let span = lamp
                .is_there
                .then(|| self.parts.span(&lamp.field, cell, lamp.light.radius));
            self.parts.enter(index as u32, lamp.parts, span);
            lamp.parts = span;
            if !lamp.is_there {
                self.by_entity.remove(&lamp.entity);
                self.lamps.swap_remove(index);
                if let Some(moved) = self.lamps.get(index) {
                    self.by_entity.insert(moved.entity, index);
                    have_moved_up = true;
                }
            }
        }
        if have_moved_up {
            self.find_parts();
        }
        if have_changed {
            self.darknesses = self.lamps.iter().filter(|it| it.light.darkness).count();
        }
        let mut layers = std::mem::take(&mut self.layers);
        layers.find_lit(opacity, |start, lit| self.taken(start, lit));
        self.layers = layers;
        if self.layers.has_changes() || self.is_recolored {
            self.before = self.revision;
            self.revision = NEXT_REVISION.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Of these cells, which lights shine on, those from which a darkness takes it all.
    fn taken(&self, start: IVec2, lit: u64) -> u64 {
        if self.darknesses == 0 {
            return 0;
        }
        let dark = fogbound_fov::grid::ones(lit)
            .filter(|&bit| self.level(start + IVec2::new(bit, 0)) == 0);
        dark.fold(0, |taken, bit| taken | 1 << bit)
    }

    /// Makes the lists by parts anew, after lamps have changed their numbers.
    fn find_parts(&mut self) {
        self.parts.clear();
        for (lamp, number) in self.lamps.iter().zip(0..) {
            self.parts.enter(number, None, lamp.parts);
        }
    }
}

impl Lamp {
    /// Computes what it shines on.
    pub(super) fn shine(&mut self, opacity: &OpacityMap, engine: &mut FieldOfView) {
        std::mem::swap(&mut self.old, &mut self.field);
        field::compute(self.light, self.cell, opacity, engine, &mut self.field);
    }

    fn level(&self, cell: IVec2) -> u32 {
        self.light.level(cell - self.cell)
    }
}

/// One light more burns on this cell.
fn kindle(flames: &mut BitGrid, more: &mut HashMap<IVec2, u32>, cell: IVec2) {
    if flames.get(cell) {
        *more.entry(cell).or_default() += 1;
    }
    flames.set(cell, true);
}

/// One light less burns on this cell.
fn put_out(flames: &mut BitGrid, more: &mut HashMap<IVec2, u32>, cell: IVec2) {
    match more.get_mut(&cell) {
        None => flames.set(cell, false),
        Some(1) => drop(more.remove(&cell)),
        Some(count) => *count -= 1,
    }
}

/// The first cell of the word that holds this cell.
fn word_start(cell: IVec2) -> IVec2 {
    IVec2::new(cell.x & !63, cell.y)
}

/// Of the word that begins at `start` the cells that `dark_sight` reaches from `eye`.
fn near(start: IVec2, eye: IVec2, dark_sight: u32) -> u64 {
    if start.y.abs_diff(eye.y) > dark_sight {
        return 0;
    }
    let (x, reach) = (i64::from(eye.x), i64::from(dark_sight));
    columns_before(start, x + reach + 1) & !columns_before(start, x - reach)
}

/// Of the word that begins at `start` the cells in columns before `x`.
fn columns_before(start: IVec2, x: i64) -> u64 {
    match x - i64::from(start.x) {
        ..=0 => 0,
        64.. => u64::MAX,
        count => u64::MAX >> (64 - count),
    }
}
