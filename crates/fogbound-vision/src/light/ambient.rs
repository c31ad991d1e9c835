//! Light without a source: daylight and lit rooms.

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use fogbound_fov::IVec2;
use fogbound_fov::grid::Rectangle;

/// Light that does not come from a source. **A world with this resource is a lit world**: a cell in view is visible
/// only if it is lit or within the eye's [dark sight](crate::Viewshed::dark_sight). Without this resource, every cell
/// in view is visible.
///
/// The ambient light belongs to a map, so replace both together.
///
/// ```
/// use bevy_app::App;
/// use fogbound_vision::*;
///
/// let mut app = App::new();
/// app.add_plugins(VisionPlugin::<GridMap>::default());
/// app.insert_resource(GridMap::from_rows(["............"]));
/// app.insert_resource(Ambient::dark());
/// let eye = app.world_mut().spawn((Position::new(0, 0), Viewshed::default())).id();
/// let lamp = app.world_mut().spawn((Position::new(8, 0), Light::new(2))).id();
/// app.update();
/// let seen = |app: &App| -> Vec<i32> {
///     let view = app.world().get::<Viewshed>(eye);
///     view.into_iter().flat_map(|view| view.visible()).map(|cell| cell.x).collect()
/// };
/// assert_eq!(seen(&app), [0, 1, 6, 7, 8, 9, 10]);
///
/// app.world_mut().entity_mut(lamp).remove::<Light>();
/// app.update();
/// assert_eq!(seen(&app), [0, 1]);
/// ```
#[derive(Resource, Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource, Default, Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Ambient {
    everywhere: u32,
    places: Vec<Place>,
}

#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Place {
    area: Rectangle,
    level: u32,
}

impl Ambient {
    /// The light level of [`daylight`](Self::daylight).
    pub const DAYLIGHT: u32 = 12;

    /// Creates ambient light of level 0, for a world that is lit only by [`Light`](crate::Light)s.
    pub const fn dark() -> Self {
        Self::everywhere(0)
    }

    /// Creates bright light everywhere, which makes every cell in view visible.
    pub const fn daylight() -> Self {
        Self::everywhere(Self::DAYLIGHT)
    }

    /// Creates ambient light that has at least the given level everywhere.
    pub const fn everywhere(level: u32) -> Self {
        Self {
            everywhere: level,
            places: Vec::new(),
        }
    }

    /// Returns this light with at least `level` on the transparent cells of `area`, and on the wall faces next to
    /// them.
    pub fn with_place(mut self, area: Rectangle, level: u32) -> Self {
        self.places.push(Place { area, level });
        self
    }

    /// Returns the minimum light level of every cell.
    pub const fn level_everywhere(&self) -> u32 {
        self.everywhere
    }

    /// Returns whether the level is the same everywhere.
    pub(super) const fn is_even(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the light level of a transparent cell that no light shines on.
    pub fn level(&self, cell: IVec2) -> u32 {
        let places = self.places.iter().filter(|place| place.area.contains(cell));
        let highest = places.map(|place| place.level).max().unwrap_or(0);
        self.everywhere.max(highest)
    }

    /// Returns a mask of the cells that have a level of at least 1, for the word that starts at `start`.
    pub(super) fn word(&self, start: IVec2) -> u64 {
        if self.everywhere > 0 {
            return u64::MAX;
        }
        let mut word = 0;
        for Place { area, level } in &self.places {
            let (top, height) = (i64::from(area.min.y), i64::from(area.size.y));
            let row = i64::from(start.y) - top;
            if *level == 0 || !(0..height).contains(&row) {
                continue;
            }
            let from = (i64::from(area.min.x) - i64::from(start.x)).clamp(0, 64);
            let end = i64::from(area.min.x) + i64::from(area.size.x) - i64::from(start.x);
            let end = end.clamp(from, 64);
            if end > from {
                word |= (u64::MAX >> (64 - (end - from))) << from;
            }
        }
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fogbound_fov::UVec2;

    #[test]
    fn words_agree_with_single_cells() {
        let place =
            |x, y, width, height| Rectangle::new(IVec2::new(x, y), UVec2::new(width, height));
        let ambient = Ambient::dark()
            .with_place(place(3, 1, 5, 2), 4)
            .with_place(place(60, 0, 70, 4), 1)
            .with_place(place(-4, 3, 200, 1), 2)
            .with_place(place(10, 0, 20, 20), 0);
        for y in -2..6 {
            for at in -1..4 {
                let word = ambient.word(IVec2::new(at * 64, y));
                for x in 0..64 {
                    let cell = IVec2::new(at * 64 + x, y);
                    assert_eq!(word >> x & 1 != 0, ambient.level(cell) > 0, "{cell}");
                }
            }
        }
        assert_eq!(ambient.level(IVec2::new(62, 3)), 2);
        assert_eq!(Ambient::daylight().word(IVec2::ZERO), u64::MAX);
    }
}
