//! Chooses where a window opens.

use bevy::math::{IVec2, UVec2, Vec2};
use bevy::window::Monitor;

use crate::modes::WindowPlace;

/// The size of a window that opens for the first time, in logical pixels.
const USUAL: Vec2 = Vec2::new(1280.0, 720.0);
/// The smallest size of a window, in logical pixels.
const SMALLEST: Vec2 = Vec2::new(320.0, 180.0);

/// The part of the desktop that a screen shows, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    /// The top left corner.
    pub(super) at: IVec2,
    pub(super) size: UVec2,
    /// The number of pixels in a logical pixel.
    pub(super) scale: f32,
}

impl Area {
    pub(super) fn of(monitor: &Monitor) -> Self {
        Self {
            at: monitor.physical_position,
            size: monitor.physical_size(),
            scale: monitor.scale_factor as f32,
        }
    }

    fn has_middle_of(&self, at: IVec2, size: UVec2) -> bool {
        // A settings file can contain any place.
        let middle = at.as_i64vec2() + size.as_i64vec2() / 2;
        let offset = middle - self.at.as_i64vec2();
        offset.cmpge(Default::default()).all() && offset.cmplt(self.size.as_i64vec2()).all()
    }

    /// Returns the place nearest to `at` where a window of this size is on this screen as a whole. If the window is too
    /// large, its top left corner is.
    pub(super) fn hold(&self, at: IVec2, size: UVec2) -> IVec2 {
        let room = self.size.saturating_sub(size).as_ivec2();
        at.min(self.at + room).max(self.at)
    }
}

/// Where a window opens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    /// The width and height in pixels.
    pub(super) size: UVec2,
    /// The left and top edge in pixels, or `None` if the system should choose.
    pub(super) at: Option<IVec2>,
    /// The number of pixels in a logical pixel.
    pub(super) scale: f32,
    /// The size of the screen in pixels.
    screen: UVec2,
}

impl Place {
    /// Chooses a place on one of these screens, the first of which is the main one. `saved` is the place where the window
    /// was last closed.
    pub(super) fn choose(saved: Option<WindowPlace>, screens: &[Area]) -> Self {
        let Some(first) = screens.first() else {
            // Nothing is known about the system.
            let size = USUAL.as_uvec2();
            return Self {
                size,
                at: None,
                scale: 1.0,
                screen: size,
            };
        };
        let saved = saved.map(|it| (UVec2::from(it.size), it.at.map(IVec2::from)));
        let home = saved.and_then(|(size, at)| {
            let at = at?;
            let mut screens = screens.iter();
            screens.find(|it| it.has_middle_of(at, size))
        });
        let screen = home.unwrap_or(first);
        let wanted = match saved {
            Some((size, _)) => size,
            None => (USUAL * screen.scale).round().as_uvec2(),
        };
        let size = wanted.min(screen.size);
        let at = saved.and_then(|(_, at)| at).map(|at| match home {
            Some(_) => screen.hold(at, size),
            // The screen on which the window was closed is gone.
            None => screen.at + (screen.size - size).as_ivec2() / 2,
        });
        Self {
            size,
            at,
            scale: screen.scale,
            screen: screen.size,
        }
    }

    pub(super) fn logical_size(&self) -> UVec2 {
        (self.size.as_vec2() / self.scale).round().as_uvec2()
    }

    /// Returns the smallest size that the window may have, in logical pixels. It fits on the screen.
    pub(super) fn least(&self) -> Vec2 {
        SMALLEST.min(self.screen.as_vec2() / self.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(at: (i32, i32), size: (u32, u32), scale: f32) -> Area {
        Area {
            at: at.into(),
            size: size.into(),
            scale,
        }
    }

    /// A size, and the left and top edge.
    type Where = ((u32, u32), Option<(i32, i32)>);

    fn chosen(saved: Option<Where>, screens: &[Area]) -> Where {
        let saved = saved.map(|(size, at)| WindowPlace {
            size,
            at,
            maximized: false,
        });
        let place = Place::choose(saved, screens);
        (place.size.into(), place.at.map(Into::into))
    }

    #[test]
    fn a_window_opens_with_the_size_in_pixels_that_it_had() {
        for scale in [1.0, 1.25, 1.5, 2.0, 3.0] {
            let screen = [area((0, 0), (5120, 2880), scale)];
            let saved = ((1351, 751), Some((100, 90)));
            assert_eq!(chosen(Some(saved), &screen), saved);
            let place = Place::choose(None, &screen);
            assert_eq!(place.size, (USUAL * scale).as_uvec2());
            assert_eq!(place.logical_size(), USUAL.as_uvec2());
            assert_eq!(place.least(), SMALLEST);
        }
    }

    #[test]
    fn a_window_is_never_larger_than_its_screen() {
        let small = [area((0, 0), (800, 600), 1.0)];
        assert_eq!(chosen(None, &small), ((800, 600), None));
        let saved = ((9000, 9000), Some((50, -4000)));
        assert_eq!(chosen(Some(saved), &small), ((800, 600), Some((0, 0))));
        let tiny = Place::choose(None, &[area((0, 0), (400, 300), 2.0)]);
        assert_eq!(
            (tiny.size, tiny.least()),
            (UVec2::new(400, 300), Vec2::new(200.0, 150.0))
        );
        assert_eq!(chosen(None, &[]), ((1280, 720), None));
    }

    #[test]
    fn a_window_opens_on_the_screen_where_it_was_closed_if_there_is_one() {
        let screens = [
            area((0, 0), (1920, 1080), 1.0),
            area((-1280, 100), (1280, 1024), 1.0),
        ];
        let at = |at| chosen(Some(((800, 600), Some(at))), &screens).1;
        assert_eq!(at((-1000, 200)), Some((-1000, 200)));
        assert_eq!(at((-1500, 20)), Some((-1280, 100)));
        assert_eq!(at((1300, 700)), Some((1120, 480)));
        // There is no screen at these places.
        for gone in [(4000, 0), (0, i32::MAX), (i32::MIN, i32::MIN)] {
            assert_eq!(at(gone), Some((560, 240)), "{gone:?}");
        }
    }
}
