//! Finds which cells an eye sees by the light on a map.

use fogbound_fov::grid::ones;
use fogbound_fov::{IVec2, VisibleSet};

use super::faces::Wall;
use super::light_map::LightMap;
use crate::Opacities;

/// An eye that looks at lit cells.
#[derive(Clone, Copy)]
pub(crate) struct Looker<'a> {
    pub(crate) opacity: Opacities<'a>,
    pub(crate) eye: IVec2,
    /// The number of rows and columns around the eye that are visible without light.
    pub(crate) dark_sight: u32,
    /// Whether the eye judges walls by their faces and sees distant flames. Otherwise, it judges walls by the cells in
    /// front of them.
    pub(crate) is_exact: bool,
}

impl Looker<'_> {
    /// Returns the wall at `cell`, which stops light, as seen by this eye.
    fn wall(&self, cell: IVec2) -> Wall<'_> {
        Wall::new(self.opacity, cell, self.eye)
    }

    /// Returns a mask of the cells within dark sight, for the word that starts at `start`.
    fn near(&self, start: IVec2) -> u64 {
        if start.y.abs_diff(self.eye.y) > self.dark_sight {
            return 0;
        }
        let (x, reach) = (i64::from(self.eye.x), i64::from(self.dark_sight));
        columns_before(start, x + reach + 1) & !columns_before(start, x - reach)
    }
}

impl LightMap {
    /// Returns the cells of `view` that an eye at `eye` sees in this light or within `dark_sight`.
    pub fn visible<'a>(
        &self,
        opacity: impl Into<Opacities<'a>>,
        eye: IVec2,
        view: &VisibleSet,
        dark_sight: u32,
    ) -> VisibleSet {
        let looker = Looker {
            opacity: opacity.into(),
            eye,
            dark_sight,
            is_exact: true,
        };
        let mut visible = VisibleSet::new();
        self.keep_visible(&looker, view, &mut visible);
        visible
    }

    /// Returns whether an eye that has `cell` in view sees the cell in this light or within its dark sight. The answer
    /// is exact.
    pub(crate) fn shows(&self, looker: &Looker, cell: IVec2) -> bool {
        let way = (cell.as_i64vec2() - looker.eye.as_i64vec2()).abs();
        let is_near = way.max_element() <= i64::from(looker.dark_sight);
        if self.ambient.level_everywhere() > 0 || is_near {
            return true;
        }
        let is_lit = if looker.opacity.light.is_opaque(cell) {
            self.is_wall_lit(&mut looker.wall(cell), cell)
        } else {
            // A cell that was opaque when the light was computed has a level but no lit bit.
            self.is_lit(cell) || self.level(cell) > 0
        };
        is_lit || self.shows_flame(looker.eye, cell)
    }

    /// Returns whether the light from a flame at `flame` falls on `eye`.
    fn shows_flame(&self, eye: IVec2, flame: IVec2) -> bool {
        let mut near = self.lamps_near(eye).filter(|lamp| lamp.cell == flame);
        self.flames.contains(flame)
            && near.any(|lamp| {
                !lamp.light.darkness
                    && lamp.field.contains(eye)
                    && lamp.level(eye) > self.darkness(eye)
            })
    }

    /// Fills `visible` with the cells of `view` that the eye sees in this light or within its dark sight.
    pub(crate) fn keep_visible(
        &self,
        looker: &Looker,
        view: &VisibleSet,
        visible: &mut VisibleSet,
    ) {
        if self.ambient.level_everywhere() > 0 {
            visible.clone_from(view);
            return;
        }
        let Looker {
            opacity,
            eye,
            is_exact,
            ..
        } = *looker;
        visible.clone_words(view, |start, word| {
            let lit = self.layers.lit(start);
            let seen = word & (lit | looker.near(start));
            let unseen = word & !seen;
            if is_exact || unseen == 0 {
                return seen;
            }
            let walls = unseen & opacity.light.bits().columns(start);
            if walls == 0 {
                return seen;
            }
            seen | self.lit_walls(eye, view, start, walls, word & lit)
        });
        if !is_exact {
            return;
        }
        self.add_walls(looker, view.words(), visible);
        self.add_flames(eye, view, visible);
    }

    /// Does the same as [`keep_visible`](Self::keep_visible) for an exact looker, given the cells that it saw `before`
    /// and that this light [follows](Self::follows) the light it saw them by. Only words with changes are looked at.
    pub(crate) fn update_visible(
        &self,
        looker: &Looker,
        view: &VisibleSet,
        before: &VisibleSet,
        visible: &mut VisibleSet,
    ) {
        if self.ambient.level_everywhere() > 0 {
            visible.clone_from(view);
            return;
        }
        let has_changed = |start, word| self.layers.changed(start) & word != 0;
        visible.clone_words(view, |start, word| match has_changed(start, word) {
            true => self.layers.lit(start) | looker.near(start),
            false => before.columns(start),
        });
        let changed = view
            .words()
            .filter(|&(start, word)| has_changed(start, word));
        self.add_walls(looker, changed, visible);
        self.add_flames(looker.eye, view, visible);
    }

    /// Adds the flames in view whose light falls on the eye.
    fn add_flames(&self, eye: IVec2, view: &VisibleSet, visible: &mut VisibleSet) {
        // An eye in the light of a flame sees the flame.
        let mut dark = None;
        for lamp in self.lamps_at(eye).filter(|lamp| !lamp.light.darkness) {
            let dark = *dark.get_or_insert_with(|| self.darkness(eye));
            if lamp.level(eye) > dark && view.contains(lamp.cell) {
                visible.insert(lamp.cell);
            }
        }
    }

    /// Returns those cells in the mask `walls` that face a lit cell in view on the eye's side. `walls` and `own` are
    /// masks for the word that starts at `start`; `own` marks the lit cells in view.
    fn lit_walls(&self, eye: IVec2, view: &VisibleSet, start: IVec2, walls: u64, own: u64) -> u64 {
        let seen_and_lit = |start: IVec2| view.columns(start) & self.layers.lit(start);
        let mut lit = 0;
        if eye.y != start.y {
            lit |= seen_and_lit(start + IVec2::Y * (eye.y - start.y).signum());
        }
        let before_eye = columns_before(start, eye.x.into());
        let behind_eye = !columns_before(start, i64::from(eye.x) + 1);
        lit |= (own >> 1) & before_eye | (own << 1) & behind_eye;
        // The first and last cells in the word face cells in the neighbouring words.
        if walls & before_eye & 1 << 63 != 0 {
            lit |= seen_and_lit(start + IVec2::new(64, 0)) << 63;
        }
        if walls & behind_eye & 1 != 0 {
            lit |= seen_and_lit(start - IVec2::new(64, 0)) >> 63;
        }
        walls & lit
    }

    /// Adds to `visible` the walls in these words of a view that have light on a face that the eye sees.
    fn add_walls(
        &self,
        looker: &Looker,
        words: impl Iterator<Item = (IVec2, u64)>,
        visible: &mut VisibleSet,
    ) {
        for (start, word) in words {
            let opaque = looker.opacity.light.bits().columns(start);
            for bit in ones(word & opaque & !looker.near(start)) {
                let cell = start + IVec2::new(bit, 0);
                if self.is_wall_lit(&mut looker.wall(cell), cell) {
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
}

/// Returns a mask of the cells to the left of column `x`, for the word that starts at `start`.
fn columns_before(start: IVec2, x: i64) -> u64 {
    match x - i64::from(start.x) {
        ..=0 => 0,
        64.. => u64::MAX,
        count => u64::MAX >> (64 - count),
    }
}
