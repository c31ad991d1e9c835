//! Decides which part of the map the screen shows.

use bevy::prelude::*;

use super::scene::{PointOfView, Scene};
use super::screen::Areas;
use super::{Camera, Frame, Marks, Screen};
use crate::game::KnownMap;
use crate::grid::Rectangle;
use crate::map::Tile;

/// Returns the camera that shows the game on this screen, or `None` if there is no game.
pub fn camera(scene: &Scene, screen: &Screen, marks: &Marks) -> Option<Camera> {
    let areas = Areas::of(screen.buffer().area, screen.map_columns());
    let eyes = scene.eyes()?;
    let frame = frame(scene, &eyes, scene.reveals())?;
    let focus = marks.cursor.unwrap_or(eyes.at);
    let columns = screen.map_columns();
    let area = screen.map_area(areas.map);
    let camera = Camera::following(focus, frame, area, columns);
    Some(camera.with_own_cells(screen.scale().is_some()))
}

/// Returns the ground to keep in view: what the owner of these eyes knows or, if `whole` is set, the whole level.
pub(super) fn frame(scene: &Scene, eyes: &PointOfView, whole: bool) -> Option<Frame> {
    let map = scene.map.as_ref()?;
    let known = match whole {
        true => Rectangle::new(IVec2::ZERO, map.size()),
        false => known_ground(eyes),
    };
    let rank = |tile: Tile| {
        [Tile::STAIRS_UP, Tile::STAIRS_DOWN]
            .iter()
            .position(|it| *it == tile)
    };
    let stairs = eyes.memory.known_cells();
    let stairs = stairs.filter_map(|(at, it)| Some((rank(it.tile()?)?, at.y, at.x)));
    // Players arrive by stairs, so the anchor seldom changes on a level.
    let anchor = stairs.min().map_or(known.min, |(_, y, x)| IVec2::new(x, y));
    Some(Frame { known, anchor })
}

/// Returns the smallest rectangle that contains everything that the owner of these eyes knows of the level.
pub(super) fn known_ground(eyes: &PointOfView) -> Rectangle {
    let area = KnownMap::new(eyes.memory, [eyes.at]).area();
    area.expanded(-KnownMap::MARGIN)
}
