//! Keeps the light on a map up to date.

use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::entity::Entity;
use fogbound_fov::grid::ones;
use fogbound_fov::{IVec2, OpacityMap};

use super::ambient::Ambient;
use super::flames::Flames;
use super::lamp::Lamp;
use super::layers::{Layers, Notes, Shine};
use super::light_map::LightMap;
use super::parts::Parts;
use super::source::Light;
use crate::MapChanges;
use crate::position::Keeper;

/// The next light revision. Revision 0 stands for a world that is not lit.
static NEXT_REVISION: AtomicU64 = AtomicU64::new(1);

impl LightMap {
    /// Returns an empty light map to replace this one. The count of computed fields is kept.
    pub(super) fn after(&self) -> Self {
        Self {
            computed: self.computed,
            ..Self::default()
        }
    }

    /// Starts a run of `keeper` on the given map, and discards everything that belongs to another map. During the run,
    /// `keeper` must note each of its lights.
    pub(super) fn begin(
        &mut self,
        ambient: &Ambient,
        opacity: &OpacityMap,
        changes: &MapChanges,
        keeper: Keeper,
    ) {
        let now = changes.revision();
        let before = self.map.replace(now);
        let since = before.and_then(|known| changes.opacity_since(known));
        self.recent.update(changes, opacity.size());
        self.layers.begin();
        self.before = self.revision;
        let is_other = self.layers.size() != opacity.size();
        if is_other {
            self.layers = Layers::new(opacity.size());
            self.parts = Parts::new(opacity.size());
            self.flames = Flames::new(opacity.size());
            for lamp in &mut self.lamps {
                lamp.is_counted = false;
                lamp.parts = None;
                lamp.flame = None;
            }
        }
        match since {
            Some(since) if !is_other && *ambient == self.ambient => {
                for changed in since {
                    self.layers.make_stale(changed);
                    if ambient.level(changed) == 0 {
                        continue;
                    }
                    // Each wall beside the cell has a face that looks onto it.
                    let around = [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y];
                    for cell in around.map(|it| changed.wrapping_add(it)) {
                        self.layers.note_change(cell);
                    }
                }
            }
            _ => {
                self.ambient.clone_from(ambient);
                // This also notifies viewsheds that have no lit cells here.
                self.layers.set_ambient(|start| ambient.word(start));
            }
        }
        self.next = 0;
        self.is_recolored = false;
        self.keeper = Some(keeper);
    }

    /// Records that an entity handled by `keeper` has the given light and is at `cell`.
    pub(super) fn note(
        &mut self,
        entity: Entity,
        keeper: Keeper,
        light: Light,
        cell: IVec2,
        changes: &MapChanges,
    ) {
        let now = changes.revision();
        let guess = self.lamps.get(self.next);
        let known = match guess.filter(|lamp| lamp.entity == entity) {
            Some(_) => Some(self.next),
            None => self.by_entity.get(&entity).copied(),
        };
        let Some(index) = known else {
            self.by_entity.insert(entity, self.lamps.len());
            let lamp = Lamp::new(entity, keeper, light, cell, now);
            return self.lamps.push(lamp);
        };
        self.next = index + 1;
        let lamp = &mut self.lamps[index];
        (lamp.is_there, lamp.keeper) = (true, keeper);
        if lamp.cell == cell && lamp.light == light && lamp.revision == now {
            return;
        }
        let is_same = lamp.cell == cell
            && lamp.light.differs_in_color_only(light)
            && !self
                .recent
                .concern(changes, lamp.revision, (light.dependence(), cell), None);
        // If only the colour differs, the field stays the same.
        self.is_recolored |= lamp.light.color != light.color;
        lamp.is_stale |= !is_same;
        (lamp.light, lamp.cell, lamp.revision) = (light, cell, now);
    }

    /// Returns the lamps whose fields must be recomputed. Call this after all lamps have been noted.
    pub(super) fn stale(&mut self) -> impl Iterator<Item = &mut Lamp> {
        let lamps = self.lamps.iter_mut();
        lamps.filter(|lamp| lamp.is_stale && lamp.is_there)
    }

    /// Updates everything else after the fields of the stale lamps have been computed. Returns whether the light has
    /// changed.
    pub(super) fn finish(&mut self, opacity: &OpacityMap) -> bool {
        let (mut have_changed, mut have_moved_up) = (false, false);
        for index in (0..self.lamps.len()).rev() {
            let lamp = &mut self.lamps[index];
            if Some(lamp.keeper) != self.keeper {
                continue;
            }
            let is_there = std::mem::take(&mut lamp.is_there);
            if is_there && !lamp.is_stale {
                continue;
            }
            have_changed = true;
            self.follow(index, is_there, opacity);
            if !is_there {
                let gone = self.lamps.swap_remove(index);
                self.by_entity.remove(&gone.entity);
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
        let is_other = self.layers.has_changes() || self.is_recolored;
        if is_other {
            self.before = self.revision;
            self.revision = NEXT_REVISION.fetch_add(1, Ordering::Relaxed);
        }
        is_other
    }

    /// Updates the map for a lamp that has a new field or, if `is_there` is false, no longer exists.
    fn follow(&mut self, index: usize, is_there: bool, opacity: &OpacityMap) {
        let lamp = &mut self.lamps[index];
        if is_there {
            self.computed += 1;
        } else {
            // A lamp whose field was never computed has lit nothing.
            std::mem::swap(&mut lamp.old, &mut lamp.field);
            lamp.field.clear();
        }
        let is_light = is_there && !lamp.light.darkness;
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
        let before = std::mem::replace(&mut lamp.flame, flame);
        if before != flame {
            if let Some(before) = before {
                self.layers.note_change(before);
                self.flames.put_out(before);
            }
            if let Some(now) = flame {
                self.flames.kindle(now);
            }
        }
        // An eye in the lamp's light may see its flame.
        self.layers.note_change(lamp.cell);
        lamp.old.clear();
        lamp.is_stale = false;
        let (field, radius) = (&lamp.field, lamp.light.radius);
        let span = is_there.then(|| self.parts.span(field, lamp.cell, radius));
        self.parts.enter(index as u32, lamp.parts, span);
        lamp.parts = span;
    }

    /// Returns a mask of the cells in `lit` that lose all their light to darknesses. The cells in `lit` must be lit
    /// only by lights, not by ambient light.
    fn taken(&self, start: IVec2, lit: u64) -> u64 {
        if self.darknesses == 0 {
            return 0;
        }
        // Only cells in the field of a darkness can lose light. A word lies in two parts of the map.
        let parts = [start, start + IVec2::new(32, 0)].map(|cell| self.lamps_near(cell));
        let darknesses = parts
            .into_iter()
            .flatten()
            .filter(|lamp| lamp.light.darkness);
        let lit = darknesses.fold(0, |all, lamp| all | lamp.field.columns(start)) & lit;
        let dark = ones(lit).filter(|&bit| self.level(start + IVec2::new(bit, 0)) == 0);
        dark.fold(0, |taken, bit| taken | 1 << bit)
    }

    /// Rebuilds the lamp lists of all parts after lamps have been renumbered.
    fn find_parts(&mut self) {
        self.parts.clear();
        for (lamp, number) in self.lamps.iter().zip(0..) {
            self.parts.enter(number, None, lamp.parts);
        }
    }
}
