//! How the window's picture of the map becomes the next one: what has changed fades, and a map that scrolls glides.

use std::time::Duration;

use bevy::prelude::*;
use ratatui::layout::Position;

use super::super::pixels::Look;
use crate::view::{Camera, EASING, Motion, ease};

/// A square of the map, counted from its top left on the screen, and what it showed before.
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

/// A picture of the map: what its squares show, in rows from the top left.
pub(super) struct Squares<'a> {
    pub(super) looks: &'a [Option<Look>],
    pub(super) size: UVec2,
}

impl Squares<'_> {
    fn at(&self, (x, y): (i32, i32)) -> Option<Look> {
        let at = IVec2::new(x, y);
        if at.cmplt(IVec2::ZERO).any() || at.cmpge(self.size.as_ivec2()).any() {
            return None;
        }
        let index = y as usize * self.size.x as usize + x as usize;
        *self.looks.get(index)?
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
        // If more keys have come than pictures, the picture is already late.
        let is_new = std::mem::replace(&mut self.beat, motion.beat()) + 1 == motion.beat();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::Motif;
    use crate::grid::Rectangle;
    use crate::view::{Fill, Frame};
    use ratatui::layout::Rect;
    use ratatui::style::Color;

    const SIZE: UVec2 = UVec2::new(8, 4);

    /// Returns a camera whose area is the whole screen, with the map cell `corner` at its top left.
    fn camera(corner: IVec2) -> Camera {
        let frame = Frame {
            known: Rectangle::new(corner, SIZE),
            anchor: corner,
        };
        let area = Rect::new(0, 0, 2 * SIZE.x as u16, SIZE.y as u16);
        Camera::following(corner, frame, area, 2)
    }

    /// Returns a picture in which every map cell from (0, 0) to (15, 15) has a colour of its own.
    fn picture(corner: IVec2) -> Vec<Option<Look>> {
        let cells =
            (0..SIZE.y).flat_map(|y| (0..SIZE.x).map(move |x| IVec2::new(x as i32, y as i32)));
        let look = |at: IVec2| {
            let cell = at + corner;
            let color = Color::Rgb(cell.x as u8, cell.y as u8, 0);
            Some(Look {
                motif: Motif::Fill(Fill::Plain),
                fore: [color; 4],
                ground: Some([color; 4]),
            })
        };
        cells.map(look).collect()
    }

    fn compared(last: IVec2, now: IVec2, pictures: [&[Option<Look>]; 2]) -> Easing {
        let mut easing = Easing::default();
        let pictures = pictures.map(|looks| Squares { looks, size: SIZE });
        easing.compare((camera(last), camera(now)), pictures);
        easing
    }

    #[test]
    fn what_has_changed_fades() {
        let (old, mut new) = (picture(IVec2::ZERO), picture(IVec2::ZERO));
        new[11] = None;
        let easing = compared(IVec2::ZERO, IVec2::ZERO, [&old, &new]);
        assert_eq!(easing.changed, [(IVec2::new(3, 1), old[11])]);
        assert_eq!((easing.lost.len(), easing.glide(Duration::ZERO)), (0, None));
        assert_eq!(easing.progress(Duration::ZERO), Some(0.0));
        assert_eq!(easing.progress(EASING), None);
    }

    #[test]
    fn a_map_that_scrolls_glides_from_where_it_was() {
        let (last, now) = (IVec2::new(4, 4), IVec2::new(6, 5));
        let (old, new) = (picture(last), picture(now));
        let easing = compared(last, now, [&old, &new]);
        // Every cell that is still on the screen looks the same, in another place.
        assert_eq!(easing.changed, []);
        assert_eq!(easing.glide(Duration::ZERO), Some(Vec2::new(2.0, 1.0)));
        assert_eq!(easing.glide(EASING), None);
        // Two columns and a row have left the screen on the left and at the top.
        assert_eq!(easing.lost.len(), 2 * 4 + 6);
        let is_outside = |(at, _): &Before| at.x < 0 || at.y < 0;
        assert!(easing.lost.iter().all(is_outside));
        // A jump over more than the screen is not shown.
        let far = compared(last, IVec2::new(40, 4), [&old, &new]);
        assert_eq!((far.progress(Duration::ZERO), far.lost.len()), (None, 0));
    }
}
