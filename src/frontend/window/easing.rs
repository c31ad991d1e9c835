//! How the window's picture of the map becomes the next one: what has changed fades, and a map that scrolls glides.

use std::time::Duration;

use bevy::prelude::*;
use ratatui::layout::Position;

use super::super::pixels::Look;
use crate::view::{Camera, EASING, Motion, ease};

/// A square of the map on the screen, counted from the top left of the screen, and what it showed before.
type Before = (IVec2, Option<Look>);

/// What is left of the last picture.
#[derive(Resource, Default)]
pub(super) struct Easing {
    beat: u64,
    /// The part of the map in the last picture, and the depth of the level.
    last: Option<(Camera, u32)>,
    begins: Duration,
    /// The squares that look different now.
    pub(super) changed: Vec<Before>,
    /// The squares that the map has lost by scrolling.
    pub(super) lost: Vec<Before>,
    /// How far the map has scrolled, in squares to the right and down.
    scrolled: IVec2,
}

/// A picture of the map: what its squares show, in rows from the top left of the screen.
pub(super) struct Squares<'a> {
    pub(super) looks: &'a [Option<Look>],
    pub(super) size: UVec2,
}

impl Squares<'_> {
    fn at(&self, (x, y): (i32, i32)) -> Option<Look> {
        let at = IVec2::new(x, y);
        let is_in = at.cmpge(IVec2::ZERO).all() && at.cmplt(self.size.as_ivec2()).all();
        let index = y as usize * self.size.x as usize + x as usize;
        *self.looks.get(index).filter(|_| is_in)?
    }
}

impl Easing {
    /// Begins to turn one picture into another if a key or a turn has changed the map. Otherwise, what is under way goes
    /// on.
    pub(super) fn follow(&mut self, motion: &mut Motion, pictures: [Squares; 2], now: Duration) {
        let last = std::mem::replace(&mut self.last, motion.view());
        let is_over = now >= self.begins + EASING;
        if self.beat == motion.beat() && !is_over {
            return;
        }
        let is_new = std::mem::replace(&mut self.beat, motion.beat()) != motion.beat();
        (self.changed, self.lost, self.scrolled) = default();
        let (Some((last, before)), Some((camera, depth))) = (last, motion.view()) else {
            return;
        };
        if is_new && before == depth {
            self.compare((last, camera), pictures);
        }
        if !self.changed.is_empty() || self.scrolled != IVec2::ZERO {
            self.begins = now;
            motion.keep_on(now + EASING);
        }
    }

    fn compare(&mut self, (last, camera): (Camera, Camera), [old, new]: [Squares; 2]) {
        let area = camera.area();
        if last.area() != area || old.size != new.size || camera.columns() != 2 {
            return;
        }
        let first = Position::new(area.x, area.y);
        let scrolled = last.to_map(first) - camera.to_map(first);
        let squares = IVec2::new((area.width / 2).into(), area.height.into());
        if scrolled.abs().cmpge(squares).any() {
            return;
        }
        self.scrolled = scrolled;
        let corner = IVec2::new((area.x / 2).into(), area.y.into());
        for y in 0..squares.y {
            for x in 0..squares.x {
                let before = corner + IVec2::new(x, y);
                let look = old.at(before.into());
                let at = before + scrolled;
                let inside = at - corner;
                if inside.cmplt(IVec2::ZERO).any() || inside.cmpge(squares).any() {
                    self.lost.extend(look.is_some().then_some((at, look)));
                } else if look != new.at(at.into()) {
                    self.changed.push((at, look));
                }
            }
        }
    }

    /// Returns how far the last picture has faded, from 0 to 1, or `None` if it is gone.
    pub(super) fn progress(&self, now: Duration) -> Option<f32> {
        let since = now.checked_sub(self.begins).filter(|it| *it < EASING)?;
        let is_empty = self.changed.is_empty() && self.scrolled == IVec2::ZERO;
        (!is_empty).then(|| ease(since.as_secs_f32() / EASING.as_secs_f32()))
    }

    /// Returns how far the map is from its place, in squares, while it glides.
    pub(super) fn glide(&self, now: Duration) -> Option<Vec2> {
        let progress = self.progress(now)?;
        let is_gliding = self.scrolled != IVec2::ZERO;
        is_gliding.then(|| -self.scrolled.as_vec2() * (1.0 - progress))
    }
}
